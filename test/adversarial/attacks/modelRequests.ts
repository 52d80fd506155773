/** "Model Request": secrets in the view of a request and in its copies, and texts of others on its page. */
import {
  Conversation,
  RequestViews,
  runTurn,
  TurnLimits,
  StepRequests,
  TokenGauge,
} from '../../../src/agent/index.ts';
import { createOpenAiModel } from '../../../src/models/index.ts';
import type { RequestHostMessage, RequestOutline, RequestPart } from '../../../src/protocol/index.ts';
import type { ToolResult, ToolSet } from '../../../src/tools/index.ts';
import { callsReply, startEndpoint, textReply } from '../../fixtures/endpoint.ts';
import { allow, tool, toolSet } from '../../unit/agent/tools.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';
import { inRequestPage, type Harm } from '../page.ts';

const viewsFile = 'src/agent/requests/requestViews.ts';
const redacted: Defence = {
  title: 'the redaction of requests',
  file: viewsFile,
  name: 'RequestViews.redacted',
  at: 'call redact',
  as: 'text',
};
const endpointKey: Defence = {
  title: 'the redaction of the endpoint’s key',
  file: viewsFile,
  name: 'RequestViews.redacted',
  at: 'call redact',
  as: '$1',
};
const redactedFirst: Defence = {
  title: 'redaction before shortening',
  file: viewsFile,
  name: 'RequestViews.outline.view',
  at: 'property start',
  as: 'start: redact(shortened(part.start))',
};
const blanksUncounted: Defence = {
  title: 'blanks do not count for the start of a part',
  file: 'src/agent/requests/outline.ts',
  name: 'started',
  as: 'new RegExp(`^[^]{0,${MAX_START}}`)',
};
const imagesOut: Defence = {
  title: 'the data of images is left out',
  file: viewsFile,
  name: 'withoutImages',
  at: 'call replaceAll .arguments.0',
  as: '/(?!)()()/g',
};
const heldSteps: Defence = {
  title: 'the number of steps that are held',
  file: 'src/agent/requests/stepRequests.ts',
  name: 'forget',
  at: '|| steps',
  as: 'false',
};
const heldTokens: Defence = {
  title: 'the size of the steps that are held',
  file: 'src/agent/requests/stepRequests.ts',
  name: 'forget',
  at: 'operand tokens',
  as: '',
};
const escaped: Defence = {
  title: 'the escaping of texts of requests',
  file: 'src/webview/calls/terminalDom.ts',
  name: 'shown',
  at: 'call escapeHtml',
  as: '$1',
};
const gate: Defence = {
  title: 'the gate between HTML and the page',
  file: 'src/webview/markdown/sanitise.ts',
  name: 'admit',
  at: 'conditional',
  as: '$consequent',
};
const policyImages: Defence = {
  title: 'the policy of the page for images',
  file: 'src/editor/common/pageDocument.ts',
  name: 'pageDocument',
  at: 'element img',
  as: '`img-src *`',
};
const markedNames: Defence = {
  title: 'hidden characters of names are marked',
  file: 'src/webview/request/Parts.tsx',
  name: 'Facts',
  at: 'jsx Exact part',
  as: '{requestPartLabel(part)}',
};
const markedStarts: Defence = {
  title: 'hidden characters of texts are marked',
  file: 'src/webview/request/Parts.tsx',
  name: 'Facts',
  at: 'jsx Exact start',
  as: '{start}',
};
const markedReasons: Defence = {
  title: 'hidden characters of what was left out are marked',
  file: 'src/webview/request/main.tsx',
  name: 'LeftOutList',
  at: 'jsx Exact why',
  as: '{why}',
};
const rowsAtATime: Defence = {
  title: 'the rows of a group at a time',
  file: 'src/webview/request/Parts.tsx',
  name: 'Group',
  at: 'call slice',
  as: '$object',
};

const SECRET = 'hunter2-4711';
const KEY = 'sk-very-secret-key-1234';
const PNG = `iVBORw0KGgo${'A'.repeat(400)}`;

interface Seen {
  readonly conversation: Conversation;
  readonly requests: StepRequests;
  readonly views: RequestViews;
}

