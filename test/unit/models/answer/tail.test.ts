/** How long an answer is read on after the reason for its end, with a clock that the test moves. */
import assert from 'node:assert/strict';
import { readAnswer } from '../../../../src/models/answer/answer.ts';
import { Assembly } from '../../../../src/models/answer/assembly.ts';
import type { ModelEvent } from '../../../../src/models/index.ts';
import { event } from '../../../fixtures/endpoint.ts';
import { FakeClock } from '../../mcp/fakeClock.ts';
import { until } from '../../until.ts';
import { delta, gather, tool, type Gathered } from '../support.ts';

let endpoints = 0;

/** An answer that the test writes; `endpoint` is known from answers before if it is given. */
function begin({ tools = ['read', 'now'], endpoint = `http://tail-${endpoints++}.test/v1` } = {}) {
  const clock = new FakeClock();
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array>({
    start: (made) => void (controller = made),
    cancel: () => void (isCancelled = true),
  });
  const target = { baseURL: endpoint, model: 'm' };
  const assembly = new Assembly({ tools: tools.map(tool) }, target);
  let isOver = false;
  const read = async (): Promise<Gathered> => {
    const events: ModelEvent[] = [];
    for await (const each of readAnswer(new Response(stream), assembly, target, clock)) events.push(each);
    return gather(events);
  };
  const answer = read().finally(() => (isOver = true));
  answer.catch(() => undefined);
  return {
    endpoint,
    answer,
    write: async (text: string): Promise<void> => {
      const { pending } = clock;
      controller?.enqueue(new TextEncoder().encode(text));
      await until(() => pending === 0 || clock.pending > 0 || isOver);
      await new Promise((resolve) => setImmediate(resolve));
    },
    close: () => controller?.close(),
    cut: () => controller?.error(new Error('cut')),
    /** Whether the answer is over after so long. */
    isOverAfter: async (ms: number): Promise<boolean> => {
      clock.advance(ms);
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
      return isOver;
    },
    isCancelled: () => isCancelled,
  };
}

const call = (id: string, name: string, args: string, finish?: string): string =>
  event(delta({ tool_calls: [{ index: 0, id, function: { name, arguments: args } }] }, finish));

const callsOf = ({ answer }: Gathered) =>
  answer.message.calls.map(({ name, argsText, cutBy }) => [name, argsText, ...(cutBy ? [cutBy] : [])]);

describe('an answer whose endpoint gives each call a reason for the end', () => {
  it('has every call, although the second comes a minute later', async () => {
    const { answer, write, isOverAfter } = begin();
    await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
    assert.equal(await isOverAfter(59_000), false);
    await write(call('b', 'read', '{"path":"b"}', 'tool_calls'));
    assert.equal(await isOverAfter(59_000), false);
    await write(`${call('c', 'now', '', 'tool_calls')}data: [DONE]\n\n`);
    assert.deepEqual(callsOf(await answer), [
      ['read', '{"path":"a"}'],
      ['read', '{"path":"b"}'],
      ['now', '{}'],
    ]);
  });

  it('has every call, although the second comes minutes later, where the endpoint has ended an answer before', async () => {
    const first = begin();
    await first.write(`${event(delta({ content: 'Hi' }, 'stop'))}data: [DONE]\n\n`);
    await first.answer;
    const { answer, write, close, isOverAfter } = begin({ endpoint: first.endpoint });
    await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
    assert.equal(await isOverAfter(290_000), false);
    await write(call('b', 'now', '{}', 'tool_calls'));
    close();
    assert.equal(callsOf(await answer).length, 2);
  });

  it('has every call, although the second comes minutes later, where comments show that the endpoint is there', async () => {
    const { answer, write, isOverAfter } = begin();
    await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
    for (let at = 0; at < 5; at++) {
      await write(': keep-alive\n\n');
      assert.equal(await isOverAfter(55_000), false);
    }
    await write(`${call('b', 'now', '{}', 'tool_calls')}data: [DONE]\n\n`);
    assert.equal(callsOf(await answer).length, 2);
  });

  it('ends although comments never do', async () => {
    const { answer, write, isOverAfter } = begin();
    await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
    let isOver = false;
    for (let at = 0; at < 20 && !isOver; at++) {
      await write(': keep-alive\n\n');
      isOver = await isOverAfter(55_000);
    }
    assert.ok(isOver);
    assert.equal(callsOf(await answer).length, 1);
  });

  it('has them where each comes in a message of its own', async () => {
    const { answer, write, close } = begin();
    for (const id of ['a', 'b']) {
      const message = {
        content: null,
        tool_calls: [{ id, function: { name: 'read', arguments: `{"path":"${id}"}` } }],
      };
      await write(event({ choices: [{ message, finish_reason: 'tool_calls' }] }));
    }
    close();
    assert.equal(callsOf(await answer).length, 2);
  });

  it('marks a call that was begun and not ended, and keeps those before it', async () => {
    for (const args of ['{"path":"b', '']) {
      const { answer, write, isOverAfter, isCancelled } = begin();
      await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
      await write(call('b', 'read', args));
      assert.equal(await isOverAfter(60_000), true);
      assert.deepEqual(callsOf(await answer), [
        ['read', '{"path":"a"}'],
        ['read', args || '{}', 'end'],
      ]);
      assert.ok(isCancelled());
    }
  });

  it('marks the call in which the connection broke', async () => {
    const { answer, write, cut } = begin();
    await write(call('a', 'read', '{"path":"a"}', 'tool_calls'));
    await write(call('b', 'now', ''));
    cut();
    assert.deepEqual(callsOf(await answer), [
      ['read', '{"path":"a"}'],
      ['now', '{}', 'end'],
    ]);
  });

  it('waits for a call that was announced', async () => {
    const { answer, write, isOverAfter } = begin();
    await write(event(delta({ content: 'I look.' }, 'tool_calls')));
    assert.equal(await isOverAfter(59_000), false);
    await write(`${call('a', 'now', '{}', 'tool_calls')}data: [DONE]\n\n`);
    assert.deepEqual(callsOf(await answer), [['now', '{}']]);
  });
});

