/** The assembler takes what endpoints stream, whatever their habits, and gives one answer. */
import assert from 'node:assert/strict';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { ModelError } from '../../../../src/models/index.ts';
import { assemble, delta } from '../support.ts';
import { defined } from '../../defined.ts';

describe('stream assembly', () => {
  it('tells which call is being written, and how far it has come', () => {
    const piece = (fields: object) => delta({ tool_calls: [{ index: 0, function: fields }] });
    const letters = (count: number) => piece({ arguments: 'x'.repeat(count) });
    const { events } = assemble([
      piece({ name: 'write' }),
      letters(99),
      letters(1),
      letters(50),
      letters(250),
      delta({}, 'tool_calls'),
    ]);
    assert.deepEqual(events.slice(0, -1), [
      { type: 'callDraft', name: 'write', length: 100 },
      { type: 'callDraft', name: 'write', length: 400 },
    ]);
  });

  describe('of text', () => {
    it('gives each piece as it comes and the whole text in the answer', () => {
      const { events } = assemble([delta({ content: 'Hel' }), delta({ content: 'lo' }), delta({}, 'stop')]);
      assert.deepEqual(defined(events), [
        { type: 'text', text: 'Hel' },
        { type: 'text', text: 'lo' },
        { type: 'answer', message: { role: 'assistant', text: 'Hello', calls: [] }, truncated: false },
      ]);
    });

    it('takes a whole answer in one chunk', () => {
      assert.equal(
        assemble([delta({ role: 'assistant', content: 'Hello' }, 'stop')]).answer.message.text,
        'Hello',
      );
    });

    it('takes a message instead of a delta, with or without a reason for its end', () => {
      const message = {
        role: 'assistant',
        content: 'Hello',
        tool_calls: [{ id: 'a', function: { name: 'now' } }],
      };
      for (const finish of [{ finish_reason: 'stop' }, {}, { delta: {} }, { delta: null }]) {
        const { text, answer } = assemble([{ choices: [{ message, ...finish }] }], { done: false });
        assert.equal(text, 'Hello');
        assert.deepEqual(defined(answer.message.calls), [{ id: 'a', name: 'now', argsText: '{}' }]);
      }
    });

    it('leaves out a whole message that repeats what was streamed', () => {
      const repeated = { choices: [{ message: { content: 'Hello' }, finish_reason: 'stop' }] };
      assert.equal(
        assemble([delta({ role: 'assistant' }), delta({ content: 'Hello' }), repeated]).text,
        'Hello',
      );
    });

    it('takes content that is a list of parts, with thinking among them (Mistral)', () => {
      const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] };
      const { text, reasoning } = assemble([
        delta({ content: [thinking, { type: 'text', text: 'Hello' }] }, 'stop'),
      ]);
      assert.deepEqual({ text, reasoning }, { text: 'Hello', reasoning: 'hm' });
    });

    it('shows a refusal as text', () => {
      assert.equal(assemble([delta({ content: null, refusal: 'I will not.' }, 'stop')]).text, 'I will not.');
    });

    it('takes chunks whose choices are empty, null or absent, and things that are no chunks', () => {
      const odd = [
        { choices: [] },
        { choices: null },
        {},
        null,
        'ping',
        7,
        { choices: [null] },
        { choices: [{}] },
      ];
      assert.equal(assemble([...odd, delta({ content: 'Hello' }), ...odd, delta({}, 'stop')]).text, 'Hello');
    });

    it('marks an answer that the endpoint cut at its own limit', () => {
      assert.equal(assemble([delta({ content: 'Hel' }, 'length')]).answer.truncated, true);
      assert.equal(assemble([delta({ content: 'Hello' }, 'stop')]).answer.truncated, false);
    });
  });

  describe('of usage', () => {
    it('tells the last usage once, just before the answer', () => {
      const usage = (output: number): unknown => ({
        choices: [],
        usage: { prompt_tokens: 5, completion_tokens: output },
      });
      const { events } = assemble([
        usage(1),
        delta({ content: 'Hello' }, 'stop'),
        usage(2),
        { choices: [], usage: null },
      ]);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['text', 'usage', 'answer'],
      );
      assert.deepEqual(defined(events[1]), { type: 'usage', usage: { inputTokens: 5, outputTokens: 2 } });
    });

    it('finds the usage inside a choice (Moonshot)', () => {
      const { events } = assemble([
        {
          choices: [{ delta: {}, finish_reason: 'stop', usage: { prompt_tokens: 5, completion_tokens: 2 } }],
        },
      ]);
      assert.deepEqual(defined(events[0]), { type: 'usage', usage: { inputTokens: 5, outputTokens: 2 } });
    });
  });

  describe('of reasoning', () => {
    for (const field of ['reasoning', 'reasoning_content']) {
      it(`gives ${field} apart from the text and keeps it for the next request`, () => {
        const { text, reasoning, answer } = assemble([
          delta({ [field]: 'let me ' }),
          delta({ [field]: 'see', content: '' }),
          delta({ content: 'Hello' }, 'stop'),
        ]);
        assert.deepEqual({ text, reasoning }, { text: 'Hello', reasoning: 'let me see' });
        assert.deepEqual(answer.message.echo, { [field]: 'let me see' });
      });
    }

    it('shows reasoning once that comes under both names', () => {
      assert.equal(assemble([delta({ reasoning: 'hm', reasoning_content: 'hm' }, 'stop')]).reasoning, 'hm');
    });

    it('shows reasoning under a gateway’s own name, and once if all of it comes again with a signature', () => {
      const chunks = [
        delta({ thinking: { content: 'let me ' } }),
        delta({ thinking: { content: 'see' } }),
        delta({ content: null, thinking: { content: 'let me see', signature: '1' } }),
        delta({ content: 'Hello' }, 'stop'),
      ];
      const { text, reasoning } = assemble(chunks);
      assert.deepEqual({ text, reasoning }, { text: 'Hello', reasoning: 'let me see' });
      assert.equal(assemble([delta({ thinking: 'hm', content: 'Hi' }, 'stop')]).reasoning, 'hm');
    });

    it('shows reasoning in content_blocks, which repeat the text', () => {
      const block = (index: number, fields: object) => [{ index, delta: fields }];
      const streamed = assemble([
        delta({ content: '', content_blocks: block(0, { thinking: 'let me ' }) }),
        delta({ content_blocks: block(0, { thinking: 'see' }) }),
        delta({ content_blocks: block(0, { signature: 'c' }) }),
        delta({ content: 'Hello', content_blocks: block(1, { text: 'Hello' }) }, 'stop'),
      ]);
      const blocks = [
        { type: 'thinking', thinking: 'let me see', signature: 'c' },
        { type: 'text', text: 'Hello' },
      ];
      const whole = assemble([{ choices: [{ message: { content: 'Hello', content_blocks: blocks } }] }]);
      for (const { text, reasoning } of [streamed, whole])
        assert.deepEqual({ text, reasoning }, { text: 'Hello', reasoning: 'let me see' });
    });

    it('joins the fragments of one reasoning block, so that its signature fits (OpenRouter)', () => {
      const type = 'reasoning.text';
      const { answer } = assemble([
        delta({ reasoning_details: [{ type, index: 0, text: 'let ', format: 'f' }] }),
        delta({ reasoning_details: [{ type, index: 0, text: 'me' }] }),
        delta({ reasoning_details: [{ type, index: 0, signature: 's', text: null }] }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', index: 1, data: 'x' }] }),
        delta({ reasoning_details: [{ type: 'reasoning.encrypted', data: 'y' }] }, 'stop'),
      ]);
      assert.deepEqual(answer.message.echo, {
        reasoning_details: [
          { type, index: 0, text: 'let me', format: 'f', signature: 's' },
          { type: 'reasoning.encrypted', index: 1, data: 'x' },
          { type: 'reasoning.encrypted', data: 'y' },
        ],
      });
    });

    it('joins many blocks and fields of reasoning in a time that grows with them alone', () => {
      const spent = processorTime();
      const blocks = Array.from({ length: 50_000 }, (_, index) => ({ type: 'x', data: String(index) }));
      const fields = Array.from({ length: 10_000 }, (_, index) =>
        delta({ extra_content: { [`k${index}`]: index } }),
      );
      const { answer } = assemble([delta({ content: 'Hi', reasoning_details: blocks }), ...fields]);
      const { reasoning_details: kept, extra_content: extra } = answer.message.echo ?? {};
      assert.deepEqual([(kept as unknown[]).length, Object.keys(extra as object).length], [50_000, 10_000]);
      assert.ok(spent() < 5_000);
    });

    it('keeps no unknown fields of the message that strict endpoints would refuse', () => {
      assert.equal(
        assemble([delta({ content: 'Hi', annotations: [], audio: null }, 'stop')]).answer.message.echo,
        undefined,
      );
    });
  });

  describe('of failures', () => {
    const failureOf = (...args: Parameters<typeof assemble>): ModelError => {
      try {
        assemble(...args);
      } catch (error) {
        if (error instanceof ModelError) return error;
      }
      throw new Error('Nothing failed as expected.');
    };

    it('takes a cut stream for broken unless a reason for the end, or [DONE], came', () => {
      const text = delta({ content: 'Hel' });
      const { kind, message } = failureOf([text], { done: false });
      assert.equal(kind, 'broken-stream');
      assert.match(message, /models\.test.*"m"/);
      assert.equal(failureOf([], { done: false }).kind, 'broken-stream');
      assert.equal(assemble([text, delta({}, 'stop')], { done: false }).text, 'Hel');
      assert.equal(assemble([text], { done: true }).text, 'Hel');
    });

    it('takes "done" for an end, in place of a reason or [DONE] (Ollama)', () => {
      const text = delta({ content: 'Hel' });
      for (const end of [
        { done: true, done_reason: 'stop' },
        { done: true },
        { done: true, done_reason: '' },
      ]) {
        const { text: got, answer } = assemble([text, end], { done: false });
        assert.deepEqual([got, answer.truncated], ['Hel', false]);
      }
      assert.equal(
        assemble([text, { done: true, done_reason: 'length' }], { done: false }).answer.truncated,
        true,
      );
      assert.equal(failureOf([text, { done: false }], { done: false }).kind, 'broken-stream');
      assert.equal(failureOf([text, { done: 'true' }], { done: false }).kind, 'broken-stream');
    });

    it('reports an error object in mid-stream by its code', () => {
      const kindOf = (error: unknown): string =>
        failureOf([delta({ content: 'Hel' }), { error, choices: [] }]).kind;
      assert.equal(kindOf({ code: 429, message: 'slow down' }), 'rate-limited');
      assert.equal(kindOf({ code: '401', message: 'who?' }), 'no-key');
      assert.equal(kindOf({ code: 502, message: 'provider gone' }), 'server');
      assert.equal(kindOf({ code: 'context_length_exceeded', message: 'no' }), 'too-large');
      assert.equal(kindOf({ type: 'rate_limit_error', message: 'no' }), 'rate-limited');
      assert.equal(kindOf('overloaded'), 'server');
      assert.equal(kindOf({ error: { code: 429 } }), 'rate-limited');
    });

    it('keeps the words of the provider behind OpenRouter', () => {
      const error = {
        code: 502,
        message: 'Provider returned error',
        metadata: { raw: 'worker limit reached' },
      };
      const { message, detail } = failureOf([{ error }]);
      assert.match(message, /models\.test failed.*worker limit reached/);
      assert.equal(detail, 'Provider returned error: worker limit reached');
    });

    it('reports an error inside a choice, and an end for the reason "error"', () => {
      assert.equal(failureOf([{ choices: [{ error: { code: 502, message: 'gone' } }] }]).kind, 'server');
      assert.equal(failureOf([delta({ content: 'Hel' }, 'error')]).kind, 'server');
    });

    it('takes an absent error for none', () => {
      assert.equal(assemble([{ error: null, choices: [{ delta: { content: 'Hello' } }] }]).text, 'Hello');
    });

    it('reports an answer of which the content filter left nothing', () => {
      assert.match(failureOf([delta({}, 'content_filter')]).message, /content filter/);
      assert.equal(assemble([delta({ content: 'Hel' }, 'content_filter')]).text, 'Hel');
    });
  });
});
