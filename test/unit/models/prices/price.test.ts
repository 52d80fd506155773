import assert from 'node:assert/strict';
import { listedPrice } from '../../../../src/models/prices/priceList.ts';
import { withCost } from '../../../../src/models/prices/price.ts';
import type { Usage } from '../../../../src/protocol/index.ts';

const usage: Usage = { inputTokens: 100_000, outputTokens: 1_000, cachedTokens: 60_000 };

const costOf = async (
  model: {
    readonly baseURL: string;
    readonly model: string;
    readonly price?: Readonly<Record<string, unknown>>;
  },
  event: { readonly usage?: Usage; readonly doubt?: 'tokens' | 'tier' } = {},
): Promise<number | undefined> => (await withCost({ type: 'usage', usage, ...event }, model)).usage.cost;

const openAi = { baseURL: 'https://api.openai.com/v1', model: 'gpt-4o' };
const unknown = { baseURL: 'https://models.test/v1', model: 'gpt-4o' };

describe('the price of a request', () => {
  it('is that of the list for the endpoint, with the price of what was cached', async () => {
    // $2.50, $1.25 cached, $10 out.
    assert.equal(await costOf(openAi), 100_000 + 75_000 + 10_000);
    assert.equal(await costOf({ ...openAi, model: 'gpt-4o-2024-08-06' }), 185_000);
    const anthropic = { baseURL: 'https://api.anthropic.com/v1', model: 'claude-sonnet-4-5' };
    // $3, $0.30 read, $3.75 written, $15 out.
    const written = { ...usage, cacheWriteTokens: 40_000 };
    assert.equal(await costOf(anthropic, { usage: written }), 18_000 + 150_000 + 15_000);
  });

  it('has the tier that the list has for a long request', async () => {
    const gemini = {
      baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai',
      model: 'gemini-2.5-pro',
    };
    const long: Usage = { inputTokens: 300_000, outputTokens: 0 };
    const short: Usage = { inputTokens: 100_000, outputTokens: 0 };
    assert.deepEqual(
      [await costOf(gemini, { usage: long }), await costOf(gemini, { usage: short })],
      [300_000 * 2.5, 100_000 * 1.25],
    );
  });

  for (const [why, model] of [
    ['another host, whatever its model is called', unknown],
    ['this machine', { ...openAi, baseURL: 'http://127.0.0.1:11434/v1' }],
    ['a host that only begins like a known one', { ...openAi, baseURL: 'https://api.openai.com.test/v1' }],
    ['a known host in the path', { ...openAi, baseURL: 'https://a.test/https://api.openai.com/v1' }],
    ['another port', { ...openAi, baseURL: 'https://api.openai.com:8443/v1' }],
    ['no TLS', { ...openAi, baseURL: 'http://api.openai.com/v1' }],
    ['names of deployments', { ...openAi, baseURL: 'https://mine.openai.azure.com/openai/v1' }],
    ['an unknown model', { ...openAi, model: 'gpt-4o-turbo-fast' }],
    ['a model that another provider has', { ...openAi, model: 'claude-sonnet-4-5' }],
    [
      'a faster one with a longer name',
      {
        baseURL: 'https://api.anthropic.com/v1',
        model: 'claude-sonnet-4-5-fast',
      },
    ],
    ['a name of objects', { ...openAi, model: '__proto__' }],
    ['an endless name', { ...openAi, model: 'gpt-4o'.repeat(100_000) }],
    ['no address', { ...openAi, baseURL: 'api.openai.com' }],
  ] as const)
    it(`is unknown for ${why}`, async () => {
      assert.equal(await costOf(model), undefined);
    });

  it('is unknown where what the endpoint says does not fit the list', async () => {
    assert.equal(await costOf(openAi, { doubt: 'tier' }), undefined);
    assert.equal(await costOf(openAi, { doubt: 'tokens' }), undefined);
  });

  it("is the user's, before that of the endpoint or of the list", async () => {
    const price = { input: 1, output: 2, cachedInput: 0.1, cacheWrite: 1.25 };
    const own = 40_000 + 6_000 + 2_000;
    assert.equal(await costOf({ ...unknown, price }), own);
    assert.equal(await costOf({ ...openAi, price }), own);
    assert.equal(await costOf({ ...openAi, price }, { doubt: 'tier' }), own);
    assert.equal(await costOf({ ...unknown, price }, { doubt: 'tokens' }), undefined);
    const reported = { ...usage, cost: 7 };
    assert.equal(await costOf({ ...unknown, price }, { usage: reported }), own);
    assert.equal(await costOf(unknown, { usage: reported }), 7);
    assert.equal(await costOf({ ...unknown, price: { input: 0, output: 0 } }), 0);
  });

  it('takes what the user left out for input as any other', async () => {
    const price = { input: 1, output: 2 };
    const written = { ...usage, cacheWriteTokens: 10_000 };
    assert.equal(await costOf({ ...unknown, price }, { usage: written }), 102_000);
  });

  it("is the user's for the model that they name alone", async () => {
    const price = { input: 1, output: 2, model: 'mine' };
    assert.equal(await costOf({ ...unknown, price }), undefined);
    assert.equal(await costOf({ ...unknown, model: 'mine', price }), 102_000);
  });

  it('ignores an invalid price in the settings', async () => {
    const wrong = [
      { input: 1 },
      { input: -1, output: 1 },
      { input: '1', output: 1 },
      { input: 1e9, output: 1 },
    ];
    for (const price of wrong) assert.equal(await costOf({ ...unknown, price }), undefined);
    const price = { input: 1e5, output: 1e5 };
    const all: Usage = { inputTokens: 1e9, outputTokens: 1e9 };
    assert.equal(await costOf({ ...unknown, price }, { usage: all }), undefined);
  });
});

describe('the price of a model in the list', () => {
  it('is that of a short request, with the context window', async () => {
    const { contextWindow, ...price } = (await listedPrice(openAi)) ?? {};
    assert.deepEqual(price, { input: 2.5, output: 10 });
    assert.equal(contextWindow, 128_000);
  });

  it('is unknown for another endpoint and for a name that only begins as a known one does', async () => {
    assert.equal(await listedPrice(unknown), undefined);
    assert.equal(await listedPrice({ ...openAi, model: 'gpt-4o-fast' }), undefined);
  });
});
