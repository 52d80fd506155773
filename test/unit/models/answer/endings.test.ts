/** What the reason for the end of an answer means, and what the user hears of it. */
import assert from 'node:assert/strict';
import { finishOf, wordsOfEnd } from '../../../../src/models/answer/finish.ts';
import { ModelError } from '../../../../src/models/index.ts';
import { assemble, delta, tool } from '../support.ts';
import { ResponsesAssembly } from '../../../../src/models/answer/responsesAssembly.ts';
import { gather } from '../support.ts';

const problemOf = (...args: Parameters<typeof assemble>): string | undefined =>
  assemble(...args).answer.problem?.english;

function failureOf(chunks: readonly unknown[]): ModelError {
  try {
    assemble(chunks);
  } catch (error) {
    if (error instanceof ModelError) return error;
  }
  throw new Error('Nothing failed as expected.');
}

const call = (args: string, id = 'a'): unknown =>
  delta({ tool_calls: [{ index: 0, id, function: { name: 'read', arguments: args } }] });

describe('the reason for the end of an answer', () => {
  it('is understood in the terms of many endpoints', () => {
    const known = {
      limit: ['length', 'max_tokens', 'MAX_TOKENS', 'max_output_tokens', 'model_length'],
      filter: [
        'content_filter',
        'SAFETY',
        'RECITATION',
        'PROHIBITED_CONTENT',
        'content_filter: OTHER',
        'refusal',
      ],
      calls: ['tool_calls', 'tool_use', 'function_call', 'TOOL_CALLS'],
      failed: ['error', 'insufficient_system_resource', 'network_error', 'overloaded_error', 'abort'],
      end: ['stop', 'end_turn', 'eos', 'stop_sequence', ''],
    };
    for (const [kind, reasons] of Object.entries(known))
      for (const reason of reasons) assert.equal(finishOf(reason), kind, reason);
  });

  it("is shown in the endpoint's own words", () => {
    const results = {
      hate: { filtered: false, severity: 'safe' },
      violence: { filtered: true, severity: 'high' },
    };
    assert.equal(
      wordsOfEnd({ finish_reason: 'content_filter', content_filter_results: results }),
      'violence',
    );
    assert.equal(
      wordsOfEnd({ finish_reason: 'content_filter', native_finish_reason: 'RECITATION' }),
      'RECITATION',
    );
    assert.equal(wordsOfEnd({ finish_reason: 'SAFETY' }), 'SAFETY');
    assert.equal(wordsOfEnd({ finish_reason: 'stop' }), undefined);
  });

  it('is a problem where a call was announced and none came, whether there is a text or not', () => {
    for (const content of ['I look.', ''])
      assert.equal(
        problemOf([delta({ content }, 'tool_calls')], { tools: ['read'] }),
        'models.test ended the answer for a tool call, but sent no call. Try again. If this happens again, choose another model, or check how its server parses tool calls.',
      );
    assert.equal(problemOf([call('{}'), delta({}, 'tool_calls')], { tools: ['read'] }), undefined);
  });

  it('is a problem where a filter cut the text, which is kept', () => {
    const choice = {
      delta: { content: 'Hel' },
      finish_reason: 'content_filter',
      content_filter_results: { hate: { filtered: true } },
    };
    const { answer, text } = assemble([{ choices: [choice] }]);
    assert.equal(text, 'Hel');
    assert.equal(
      answer.problem?.english,
      'models.test cut off the answer because of its content filter: hate. Rephrase the message, or choose another model.',
    );
  });

  it('is an error where a filter left nothing, which is not tried again', () => {
    const failure = failureOf([
      { choices: [{ delta: {}, finish_reason: 'content_filter', native_finish_reason: 'SAFETY' }] },
    ]);
    assert.match(failure.message, /withheld the answer because of its content filter: SAFETY\. Rephrase/);
    assert.equal(failure.transient, undefined);
  });

  it('is a problem where the limit was reached before a text', () => {
    const { answer } = assemble([delta({ reasoning_content: 'Hm' }), delta({}, 'length')]);
    assert.equal(answer.truncated, true);
    assert.match(
      answer.problem?.english ?? '',
      /output limit was reached at models\.test before any text.*maxTokens/,
    );
    assert.equal(problemOf([delta({ content: 'Hel' }, 'length')]), undefined);
  });

  it('is an error where the endpoint gave up, and what was received is given before', () => {
    for (const reason of ['insufficient_system_resource', 'network_error', 'abort']) {
      const failure = failureOf([delta({ content: 'Hel' }), delta({}, reason)]);
      assert.match(
        failure.message,
        new RegExp(`models\\.test stopped before the answer was complete: ${reason}\\. Try again`),
      );
      assert.ok(failure.transient);
    }
  });

  it('marks the call within which the answer was cut off', () => {
    const cutBy = (finish: string) =>
      assemble([call('{"path":"a'), delta({}, finish)], { tools: ['read'] }).answer.message.calls[0]?.cutBy;
    assert.deepEqual(['length', 'content_filter', 'tool_calls', 'stop'].map(cutBy), [
      'limit',
      'filter',
      'end',
      'end',
    ]);
    const whole = assemble([call('{"a":"\\"{"}'), delta({}, 'length')], { tools: ['read'] });
    assert.equal(whole.answer.message.calls[0]?.cutBy, undefined);
  });
});

