/** What endpoints are told to keep of a request: a key or marks, where they want them, and what a refusal costs. */
import assert from 'node:assert/strict';
import { createOpenAiModel, type Message, type ModelRequest } from '../../../../src/models/index.ts';
import { apis, errorReply, textReply, type SeenRequest } from '../../../fixtures/endpoint.ts';
import { asking, run, useEndpoints } from '../support.ts';

type Json = Readonly<Record<string, unknown>>;
const KEY = 'k'.repeat(32);
let models = 0;

const conversation: readonly Message[] = [
  { role: 'system', text: 'Be brief.' },
  { role: 'user', text: 'First.' },
  {
    role: 'assistant',
    text: '',
    calls: ['a', 'b', 'c'].map((id) => ({ id, name: 'read', argsText: '{}' })),
  },
  ...['a', 'b', 'c'].map((callId): Message => ({
    role: 'tool',
    callId,
    content: [{ type: 'text', text: `Result ${callId}.` }],
    isError: false,
  })),
];

const requestOf = (messages: readonly Message[]): ModelRequest => ({ messages, tools: [], cacheKey: KEY });
const mark = { type: 'ephemeral' };

/** The texts that are marked, and the body as it would be without marks. */
function marksIn({ body }: SeenRequest): { readonly marked: readonly unknown[]; readonly rest: unknown } {
  const marked: unknown[] = [];
  const rest: unknown = JSON.parse(JSON.stringify(body), (_, value: unknown) => {
    if (!Array.isArray(value) || value.length !== 1) return value;
    const [part] = value as [Json];
    if (part?.['cache_control'] === undefined) return value;
    assert.deepEqual(part, { type: 'text', text: part['text'], cache_control: mark });
    marked.push(part['text']);
    return part['text'];
  });
  return { marked, rest };
}

