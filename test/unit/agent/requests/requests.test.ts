/** What a model gets, as the user sees it (features.md, E7), over a real HTTP endpoint. */
import assert from 'node:assert/strict';
import {
  Conversation,
  RequestViews,
  runTurn,
  TurnLimits,
  StepRequests,
  TokenGauge,
  type SystemPart,
} from '../../../../src/agent/index.ts';
import { withReplaced, withSummary } from '../../../../src/agent/context/view.ts';
import { withoutResult } from '../../../../src/agent/context/results.ts';
import { createOpenAiModel, type Message } from '../../../../src/models/index.ts';
import type { InstructionUse, RequestOutline, RequestPart } from '../../../../src/protocol/index.ts';
import type { ToolSet } from '../../../../src/tools/index.ts';
import {
  apis,
  callsReply,
  chunk,
  errorReply,
  startEndpoint,
  streamReply,
  textReply,
  type Script,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../../../fixtures/endpoint.ts';
import { allow, textTool, tool, toolSet } from '../tools.ts';

const KEY = 'sk-very-secret-key-1234';
const PNG = `iVBORw0KGgo${'A'.repeat(400)}`;

const system: readonly SystemPart[] = [
  { kind: 'base', text: 'You are Patchbay.' },
  { kind: 'instructions', name: 'AGENTS.md', text: '\nUse pnpm.' },
  { kind: 'skills', text: '\n- pdf: Forms.', isCut: true },
  { kind: 'server', name: 's', text: '\nHow to use the tools', isCut: true },
];

for (const api of apis)
  describe(`what the model gets (${api})`, () => {
    let endpoint: ScriptedEndpoint;
    let conversation: Conversation;
    let requests: StepRequests;
    let views: RequestViews;

    beforeEach(() => {
      conversation = new Conversation('c');
      requests = new StepRequests();
      views = new RequestViews(requests, (value) => value.replaceAll('hunter2', '${input:password}'));
    });
    afterEach(() => endpoint.close());

    const begin = async (script: Script): Promise<void> => {
      endpoint = await startEndpoint(script);
    };

    async function turn(
      said: Omit<Extract<Message, { role: 'user' }>, 'role'>,
      options: {
        tools?: ToolSet;
        sent?: ToolSet;
        parts?: readonly SystemPart[];
        files?: readonly InstructionUse[];
        maxResultTokens?: number;
        images?: false;
        request?: Readonly<Record<string, unknown>>;
        maxIterations?: number;
      } = {},
    ): Promise<void> {
      const { tools = new Map() as ToolSet, sent, parts = system, files = [], request, images } = options;
      conversation.append({ role: 'user', ...said });
      await runTurn({
        conversation,
        model: createOpenAiModel({
          api,
          baseURL: endpoint.baseURL,
          model: 'scripted',
          canCallTools: true,
          apiKey: KEY,
          ...(request && { request }),
          ...(images === false && { images }),
        }),
        system: () => parts,
        tools: () => tools,
        ...(sent && {
          offer: {
            select: (all) => ({ sent, callable: all, searchReason: { kind: 'earlier' } }),
            refused: () => false,
            accepted: () => undefined,
          },
        }),
        requests: requests.beginTurn(conversation, 'scripted', files),
        limits: new TurnLimits({ maxSteps: options.maxIterations ?? 60 }),
        approve: allow,
        signal: new AbortController().signal,
        context: { gauge: new TokenGauge(), maxResultTokens: options.maxResultTokens ?? 10_000 },
        onEvent: () => undefined,
      });
    }

    const outline = (id: number): RequestOutline => {
      const found = views.outline(conversation, id);
      assert.ok(found, `step ${id} is held`);
      return found;
    };
    const named = ({ parts }: Pick<RequestOutline, 'parts'>): string[] =>
      parts.map(({ kind, name }) => (name === undefined ? kind : `${kind} ${name}`));
    const changes = ({ parts }: RequestOutline, change: RequestPart['change']): string[] =>
      named({ parts: parts.filter((part) => part.change === change) });

    /** Every text of the body is in one part, as it is there, and no part has anything else. */
    function checkBody(id: number, { raw, body }: SeenRequest): void {
      const step = requests.of(conversation).find((each) => each.id === id);
      assert.equal(step?.sent.body(), raw);
      const { parts } = outline(id);
      const texts = new Map<string, string>();
      for (const [index, { path }] of parts.entries()) {
        const part = views.part(conversation, id, index);
        assert.ok(part);
        if (!part.isJson) texts.set(path, (texts.get(path) ?? '') + part.text);
        else if (path !== '') assert.deepEqual(JSON.parse(part.text), at(body, path), path);
      }
      for (const [path, joined] of texts)
        assert.equal(joined.replace(/… \(\d+\)$/, ''), dataLeftOut(at(body, path)), path);
      const json = new Set(parts.flatMap(({ path }) => (texts.has(path) ? [] : [path])));
      const missing = strings(body, '').filter(
        ({ path, value }) =>
          !texts.has(path) &&
          ![...json].some((place) => place !== '' && path.startsWith(place)) &&
          !/\.(role|type|detail|tool_call_id|call_id|id|phase)$/.test(path) &&
          !['model', 'include[0]'].includes(path) &&
          value !== '',
      );
      assert.deepEqual(missing, []);
    }

    it('is the very body that the endpoint got, in parts that are its texts', async () => {
      const look = tool('look', () =>
        Promise.resolve({
          status: 'success',
          content: [
            { type: 'text', text: 'a picture' },
            { type: 'image', mimeType: 'image/png', data: PNG },
          ],
        }),
      );
      await begin([
        callsReply(
          [
            { id: 'a', name: 'mcp__s__look', args: { deep: true } },
            { id: 'b', name: 'mcp__s__read', args: {} },
          ],
          { text: 'I look.' },
        ),
        textReply('Done.'),
        textReply('Again.'),
      ]);
      const tools = toolSet(
        look,
        textTool('read', () => 'code'),
      );
      await turn(
        {
          text: 'What is this?',
          content: [
            { type: 'text', text: 'Do it so.' },
            { type: 'text', text: '[File: src/a.ts]\nconst a = 1;' },
            {
              type: 'text',
              text: 'Instructions:\n<instructions file="src/AGENTS.md">\nTwo spaces.\n</instructions>',
            },
          ],
          skill: 'pdf',
          instructions: [{ path: '/w/src/AGENTS.md', digest: 'd' }],
        },
        { tools },
      );
      await turn(
        {
          text: '',
          content: [
            { type: 'image', mimeType: 'image/png', data: PNG },
            { type: 'text', text: 'Hm.' },
          ],
        },
        { tools },
      );
      assert.equal(endpoint.requests.length, 3);
      for (const [index, seen] of endpoint.requests.entries()) checkBody(index + 1, seen);
      assert.deepEqual(named(outline(2)), [
        'fields',
        'tool look',
        'tool read',
        'tool Read result',
        'base',
        'instructions AGENTS.md',
        'skills',
        'server s',
        'user',
        'skill pdf',
        'attachment src/a.ts',
        'instructions src/AGENTS.md',
        'assistant',
        'call look',
        'call read',
        'result look',
        'result read',
        'images',
        'image',
      ]);
      const { parts, tokens } = outline(2);
      assert.equal(
        parts.reduce((sum, part) => sum + part.tokens, 0),
        tokens,
      );
    });

    it('is the body with its cache marks, and reads as a text', async () => {
      await begin([textReply('One.'), textReply('Two.')]);
      const request = { cache: 'marks' };
      await turn({ text: 'First' }, { request });
      await turn({ text: 'Second', content: [{ type: 'text', text: '[File: a.ts]\nlet a;' }] }, { request });
      for (const [index, seen] of endpoint.requests.entries()) checkBody(index + 1, seen);
      assert.equal(endpoint.requests[1]?.raw.includes('cache_control'), api === 'chat');
      assert.match(
        views.text(conversation, 2) ?? '',
        /^Step 1 · scripted[^]+────── Instructions · AGENTS\.md · \d+ tokens · [^]+Use pnpm\.[^]+Attachments · a\.ts · [^]+let a;\n$/,
      );
    });

    it('tells rows by turn and step, and what changed since the step before', async () => {
      await begin([
        callsReply([{ id: 'a', name: 'mcp__s__read', args: {} }]),
        textReply('Done.'),
        textReply('Yes.'),
      ]);
      const read = textTool('read', () => 'code');
      await turn({ text: 'First  question' }, { tools: toolSet(read) });
      await turn(
        { text: 'Second' },
        { tools: toolSet(textTool('other', () => '')), parts: [{ kind: 'base', text: 'Now another.' }] },
      );
      assert.deepEqual(
        views
          .rows(conversation)
          .rows.map(({ id, turn: of, step, asked, model }) => [id, of, step, asked, model]),
        [
          [1, 1, 1, 'First question', 'scripted'],
          [2, 1, 2, 'First question', 'scripted'],
          [3, 2, 1, 'Second', 'scripted'],
        ],
      );
      assert.equal(outline(1).gone, undefined);
      assert.equal(outline(1).parts[1]?.change, undefined);
      assert.deepEqual(changes(outline(2), 'new'), ['call read', 'result read']);
      assert.deepEqual(changes(outline(2), 'changed'), []);
      const third = outline(3);
      assert.deepEqual(changes(third, 'new'), ['tool other', 'assistant', 'user']);
      assert.deepEqual(changes(third, 'changed'), ['base']);
      assert.deepEqual(named({ parts: third.gone ?? [] }), [
        'tool read',
        'instructions AGENTS.md',
        'skills',
        'server s',
      ]);
    });

    it('says what was shortened or left out, and why', async () => {
      await begin([callsReply([{ id: 'a', name: 'mcp__s__read', args: {} }]), textReply('Done.')]);
      const tools = toolSet(
        textTool('read', () => 'word '.repeat(2_000)),
        textTool('rare', () => ''),
      );
      const sent: ToolSet = new Map([...tools].slice(0, 1));
      const note = 'Only the first 8000 tokens are used.';
      const head = '[File: a.ts; only the first 2 of 9 lines, as the whole is too long to attach]';
      await turn(
        { text: 'Go on.', content: [{ type: 'text', text: `${head}\none\ntwo` }] },
        { tools, sent, files: [{ name: 'AGENTS.md', notes: [note] }], maxResultTokens: 300 },
      );
      const { leftOut, parts } = outline(2);
      const kinds = leftOut.map((each) => each.kind);
      assert.deepEqual(kinds, [
        'skills',
        'serverInstructions',
        'attachment',
        'cutResult',
        'instructions',
        'searchedTools',
      ]);
      const cut = leftOut.find((each) => each.kind === 'cutResult');
      assert.ok(cut?.kind === 'cutResult' && cut.tool === 'read' && cut.tokens > 1_500 && cut.sent < 400);
      assert.deepEqual(
        leftOut.find((each) => each.kind === 'instructions'),
        { kind: 'instructions', name: 'AGENTS.md', why: note },
      );
      assert.match(
        views.text(conversation, 2) ?? '',
        /Omitted or truncated\n[^]*Result: read: Truncated to \d+ of [\d,]+ tokens/,
      );
      assert.deepEqual(named({ parts: parts.filter(({ isShortened }) => isShortened === true) }), [
        'skills',
        'server s',
        'attachment a.ts',
        'result read',
      ]);
    });

    it('says what a summary took in, and which results were removed', async () => {
      await begin([
        callsReply([{ id: 'a', name: 'mcp__s__read', args: {} }]),
        callsReply([{ id: 'b', name: 'mcp__s__read', args: {} }]),
        textReply('Done.'),
        textReply('More.'),
      ]);
      const tools = toolSet(textTool('read', () => 'word '.repeat(500)));
      await turn({ text: 'First' }, { tools });
      const result = conversation.messages.find(({ role }) => role === 'tool');
      assert.ok(result?.role === 'tool');
      conversation.shortenTo(withReplaced(conversation.context, 'removed', [withoutResult(result)]));
      await turn({ text: 'Second' }, { tools });
      const removed = outline(4).leftOut.find(({ kind }) => kind === 'removedResult');
      assert.ok(removed?.kind === 'removedResult' && removed.tokens > removed.sent);
      assert.deepEqual(changes(outline(4), 'changed'), ['result read']);
      const until = conversation.messages.length - 1;
      conversation.shortenTo(
        withSummary(conversation.messages, conversation.context, 'In short.', {
          until,
          skillTokens: 100,
        }),
      );
      await begin([textReply('Third.')]);
      await turn({ text: 'Third' }, { tools });
      const last = outline(5);
      const [summarized] = last.leftOut;
      assert.ok(
        summarized?.kind === 'summarized' && summarized.messages === until && summarized.tokens > 1_000,
      );
      assert.ok(named(last).includes('summary'));
      checkBody(5, endpoint.requests[0] as SeenRequest);
    });

    it('says which tools, fields and images the endpoint does not take, and shows the request that it took', async () => {
      await begin([
        errorReply(400, { error: { message: 'Unsupported parameter: top_p' } }),
        errorReply(400, { error: { message: 'Invalid schema for function mcp__s__odd' } }),
        errorReply(400, { error: { message: 'Invalid schema for function mcp__s__odd (still)' } }),
        textReply('Well.'),
      ]);
      const image = { type: 'image', mimeType: 'image/png', data: PNG } as const;
      await turn(
        { text: 'Look', content: [image] },
        {
          tools: toolSet(
            textTool('odd', () => ''),
            textTool('even', () => ''),
          ),
          images: false,
          request: { topP: 0.5 },
        },
      );
      const { leftOut, parts } = outline(1);
      assert.deepEqual(
        leftOut
          .filter(({ kind }) => kind === 'refusedTool' || kind === 'images' || kind === 'field')
          .map((each) => each.kind),
        ['refusedTool', 'images', 'field'],
      );
      assert.deepEqual(named({ parts: parts.filter(({ kind }) => kind === 'tool') }), [
        'tool even',
        'tool Read result',
      ]);
      checkBody(1, endpoint.requests.at(-1) as SeenRequest);
    });

    it('says which one of the images the endpoint does not take, and that it was sent without it', async () => {
      await begin([errorReply(400, { error: { message: 'Could not process image' } }), textReply('Well.')]);
      const image = { type: 'image', mimeType: 'image/png', data: PNG } as const;
      await turn({ text: 'Look', content: [image, { ...image }] });
      assert.deepEqual(
        outline(1).leftOut.filter(({ kind }) => kind === 'image' || kind === 'images'),
        [{ kind: 'image', name: 'image of the message (image/png, 1 KB)' }],
      );
      checkBody(1, endpoint.requests.at(-1) as SeenRequest);
    });

    it('redacts values of variables and the key of the endpoint, and leaves the data of images out', async () => {
      await begin([textReply('Done.')]);
      const image = { type: 'image', mimeType: 'image/png', data: PNG } as const;
      await turn({ text: `${'x'.repeat(115)} hunter2 and ${KEY}`, content: [image] });
      const [row] = views.rows(conversation).rows;
      const shown = JSON.stringify([
        row,
        outline(1),
        views.json(conversation, 1),
        ...outline(1).parts.map((_, index) => views.part(conversation, 1, index)),
      ]);
      assert.doesNotMatch(shown, /hunter|sk-very|AAAAAA/);
      assert.match(shown, /\$\{input:password\} and •••/);
      const json: unknown = JSON.parse(views.json(conversation, 1) ?? '');
      assert.deepEqual(Object.keys(json as object), Object.keys(endpoint.requests[0]?.body as object));
    });

    it('names the parts of a system message out of which invisible characters were taken', async () => {
      await begin([textReply('Done.')]);
      const hidden = '\u{E0041}\u{E0042}';
      await turn(
        { text: 'Hi' },
        {
          parts: [
            { kind: 'base', text: 'Base.' },
            { kind: 'instructions', name: 'AGENTS.md', text: `\nBe${hidden} good.` },
            { kind: 'server', name: 's', text: '\nUse it.' },
          ],
        },
      );
      assert.deepEqual(named(outline(1)), [
        'fields',
        'base',
        'instructions AGENTS.md',
        'server s',
        'added',
        'user',
      ]);
      checkBody(1, endpoint.requests[0] as SeenRequest);
    });

    it('takes the tokens of the endpoint, and shows what that had in its cache', async () => {
      const usage = {
        prompt_tokens: 1_000,
        completion_tokens: 5,
        prompt_tokens_details: { cached_tokens: 700 },
      };
      await begin([
        streamReply([chunk({ content: 'Yes.' }), chunk({}, 'stop'), { ...chunk({}), choices: [], usage }]),
      ]);
      const long = 'word '.repeat(300);
      await turn({ text: 'word '.repeat(200) }, { parts: [{ kind: 'base', text: long }] });
      const { tokens, isCounted, cachedTokens, parts } = outline(1);
      assert.deepEqual([tokens, isCounted, cachedTokens], [1_000, true, 700]);
      assert.deepEqual(
        parts.map(({ kind, cached }) => [kind, cached]),
        [
          ['fields', undefined],
          ['base', 'whole'],
          ['user', 'partly'],
        ],
      );
    });

    it('distinguishes an empty cache from an endpoint that does not report its cache', async () => {
      const answered = (details?: object) => {
        const usage = { prompt_tokens: 20, completion_tokens: 5, prompt_tokens_details: details };
        const end = { ...chunk({}), choices: [], usage };
        return streamReply([chunk({ content: 'Yes.' }), chunk({}, 'stop'), end]);
      };
      await begin([answered({ cached_tokens: 0 }), answered()]);
      const cached = async (id: number) => {
        await turn({ text: 'Hi' });
        return [outline(id).cachedTokens, outline(id).parts.at(-1)?.cached];
      };
      assert.deepEqual(await cached(1), [0, 'no']);
      assert.deepEqual(await cached(2), [undefined, undefined]);
    });

    it('holds the newest steps, which share their messages, and says how many are gone', async () => {
      const calls = (index: number) =>
        Array.from({ length: 2 }, (_, place) => ({
          id: `${index}-${place}`,
          name: 'mcp__s__read',
          args: {},
        }));
      await begin((_, index) => callsReply(calls(index)));
      const tools = toolSet(textTool('read', () => 'code'));
      for (const ask of ['One', 'Two', 'Three']) await turn({ text: ask }, { tools, maxIterations: 40 });
      const held = requests.of(conversation);
      const { rows, older } = views.rows(conversation);
      assert.deepEqual([rows.length, older, rows.at(-1)?.id], [100, 20, 120]);
      assert.equal(views.outline(conversation, 20), undefined);
      const known = new Set<Message>(conversation.messages);
      for (const { messages } of held)
        assert.ok(messages.every((message) => message.role === 'system' || known.has(message)));
      checkBody(120, endpoint.requests[119] as SeenRequest);
      assert.equal(outline(21).gone, undefined);
    });
  });

function at(body: unknown, path: string): unknown {
  return path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], body);
}

function strings(value: unknown, path: string): { readonly path: string; readonly value: string }[] {
  if (typeof value === 'string') return [{ path, value }];
  if (Array.isArray(value)) return value.flatMap((each, index) => strings(each, `${path}[${index}]`));
  return Object.entries(value ?? {}).flatMap(([name, each]) =>
    strings(each, path === '' ? name : `${path}.${name}`),
  );
}

function dataLeftOut(value: unknown): string {
  return String(value).replace(/(;base64,).*$/, '$1');
}
