/**
 * What OpenAI-compatible endpoints really do, collected from public issue trackers: each line over real HTTP.
 * The parts have tests of their own; here it is seen that they are connected.
 */
import assert from 'node:assert/strict';
import { createOpenAiModel, type Message, type ModelRequest } from '../../../../src/models/index.ts';
import {
  apis,
  chunk,
  errorReply,
  event,
  pause,
  rawReply,
  streamReply,
  textReply,
  usageChunk,
  type Piece,
  type SeenRequest,
} from '../../../fixtures/endpoint.ts';
import { asking, continuing, run, tool, useEndpoints, type Gathered } from '../support.ts';

const model = 'scripted';
const canCallTools = true;
const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;

const user: Message = { role: 'user', text: 'Hi' };
const asked: Message = {
  role: 'assistant',
  text: '',
  calls: [{ id: 'c00000001', name: 'read', argsText: '{}' }],
};
const answered = (...content: Extract<Message, { role: 'tool' }>['content']): Message => ({
  role: 'tool',
  callId: 'c00000001',
  content,
  isError: false,
});

for (const api of apis)
  describe(`what endpoints refuse in a request is not sent: (${api})`, () => {
    const start = useEndpoints();
    // About fields of Chat Completions.
    const itByChat = api === 'chat' ? it : () => undefined;

    const sent = async (request: ModelRequest): Promise<SeenRequest['chat']> => {
      const { baseURL, requests } = await start([textReply('ok')]);
      await run(createOpenAiModel({ baseURL, api, model, canCallTools }), request);
      return requests[0]?.chat;
    };
    const sentSchema = async (inputSchema: Record<string, unknown>) => {
      const { tools } = await sent({ messages: [user], tools: [{ ...tool('read'), inputSchema }] });
      return tools[0].function;
    };

    it('names of calls in the history that no endpoint takes', async () => {
      const names = ['files/read.all', 'x'.repeat(80), ''];
      const calls = names.map((name, index) => ({ id: `c0000000${index}`, name, argsText: '{}' }));
      const { messages } = await sent(continuing([user, { role: 'assistant', text: '', calls }]));
      assert.deepEqual(
        messages[1].tool_calls.map((call: { function: { name: string } }) => call.function.name),
        ['files_read_all', 'x'.repeat(64), 'unnamed'],
      );
    });

    it('an object without properties', async () => {
      assert.deepEqual((await sentSchema({ type: 'object' })).parameters, { type: 'object', properties: {} });
    });

    it('anyOf, oneOf and allOf at the root', async () => {
      const form = (name: string) => ({ properties: { [name]: { type: 'string' } }, required: [name] });
      const { description, parameters } = await sentSchema({
        oneOf: [form('a'), form('b')],
        allOf: [form('c')],
      });
      assert.deepEqual(Object.keys(parameters.properties).toSorted(), ['a', 'b', 'c']);
      assert.deepEqual(
        [parameters.oneOf, parameters.allOf, parameters.required],
        [undefined, undefined, ['c']],
      );
      assert.match(description, /\(1\) a; \(2\) b/);
    });

    it('arrays without items, lists of types, const, references, $schema, odd patterns, huge lengths', async () => {
      const { parameters } = await sentSchema({
        $schema: 'x',
        $defs: { id: { type: ['string', 'null'] } },
        properties: {
          list: { type: 'array' },
          id: { $ref: '#/$defs/id' },
          one: { const: 1 },
          text: { type: 'string', pattern: '(?=a)', maxLength: 99_999 },
        },
      });
      assert.deepEqual(parameters, {
        type: 'object',
        properties: {
          list: { type: 'array', items: {} },
          id: { type: 'string', description: 'May be null.' },
          one: { type: 'integer', enum: [1] },
          text: { type: 'string', description: 'Matches the pattern (?=a)' },
        },
      });
    });

    it('what Gemini does not know, to its models behind a router', async () => {
      const { baseURL, requests } = await start([textReply('ok')]);
      const number = { type: 'number', exclusiveMinimum: 0, default: 1, format: 'percent' };
      const properties = { n: number };
      const inputSchema = { type: 'object', additionalProperties: false, propertyNames: {}, properties };
      const tools = [
        { ...tool('read'), inputSchema },
        { ...tool('now'), inputSchema: { type: 'object', properties: {} } },
      ];
      const chat = createOpenAiModel({ baseURL, api, model: 'google/gemini-3-flash', canCallTools });
      await run(chat, { messages: [user], tools });
      const [read, now] = requests[0]?.chat.tools ?? [];
      assert.deepEqual(read.function.parameters, {
        type: 'object',
        properties: { n: { type: 'number', minimum: 0, description: 'Default: 1.' } },
      });
      assert.equal('parameters' in now.function, false);
    });

    itByChat('parallel_tool_calls, and anything else that was not asked for', async () => {
      const body = await sent(asking('Hi', ['read']));
      assert.deepEqual(Object.keys(body).toSorted(), [
        'messages',
        'model',
        'stream',
        'stream_options',
        'tools',
      ]);
    });

    it('images in a tool message: they follow in a user message', async () => {
      const { messages } = await sent(continuing([user, asked, answered(image)]));
      assert.equal(typeof messages[2].content, 'string');
      assert.equal(messages[3].role, 'user');
      assert.equal(messages[3].content[1].image_url.url, 'data:image/png;base64,iVBORw0KGgo=');
    });

    it('a message without content', async () => {
      assert.equal((await sent(continuing([user, asked]))).messages[1].content, null);
    });

    it('a user message straight after a tool message, to Mistral, once it has refused that', async () => {
      const refusal = errorReply(400, { message: "Unexpected role 'user' after role 'tool'" });
      const { baseURL, requests } = await start([refusal, textReply('a'), textReply('b')]);
      const chat = createOpenAiModel({ baseURL, api, model, canCallTools });
      const request = continuing([user, asked, answered(image), user]);
      await run(chat, request);
      await run(chat, request);
      const roles = requests.map(({ chat: body }) =>
        body.messages.map(({ role }: { role: string }) => role).join(' '),
      );
      const bridged = 'user assistant tool assistant user user';
      assert.deepEqual(roles, ['user assistant tool user user', bridged, bridged]);
    });

    itByChat('a user message straight after a tool message, to mistral.ai, from the start', async () => {
      const { baseURL, requests } = await start([textReply('a')]);
      const redirected: typeof fetch = (_, init) => fetch(`${baseURL}/chat/completions`, init);
      const options = { baseURL: 'https://api.mistral.ai/v1', model, canCallTools, fetch: redirected };
      await run(createOpenAiModel(options), continuing([user, asked, answered(), user]));
      assert.deepEqual(requests[0]?.chat.messages.at(-2), { role: 'assistant', content: 'Ok.' });
    });

    itByChat(
      'an answer without what the endpoint wants back: reasoning, and the signatures of calls',
      async () => {
        const signed = { google: { thought_signature: 'sig' } };
        const first = streamReply([
          chunk({ reasoning_content: 'Let me ' }),
          chunk({ reasoning_content: 'see.' }),
          chunk({
            tool_calls: [
              { index: 0, id: 'a', function: { name: 'read', arguments: '{}' }, extra_content: signed },
            ],
          }),
          chunk({
            tool_calls: [
              {
                index: 1,
                id: 'b',
                function: { name: 'read', arguments: '{"a":1}', thought_signature: 'sig' },
              },
            ],
          }),
          chunk({}, 'tool_calls'),
        ]);
        const { baseURL, requests } = await start([first, textReply('ok')]);
        const chat = createOpenAiModel({ baseURL, api, model, canCallTools });
        const { answer } = await run(chat, asking('Hi', ['read']));
        const result = (callId: string): Message => ({ role: 'tool', callId, content: [], isError: false });
        await run(chat, continuing([user, answer.message, result('a'), result('b')]));
        const replayed = requests[1]?.chat.messages[1];
        assert.equal(replayed.reasoning_content, 'Let me see.');
        assert.deepEqual(replayed.tool_calls[0].extra_content, signed);
        assert.deepEqual(replayed.tool_calls[1].function, {
          thought_signature: 'sig',
          name: 'read',
          arguments: '{"a":1}',
        });
      },
    );
  });

