/** What a model request over real HTTP carries, and how it ends when it is aborted. */
import assert from 'node:assert/strict';
import { createOpenAiModel } from '../../../../src/models/index.ts';
import {
  apis,
  chunk,
  errorReply,
  pause,
  silence,
  streamReply,
  textReply,
} from '../../../fixtures/endpoint.ts';
import { asking, continuing, modelErrorOf, run, tool, useEndpoints } from '../support.ts';

const model = 'scripted';
const canCallTools = true;

for (const api of apis)
  describe(`a model request (${api})`, () => {
    // About Chat Completions alone.
    const itByChat = api === 'chat' ? it : () => undefined;

    const start = useEndpoints();

    itByChat('asks for a stream with usage, and sends the tools', async () => {
      const { baseURL, requests } = await start([textReply('Hello there')]);
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }), asking('Hi', ['read']));
      assert.equal(requests[0]?.path, '/v1/chat/completions');
      assert.equal(requests[0]?.headers['content-type'], 'application/json');
      assert.deepEqual(requests[0]?.chat, {
        model,
        messages: [{ role: 'user', content: 'Hi' }],
        stream: true,
        stream_options: { include_usage: true },
        tools: [
          {
            type: 'function',
            function: { name: 'read', description: 'Does read', parameters: tool('read').inputSchema },
          },
        ],
      });
    });

    it('carries how the answer shall be, and images of the user', async () => {
      const { baseURL, requests } = await start([textReply('a')]);
      const options = {
        maxTokens: 50,
        temperature: 0.5,
        stopSequences: ['END'],
        toolChoice: 'required',
      } as const;
      const content = [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }] as const;
      const messages = [{ role: 'user', text: 'See', content }] as const;
      const request = { ...asking('', ['read']), messages, options };
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }), request);
      const { max_tokens, temperature, stop, tool_choice, messages: sent } = requests[0]?.chat ?? {};
      assert.deepEqual(
        [max_tokens, temperature, stop, tool_choice],
        [50, 0.5, api === 'chat' ? ['END'] : undefined, 'required'],
      );
      assert.deepEqual(sent[0].content, [
        { type: 'text', text: 'See' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } },
      ]);
    });

    itByChat('says the limit in the newer word and leaves out what the endpoint refuses', async () => {
      const refusal = (message: string) => errorReply(400, { error: { message } });
      const { baseURL, requests } = await start([
        refusal("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."),
        refusal("Unsupported value: 'temperature' does not support 0.5 with this model."),
        refusal("Unsupported parameter: 'stop' is not supported with this model."),
        textReply('a'),
      ]);
      const options = { maxTokens: 50, temperature: 0.5, stopSequences: ['END'] };
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }), { ...asking('Hi'), options });
      const { chat: body } = requests.at(-1) ?? {};
      assert.equal(body.max_completion_tokens, 50);
      assert.deepEqual(
        ['max_tokens', 'temperature', 'stop'].filter((name) => name in body),
        [],
      );
    });

    it('sends no field for tools when there are none, or the model cannot call any', async () => {
      const { baseURL, requests } = await start([textReply('a'), textReply('b')]);
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }), asking('Hi'));
      await run(createOpenAiModel({ api, baseURL, model, canCallTools: false }), asking('Hi', ['read']));
      assert.deepEqual(
        requests.map(({ chat: body }) => 'tools' in body),
        [false, false],
      );
    });

    it('carries the key, and no Authorization without one', async () => {
      const { baseURL, requests } = await start(() => textReply('a'));
      await run(createOpenAiModel({ api, baseURL, model, canCallTools, apiKey: ' my-key\n' }));
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }));
      await run(createOpenAiModel({ api, baseURL, model, canCallTools, apiKey: '' }));
      assert.deepEqual(
        requests.map(({ headers }) => headers.authorization),
        ['Bearer my-key', undefined, undefined],
      );
    });

    it('carries nothing from the environment', async () => {
      const stray = {
        OPENAI_API_KEY: 'env-key-1',
        OPENAI_ADMIN_KEY: 'env-key-2',
        OPENAI_ORG_ID: 'env-org',
        OPENAI_PROJECT_ID: 'env-project',
        OPENAI_BASE_URL: 'http://env.test',
        OPENAI_CUSTOM_HEADERS: 'x-env: env-header\nAuthorization: Bearer env-key-3',
      };
      const before = { ...process.env };
      Object.assign(process.env, stray);
      try {
        const { baseURL, requests } = await start(() => textReply('a'));
        await run(createOpenAiModel({ api, baseURL, model, canCallTools }));
        await run(createOpenAiModel({ api, baseURL, model, canCallTools, apiKey: 'my-key' }));
        assert.doesNotMatch(JSON.stringify(requests[0]?.headers), /env/);
        assert.equal(requests[1]?.headers.authorization, 'Bearer my-key');
      } finally {
        for (const name of Object.keys(stray)) delete process.env[name];
        Object.assign(process.env, before);
      }
    });

    it('goes through the fetch it is given', async () => {
      const { baseURL } = await start([textReply('Hello')]);
      const seen: string[] = [];
      const own: typeof fetch = (input, init) => {
        seen.push(input instanceof Request ? input.url : String(input));
        return fetch(input, init);
      };
      await run(createOpenAiModel({ api, baseURL, model, canCallTools, fetch: own }));
      assert.deepEqual(seen, [`${baseURL}${api === 'chat' ? '/chat/completions' : '/responses'}`]);
    });

    it('refuses a key that no header can carry, without repeating it', async () => {
      const options = { baseURL: 'http://models.test/v1', model, canCallTools, apiKey: 'schlüssel-geheim' };
      const { kind, message } = await modelErrorOf(run(createOpenAiModel(options)));
      assert.equal(kind, 'bad-settings');
      assert.doesNotMatch(message, /geheim/);
    });

    it('is not sent at all when it is aborted before', async () => {
      const { baseURL, requests } = await start([]);
      const reason = new Error('stopped');
      await assert.rejects(
        run(
          createOpenAiModel({ api, baseURL, model, canCallTools }),
          asking('Hi'),
          AbortSignal.abort(reason),
        ),
        reason,
      );
      assert.equal(requests.length, 0);
    });

    it('finds the connection of an earlier request still open', async () => {
      const late = streamReply([chunk({ content: 'a' }), 'data: [DONE]\n\n', pause(20)], { done: false });
      const endpoint = await start(() => late);
      const chat = createOpenAiModel({ api, baseURL: endpoint.baseURL, model, canCallTools });
      for (let step = 0; step < 5; step++) await run(chat);
      // undici opens another one while the first is not quite free, on a busy machine more than once.
      assert.ok(endpoint.connections < 5, `${endpoint.connections} connections`);
    });
  });