describe('an answer of the Responses API that is not complete', () => {
  const answerTo = (incomplete: unknown, status = 'incomplete') => {
    const assembly = new ResponsesAssembly(
      { tools: [tool('read')] },
      { baseURL: 'http://models.test/v1', model: 'm' },
    );
    const events = [
      { type: 'response.output_text.delta', output_index: 0, delta: 'Hel' },
      { type: `response.${status}`, response: { status, incomplete_details: incomplete } },
    ].flatMap((each) => assembly.push(each));
    return gather([...events, ...assembly.end()]).answer;
  };

  it('is cut at a limit, by a filter, or for a reason of the endpoint’s own, which is said', () => {
    assert.deepEqual(
      [answerTo({ reason: 'max_output_tokens' }).truncated, answerTo(null).truncated],
      [true, true],
    );
    assert.match(answerTo({ reason: 'content_filter' }).problem?.english ?? '', /content filter/);
    assert.equal(
      answerTo({ reason: 'server_draining' }).problem?.english,
      'models.test ended the answer before it was complete: server_draining. Continue, or try again.',
    );
  });

  it('is an error when it was cancelled there', () => {
    assert.throws(() => answerTo(null, 'cancelled'), /stopped before the answer was complete: cancelled/);
  });
});

describe('calls in another choice than the text', () => {
  it('belong to the one answer, but a second text does not', () => {
    const calls = [{ id: 'a', function: { name: 'read', arguments: '{}' } }];
    const whole = assemble([
      {
        choices: [
          { message: { content: 'I look.' }, finish_reason: 'tool_calls' },
          { message: { content: null, tool_calls: calls }, finish_reason: 'tool_calls' },
          { message: { content: 'Another.' }, finish_reason: 'stop' },
        ],
      },
    ]);
    assert.deepEqual([whole.text, whole.answer.message.calls.length], ['I look.', 1]);
  });
});

describe('a refusal', () => {
  it('is shown wherever it is: beside a text, in a part, repeated in the text', () => {
    for (const [fields, text] of [
      [{ content: 'Hm. ', refusal: 'I cannot.' }, 'Hm. I cannot.'],
      [{ content: [{ type: 'refusal', refusal: 'I cannot.' }] }, 'I cannot.'],
      [{ content: 'I cannot.', refusal: 'I cannot.' }, 'I cannot.'],
      [{ content: null, refusal: 'I cannot.' }, 'I cannot.'],
    ] as const)
      assert.equal(assemble([delta(fields, 'stop')]).text, text);
  });
});

describe('a text that comes in halves of pairs', () => {
  it('is shown in whole characters, and so is its reasoning', () => {
    const { events, text, reasoning } = assemble([
      delta({ content: 'a\ud83d', reasoning_content: 'b\ud83d' }),
      delta({ content: '\ude00c', reasoning_content: '\ude00d' }, 'stop'),
    ]);
    assert.deepEqual([text, reasoning], ['a😀c', 'b😀d']);
    for (const each of events)
      if (each.type === 'text' || each.type === 'reasoning') assert.ok(each.text.isWellFormed());
  });

  it('keeps a half that nothing follows', () => {
    assert.equal(assemble([delta({ content: 'a\ud83d' }, 'stop')]).text, 'a\ud83d');
  });
});
