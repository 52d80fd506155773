/** Turns with the language models that extensions give the editor (features.md, C15). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { EditorModels } from '../../src/editor/modelSelection/editorModels.ts';
import { startEndpoint, textReply } from '../fixtures/endpoint.ts';
import { askInChat, configure, fixture, parts, serverIn } from './support.ts';

/** A request as the fixture's provider saw it (test/fixtures/extensions/models). */
interface Seen {
  readonly model: string;
  readonly messages: readonly vscode.LanguageModelChatRequestMessage[];
  readonly options: vscode.ProvideLanguageModelChatResponseOptions;
  readonly cancelled: Promise<void>;
}

interface ModelsFixture {
  readonly api: {
    script: (seen: Seen, report: (part: vscode.LanguageModelResponsePart) => void) => Promise<void> | void;
    readonly requests: readonly Seen[];
    readonly asked: number;
  };
  offer(ids: readonly string[]): void;
  reset(): void;
}

const provider = () => {
  const found = vscode.extensions.getExtension<ModelsFixture>('patchbay-test.models');
  if (!found) throw new Error('The extension with the scripted models is not installed.');
  return found;
};
const text = (value: string) => new vscode.LanguageModelTextPart(value);
const call = (id: string, name: string, input: object) =>
  new vscode.LanguageModelToolCallPart(id, name, input);
const kindOf = (part: unknown): string => {
  if (part instanceof vscode.LanguageModelTextPart) return 'text';
  if (part instanceof vscode.LanguageModelToolCallPart) return 'call';
  if (part instanceof vscode.LanguageModelToolResultPart) return 'result';
  return part instanceof vscode.LanguageModelDataPart ? 'data' : 'unknown';
};
const never = (): Promise<void> => new Promise(() => undefined);

describe('the language models of the editor, before one is chosen', () => {
  after(async () => {
    for (const key of ['model.baseUrl', 'model.name']) await configure(key, undefined);
  });

  // The first test of this host that needs the extension, because nothing ends one that is active.
  it('are not asked, nor their extensions brought up, as long as nobody has chosen one', async () => {
    const endpoint = await startEndpoint([textReply('from the endpoint')]);
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted/able');
    const items = await askInChat('Hi');
    await endpoint.close();
    assert.equal(endpoint.requests[0]?.body.model, 'scripted/able');
    assert.equal(items.at(-1)?.kind, 'assistant');
    assert.equal(provider().isActive, false);
  });
});

