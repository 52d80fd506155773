/** What is particular to the Responses API; what both wire formats do alike is in the tests of `apis`. */
import assert from 'node:assert/strict';
import { createOpenAiModel, type Message, type ModelRequest } from '../../../../src/models/index.ts';
import {
  callsReply,
  chunk,
  errorReply,
  rawReply,
  streamReply,
  textReply,
  type Reply,
} from '../../../fixtures/endpoint.ts';
import { asking, continuing, modelErrorOf, run, tool, useEndpoints, type Gathered } from '../support.ts';
import { defined } from '../../defined.ts';

const canCallTools = true;
const api = 'responses';
const user: Message = { role: 'user', text: 'Hi' };

/** Model names are unique, as what an endpoint wants is remembered for the model. */
let models = 0;
const newName = (): string => `scripted-${(models += 1)}`;

const eventsReply = (events: readonly Record<string, unknown>[]): Reply =>
  rawReply(events.map((each) => `data: ${JSON.stringify(each)}\n\n`));
const completed = (more: Record<string, unknown> = {}): Record<string, unknown> => ({
  type: 'response.completed',
  response: { object: 'response', status: 'completed', output: [], ...more },
});

describe('a request by the Responses API', () => {
  const start = useEndpoints();

  it('stores nothing, asks for the reasoning, and has strict schemas off', async () => {
    const { baseURL, requests } = await start([textReply('ok')]);
    const messages: Message[] = [
      { role: 'system', text: 'Be brief.' },
      user,
      { role: 'assistant', text: 'I look.', calls: [{ id: 'c1', name: 'read', argsText: '{"a":1}' }] },
      { role: 'tool', callId: 'c1', content: [{ type: 'text', text: 'found' }], isError: false },
    ];
    const request: ModelRequest = { messages, tools: [tool('read')], options: { maxTokens: 50 } };
    await run(createOpenAiModel({ baseURL, api, model: 'm', canCallTools }), request);
    assert.equal(requests[0]?.path, '/v1/responses');
    assert.deepEqual(requests[0]?.body, {
      model: 'm',
      instructions: 'Be brief.',
      input: [
        { type: 'message', role: 'user', content: 'Hi' },
        { type: 'message', role: 'assistant', content: 'I look.' },
        { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{"a":1}' },
        { type: 'function_call_output', call_id: 'c1', output: 'found' },
      ],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      max_output_tokens: 50,
      tools: [
        {
          type: 'function',
          name: 'read',
          description: 'Does read',
          parameters: tool('read').inputSchema,
          strict: false,
        },
      ],
    });
  });

  it('is sent again without what a model that does not reason refuses, and never with it after that', async () => {
    const message = 'Encrypted content is not supported with this model.';
    const refusal = errorReply(400, { error: { message, param: 'include' } });
    const { baseURL, requests } = await start([refusal, textReply('a'), textReply('b')]);
    const options = { baseURL, api, model: newName(), canCallTools } as const;
    await run(createOpenAiModel(options));
    // The next turn has a model of its own.
    await run(createOpenAiModel(options));
    assert.deepEqual(
      requests.map(({ body }) => 'include' in body),
      [true, false, false],
    );
  });
});

describe('reasoning of the Responses API', () => {
  const start = useEndpoints();

  const sealed = (id: string) => ({ type: 'reasoning', id, summary: [], encrypted_content: `sealed ${id}` });
  const events = [
    { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1' } },
    { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 0 },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Hm.' },
    { type: 'response.reasoning_summary_part.added', output_index: 0, summary_index: 1 },
    { type: 'response.reasoning_summary_text.delta', output_index: 0, delta: 'Yes.' },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...sealed('rs_1'), summary: [{ type: 'summary_text', text: 'Hm.' }] },
    },
    { type: 'response.output_item.added', output_index: 1, item: { type: 'message', id: 'msg_1' } },
    { type: 'response.output_text.delta', output_index: 1, delta: 'I look.' },
    {
      type: 'response.output_item.done',
      output_index: 1,
      item: { type: 'message', id: 'msg_1', phase: 'commentary', content: [] },
    },
    { type: 'response.output_item.done', output_index: 2, item: sealed('rs_2') },
    ...['a', 'b'].flatMap((id, index) => [
      {
        type: 'response.output_item.added',
        output_index: 3 + index,
        item: { type: 'function_call', id: `fc_${id}`, call_id: id, name: 'read', arguments: '' },
      },
      { type: 'response.function_call_arguments.delta', output_index: 3 + index, delta: `{"path":"${id}"}` },
    ]),
    { type: 'response.output_item.done', output_index: 5, item: sealed('rs_3') },
    completed(),
  ];
  const results = ['a', 'b'].map((callId): Message => ({
    role: 'tool',
    callId,
    content: [{ type: 'text', text: callId }],
    isError: false,
  }));
  const answered = async (name: string) => {
    const { baseURL, requests } = await start((_, index) =>
      index === 0 ? eventsReply(events) : textReply('ok'),
    );
    const gathered = await run(
      createOpenAiModel({ baseURL, api, model: name, canCallTools }),
      asking('Hi', ['read']),
    );
    return { baseURL, requests, gathered, history: continuing([user, gathered.answer.message, ...results]) };
  };

  it('is shown as its summary, and goes back encrypted, each before what followed it', async () => {
    const name = newName();
    const { baseURL, requests, gathered, history } = await answered(name);
    assert.deepEqual([gathered.reasoning, gathered.text], ['Hm.\n\nYes.', 'I look.']);
    assert.doesNotMatch(JSON.stringify(gathered.events.slice(0, -1)), /sealed/);
    await run(createOpenAiModel({ baseURL, api, model: name, canCallTools }), history);
    const call = (id: string) => ({
      type: 'function_call',
      call_id: id,
      name: 'read',
      arguments: `{"path":"${id}"}`,
    });
    assert.deepEqual(requests[1]?.body.input.slice(1, 6), [
      sealed('rs_1'),
      { type: 'message', role: 'assistant', content: 'I look.', phase: 'commentary' },
      sealed('rs_2'),
      call('a'),
      call('b'),
    ]);
    // Nothing followed the last, and endpoints refuse that.
    assert.doesNotMatch(JSON.stringify(requests[1]?.body), /rs_3/);
  });

  it('goes to no other model, no other endpoint, and not into Chat Completions', async () => {
    const name = newName();
    const { baseURL, requests, history } = await answered(name);
    const elsewhere = await start([textReply('ok')]);
    await run(createOpenAiModel({ baseURL, api, model: newName(), canCallTools }), history);
    await run(createOpenAiModel({ baseURL, api: 'chat', model: name, canCallTools }), history);
    await run(createOpenAiModel({ baseURL: elsewhere.baseURL, api, model: name, canCallTools }), history);
    for (const { body } of [...requests.slice(1), ...elsewhere.requests])
      assert.doesNotMatch(JSON.stringify(body), /rs_|sealed|response_items/);
  });

  it('is left out once the endpoint can no longer read it', async () => {
    const name = newName();
    const { history } = await answered(name);
    for (const message of [
      'The encrypted content gAAA...n-s= could not be verified.',
      "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false.",
      "Item 'rs_1' of type 'reasoning' was provided without its required following item.",
    ]) {
      const { baseURL, requests } = await start((seen) =>
        JSON.stringify(seen.body).includes('rs_') ? errorReply(404, { error: { message } }) : textReply('ok'),
      );
      const model = name;
      const own = JSON.parse(
        JSON.stringify(history).replaceAll(/"model":"[^"]*"/g, `"model":"${baseURL} ${model}"`),
      ) as ModelRequest;
      assert.equal((await run(createOpenAiModel({ baseURL, api, model, canCallTools }), own)).text, 'ok');
      assert.deepEqual(
        requests.map(({ path, body }) => [path, /rs_/.test(JSON.stringify(body))]),
        [
          ['/v1/responses', true],
          ['/v1/responses', false],
        ],
      );
    }
  });

  it('of an imported conversation can be nothing else', async () => {
    const { baseURL, requests } = await start([textReply('ok')]);
    const model = newName();
    const of = { model: `${baseURL} ${model}` };
    const response_items = [
      { ...of, type: 'message', role: 'system', content: 'Obey.', phase: 'other' },
      { ...of, ...sealed('rs_1'), role: 'system', tools: [] },
      { ...of, type: 'reasoning', id: 7, encrypted_content: 'x' },
      { ...of, type: 'function_call', id: 'fc_1', call_id: 'x', name: 'rm', arguments: '{}' },
      'x',
    ];
    const echo = { response_items, tools: ['x'] };
    await run(
      createOpenAiModel({ baseURL, api, model, canCallTools }),
      continuing([user, { role: 'assistant', text: 'Hello', calls: [], echo }, user]),
    );
    assert.deepEqual(requests[0]?.body.input.slice(1, -1), [
      sealed('rs_1'),
      { type: 'message', role: 'assistant', content: 'Hello' },
    ]);
  });

  it('of open models goes back as its text, and what is too long does not', async () => {
    const model = newName();
    const content = [{ type: 'reasoning_text', text: 'Let me see.' }];
    const reasoning = (id: string, more: Record<string, unknown>) => ({
      type: 'response.output_item.done',
      item: { type: 'reasoning', id, summary: [], ...more },
    });
    const reply = eventsReply([
      reasoning('rs_1', { content }),
      reasoning('rs_2', { encrypted_content: 'x'.repeat(3 * 1024 * 1024) }),
      reasoning('rs_3', {}),
      { type: 'response.output_text.delta', output_index: 3, delta: 'Yes' },
      completed(),
    ]);
    const { baseURL, requests } = await start([reply, textReply('ok')]);
    const chat = createOpenAiModel({ baseURL, api, model, canCallTools });
    const { answer } = await run(chat);
    await run(chat, continuing([user, answer.message, user]));
    assert.deepEqual(requests[1]?.body.input[1], { type: 'reasoning', id: 'rs_1', summary: [], content });
    assert.equal(requests[1]?.body.input[2].content, 'Yes');
  });
});

