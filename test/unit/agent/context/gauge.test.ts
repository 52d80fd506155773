/** What endpoints report and refuse corrects the estimate, by model. */
import assert from 'node:assert/strict';
import { DEFAULT_WINDOW, TokenGauge } from '../../../../src/agent/context/gauge.ts';
import { createOpenAiModel, ModelError } from '../../../../src/models/index.ts';

const modelAt = (baseURL: string) => createOpenAiModel({ baseURL, model: 'm', canCallTools: true });
const model = modelAt('http://127.0.0.1:1/v1');
const refusal = (detail: string): ModelError => new ModelError('too-large', 'too large', { detail });

describe('the token gauge', () => {
  let gauge: TokenGauge;

  beforeEach(() => {
    gauge = new TokenGauge();
  });

  it('takes the first report as it is and smooths the following ones', () => {
    gauge.answered(model, 1_000, 1_500);
    assert.equal(gauge.ratio(model), 1.5);
    gauge.answered(model, 1_000, 1_000);
    assert.ok(gauge.ratio(model) > 1.3 && gauge.ratio(model) < 1.4);
    for (let times = 0; times < 20; times++) gauge.answered(model, 1_000, 1_000);
    assert.ok(Math.abs(gauge.ratio(model) - 1) < 0.01);
  });

  it('keeps models apart, also those of one name at two endpoints', () => {
    gauge.answered(model, 1_000, 2_000);
    assert.equal(gauge.ratio(modelAt('http://127.0.0.1:2/v1')), 1);
  });

  it('does not believe a report without what was cached, nor learn from small requests', () => {
    gauge.answered(model, 10_000, 200);
    gauge.answered(model, 100, 300);
    assert.equal(gauge.ratio(model), 1);
  });

  it('takes the smallest of what it was told, what it learned and the usual', () => {
    assert.equal(gauge.window(model, undefined), DEFAULT_WINDOW);
    assert.equal(gauge.window(model, 8_000), 8_000);
    assert.equal(gauge.window(model, 1_000_000), 1_000_000);
    gauge.refused(model, 9_000, refusal('maximum context length is 4096 tokens'));
    assert.equal(gauge.window(model, 8_000), 4_096);
    assert.equal(gauge.window(model, 2_000), 2_000);
  });

  it('learns from a refusal how the endpoint counts', () => {
    gauge.refused(model, 6_000, refusal('prompt is too long: 9000 tokens > 8000 maximum'));
    assert.equal(gauge.ratio(model), 1.5);
    // A report that says less does not outweigh it.
    gauge.answered(model, 5_000, 4_000);
    assert.equal(gauge.ratio(model), 1.5);
  });

  it('assumes that a refused request was larger than the limit, even if its estimate was not', () => {
    gauge.refused(model, 3_000, refusal('maximum context length is 4096 tokens'));
    assert.ok(3_000 * gauge.ratio(model) > 4_096);
  });

  it('asks for less after a refusal without numbers, each time', () => {
    gauge.refused(model, 10_000, refusal('context too long'));
    assert.equal(gauge.window(model, undefined), 7_500);
    gauge.refused(model, 7_000, refusal('context too long'));
    assert.equal(gauge.window(model, undefined), 5_250);
  });

  it('forgets a limit that an accepted request disproves, and how the endpoint seemed to count', () => {
    for (const detail of ['maximum context length is 4096 tokens', 'context too long']) {
      gauge.refused(model, 3_000, refusal(detail));
      gauge.answered(model, 2_000, 2_000);
      assert.ok(gauge.window(model, 200_000) < 5_000);
      gauge.answered(model, 6_000, 6_000);
      assert.equal(gauge.window(model, 200_000), 200_000);
      for (let times = 0; times < 20; times++) gauge.answered(model, 6_000, 6_000);
      assert.ok(Math.abs(gauge.ratio(model) - 1) < 0.01);
    }
  });
});