describe('the language models of the editor', () => {
  let models: ModelsFixture;
  before(async () => (models = await provider().activate()));

  const use = async (name: string): Promise<void> => {
    await configure('model.provider', 'editor');
    await configure('model.name', name);
  };
  const seen = (at: number): Seen => {
    const request = models.api.requests[at];
    assert.ok(request, `there is no request ${at}`);
    return request;
  };
  /** The kinds of parts in the messages of a request. */
  const shape = ({ messages }: Seen): string[] =>
    messages.map(
      ({ role, content }) =>
        `${vscode.LanguageModelChatMessageRole[role]}: ${content.map((part) => kindOf(part)).join(' ')}`,
    );
  const notice = (items: readonly { kind: string }[]) => {
    const last = items.at(-1) as { kind: string; text?: string; actions?: readonly string[] };
    assert.equal(last.kind, 'notice');
    return last;
  };

  afterEach(async () => {
    models.reset();
    for (const key of [
      'servers',
      'model.baseUrl',
      'model.name',
      'model.provider',
      'model.toolCalling',
      'model.images',
    ])
      await configure(key, undefined);
  });

  it('answer in pieces, call tools in parallel, and read the results', async () => {
    models.api.script = ({ messages }, report) => {
      if (messages.length < 3) {
        report(text('Let me '));
        report(text('look.'));
        report(call('same', 'mcp__demo__echo', { text: 'ping' }));
        report(call('same', 'mcp__demo__env', { name: 'NOBODY_SETS_THIS' }));
      } else report(text('pong'));
    };
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    await use('scripted/able');
    const items = await askInChat('ping?');
    assert.deepEqual(
      items.map((item) => (item.kind === 'call' ? `${item.call.toolName}: ${item.call.status}` : item.kind)),
      ['user', 'assistant', 'echo: success', 'env: error', 'assistant'],
    );
    assert.deepEqual(shape(seen(0)), ['User: text', 'User: text']);
    assert.deepEqual(shape(seen(1)), [
      'User: text',
      'User: text',
      'Assistant: text call call',
      'User: result result',
    ]);
    const [calls, results] = [seen(1).messages[2], seen(1).messages[3]].map((message) =>
      message?.content.map((part) => (part as { callId?: string }).callId),
    );
    // Ids are Patchbay's own: providers give the same one twice.
    assert.deepEqual(results, calls?.slice(1));
    assert.equal(new Set(results).size, 2);
    const tool = seen(0).options.tools?.find(({ name }) => name === 'mcp__demo__echo');
    const schema = tool?.inputSchema as { properties: object } | undefined;
    assert.deepEqual(Object.keys(schema?.properties ?? {}), ['text']);
    assert.equal(seen(0).options.toolMode, vscode.LanguageModelChatToolMode.Auto);
    const { usage, context } = (await parts()).controller.shown;
    assert.ok(usage && usage.inputTokens > 100 && usage.outputTokens > 0);
    assert.equal(context?.window, 20_000);
  });

  it('are cancelled by Stop, and what they said stays', async () => {
    const begun = Promise.withResolvers<void>();
    models.api.script = async ({ cancelled }, report) => {
      report(text('Once upon'));
      begun.resolve();
      await cancelled;
    };
    await use('scripted/able');
    const answered = askInChat('Tell me', { until: /Once upon/ });
    await begun.promise;
    const items = await answered;
    await seen(0).cancelled;
    assert.deepEqual(
      items.map((item) => (item.kind === 'assistant' ? item.text : item.kind)),
      ['user', 'Once upon', 'notice'],
    );
  });

  it('that do not heed a cancellation hold nothing up', async () => {
    models.api.script = async (_, report) => {
      report(text('Once upon'));
      await never();
    };
    await use('scripted/able');
    const items = await askInChat('Tell me', { until: /Once upon/ });
    assert.equal(notice(items).text, 'Stopped.');
  });

  it('see images where they say that they can, and are told of them where not', async () => {
    models.api.script = ({ messages }, report) =>
      messages.some(({ role }) => role === vscode.LanguageModelChatMessageRole.Assistant)
        ? report(text('A red pixel.'))
        : report(call('a', 'mcp__demo__image', {}));
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    await use('scripted/able');
    await askInChat('Look');
    const shown = seen(1).messages.at(-1)?.content.at(-1);
    assert.ok(shown instanceof vscode.LanguageModelDataPart);
    assert.deepEqual([shown.mimeType, shown.data.length], ['image/png', 69]);
    await use('scripted/blind');
    await askInChat('Look');
    assert.equal(shape(seen(3)).at(-1), 'User: result');
    assert.match(JSON.stringify(seen(3).messages), /cannot be shown to you/);
    await configure('model.images', false);
    await use('scripted/able');
    await askInChat('Look');
    assert.equal(shape(seen(5)).at(-1), 'User: result');
  });

  it('that cannot call tools are sent none', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    await use('scripted/plain/small');
    const items = await askInChat('Hi');
    assert.deepEqual(items.at(-1), { ...items.at(-1), kind: 'assistant', text: 'plain/small heard: Hi' });
    assert.deepEqual(seen(0).options.tools ?? [], []);
  });

  it('answer without a tool that they refuse', async () => {
    models.api.script = ({ options }, report) => {
      if (options.tools?.some(({ name }) => name === 'mcp__demo__echo'))
        throw new Error("Invalid schema for function 'mcp__demo__echo': too odd.");
      report(text('here'));
    };
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    await use('scripted/able');
    assert.equal((await askInChat('Hi')).at(-1)?.kind, 'assistant');
    const { tools } = await (await parts()).engine();
    assert.match(tools.whyLeftOut('demo', 'echo')?.english ?? '', /too odd/);
  });

  it('are chosen by the hints of a server among those of the vendor that the user has chosen', async () => {
    // By itself it takes the chosen one if the editor needs longer than 3 s to list them, as on a busy machine.
    const editors = new EditorModels(60_000);
    const { signal } = new AbortController();
    await use('scripted/able');
    const nearest = async (...hints: readonly string[]) => (await editors.nearest(hints, signal)).name;
    assert.equal(await nearest('best', 'blind'), 'scripted/blind');
    assert.equal(await nearest('best'), 'scripted/able');
    assert.equal(await nearest(), 'scripted/able');
    assert.equal(models.api.requests.length, 0);
  });

  it('say what is wrong and what to do, by the codes of the editor', async () => {
    // A model of its own, because Patchbay remembers what a model has said of its size.
    await use('scripted/plain/small');
    const failures = [
      [vscode.LanguageModelError.NoPermissions('no'), /does not let Patchbay use .*"scripted\/plain\/small"/],
      [
        vscode.LanguageModelError.Blocked('Quota exceeded'),
        /is not responding: Quota exceeded\. The provider may/,
      ],
      [
        vscode.LanguageModelError.NotFound('gone'),
        /no language model "scripted\/plain\/small" at the moment\. Choose another/,
      ],
      [
        new Error('The prompt is too long: 30000 tokens'),
        /too long for the language model "scripted\/plain\/small"/,
      ],
    ] as const;
    for (const [error, words] of failures) {
      models.api.script = () => Promise.reject(error);
      const { text: said = '', actions = [] } = notice(await askInChat('Hi'));
      assert.match(said, words);
      assert.ok(actions.includes('retry'));
    }
    models.offer(['blind']);
    const gone = notice(await askInChat('Hi'));
    assert.match(gone.text ?? '', /has no language model "scripted\/plain\/small" at the moment/);
    assert.ok(gone.actions?.includes('selectModel'));
  });
});