for (const api of apis)
  describe(`a refusal that is about tools (${api})`, () => {
    const start = useEndpoints();
    // About fields of Chat Completions.
    const itByChat = api === 'chat' ? it : () => undefined;

    const schema = {
      type: 'object',
      properties: { a: { anyOf: [{ type: 'string' }, { type: 'number' }] } },
      additionalProperties: false,
    };
    const request: ModelRequest = {
      messages: [user],
      tools: ['one', 'two', 'three'].map((name) => ({ ...tool(name), inputSchema: schema })),
    };
    const namesIn = ({ chat: body }: SeenRequest): string[] =>
      (body.tools ?? []).map((each: { function: { name: string } }) => each.function.name);
    const isPlain = ({ chat: body }: SeenRequest, name: string): boolean =>
      !JSON.stringify(
        body.tools.find((each: { function: { name: string } }) => each.function.name === name),
      ).includes('anyOf');

    const namings: [who: string, status: number, body: unknown][] = [
      [
        'OpenAI',
        400,
        {
          error: {
            message: "Invalid schema for function 'two': In context=(), object schema missing properties.",
            param: 'tools[1].function.parameters',
          },
        },
      ],
      [
        'OpenAI, by the place alone',
        400,
        { error: { message: 'Invalid value.', param: 'tools[1].function.name' } },
      ],
      [
        'Anthropic',
        400,
        {
          error: {
            type: 'invalid_request_error',
            message: 'tools.1.custom.input_schema: JSON schema is invalid.',
          },
        },
      ],
      [
        'Gemini',
        400,
        [
          {
            error: {
              message: 'GenerateContentRequest.tools[0].function_declarations[1].parameters: missing field.',
            },
          },
        ],
      ],
      ['FastAPI', 422, { detail: [{ loc: ['body', 'tools', 1, 'function'], msg: 'Invalid tool' }] }],
      [
        'llama.cpp',
        500,
        { error: { message: 'Unable to generate parser for this template: schema of tool two' } },
      ],
    ];
    for (const [who, status, body] of namings) {
      it(`has the tool sent plainer, and then left out, and says why (${who})`, async () => {
        const { baseURL, requests } = await start((seen) =>
          namesIn(seen).includes('two') ? errorReply(status, body) : textReply('ok'),
        );
        const { events, text } = await run(createOpenAiModel({ baseURL, api, model, canCallTools }), request);
        assert.equal(text, 'ok');
        assert.deepEqual(requests.map(namesIn), [
          ['one', 'two', 'three'],
          ['one', 'two', 'three'],
          ['one', 'three'],
        ]);
        assert.deepEqual(
          requests.slice(0, 2).map((seen) => [isPlain(seen, 'one'), isPlain(seen, 'two')]),
          [
            [false, false],
            [false, true],
          ],
        );
        const [first] = events;
        assert.ok(first?.type === 'toolsLeftOut');
        assert.deepEqual(
          first.tools.map(({ name }) => name),
          ['two'],
        );
        assert.match(first.tools[0]?.reason.english ?? '', /^the endpoint refuses it: /);
      });
    }

    it('has no empty properties sent to Gemini, however plain', async () => {
      const { baseURL, requests } = await start((seen) =>
        namesIn(seen).includes('two')
          ? errorReply(400, { error: { message: "Invalid schema for function 'two'" } })
          : textReply('ok'),
      );
      const properties = { o: { type: 'object' }, n: { anyOf: [{ type: 'string' }, { type: 'number' }] } };
      const tools = [{ ...tool('two'), inputSchema: { type: 'object', properties } }, tool('one')];
      const chat = createOpenAiModel({ baseURL, api, model: 'gemini-3-pro', canCallTools });
      await run(chat, { messages: [user], tools });
      assert.equal(requests.length, 3);
      for (const { chat: body } of requests)
        assert.doesNotMatch(JSON.stringify(body.tools), /"properties":\{\}/);
    });

    it('is remembered: the next request goes without the tool at once, and says so again', async () => {
      const { baseURL, requests } = await start((seen) =>
        namesIn(seen).includes('two')
          ? errorReply(400, { error: { message: "Invalid schema for function 'two'" } })
          : textReply('ok'),
      );
      const fresh: ModelRequest = { ...request, tools: request.tools.map((each) => ({ ...each })) };
      await run(createOpenAiModel({ baseURL, api, model, canCallTools }), fresh);
      // The next turn has a model of its own.
      const { events } = await run(createOpenAiModel({ baseURL, api, model, canCallTools }), fresh);
      assert.equal(requests.length, 4);
      assert.equal(events[0]?.type, 'toolsLeftOut');
      // Another model, or a tool that has changed, is tried.
      await run(createOpenAiModel({ baseURL, api, model: 'other', canCallTools }), fresh);
      assert.equal(requests.length, 7);
    });

    itByChat('costs nothing else, although the name of the tool may sound like it', async () => {
      const refusal = errorReply(400, { error: { message: "Invalid schema for function 'reasoning'" } });
      const { baseURL, requests } = await start([refusal, textReply('a'), textReply('b')]);
      const chat = createOpenAiModel({ baseURL, api, model, canCallTools });
      const tools = [{ ...tool('reasoning'), inputSchema: schema }];
      await run(chat, { messages: [user], tools });
      const echo = { reasoning_content: 'hm' };
      await run(chat, { messages: [user, { role: 'assistant', text: 'a', calls: [], echo }, user], tools });
      assert.equal(requests[2]?.chat.messages[1].reasoning_content, 'hm');
    });

    it('heeds one bad tool after the other', async () => {
      const { baseURL, requests } = await start((seen) => {
        const bad = namesIn(seen).find((name) => name !== 'one');
        return bad === undefined
          ? textReply('ok')
          : errorReply(400, { error: { message: `Invalid schema for function '${bad}'` } });
      });
      await run(createOpenAiModel({ baseURL, api, model, canCallTools }), request);
      assert.equal(requests.length, 5);
    });

    it('does not cost the tool when it is about a call that the model wrote badly (Groq)', async () => {
      const message = 'tool call validation failed: parameters for tool two did not match schema';
      const refusal = errorReply(400, { error: { message, code: 'tool_use_failed' } });
      const { baseURL, requests } = await start(() => refusal);
      await assert.rejects(run(createOpenAiModel({ baseURL, api, model, canCallTools }), request));
      assert.equal(requests.length, 1);
    });

    it('says what to do when there are too many', async () => {
      const message =
        "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 150 instead.";
      const { baseURL } = await start(() => errorReply(400, { error: { message } }));
      await assert.rejects(
        run(createOpenAiModel({ baseURL, api, model, canCallTools }), request),
        /does not accept this many tools at once \(HTTP 400\): .*128.*Disable some tools in the MCP Servers view/,
      );
    });

    it('never repeats the key in the reason', async () => {
      const apiKey = 'sk-very-secret-0123456789';
      const { baseURL } = await start((seen) =>
        namesIn(seen).includes('two')
          ? errorReply(400, { error: { message: `Invalid schema for function 'two' of ${apiKey}` } })
          : textReply('ok'),
      );
      const { events } = await run(createOpenAiModel({ baseURL, api, model, canCallTools, apiKey }), request);
      assert.doesNotMatch(JSON.stringify(events), /very-secret/);
    });

    it('is not needed for a tool that can never be sent', async () => {
      const { baseURL, requests } = await start([textReply('ok')]);
      const bad = { ...tool('bad'), inputSchema: { type: 'array' } };
      const { events } = await run(createOpenAiModel({ baseURL, api, model, canCallTools }), {
        ...request,
        tools: [bad, tool('good')],
      });
      assert.deepEqual(requests.map(namesIn), [['good']]);
      const [first] = events;
      assert.ok(first?.type === 'toolsLeftOut');
      assert.deepEqual(
        first.tools.map(({ name, reason }) => [name, reason.english]),
        [['bad', 'its input schema is of type array, but arguments must be an object']],
      );
    });
  });