describe('what an endpoint is told to cache', () => {
  const start = useEndpoints();

  const startAt = async (script: Parameters<typeof start>[0], base: string, model: string) => {
    const { baseURL, requests } = await start(script);
    const { port } = new URL(baseURL);
    // As if the endpoint were that host.
    const there: typeof fetch = (input, init) => {
      const url = new URL(input instanceof Request ? input.url : String(input));
      return fetch(`http://127.0.0.1:${port}${url.pathname}`, init);
    };
    const place = base === '' ? baseURL : base;
    return { requests, options: { baseURL: place, model, canCallTools: true, fetch: there } };
  };

  const rows: [who: string, base: string, model: string, expected: 'key' | 'marks' | 'none'][] = [
    ['OpenAI', 'https://api.openai.com/v1', 'gpt-6', 'key'],
    ['OpenAI in Europe', 'https://eu.api.openai.com/v1', 'gpt-6', 'key'],
    ['Azure', 'https://shop.openai.azure.com/openai/v1', 'gpt-6', 'key'],
    ['Mistral', 'https://api.mistral.ai/v1', 'mistral-large', 'key'],
    ['Moonshot', 'https://api.moonshot.ai/v1', 'kimi-k2', 'key'],
    ['xAI, by Chat Completions', 'https://api.x.ai/v1', 'grok-5', 'none'],
    ['OpenRouter, of Anthropic', 'https://openrouter.ai/api/v1', 'anthropic/claude-opus-5', 'marks'],
    ['OpenRouter, of Alibaba', 'https://openrouter.ai/api/v1', 'qwen/qwen4-coder', 'marks'],
    ['OpenRouter, of Google', 'https://openrouter.ai/api/v1', 'google/gemini-4', 'none'],
    ['OpenRouter, of OpenAI', 'https://openrouter.ai/api/v1', 'openai/gpt-6', 'none'],
    ['Anthropic', 'https://api.anthropic.com/v1', 'claude-opus-5', 'none'],
    ['Gemini', 'https://generativelanguage.googleapis.com/v1beta/openai', 'gemini-4', 'none'],
    ['Groq', 'https://api.groq.com/openai/v1', 'x', 'none'],
    ['DeepSeek', 'https://api.deepseek.com', 'deepseek-chat', 'none'],
    ['a host with a name like it', 'https://api.openai.com.evil.example/v1', 'gpt-6', 'none'],
    ['vLLM and other servers on this machine', 'http://127.0.0.1:8000/v1', 'anthropic/x', 'none'],
  ];
  for (const [who, base, model, expected] of rows) {
    it(`fits the endpoint: ${who}`, async () => {
      const { requests, options } = await startAt([textReply('ok')], base, model);
      await run(createOpenAiModel(options), requestOf(conversation));
      const [seen] = requests;
      assert.ok(seen);
      assert.equal((seen.body as Json)['prompt_cache_key'], expected === 'key' ? KEY : undefined);
      assert.equal(seen.raw.includes('cache_control'), expected === 'marks');
    });
  }

  it('is a key at xAI by the Responses API, and nothing for requests beside the chat', async () => {
    const { requests, options } = await startAt(() => textReply('ok'), 'https://api.x.ai/v1', 'grok-5');
    const model = createOpenAiModel({ ...options, api: 'responses' });
    await run(model, requestOf(conversation));
    await run(model, asking('Name it.'));
    assert.deepEqual(
      requests.map(({ body }) => (body as Json)['prompt_cache_key']),
      [KEY, undefined],
    );
  });

  it('can be set for any endpoint, and switched off', async () => {
    for (const api of apis)
      for (const cache of ['key', 'marks', 'off', 'odd']) {
        const { requests, options } = await startAt([textReply('ok')], '', `set-${(models += 1)}`);
        await run(createOpenAiModel({ ...options, api, request: { cache } }), requestOf(conversation));
        const [seen] = requests;
        assert.ok(seen);
        assert.equal((seen.body as Json)['prompt_cache_key'], cache === 'key' ? KEY : undefined);
        assert.equal(seen.raw.includes('cache_control'), cache === 'marks' && api === 'chat');
      }
    const own = { cache: 'key', extraBody: { prompt_cache_key: 'mine' } };
    const { requests, options } = await startAt([textReply('ok')], '', `set-${(models += 1)}`);
    await run(createOpenAiModel({ ...options, request: own }), requestOf(conversation));
    assert.deepEqual(
      requests.map(({ body }) => (body as Json)['prompt_cache_key']),
      ['mine'],
    );
  });

  it('is marked at the system message, where the request before ended, and at the end; the rest stays as it is', async () => {
    const { requests, options } = await startAt(() => textReply('ok'), '', `marks-${(models += 1)}`);
    const plain = createOpenAiModel(options);
    const marked = createOpenAiModel({ ...options, request: { cache: 'marks' } });
    const grown = [
      conversation.slice(0, 2),
      conversation,
      [
        ...conversation,
        { role: 'assistant', text: 'Done.', calls: [] },
        { role: 'user', text: ' ' },
      ] as const,
    ];
    for (const messages of grown) for (const model of [plain, marked]) await run(model, requestOf(messages));
    const bodies = requests.map(marksIn);
    for (const [index, { rest }] of bodies.entries())
      if (index % 2 === 1) assert.deepEqual(rest, bodies[index - 1]?.rest);
    assert.deepEqual(
      bodies.filter((_, index) => index % 2 === 1).map((each) => each.marked),
      [
        ['Be brief.', 'First.'],
        ['Be brief.', 'First.', 'Result c.'],
        // An empty text cannot be marked.
        ['Be brief.', 'Result c.'],
      ],
    );
  });

  it('is marked after an image, too', async () => {
    const { requests, options } = await startAt([textReply('ok')], '', `marks-${(models += 1)}`);
    const content = [{ type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' }] as const;
    await run(
      createOpenAiModel({ ...options, request: { cache: 'marks' } }),
      requestOf([{ role: 'user', text: 'See.', content }]),
    );
    const [seen] = requests.map(({ body }) => body as { messages: { content: Json[] }[] });
    const message = seen?.messages[0];
    assert.deepEqual(
      message?.content.map((part) => [part['type'], part['cache_control']]),
      [
        ['text', undefined],
        ['image_url', mark],
      ],
    );
  });

  for (const api of apis)
    it(`is left out where the endpoint refuses a key, from then on (${api})`, async () => {
      const refusals = [
        { message: 'Unrecognized request argument supplied: prompt_cache_key' },
        { message: "property 'prompt_cache_key' is unsupported" },
        { message: 'Unsupported parameter.', param: 'prompt_cache_key' },
      ];
      for (const error of refusals) {
        const { requests, options } = await startAt(
          ({ raw }) => (raw.includes('prompt_cache_key') ? errorReply(400, { error }) : textReply('ok')),
          '',
          `refuses-${(models += 1)}`,
        );
        const settings = { ...options, api, request: { cache: 'key', temperature: 0.5 } };
        const { text, events } = await run(createOpenAiModel(settings), requestOf(conversation));
        await run(createOpenAiModel(settings), requestOf(conversation));
        assert.equal(text, 'ok');
        assert.deepEqual(
          events.filter(({ type }) => type === 'fieldsLeftOut'),
          [],
        );
        assert.deepEqual(
          requests.map(({ body }) => ['prompt_cache_key' in (body as Json), (body as Json)['temperature']]),
          [
            [true, 0.5],
            [false, 0.5],
            [false, 0.5],
          ],
        );
      }
    });

  it('is left out where the endpoint refuses marks, from then on', async () => {
    const refusals = [
      'messages.0.content.0.cache_control: Extra inputs are not permitted',
      'messages[0].content: Input should be a valid string',
      'Content must be a string',
    ];
    for (const message of refusals) {
      const { requests, options } = await startAt(
        ({ raw }) =>
          raw.includes('cache_control') ? errorReply(400, { error: { message } }) : textReply('ok'),
        '',
        `refuses-${(models += 1)}`,
      );
      const settings = { ...options, request: { cache: 'marks' } };
      assert.equal((await run(createOpenAiModel(settings), requestOf(conversation))).text, 'ok', message);
      await run(createOpenAiModel(settings), requestOf(conversation));
      assert.deepEqual(
        requests.map(({ raw }) => raw.includes('cache_control')),
        [true, false, false],
      );
    }
  });

  it('costs a bounded number of requests at an endpoint that refuses it with all else, and there is an answer', async () => {
    const { requests, options } = await startAt(
      ({ body }) => {
        const own = new Set(['model', 'messages', 'stream']);
        const name = JSON.stringify(body).includes('cache_control')
          ? 'cache_control'
          : Object.keys(body as Json).find((each) => !own.has(each));
        return name === undefined
          ? textReply('ok')
          : errorReply(400, { error: { message: `Unknown field: '${name}'` } });
      },
      '',
      `refuses-${(models += 1)}`,
    );
    const request = { cache: 'marks', effort: 'high', temperature: 0.5, extraBody: { top_k: 1 } };
    const { text } = await run(createOpenAiModel({ ...options, request }), requestOf(conversation));
    assert.equal(text, 'ok');
    assert.ok(requests.length <= 6, `${requests.length} requests`);
  });
});