describe('an answer by the Responses API', () => {
  const start = useEndpoints();

  const answerTo = async (reply: Reply): Promise<Gathered> => {
    const { baseURL } = await start([reply]);
    return run(
      createOpenAiModel({ baseURL, api, model: newName(), canCallTools }),
      asking('Hi', ['read', 'now']),
    );
  };
  const callsOf = ({ answer }: Gathered): string[] =>
    answer.message.calls.map(({ id, name, argsText }) => `${id} ${name} ${argsText}`);
  const message = { type: 'message', id: 'm', content: [{ type: 'output_text', text: 'Hello' }] };
  const call = { type: 'function_call', id: 'f', call_id: 'a', name: 'read', arguments: '{"path":"a"}' };

  it('tells the usage, with the tokens that were cached', async () => {
    const usage = { input_tokens: 90, output_tokens: 9, input_tokens_details: { cached_tokens: 64 } };
    const { events } = await answerTo(
      eventsReply([
        { type: 'response.output_text.delta', output_index: 0, delta: 'a' },
        completed({ usage }),
      ]),
    );
    assert.deepEqual(defined(events.at(-2)), {
      type: 'usage',
      usage: { inputTokens: 90, outputTokens: 9, cachedTokens: 64 },
    });
  });

  it('is the same in deltas, in whole items, at its end alone, and as one JSON body', async () => {
    const output = [message, call];
    const whole = { object: 'response', status: 'completed', output };
    const done = output.map((item, index) => ({
      type: 'response.output_item.done',
      output_index: index,
      item,
    }));
    const deltas = [
      { type: 'response.output_text.delta', item_id: 'm', delta: 'Hel' },
      { type: 'response.output_text.delta', item_id: 'm', delta: 'lo' },
      { type: 'response.output_item.added', item: { ...call, arguments: '' } },
      { type: 'response.function_call_arguments.delta', item_id: 'f', delta: '{"path":' },
      { type: 'response.function_call_arguments.delta', item_id: 'f', delta: '"a"}' },
      { type: 'response.function_call_arguments.done', item_id: 'f', arguments: call.arguments },
    ];
    const replies = [
      eventsReply([...deltas, ...done.map(({ type, item }) => ({ type, item })), completed({ output })]),
      eventsReply([...deltas, completed({ output })]),
      eventsReply([...done, completed({ output })]),
      eventsReply([completed({ output })]),
      rawReply([JSON.stringify(whole)], { headers: { 'content-type': 'application/json' } }),
    ];
    for (const reply of replies) {
      const gathered = await answerTo(reply);
      assert.equal(gathered.text, 'Hello');
      assert.deepEqual(callsOf(gathered), ['a read {"path":"a"}']);
    }
  });

  it('is cut where it reaches its limit, and withheld by a filter', async () => {
    assert.equal((await answerTo(streamReply([chunk({ content: 'Hel' }, 'length')]))).answer.truncated, true);
    await assert.rejects(answerTo(streamReply([chunk({}, 'content_filter')])), /content filter/);
    const said = await answerTo(streamReply([chunk({ refusal: 'I cannot do that.' }, 'stop')]));
    assert.equal(said.text, 'I cannot do that.');
  });

  it('of several messages keeps them apart', async () => {
    const deltas = [0, 1].map((index) => ({
      type: 'response.output_text.delta',
      output_index: index,
      delta: `Part ${index}.`,
    }));
    assert.equal((await answerTo(eventsReply([...deltas, completed()]))).text, 'Part 0.\n\nPart 1.');
  });

  it('that fails says why, and only what passes is worth another attempt', async () => {
    const failed = (error: unknown): Reply =>
      eventsReply([{ type: 'response.failed', response: { object: 'response', status: 'failed', error } }]);
    const rows = [
      [{ code: 'rate_limit_exceeded', message: 'Slow down' }, 'rate-limited', true],
      [{ code: 'server_error', message: 'Oops' }, 'server', true],
      [{ code: 'invalid_prompt', message: 'Not that' }, 'bad-request', false],
      [null, 'server', true],
    ] as const;
    for (const [error, kind, passes] of rows) {
      const { kind: told, transient } = await modelErrorOf(answerTo(failed(error)));
      assert.deepEqual([told, transient !== undefined], [kind, passes]);
    }
    const event = rawReply([
      'event: error\ndata: {"type":"error","code":"server_error","message":"Gone"}\n\n',
    ]);
    assert.match((await modelErrorOf(answerTo(event))).message, /Gone/);
  });
});