/** A turn in which a tool has this result, over a real endpoint. `steps`: calls one after the other. */
async function turn(text: string, { steps = 1, said = 'Go.' } = {}): Promise<Seen> {
  const conversation = new Conversation('c');
  const requests = new StepRequests();
  const views = new RequestViews(requests, (value) => value.replaceAll(SECRET, '${input:password}'));
  const endpoint = await startEndpoint([
    ...Array.from({ length: steps }, (_, index) =>
      callsReply([{ id: `a${index}`, name: 'mcp__s__look', args: {} }]),
    ),
    textReply('Done.'),
  ]);
  const result: ToolResult = {
    status: 'success',
    content: [
      { type: 'text', text },
      { type: 'image', mimeType: 'image/png', data: PNG },
    ],
  };
  const tools: ToolSet = toolSet(tool('look', () => Promise.resolve(result)));
  try {
    conversation.append({ role: 'user', text: said });
    await runTurn({
      conversation,
      model: createOpenAiModel({ baseURL: endpoint.baseURL, model: 'm', canCallTools: true, apiKey: KEY }),
      system: () => [{ kind: 'base', text: 'You are Patchbay.' }],
      tools: () => tools,
      requests: requests.beginTurn(conversation, 'm'),
      limits: new TurnLimits({ maxSteps: steps + 1 }),
      approve: allow,
      signal: new AbortController().signal,
      context: { gauge: new TokenGauge(), maxResultTokens: 100_000 },
      onEvent: () => undefined,
    });
  } finally {
    await endpoint.close();
  }
  return { conversation, requests, views };
}

/** All that the view gives of the newest step. */
async function shown(
  text: string,
  said?: string,
): Promise<Record<'page' | 'json' | 'text' | 'parts', string>> {
  const { conversation, requests, views } = await turn(text, said === undefined ? {} : { said });
  const id = requests.of(conversation).at(-1)?.id ?? 0;
  const outline = views.outline(conversation, id);
  return {
    page: JSON.stringify([outline, views.rows(conversation)]),
    json: views.json(conversation, id) ?? '',
    text: views.text(conversation, id) ?? '',
    parts: JSON.stringify(outline?.parts.map((_, place) => views.part(conversation, id, place)?.text)),
  };
}

const E = 'https://evil.example';
const row = { id: 1, turn: 1, step: 1, model: 'm', at: 0, asked: 'Go.' };

function outlineWith(parts: readonly RequestPart[], leftOut: RequestOutline['leftOut'] = []): RequestOutline {
  return {
    id: 1,
    format: 'chat',
    characters: 100,
    tokens: 10,
    isCounted: false,
    window: 1000,
    parts,
    leftOut,
  };
}
const partOf = (over: Partial<RequestPart>): RequestPart => ({
  kind: 'user',
  group: 'messages',
  path: 'messages[1].content',
  tokens: 10,
  characters: 40,
  start: 'a',
  ...over,
});

/** The page with this request. `text`: of its first part, which is opened. */
function page(outline: RequestOutline, text?: string, click = 'li .request-row'): Promise<Harm> {
  const messages: RequestHostMessage[] = [
    { type: 'steps', rows: [row], older: 0, show: 'newest' },
    { type: 'request', outline },
  ];
  const answer: RequestHostMessage[] =
    text === undefined ? [] : [{ type: 'text', id: 1, part: 0, text, isJson: false, more: 0 }];
  return inRequestPage(messages, answer, click);
}