for (const api of apis)
  describe(`what endpoints stream is understood: (${api})`, () => {
    const start = useEndpoints();
    // About chunks of Chat Completions.
    const itByChat = api === 'chat' ? it : () => undefined;

    const answerTo = async (pieces: readonly (Piece | Record<string, unknown>)[]): Promise<Gathered> => {
      const { baseURL } = await start([streamReply(pieces)]);
      return run(createOpenAiModel({ baseURL, api, model, canCallTools }), asking('Hi', ['read', 'now']));
    };
    const call = (fields: Record<string, unknown>, name?: unknown, args?: unknown): Record<string, unknown> =>
      chunk({ tool_calls: [{ ...fields, function: { name, arguments: args } }] });
    const callsOf = ({ answer }: Gathered): string[] =>
      answer.message.calls.map(({ name, argsText }) => `${name} ${argsText}`);

    itByChat('an index that is missing, or always 0', async () => {
      for (const index of [{}, { index: 0 }]) {
        const gathered = await answerTo([
          call({ ...index, id: 'a' }, 'read', '{"path":"a"}'),
          call({ ...index, id: 'b' }, 'read', '{"path":"b"}'),
          chunk({}, 'tool_calls'),
        ]);
        assert.deepEqual(callsOf(gathered), ['read {"path":"a"}', 'read {"path":"b"}']);
      }
    });

    it('the whole answer, with its call, in one chunk', async () => {
      const tool_calls = [{ index: 0, id: 'a', function: { name: 'read', arguments: '{"path":"a"}' } }];
      const gathered = await answerTo([chunk({ role: 'assistant', content: 'I look.', tool_calls }, 'stop')]);
      assert.equal(gathered.text, 'I look.');
      assert.deepEqual(callsOf(gathered), ['read {"path":"a"}']);
    });

    it('an empty text for the arguments of a call without parameters', async () => {
      assert.deepEqual(callsOf(await answerTo([call({ index: 0, id: 'a' }, 'now', ''), chunk({}, 'stop')])), [
        'now {}',
      ]);
    });

    itByChat('id and name repeated, or empty, in later deltas', async () => {
      for (const [id, name] of [
        ['a', 'read'],
        ['', ''],
        [null, null],
      ]) {
        const gathered = await answerTo([
          call({ index: 0, id: 'a' }, 'read', '{"path"'),
          call({ index: 0, id }, name, ':"a"}'),
          chunk({}, 'tool_calls'),
        ]);
        assert.deepEqual(callsOf(gathered), ['read {"path":"a"}']);
      }
    });

    itByChat('a call by itself, without a list', async () => {
      const piece = (fields: object) => chunk({ tool_calls: fields });
      const gathered = await answerTo([
        piece({ id: 'a', function: { name: 'read', arguments: '' } }),
        piece({ function: { arguments: '{"path":"a"}' } }),
        piece({ id: 'b', function: { name: 'read', arguments: '' } }),
        piece({ function: { arguments: '{"path":"b"}' } }),
        chunk({}, 'tool_calls'),
      ]);
      assert.deepEqual(callsOf(gathered), ['read {"path":"a"}', 'read {"path":"b"}']);
    });

    itByChat('a name that is split', async () => {
      const gathered = await answerTo([
        call({ index: 0, id: 'a' }, 're', ''),
        call({ index: 0 }, 'ad', ''),
        call({ index: 0 }, undefined, '{}'),
        chunk({}, 'tool_calls'),
      ]);
      assert.deepEqual(callsOf(gathered), ['read {}']);
    });

    it('"stop" although there are calls, and no reason for the end at all', async () => {
      for (const end of [[chunk({}, 'stop')], []]) {
        assert.deepEqual(callsOf(await answerTo([call({ index: 0, id: 'a' }, 'now', '{}'), ...end])), [
          'now {}',
        ]);
      }
    });

    itByChat('a call that is sent again in full, with its id', async () => {
      const whole = call({ index: 0, id: 'a' }, 'read', '{"path":"a"}');
      const gathered = await answerTo([
        call({ index: 0, id: 'a' }, 'read', ''),
        call({ index: 0 }, undefined, '{"path":'),
        call({ index: 0 }, undefined, '"a"}'),
        whole,
        chunk({}, 'tool_calls'),
      ]);
      assert.deepEqual(callsOf(gathered), ['read {"path":"a"}']);
      assert.deepEqual(callsOf(await answerTo([whole, whole])), ['read {"path":"a"}']);
    });

    itByChat('the old field function_call, in pieces and whole', async () => {
      const pieces = [
        chunk({ role: 'assistant', content: null, function_call: { name: 'read', arguments: '' } }),
        chunk({ function_call: { arguments: '{"path":"a"}' } }),
        chunk({}, 'function_call'),
      ];
      assert.deepEqual(callsOf(await answerTo(pieces)), ['read {"path":"a"}']);
      const message = { role: 'assistant', content: null, function_call: { name: 'now', arguments: '' } };
      assert.deepEqual(callsOf(await answerTo([{ choices: [{ message }] }])), ['now {}']);
    });

    itByChat('"done" at the end in place of [DONE], with and without its field', async () => {
      const end = { done: true, done_reason: 'stop' };
      for (const last of [event(end), `${JSON.stringify(end)}\n\n`, JSON.stringify(end)]) {
        const { baseURL } = await start([rawReply([event(chunk({ content: 'Hello' })), last])]);
        const { text } = await run(createOpenAiModel({ baseURL, api, model, canCallTools }));
        assert.equal(text, 'Hello');
      }
    });

    it('choices that are empty, null or absent', async () => {
      const { text } = await answerTo([
        { choices: [] },
        { choices: null },
        {},
        chunk({ content: 'Hello' }, 'stop'),
        usageChunk(1, 1),
      ]);
      assert.equal(text, 'Hello');
    });

    it('reasoning under either name beside the content', async () => {
      for (const field of ['reasoning', 'reasoning_content']) {
        const { text, reasoning } = await answerTo([
          chunk({ [field]: 'Hm' }),
          chunk({ content: 'Yes' }, 'stop'),
        ]);
        assert.deepEqual([reasoning, text], ['Hm', 'Yes']);
      }
    });

    it('calls written as text or XML in the content', async () => {
      const chunks = [
        chunk({ content: 'I look.\n<tool_' }),
        chunk({ content: 'call>{"name": "read", "arguments": {"path": "a"}}</tool_call>' }),
        chunk({ content: '<function=read><parameter=path>b</parameter></function>' }),
        chunk({}, 'stop'),
      ];
      const answerIf = async (takes: boolean): Promise<Gathered> => {
        const { baseURL } = await start([streamReply(chunks)]);
        const request = { ...asking('Hi', ['read']), takesTextCalls: () => takes };
        return run(createOpenAiModel({ baseURL, api, model, canCallTools }), request);
      };
      const gathered = await answerIf(true);
      assert.equal(gathered.text, 'I look.\n');
      assert.deepEqual(callsOf(gathered), ['read {"path":"a"}', 'read {"path":"b"}']);
      for (const untouched of [await answerIf(false), await answerTo(chunks)]) {
        assert.match(untouched.text, /<tool_call>.*<\/function>$/);
        assert.deepEqual(callsOf(untouched), []);
      }
    });

    it('arguments that have one reading: a text that holds JSON, a comma too many, a code block', async () => {
      for (const args of ['"{\\"path\\":\\"a\\"}"', '{"path":"a",}', '```json\n{"path":"a"}\n```'])
        assert.deepEqual(
          callsOf(await answerTo([call({ index: 0, id: 'a' }, 'read', args), chunk({}, 'stop')])),
          ['read {"path":"a"}'],
        );
    });

    itByChat('comments as keep-alive, CRLF, and characters split across packets', async () => {
      const body = `: OPENROUTER PROCESSING\r\n\r\n${event(chunk({ content: 'Grüße' }, 'stop'))}`;
      const bytes = Buffer.from(body.replaceAll(/\r?\n/g, '\r\n'));
      const cut = bytes.indexOf('ü') + 1;
      const { baseURL } = await start([rawReply([bytes.subarray(0, cut), pause(), bytes.subarray(cut)])]);
      assert.equal((await run(createOpenAiModel({ baseURL, api, model, canCallTools }))).text, 'Grüße');
    });

    it('an error object in mid-stream with HTTP 200, and a stream that is cut without [DONE]', async () => {
      await assert.rejects(
        answerTo([chunk({ content: 'Hel' }), { error: { code: 502, message: 'Provider gone' } }]),
        // The answer itself had the status 200.
        /failed for model "[^"]*" \(error code 502\): Provider gone/,
      );
      const { baseURL } = await start([streamReply([chunk({ content: 'Hel' })], { end: 'cut' })]);
      const chat = createOpenAiModel({ baseURL, api, model, canCallTools });
      await assert.rejects(run(chat), /ended in the middle of the answer/);
    });
  });
