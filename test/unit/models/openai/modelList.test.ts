/** The list of models that an endpoint offers. */
import assert from 'node:assert/strict';
import { createOpenAiModel, listModels } from '../../../../src/models/index.ts';
import { errorReply, rawReply, silence } from '../../../fixtures/endpoint.ts';
import { modelErrorOf, useEndpoints } from '../support.ts';

describe('the list of models', () => {
  const start = useEndpoints();
  const { signal } = new AbortController();

  it('is sorted', async () => {
    const { baseURL, requests } = await start([], { models: ['b', 'a', 'b'] });
    const models = await listModels({ baseURL, apiKey: 'my-key', signal });
    assert.deepEqual(
      models.map(({ name }) => name),
      ['a', 'b'],
    );
    assert.equal(requests[0]?.headers.authorization, 'Bearer my-key');
  });

  it('may be a bare list, or named otherwise, or empty', async () => {
    const bodies = [
      '[{"id":"a"}]',
      '{"models":[{"name":"a"}]}',
      '{"data":null,"models":[{"id":"a"},{"id":7},null]}',
    ];
    const { baseURL } = await start(
      [...bodies, '{"object":"list","data":[]}'].map((body) => rawReply([body])),
    );
    for (const _ of bodies)
      assert.deepEqual(
        (await listModels({ baseURL, signal })).map(({ name }) => name),
        ['a'],
      );
    assert.deepEqual(await listModels({ baseURL, signal }), []);
  });

  const told = [
    [
      'OpenRouter',
      {
        context_length: 200_000,
        architecture: { input_modalities: ['text', 'image'] },
        supported_parameters: ['tools', 'reasoning'],
        pricing: { prompt: '0.000003', completion: '0.000015' },
      },
      {
        contextWindow: 200_000,
        canSee: true,
        canCallTools: true,
        canThink: true,
        price: { input: 3, output: 15 },
      },
    ],
    [
      'a router without a price of its own',
      { pricing: { prompt: '-1', completion: '-1' } },
      { price: 'varies' },
    ],
    ['an endpoint with a price of nothing', { pricing: { input: null, output: '' } }, {}],
    [
      'Mistral',
      {
        max_context_length: 131_072,
        capabilities: { completion_chat: true, function_calling: true, vision: false },
      },
      { contextWindow: 131_072, canChat: true, canCallTools: true, canSee: false },
    ],
    [
      'Together',
      { type: 'embedding', context_length: 512, pricing: { input: 0.02, output: 0 } },
      { contextWindow: 512, canChat: false, price: { input: 0.02, output: 0 } },
    ],
    [
      'LM Studio',
      { type: 'vlm', capabilities: ['tool_use'] },
      { canSee: true, canCallTools: true, canChat: true },
    ],
    ['OpenAI', { object: 'model', owned_by: 'system' }, {}],
  ] as const;
  for (const [who, entry, known] of told)
    it(`has what ${who} tells about a model, and nothing else`, async () => {
      const { baseURL } = await start([rawReply([JSON.stringify({ data: [{ id: 'a', ...entry }] })])]);
      const [model] = await listModels({ baseURL, signal });
      assert.deepEqual(JSON.parse(JSON.stringify(model)), { name: 'a', ...known });
    });

  it('is asked for as the API of Anthropic has it, with the key nowhere else', async () => {
    const seen: Request[] = [];
    const fetch = async (url: string | URL | Request, init?: RequestInit): Promise<Response> => {
      seen.push(new Request(url, init));
      return Response.json({ data: [{ type: 'model', id: 'claude-a' }], has_more: false });
    };
    const baseURL = 'https://api.anthropic.com/v1';
    const models = await listModels({ baseURL, apiKey: 'my-key', signal, fetch });
    assert.deepEqual(
      models.map(({ name }) => name),
      ['claude-a'],
    );
    const [request] = seen;
    assert.equal(request?.url, `${baseURL}/models?limit=1000`);
    assert.equal(request.headers.get('x-api-key'), 'my-key');
    assert.equal(request.headers.get('anthropic-version'), '2023-06-01');
    assert.equal(request.headers.get('authorization'), null);
  });

  it('tells the context windows of the models, so that nobody asks for them again', async () => {
    const data = [
      { id: 'a', context_length: 200_000 },
      { id: 'b' },
      { name: 'models/c', inputTokenLimit: 1_000_000 },
      { id: 'a', context_length: 1_000 },
    ];
    const { baseURL, requests } = await start([
      rawReply([JSON.stringify({ data })]),
      rawReply(['{"data":[]}']),
    ]);
    const make = (model: string) => createOpenAiModel({ baseURL, model, canCallTools: true });
    assert.equal(make('a').listedWindow, undefined);
    await listModels({ baseURL, signal });
    const windows = ['a', 'b', 'models/c', 'c'].map((model) => make(model).listedWindow);
    assert.deepEqual(windows, [200_000, undefined, 1_000_000, 1_000_000]);
    assert.equal(await make('a').lookUpContextWindow(), 200_000);
    assert.equal(requests.length, 1);
    assert.equal(await make('b').lookUpContextWindow(), undefined);
    assert.equal(requests.length, 2);
  });

  it('fails with what the endpoint says', async () => {
    const { baseURL } = await start([
      errorReply(401),
      rawReply(['<html>Hi</html>']),
      rawReply(['Hi']),
      errorReply(404),
    ]);
    assert.equal((await modelErrorOf(listModels({ baseURL, signal }))).kind, 'no-key');
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /web page/);
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /list of models/);
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /nothing at .*\/v1\/models/);
  });

  it('is aborted with the reason of the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('stopped');
    const { baseURL } = await start(() => (abort.abort(reason), silence));
    await assert.rejects(listModels({ baseURL, signal: abort.signal }), (error) => error === reason);
  });
});
