import assert from 'node:assert/strict';
import { usageOf } from '../../../../src/models/answer/usage.ts';
import type { Usage } from '../../../../src/protocol/index.ts';
import { defined } from '../../defined.ts';

const target = { baseURL: 'https://models.test/v1', model: 'm' };
const openRouter = { baseURL: 'https://openrouter.ai/api/v1', model: 'm' };

describe('the usage that endpoints report', () => {
  const counts = { prompt_tokens: 100, completion_tokens: 10 };
  const families: readonly (readonly [string, object, Partial<Usage>])[] = [
    ['OpenAI', { prompt_tokens_details: { cached_tokens: 64 } }, { cachedTokens: 64 }],
    ['DeepSeek', { prompt_cache_hit_tokens: 64, prompt_cache_miss_tokens: 36 }, { cachedTokens: 64 }],
    [
      'gateways to Anthropic',
      { cache_read_input_tokens: 64, cache_creation_input_tokens: 20 },
      { cachedTokens: 64, cacheWriteTokens: 20 },
    ],
    [
      "gateways to Anthropic that also write OpenAI's fields",
      { prompt_tokens_details: { cached_tokens: 0 }, cache_read_input_tokens: 64 },
      { cachedTokens: 64 },
    ],
    [
      'OpenRouter',
      { prompt_tokens_details: { cached_tokens: 64, cache_write_tokens: 20 } },
      { cachedTokens: 64, cacheWriteTokens: 20 },
    ],
    [
      'one that had nothing in its cache',
      { prompt_tokens_details: { cached_tokens: 0 } },
      { cachedTokens: 0 },
    ],
    ['one that does not say', {}, {}],
  ];
  for (const [name, fields, expected] of families)
    it(`is read with what was cached: ${name}`, () => {
      const read = usageOf({ ...counts, ...fields }, target);
      assert.deepEqual(defined(read), {
        type: 'usage',
        usage: { inputTokens: 100, outputTokens: 10, ...expected },
      });
    });

  it('has the reasoning that only the total counts, where it is known to be reasoning', () => {
    const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 150 };
    const gemini = { baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai', model: 'm' };
    const counted = { ...usage, completion_tokens_details: { reasoning_tokens: 40 } };
    for (const [reported, at] of [
      [usage, gemini],
      [usage, { ...target, model: 'google/gemini-3-pro' }],
      [usage, { baseURL: 'https://api.x.ai/v1', model: 'm' }],
      [counted, target],
      [{ ...counted, prompt_tokens_details: { cached_tokens: 64 } }, target],
    ] as const) {
      const read = usageOf(reported, at);
      assert.equal(read?.usage.outputTokens, 50);
      assert.equal(read.doubt, undefined);
    }
  });

  const stored = { prompt_tokens: 5_000, completion_tokens: 30, total_tokens: 9_030 };
  const unexplained: readonly (readonly [string, object])[] = [
    ['what was read from a cache', { ...stored, cache_read_input_tokens: 4_000 }],
    ['what was stored in a cache', { ...stored, cache_creation_input_tokens: 4_000 }],
    [
      'what was read and stored',
      { ...stored, prompt_tokens_details: { cached_tokens: 1_000, cached_creation_tokens: 3_000 } },
    ],
    ['more than the reasoning', { ...stored, completion_tokens_details: { reasoning_tokens: 10 } }],
    ['what no other field has', stored],
  ];
  for (const [what, usage] of unexplained)
    it(`has no output more than the endpoint says when the total counts ${what}, and no price`, () => {
      const read = usageOf(usage, target);
      assert.equal(read?.usage.outputTokens, 30);
      assert.equal(read.doubt, 'tokens');
    });

  it('has no output that Gemini read from its cache', () => {
    const gemini = { ...target, model: 'gemini-3-pro' };
    const read = usageOf({ ...stored, prompt_tokens_details: { cached_tokens: 4_000 } }, gemini);
    assert.equal(read?.usage.outputTokens, 30);
  });

  it("has the cost where OpenRouter reports it, with that of the user's own key", () => {
    const costOf = (fields: object, at = openRouter) => usageOf({ ...counts, ...fields }, at)?.usage.cost;
    assert.equal(costOf({ cost: 0.0123 }), 12_300);
    assert.equal(costOf({ cost: 0 }), 0);
    const own = { is_byok: true, cost: 0.05, cost_details: { upstream_inference_cost: 1 } };
    assert.equal(costOf(own), 1_050_000);
    assert.equal(costOf({ ...own, cost_details: {} }), undefined);
    assert.equal(costOf({ cost: 0.0123 }, target), undefined);
    assert.equal(costOf({ cost: 1 }, { ...target, baseURL: 'https://openrouter.ai.test/v1' }), undefined);
  });

  it('is bounded, whatever an endpoint writes', () => {
    for (const wrong of [-1, 1e300, '5', null, Infinity, {}]) {
      assert.equal(usageOf({ prompt_tokens: wrong, completion_tokens: 1 }, target), undefined);
      assert.equal(usageOf({ prompt_tokens: 1, completion_tokens: wrong }, target), undefined);
      const read = usageOf(
        { ...counts, prompt_tokens_details: { cached_tokens: wrong }, total_tokens: wrong, cost: wrong },
        openRouter,
      );
      assert.deepEqual(defined(read?.usage), { inputTokens: 100, outputTokens: 10 });
    }
    assert.equal(usageOf('many', target), undefined);
  });

  it('has as input what was cached beside it, if the total has it all', () => {
    const fields = { cache_read_input_tokens: 900, cache_creation_input_tokens: 50, total_tokens: 1_060 };
    assert.deepEqual(defined(usageOf({ ...counts, ...fields }, target)), {
      type: 'usage',
      usage: { inputTokens: 1_050, outputTokens: 10, cachedTokens: 900, cacheWriteTokens: 50 },
    });
  });

  for (const total of [undefined, 110, 1_000])
    it(`never has more cached tokens than input tokens: they are unknown if the total is ${total}`, () => {
      const fields = { cache_read_input_tokens: 900, cache_creation_input_tokens: 50, total_tokens: total };
      assert.deepEqual(defined(usageOf({ ...counts, ...fields }, target)), {
        type: 'usage',
        usage: { inputTokens: 100, outputTokens: 10 },
        doubt: 'tokens',
      });
    });

  it('is unknown if it has no tokens at all', () => {
    const none = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };
    assert.equal(usageOf(none, target), undefined);
    assert.equal(usageOf({ ...none, prompt_tokens: 1 }, target)?.usage.inputTokens, 1);
  });

  it('says when the tier has other prices than the list', () => {
    for (const tier of ['flex', 'priority', 'batch', 7])
      assert.equal(usageOf(counts, target, tier)?.doubt, 'tier');
    for (const tier of ['default', 'standard', 'auto', 'on_demand', null, undefined])
      assert.equal(usageOf(counts, target, tier)?.doubt, undefined);
  });
});