describe('calls whose endpoint never ends its stream', () => {
  const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });
  const read = call('a', 'read', '{"path":"a"}', 'tool_calls');
  const next = call('b', 'read', '{"path":"b"}', 'tool_calls');

  /** Answers of an endpoint that falls silent after `last`; returns whether each was over after five seconds. */
  const silent = async (last: string, times: number, endpoint?: string) => {
    const early: boolean[] = [];
    let known = endpoint;
    for (let answer = 0; answer < times; answer++) {
      const one = begin(known === undefined ? {} : { endpoint: known });
      known = one.endpoint;
      await one.write(read);
      await one.write(last);
      early.push(await one.isOverAfter(5_000));
      await one.isOverAfter(55_000);
      assert.equal(callsOf(await one.answer).length, 1);
    }
    return { endpoint: known ?? '', early };
  };

  it('are waited for in full until it has been silent after the usage of two answers, then for five seconds', async () => {
    const { early } = await silent(usage, 4);
    assert.deepEqual(early, [false, false, true, true]);
  });

  it('are waited for in full, however often it was silent, where the usage is not the last word', async () => {
    const plain = await silent(event({ choices: [{ delta: {} }] }), 4);
    assert.deepEqual(plain.early, [false, false, false, false]);
    const { endpoint } = await silent(usage, 3);
    const { answer, write, isOverAfter } = begin({ endpoint });
    await write(read);
    await write(usage);
    assert.equal(await isOverAfter(4_999), false);
    await write(next);
    assert.equal(await isOverAfter(59_000), false);
    await isOverAfter(1_000);
    assert.equal(callsOf(await answer).length, 2);
    // From now on it is known to speak on.
    assert.deepEqual((await silent(usage, 2, endpoint)).early, [false, false]);
  });

  it('are waited for in full where it ends an answer again, or comments show that it is there', async () => {
    const { endpoint } = await silent(usage, 2);
    const alive = begin({ endpoint });
    await alive.write(read);
    await alive.write(usage);
    await alive.write(': keep-alive\n\n');
    assert.equal(await alive.isOverAfter(250_000), false);
    await alive.write(`${next}data: [DONE]\n\n`);
    assert.equal(callsOf(await alive.answer).length, 2);
    const ended = begin({ endpoint });
    await ended.write(read);
    await ended.write(usage);
    assert.equal(await ended.isOverAfter(290_000), false);
    ended.close();
    await ended.answer;
  });
});

describe('a text whose endpoint leaves the stream open after the reason for the end', () => {
  const text = event(delta({ content: 'Hello' }, 'stop'));
  const usage = event({ choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } });

  for (const [what, tools, more, ms] of [
    ['two seconds where no tool was offered', [], '', 2_000],
    ['two seconds after the usage', ['now'], usage, 2_000],
    ['ten seconds where a call may follow', ['now'], '', 10_000],
  ] as const)
    it(`ends after ${what}`, async () => {
      const { answer, write, isOverAfter, isCancelled } = begin({ tools: [...tools] });
      await write(text);
      if (more !== '') await write(more);
      assert.equal(await isOverAfter(ms - 1), false);
      assert.equal(await isOverAfter(1), true);
      assert.equal((await answer).text, 'Hello');
      assert.ok(isCancelled());
    });
});
