/** A chat model behind the editor's language models (features.md, C15, C17, C18). */
import assert from 'node:assert/strict';
import type { LanguageModelPort, PortAnswer } from '../../../../src/models/languageModel/port.ts';
import {
  createLanguageModel,
  withRetries,
  type Message,
  type ModelEvent,
  type SentRequest,
} from '../../../../src/models/index.ts';
import { asking, continuing, modelErrorOf, run } from '../support.ts';
import { answer, scriptedPort, text } from './support.ts';

const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;

describe('a language model of the editor', () => {
  it('tells what is given to the editor, which passes it on', async () => {
    const sent: SentRequest[] = [];
    const request = continuing([{ role: 'user', text: 'Look' }]);
    await run(createLanguageModel(scriptedPort(() => answer(text('Done.')))), {
      ...request,
      onSend: (each) => sent.push(each),
    });
    assert.equal(sent[0]?.format, 'editor');
    assert.ok(sent[0].pieces().some(({ kind, text: said }) => kind === 'user' && said === 'Look'));
  });

  it('gets the conversation in its own kinds of parts, the results of a step in one message', async () => {
    const port = scriptedPort(() => answer(text('Done.')));
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      { role: 'user', text: 'Look', content: [image] },
      {
        role: 'assistant',
        text: '',
        calls: [
          { id: 'c1', name: 'odd name!', argsText: '{"a":1}' },
          { id: 'c2', name: 'shoot', argsText: 'not JSON' },
        ],
      },
      { role: 'tool', callId: 'c1', content: [{ type: 'text', text: 'one' }], isError: false },
      { role: 'tool', callId: 'c2', content: [image], isError: false },
    ];
    await run(createLanguageModel(port), continuing(messages));
    const data = Buffer.from(image.data, 'base64');
    assert.deepEqual(port.requests[0]?.messages, [
      { role: 'user', parts: [{ kind: 'text', text: 'Be brief.' }] },
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'Look' },
          { kind: 'image', mimeType: 'image/png', data },
        ],
      },
      {
        role: 'assistant',
        parts: [
          { kind: 'call', id: 'c1', name: 'odd_name_', input: { a: 1 } },
          { kind: 'call', id: 'c2', name: 'shoot', input: { invalid_arguments: 'not JSON' } },
        ],
      },
      {
        role: 'user',
        parts: [
          { kind: 'result', id: 'c1', text: 'one' },
          { kind: 'result', id: 'c2', text: '[image: image/png, 8 bytes; it is in the next message]' },
        ],
      },
      {
        role: 'user',
        parts: [
          { kind: 'text', text: 'The image from the tool result above:' },
          { kind: 'image', mimeType: 'image/png', data },
        ],
      },
    ]);
  });

  it('gets the options that a server requests for its answer', async () => {
    const port = scriptedPort(() => answer(text('a')));
    const model = createLanguageModel(port);
    const wished = { maxTokens: 50, temperature: 0.5, stopSequences: ['END'] };
    await run(model, { ...asking('Hi', ['read']), options: { ...wished, toolChoice: 'required' } });
    await run(model, { ...asking('Hi', ['read']), options: { toolChoice: 'none' } });
    const [first, second] = port.requests;
    assert.deepEqual(first?.modelOptions, { max_tokens: 50, temperature: 0.5, stop: ['END'] });
    assert.deepEqual([first?.mustCall, first?.tools.length], [true, 1]);
    assert.deepEqual([second?.mustCall, second?.tools.length, second?.modelOptions], [false, 0, {}]);
  });

  it('may write its calls into the text, as small local models do', async () => {
    const written = '<tool_call>{"name":"read","arguments":{"path":"a"}}</tool_call>';
    const port = scriptedPort(() =>
      answer(text('Well.\n'), text(written.slice(0, 9)), text(written.slice(9))),
    );
    const model = createLanguageModel(port, { textCalls: 'on' });
    assert.equal(model.textCalls, 'on');
    const request = asking('Hi', ['read']);
    const { text: shown, answer: last } = await run(model, { ...request, takesTextCalls: () => true });
    assert.equal(shown, 'Well.\n');
    assert.deepEqual(last.message.calls, [
      { id: '', name: 'read', argsText: '{"path":"a"}', isFromText: true },
    ]);
    const { answer: unasked } = await run(model, request);
    assert.deepEqual(unasked.message, { role: 'assistant', text: `Well.\n${written}`, calls: [] });
  });

  it('has its own counter say the usage, which nobody else does', async () => {
    const usage = async (more: Partial<LanguageModelPort>) => {
      const port = scriptedPort(() => answer(text('one two'), text(' three')), more);
      const { events } = await run(createLanguageModel(port), asking('a b c d'));
      return events.flatMap((event) => (event.type === 'usage' ? [event.usage] : []));
    };
    assert.deepEqual(await usage({}), [{ inputTokens: 4, outputTokens: 3 }]);
    assert.deepEqual(await usage({ countTokens: async () => 0 }), []);
    assert.deepEqual(await usage({ countTokens: () => Promise.reject(new Error('no counter')) }), []);
  });

  it('is not held up by a counter that never answers', async () => {
    const port = scriptedPort(() => answer(text('one')), { countTokens: () => new Promise(() => undefined) });
    assert.equal((await run(createLanguageModel(port))).text, 'one');
  });

  it('has the smaller window of what it says and what the user says', () => {
    const windowOf = (maxInputTokens: number, contextWindow?: number) =>
      createLanguageModel(
        scriptedPort(() => answer(), { maxInputTokens }),
        { contextWindow },
      ).contextWindow;
    assert.deepEqual(
      [windowOf(8_000), windowOf(8_000, 4_000), windowOf(4_000, 8_000), windowOf(0, 4_000), windowOf(0)],
      [8_000, 4_000, 4_000, 4_000, undefined],
    );
  });

  it('is asked again without images that it refuses after all', async () => {
    const port = scriptedPort((_, number) =>
      number === 0 ? answer(new Error('Vision is not enabled for this organisation')) : answer(text('a')),
    );
    await run(createLanguageModel(port), continuing([{ role: 'user', text: 'See', content: [image] }]));
    assert.deepEqual(
      port.requests.map(({ messages }) => messages[0]?.parts.map(({ kind }) => kind)),
      [['text', 'image'], ['text']],
    );
  });

  it('is asked again without a tool that it refuses, which says so', async () => {
    const port = scriptedPort(({ tools }) =>
      tools.some(({ name }) => name === 'bad')
        ? answer(new Error("Invalid schema for function 'bad': too odd."))
        : answer(text('a')),
    );
    const { events } = await run(createLanguageModel(port), asking('Hi', ['good', 'bad']));
    const leftOut = events.find(({ type }) => type === 'toolsLeftOut');
    assert.match(JSON.stringify(leftOut), /"bad".*too odd/);
    assert.deepEqual(
      port.requests.map(({ tools }) => tools.map(({ name }) => name)),
      [['good', 'bad'], ['good']],
    );
  });

  it('that breaks off in the middle is not asked again; what it said was shown', async () => {
    const port = scriptedPort(() => answer(text('Half an '), new Error('socket hang up')));
    const events: ModelEvent[] = [];
    const read = async (): Promise<void> => {
      const model = withRetries(createLanguageModel(port));
      for await (const event of model.stream(asking('Hi'), new AbortController().signal)) events.push(event);
    };
    const error = await modelErrorOf(read());
    assert.deepEqual(events, [{ type: 'text', text: 'Half an ' }]);
    assert.match(error.message, /"acme\/one" failed: socket hang up/);
    assert.equal(port.requests.length, 1);
  });

  it('is asked again after a limit of its rate', async () => {
    const port = scriptedPort((_, number) =>
      number === 0 ? answer(new Error('Too many requests, retry in 3 s')) : answer(text('a')),
    );
    const waits: number[] = [];
    const context = { wait: async (ms: number) => waits.push(ms), random: () => 0 };
    const { events } = await run(withRetries(createLanguageModel(port), undefined, context));
    assert.equal(events[0]?.type, 'retrying');
    assert.deepEqual(waits, [3_000]);
  });

  it('that ends without a word is asked again', async () => {
    const port = scriptedPort(() => answer());
    const error = await modelErrorOf(run(createLanguageModel(port)));
    assert.equal(error.kind, 'broken-stream');
    assert.match(error.transient?.english ?? '', /"acme\/one" ended without an answer/);
  });

  const silent = (onRead: () => void): AsyncIterable<PortAnswer> => ({
    [Symbol.asyncIterator]: () => ({ next: () => (onRead(), new Promise(() => undefined)) }),
  });
  it('ends with the signal, whether or not it heeds it', async () => {
    for (const before of [[], [text('Once')]]) {
      const abort = new AbortController();
      const reason = new Error('stopped by the user');
      const port = scriptedPort(async function* () {
        yield* before;
        yield* silent(() => setImmediate(() => abort.abort(reason)));
      });
      const running = run(createLanguageModel(port), asking('Hi'), abort.signal);
      await assert.rejects(running, (error) => error === reason);
    }
  });
});