const list: readonly Attack[] = [
  {
    title: 'A secret of a result is on the page of a request',
    defences: [redacted],
    succeeds: async () => (await shown(`password: ${SECRET}`)).page.includes(SECRET),
  },
  {
    title: 'A secret of the user’s message is in the list of steps',
    defences: [redacted],
    succeeds: async () => (await shown('', `It is ${SECRET}.`)).page.includes(SECRET),
  },
  {
    title: 'A secret of a result is copied with the request as JSON',
    defences: [redacted],
    succeeds: async () => (await shown(`password: ${SECRET}`)).json.includes(SECRET),
  },
  {
    title: 'A secret of a result is in the text of a request',
    defences: [redacted],
    succeeds: async () => (await shown(`password: ${SECRET}`)).text.includes(SECRET),
  },
  {
    title: 'A secret is in a part of a request that is opened',
    defences: [redacted],
    succeeds: async () => (await shown(`password: ${SECRET}`)).parts.includes(SECRET),
  },
  {
    title: 'A tool prints the key of the endpoint, and the copy of the request has it',
    defences: [endpointKey],
    succeeds: async () => Object.values(await shown(`key: ${KEY}`)).some((each) => each.includes(KEY)),
  },
  {
    title: 'A result has a secret lie across the end of what its row shows',
    defences: [redactedFirst],
    succeeds: async () => (await shown(`${'x'.repeat(113)}${SECRET}`)).page.includes(SECRET.slice(0, 5)),
  },
  {
    title: 'A result pads a secret with blanks to where its start is cut',
    defences: [blanksUncounted],
    succeeds: async () =>
      (await shown(`a${' '.repeat(1_992)}${SECRET}`)).page.includes(`a ${SECRET.slice(0, 5)}`),
  },
  {
    title: 'The copy of a request has the whole data of images',
    defences: [imagesOut],
    succeeds: async () => (await shown('x')).json.includes(PNG),
  },
  {
    title: 'A model that calls without an end has every request of it held',
    defences: [heldSteps],
    succeeds: async () => {
      const { conversation, requests } = await turn('x', { steps: 130 });
      return requests.of(conversation).length > 120;
    },
  },
  {
    title: 'A server’s results of megabytes are held with each step',
    defences: [heldTokens],
    succeeds: () => {
      const conversation = new Conversation('c');
      const requests = new StepRequests();
      const held = requests.beginTurn(conversation, 'm');
      const text = 'word '.repeat(300_000);
      for (let step = 1; step <= 20; step++) {
        held.begin(step);
        const messages = [
          { role: 'system', text: '' },
          { role: 'user', text: `${step} ${text}` },
        ] as const;
        held.sent({ messages, tools: [] } as unknown as Parameters<typeof held.sent>[0]);
      }
      return requests.of(conversation).reduce((sum, { added }) => sum + added, 0) > 3_000_000;
    },
  },
  {
    title: 'A server’s text in a request is HTML that tells a stranger it was read',
    defences: [escaped, gate, policyImages],
    browser: true,
    succeeds: async () =>
      (await page(outlineWith([partOf({})]), `<img src="${E}/read">`)).requests.length > 0,
  },
  {
    title: 'A server’s tool has a name that reads backwards in the view of a request',
    defences: [markedNames],
    browser: true,
    succeeds: async () =>
      !(
        await page(
          outlineWith([partOf({ kind: 'tool', group: 'tools', name: 'safe\u202Eetirw', server: 's' })]),
        )
      ).html.includes('U+202E'),
  },
  {
    title: 'A server’s text hides a character in the view of a request',
    defences: [markedStarts],
    browser: true,
    succeeds: async () => !(await page(outlineWith([partOf({ start: 'a\u200Bb' })]))).html.includes('U+200B'),
  },
  {
    title: 'An endpoint’s reason hides a character in the view of a request',
    defences: [markedReasons],
    browser: true,
    succeeds: async () =>
      !(
        await page(outlineWith([partOf({})], [{ kind: 'refusedTool', name: 'a', why: 'a\u202Eb' }]))
      ).html.includes('U+202E'),
  },
  {
    title: 'Servers have so many tools that the view of a request stands still',
    defences: [rowsAtATime],
    browser: true,
    succeeds: async () => {
      const tools = Array.from({ length: 3_000 }, (_, index) =>
        partOf({ kind: 'tool', group: 'tools', name: `t${index}`, path: `tools[${index}]` }),
      );
      const { html } = await page(outlineWith(tools), undefined, '.request-group-row');
      return html.split('request-row').length > 1_000;
    },
  },
];

export const attacks: AttackClass = { title: 'What the model gets, as it is shown', attacks: list };