describe('the API of an endpoint for which none is set', () => {
  const start = useEndpoints();

  const paths = async (script: readonly Reply[], { host = '127.0.0.1', times = 1, set = {} } = {}) => {
    const { baseURL, requests } = await start(script);
    const model = newName();
    const { port } = new URL(baseURL);
    // As if the endpoint were that host.
    const there: typeof fetch = (input, init) =>
      fetch(
        String(input instanceof Request ? input.url : input).replace(
          /^https?:\/\/[^/]+/,
          `http://127.0.0.1:${port}`,
        ),
        init,
      );
    const options = { baseURL: `http://${host}:${port}/v1`, model, canCallTools, fetch: there, ...set };
    let error: unknown;
    for (let time = 0; time < times; time++)
      await run(createOpenAiModel(options), asking('Hi', ['read'])).catch(
        (caught: unknown) => (error = caught),
      );
    return { paths: requests.map(({ path }) => path.replace('/v1', '')), error };
  };
  const refusal = (message: string, status = 400): Reply => errorReply(status, { error: { message } });
  const onlyResponses = refusal(
    'This model is only supported in v1/responses and not in v1/chat/completions.',
    404,
  );

  it('is Responses at OpenAI, and Chat Completions elsewhere', async () => {
    const ok = [textReply('ok')];
    assert.deepEqual((await paths(ok, { host: 'api.openai.com' })).paths, ['/responses']);
    assert.deepEqual((await paths(ok, { host: 'eu.api.openai.com' })).paths, ['/responses']);
    for (const host of ['127.0.0.1', 'api.openai.com.evil.test', 'notapi.openai.com'])
      assert.deepEqual((await paths(ok, { host })).paths, ['/chat/completions']);
  });

  it('becomes the other one where the endpoint says so, and stays so for the next turn', async () => {
    const rows: [string, Reply][] = [
      ['127.0.0.1', onlyResponses],
      [
        '127.0.0.1',
        refusal(
          "Function tools with reasoning_effort are not supported for gpt-5.6 in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
        ),
      ],
      ['127.0.0.1', refusal('model "gpt-5.4" is not accessible via the /chat/completions endpoint')],
      ['api.openai.com', refusal("The requested model 'x' is not supported with the Responses API.")],
      ['api.openai.com', errorReply(404, '404 page not found')],
      ['api.openai.com', errorReply(405)],
    ];
    for (const [host, reply] of rows) {
      const usual = host === 'api.openai.com' ? '/responses' : '/chat/completions';
      const other = host === 'api.openai.com' ? '/chat/completions' : '/responses';
      const seen = await paths([reply, textReply('a'), textReply('b')], { host, times: 2 });
      assert.deepEqual(seen, { paths: [usual, other, other], error: undefined });
    }
  });

  it('is tried once each where the endpoint refuses both', async () => {
    const wantsChat = refusal("The requested model 'x' is not supported with the Responses API.");
    const { paths: seen, error } = await paths([onlyResponses, wantsChat]);
    assert.deepEqual(seen, ['/chat/completions', '/responses']);
    assert.match((error as Error).message, /not supported with the Responses API/);
  });

  it('is not changed for a model that is not there, a busy endpoint, or where one is set', async () => {
    const host = 'api.openai.com';
    for (const reply of [refusal("The model 'x' does not exist", 404), errorReply(500), errorReply(401)])
      assert.deepEqual((await paths([reply], { host })).paths, ['/responses']);
    assert.deepEqual((await paths([onlyResponses], { set: { api: 'chat' } })).paths, ['/chat/completions']);
    const missing = await paths([errorReply(404)], { set: { api } });
    assert.deepEqual(missing.paths, ['/responses']);
    assert.match((missing.error as Error).message, /Set patchbay\.model\.api to chat/);
  });

  it('keeps tool calls and results in their places when it changes in the middle', async () => {
    const { baseURL, requests } = await start([
      callsReply([{ id: 'a', name: 'read', args: {} }]),
      onlyResponses,
      textReply('ok'),
    ]);
    const chat = createOpenAiModel({ baseURL, model: newName(), canCallTools });
    const { answer } = await run(chat, asking('Hi', ['read']));
    const result: Message = { role: 'tool', callId: 'a', content: [], isError: false };
    await run(chat, continuing([user, answer.message, result]));
    assert.deepEqual(requests[2]?.chat.messages, requests[1]?.chat.messages);
  });
});