for (const api of apis)
  describe(`a request of which the endpoint refuses a part (${api})`, () => {
    // About Chat Completions alone.
    const itByChat = api === 'chat' ? it : () => undefined;

    const start = useEndpoints();

    itByChat('is sent again without stream_options, and never with them after that', async () => {
      const refusal = errorReply(400, { error: { message: "Unknown parameter: 'stream_options'." } });
      const { baseURL, requests } = await start([refusal, textReply('a'), textReply('b')]);
      const chat = createOpenAiModel({ api, baseURL, model, canCallTools });
      assert.equal((await run(chat)).text, 'a');
      assert.equal((await run(chat)).text, 'b');
      assert.deepEqual(
        requests.map(({ chat: body }) => 'stream_options' in body),
        [true, false, false],
      );
    });

    it('is sent again without images (llama.cpp answers 500, OpenRouter 404)', async () => {
      const refusal = errorReply(500, { error: { message: 'image input is not supported' } });
      const { baseURL, requests } = await start([refusal, textReply('a')]);
      const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;
      const request = continuing([{ role: 'tool', callId: 'a', content: [image], isError: false }]);
      await run(createOpenAiModel({ api, baseURL, model, canCallTools }), request);
      assert.deepEqual(
        requests.map(({ chat: body }) => body.messages.length),
        [2, 1],
      );
    });

    itByChat(
      'is sent again without the fields of earlier answers, and of several refusals each is heeded',
      async () => {
        const script = [
          errorReply(422, {
            detail: [{ loc: ['body', 'stream_options'], msg: 'Extra inputs are not permitted' }],
          }),
          errorReply(400, { error: { message: "property 'reasoning_content' is unsupported" } }),
          textReply('a'),
        ];
        const { baseURL, requests } = await start(script);
        const echo = { reasoning_content: 'hm' };
        const request = continuing([{ role: 'assistant', text: 'Hi', calls: [], echo }]);
        assert.equal(
          (await run(createOpenAiModel({ api, baseURL, model, canCallTools }), request)).text,
          'a',
        );
        assert.deepEqual(requests[2]?.chat.messages, [{ role: 'assistant', content: 'Hi' }]);
        assert.equal(requests[2]?.chat.stream_options, undefined);
      },
    );

    itByChat(
      'fails when it carries nothing of what is refused, or leaving it out does not help',
      async () => {
        const refusal = errorReply(400, { error: { message: 'no reasoning, no image, no stream_options' } });
        const { baseURL, requests } = await start(() => refusal);
        const chat = createOpenAiModel({ api, baseURL, model, canCallTools });
        assert.equal((await modelErrorOf(run(chat))).kind, 'bad-request');
        assert.equal(requests.length, 2);
        // It was not stream_options that stood in the way, so it is asked for again.
        await modelErrorOf(run(chat));
        assert.deepEqual(requests[2]?.chat.stream_options, { include_usage: true });
      },
    );
  });

for (const api of apis)
  describe(`an aborted request (${api})`, () => {
    const start = useEndpoints();
    const reason = new Error('stopped by the user');

    it('closes the connection in the middle of the answer', async () => {
      const { baseURL, requests } = await start([streamReply([chunk({ content: 'Hel' })], { end: 'hang' })]);
      const abort = new AbortController();
      const read = async (): Promise<void> => {
        for await (const part of createOpenAiModel({ api, baseURL, model, canCallTools }).stream(
          asking('Hi'),
          abort.signal,
        )) {
          assert.equal(part.type, 'text');
          setImmediate(() => abort.abort(reason));
        }
      };
      await assert.rejects(read(), (error) => error === reason);
      assert.equal(requests.length, 1);
      await requests[0]?.disconnected;
    });

    it('ends at once while the endpoint says nothing', async () => {
      const abort = new AbortController();
      const { baseURL, requests } = await start(() => (abort.abort(reason), silence));
      const running = run(
        createOpenAiModel({ api, baseURL, model, canCallTools }),
        asking('Hi'),
        abort.signal,
      );
      await assert.rejects(running, (error) => error === reason);
      await requests[0]?.disconnected;
    });

    it('rejects with its reason even if that is not an error', async () => {
      const abort = new AbortController();
      const { baseURL } = await start(() => (abort.abort('enough'), silence));
      await assert.rejects(
        run(createOpenAiModel({ api, baseURL, model, canCallTools }), asking('Hi'), abort.signal),
        (error) => error === 'enough',
      );
    });
  });
