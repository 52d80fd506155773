/** A conversation that does not fit the model's context goes on (features.md, C16). */
import assert from 'node:assert/strict';
import {
  callsReply,
  chunk,
  errorReply,
  gate,
  startEndpoint,
  streamReply,
  textReply,
  usageChunk,
  type ScriptedEndpoint,
} from '../../../fixtures/endpoint.ts';
import { text, textTool, tool, toolSet } from '../tools.ts';
import { asksForSummary, checkPairs, startStrictEndpoint, strictCount, ContextSession } from './support.ts';

const WINDOW = 6_000;
/** About 700 words of prose: some thousand tokens however one counts. */
const prose = (about: string): string => `${about}: ${'the quick brown fox jumps over it. '.repeat(60)}`;

describe('a conversation that outgrows the context window', () => {
  let endpoint: ScriptedEndpoint;

  afterEach(() => endpoint.close());

  const read = textTool('read', ({ name }) => prose(`File ${String(name)}`));

  it('completes at three times the window, at an endpoint that refuses anything larger', async () => {
    // Each turn reads two files side by side and answers.
    const strict = await startStrictEndpoint(WINDOW, (_, index) =>
      index % 2 === 0
        ? callsReply([
            { id: 'a', name: 'mcp__s__read', args: { name: `a${index}` } },
            { id: 'b', name: 'mcp__s__read', args: { name: `b${index}` } },
          ])
        : textReply(prose(`Answer ${index}`)),
    );
    endpoint = strict;
    const session = new ContextSession(strict.baseURL, toolSet(read));
    const turns = 14;
    for (let turn = 1; turn <= turns; turn++)
      assert.deepEqual(await session.say(prose(`Question ${turn}`)), { why: 'answered' });

    assert.ok(strictCount(session.messages) > 3 * WINDOW, 'the conversation is three times the window');
    strict.requests.filter(({ path }) => path.endsWith('/completions')).forEach(checkPairs);
    // The window was learned from the first refusal, and kept from then on.
    assert.ok(strict.refusals <= 2, `${strict.refusals} refusals`);

    // Nothing is lost for the user: every message and every result is there, whole.
    const { items } = session.transcript;
    assert.equal(items.filter(({ kind }) => kind === 'user').length, turns);
    assert.equal(items.filter(({ kind }) => kind === 'assistant').length, turns);
    const calls = items.filter((item) => item.kind === 'call');
    assert.equal(calls.length, 2 * turns);
    for (const call of calls) {
      const { name } = JSON.parse(call.call.argsText) as { name: string };
      assert.deepEqual(session.transcript.result(call.id), text(prose(`File ${name}`)).content);
      assert.deepEqual(session.conversation.result(call.id)?.content, text(prose(`File ${name}`)).content);
    }
    assert.equal(session.messages.filter(({ role }) => role === 'user').length, turns);

    // What was summarised is said, and can be read.
    const summaries = items.filter((item) => item.kind === 'summary');
    assert.ok(summaries.length > 0);
    for (const { state } of summaries)
      assert.deepEqual(state, { status: 'done', text: 'SUMMARY: the secret word is heron.' });
    const last = strict.requests.findLast((request) => !asksForSummary(request));
    assert.match(JSON.stringify(last?.body.messages), /the secret word is heron/);
    assert.match(JSON.stringify(last?.body.messages), new RegExp(`Question ${turns}`));
  });

  it('reports how full it is', async () => {
    endpoint = await startEndpoint([textReply('Hello.')]);
    const session = new ContextSession(endpoint.baseURL, toolSet(read), { contextWindow: 4_000 });
    await session.say(prose('Hi'));
    const { context } = session.transcript;
    assert.equal(context?.window, 4_000);
    assert.ok(context.used > 400 && context.used < 1_200, `${context.used}`);
  });

  it("shows one number, the endpoint's own where it reports one, and does not correct it without a reason", async () => {
    const factor = [3, 1.2, 0.8];
    endpoint = await startEndpoint((request, index) => {
      const estimate = JSON.stringify(request.body.messages).length / 4;
      const reported = Math.round(estimate * (factor[index] ?? 1));
      return streamReply([chunk({ content: 'Yes.' }), usageChunk(reported, 2)]);
    });
    const session = new ContextSession(endpoint.baseURL, toolSet(), { contextWindow: 64_000 });
    const reports: number[] = [];
    for (const about of ['One', 'Two', 'Three']) {
      await session.say(prose(about));
      reports.push(session.transcript.usage?.inputTokens ?? 0);
    }
    const inputs = reports.map((sum, index) => sum - (reports[index - 1] ?? 0));
    const { used } = session;
    for (const [index, input] of inputs.entries()) {
      const answered = used[index * 2 + 1] ?? 0;
      assert.ok(answered >= input && answered < input + 40, `${answered} after a report of ${input}`);
    }
    // What the next message adds is added to that number.
    const [, first = 0, second = 0] = used;
    assert.ok(second > first, `${second} after ${first}`);
    // It is the same after a restart, apart from what was added.
    const again = new ContextSession(endpoint.baseURL, toolSet(), { contextWindow: 64_000 });
    for (const message of session.messages) again.conversation.append(message);
    again.conversation.noteCount({ used: used.at(-1) ?? 0, until: session.messages.length });
    await again.say('Hi');
    const grown = (again.used[0] ?? 0) - (used.at(-1) ?? 0);
    assert.ok(grown > 0 && grown < 20, `${grown}`);
  });

  it('is summarised when the user says so, up to the last message, and shows what is left', async () => {
    endpoint = await startEndpoint((request) =>
      asksForSummary(request) ? textReply('SUMMARY') : textReply(prose('Answer')),
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(), { contextWindow: 64_000 });
    assert.equal(await session.summarise(), false);
    await session.say('Hi');
    assert.equal(await session.summarise(), false);
    await session.say(prose('Question'));
    const before = session.transcript.context?.used ?? 0;
    assert.equal(await session.summarise(), true);
    const after = session.transcript.context?.used ?? 0;
    assert.ok(after < before - 300, `${after} of ${before}`);
    assert.equal(await session.summarise(), false);
    assert.deepEqual(
      session.transcript.items.flatMap((item) => (item.kind === 'summary' ? [item.state] : [])),
      [{ status: 'done', text: 'SUMMARY' }],
    );
    assert.equal(session.messages.length, 4);
    await session.say('And now?');
    const { messages } = endpoint.requests.at(-1)?.body ?? {};
    assert.match(JSON.stringify(messages[1]), /<summary>\\nSUMMARY\\n<\/summary>.*Question: the quick/);
    assert.deepEqual(
      messages.map(({ role }: { role: string }) => role),
      ['system', 'user', 'assistant', 'user'],
    );
  });

  it('takes old results out first, and asks for no summary where that is enough', async () => {
    const long = textTool(
      'read',
      ({ name }) => `${String(name)} ${'lorem ipsum dolor sit amet '.repeat(150)}`,
    );
    endpoint = await startEndpoint((_, index) =>
      index < 8 ? callsReply([{ id: 'a', name: 'mcp__s__read', args: { name: index } }]) : textReply('Done.'),
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(long), { contextWindow: WINDOW });
    assert.deepEqual(await session.say('Read all.'), { why: 'answered' });
    assert.equal(endpoint.requests.filter(asksForSummary).length, 0);
    endpoint.requests.forEach(checkPairs);
    const { messages, tools } = endpoint.requests.at(-1)?.body ?? {};
    const results = messages.filter(({ role }: { role: string }) => role === 'tool');
    assert.equal(results.length, 8);
    assert.match(results[0].content, /was taken out to save room.*read_result: \{"call_id":"c00000001"\}/s);
    assert.match(results[7].content, /^7 lorem ipsum/);
    assert.doesNotMatch(results[7].content, /taken out/);
    assert.ok(tools.some(({ function: { name } }: { function: { name: string } }) => name === 'read_result'));
  });

  /** What the chat says of results that the model no longer gets. */
  const lines = (session: ContextSession) =>
    session.transcript.items.flatMap((item) => (item.kind === 'shortened' ? [item] : []));

  it('says in the chat how many results were taken out after a refusal, and about how many tokens', async () => {
    const long = textTool('read', ({ name }) => `${String(name)} ${'lorem ipsum dolor '.repeat(200)}`);
    const strict = await startStrictEndpoint(WINDOW, (_, index) =>
      index < 7 ? callsReply([{ id: 'a', name: 'mcp__s__read', args: { name: index } }]) : textReply('Done.'),
    );
    endpoint = strict;
    const session = new ContextSession(strict.baseURL, toolSet(long));
    assert.deepEqual(await session.say('Read all.'), { why: 'answered' });
    assert.equal(strict.refusals, 1);
    const [first, ...others] = lines(session);
    assert.equal(first?.isRefused, true);
    assert.ok(others.every(({ isRefused }) => isRefused === undefined));
    const said = [first, ...others].reduce((sum, line) => sum + (line?.removed ?? 0), 0);
    const gone = [...session.conversation.context.replaced.values()].filter(({ how }) => how === 'removed');
    assert.ok(gone.length > 0);
    assert.equal(said, gone.length);
    const sizes = strict.requests
      .filter(({ path }) => path.endsWith('/completions'))
      .map(({ body }) => strictCount(body));
    const refused = sizes.findIndex((size) => size > WINDOW);
    const saved = (sizes[refused] ?? 0) - (sizes[refused + 1] ?? 0);
    assert.ok(Math.abs((first?.tokens ?? 0) - saved) < saved * 0.25, `${first?.tokens} said, ${saved} saved`);
    const order = session.transcript.items.map(({ kind }) => kind);
    assert.ok(order.indexOf('shortened') > 0 && order.at(-1) === 'assistant', order.join(' '));
  });

  it('says that a request was refused where only a summary made it shorter', async () => {
    const strict = await startStrictEndpoint(WINDOW, () => textReply(prose('Answer')));
    endpoint = strict;
    const session = new ContextSession(strict.baseURL, toolSet());
    for (let turn = 1; strict.refusals === 0; turn += 1) await session.say(prose(`Question ${turn}`));
    const [line] = lines(session);
    assert.deepEqual([line?.isRefused, line?.removed, line?.cut], [true, 0, 0]);
    assert.ok((line?.tokens ?? 0) > 0);
  });

  it('says that new results were cut, and how many images are gone with old ones', async () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'AAAA' } as const;
    const look = tool('look', () =>
      Promise.resolve({ ...text('x'), content: [...text('lorem ipsum '.repeat(500)).content, picture] }),
    );
    endpoint = await startEndpoint((_, index) =>
      index < 8 ? callsReply([{ id: 'a', name: 'mcp__s__look', args: { index } }]) : textReply('Done.'),
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(look), {
      contextWindow: WINDOW,
      maxResultTokens: 600,
    });
    await session.say('Look.');
    const [cut] = lines(session);
    assert.deepEqual([cut?.cut, cut?.removed, cut?.images], [1, 0, 0]);
    assert.ok((cut?.tokens ?? 0) > 300);
    const removed = lines(session).find((line) => line.removed > 0);
    assert.equal(removed?.images, removed?.removed);
  });

  it('says nothing where the model gets everything', async () => {
    endpoint = await startEndpoint((_, index) =>
      index === 0 ? callsReply([{ id: 'a', name: 'mcp__s__read', args: {} }]) : textReply('Done.'),
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(read));
    await session.say('Read.');
    assert.deepEqual(lines(session), []);
  });

  it('keeps loaded skills, longer than results may be, beside old results and in a summary', async () => {
    const body = `The skill "pdf":\n${'Fill in each field by its name. '.repeat(60)}End of pdf.`;
    endpoint = await startEndpoint((request, index) => {
      if (asksForSummary(request)) return textReply('SUMMARY');
      if (index === 0) return callsReply([{ id: 'a', name: 'mcp__s__load', args: {} }]);
      return index < 30
        ? callsReply([{ id: 'a', name: 'mcp__s__read', args: {} }], { text: prose(`Step ${index}`) })
        : textReply('Done.');
    });
    const load = tool('load', () => Promise.resolve({ ...text(body), skill: 'pdf' }));
    const long = textTool('read', () => 'lorem ipsum '.repeat(400));
    const session = new ContextSession(endpoint.baseURL, toolSet(load, long), {
      contextWindow: WINDOW,
      maxResultTokens: 200,
    });
    assert.deepEqual(await session.say('Fill in the form.'), { why: 'answered' });
    const asked = endpoint.requests.filter((request) => !asksForSummary(request)).slice(1);
    assert.ok(asked.length < endpoint.requests.length - 1, 'there was a summary');
    for (const { body: sent } of asked)
      assert.equal(JSON.stringify(sent.messages).split('End of pdf.').length, 2, 'whole, and once');
    const summary = session.conversation.context.summary ?? assert.fail();
    assert.deepEqual(summary.skills, [{ name: 'pdf', text: body }]);
    assert.match(summary.message.text, /End of pdf\.\n\nMy last message, .*\n\nFill in the form\.$/s);
  });

  it('keeps what the user said last and the newest step as they are, in the middle of a turn', async () => {
    endpoint = await startEndpoint((request, index) => {
      if (asksForSummary(request)) return textReply('SUMMARY');
      return index < 40
        ? callsReply([{ id: 'a', name: 'mcp__s__say', args: { index } }], { text: prose(`Step ${index}`) })
        : textReply('Done.');
    });
    const session = new ContextSession(endpoint.baseURL, toolSet(textTool('say', () => 'ok')), {
      contextWindow: WINDOW,
    });
    assert.deepEqual(await session.say('Do it in 40 steps, exactly so.'), { why: 'answered' });
    endpoint.requests.forEach(checkPairs);
    assert.ok(endpoint.requests.some(asksForSummary));
    const { messages } = endpoint.requests.at(-1)?.body ?? {};
    assert.match(messages[1].content, /<summary>\nSUMMARY\n<\/summary>[^]*Do it in 40 steps, exactly so\.$/);
    assert.deepEqual(
      messages.slice(0, 3).map(({ role }: { role: string }) => role),
      ['system', 'user', 'assistant'],
    );
  });

  for (const [dialect, refusal] of [
    [
      'llama.cpp',
      errorReply(400, {
        error: {
          code: 400,
          message: 'the request exceeds the available context size, try increasing it',
          type: 'exceed_context_size_error',
          n_prompt_tokens: 9_000,
          n_ctx: 4_096,
        },
      }),
    ],
    [
      'vLLM',
      errorReply(400, {
        object: 'error',
        message:
          "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens in the messages.",
        type: 'BadRequestError',
        code: 400,
      }),
    ],
    [
      'Anthropic',
      errorReply(400, {
        error: { type: 'invalid_request_error', message: 'prompt is too long: 9000 tokens > 4096 maximum' },
      }),
    ],
    [
      'Gemini',
      errorReply(400, [
        {
          error: {
            code: 400,
            message: 'The input token count (9000) exceeds the maximum number of tokens allowed (4096).',
            status: 'INVALID_ARGUMENT',
          },
        },
      ]),
    ],
    ['a proxy that says no more than 413', errorReply(413, 'Payload Too Large')],
  ] as const) {
    it(`recovers from the refusal of ${dialect} by making room and asking once more`, async () => {
      let refused = 0;
      endpoint = await startEndpoint((request) => {
        if (asksForSummary(request)) return textReply('SUMMARY');
        const { messages } = request.body;
        if (strictCount(messages) > 4_096) {
          refused += 1;
          return refusal;
        }
        return textReply(prose('Answer'));
      });
      const session = new ContextSession(endpoint.baseURL, toolSet(read), { contextWindow: 100_000 });
      for (let turn = 0; turn < 5; turn++)
        assert.deepEqual(await session.say(prose(`Question ${turn}`)), { why: 'answered' });
      assert.equal(refused, 1);
    });
  }

  it('fails clearly when even the smallest request is refused, after one more try at most', async () => {
    endpoint = await startEndpoint(() =>
      errorReply(400, { error: { message: 'too many tokens', code: 'context_length_exceeded' } }),
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(read));
    const end = await session.say('Hi');
    assert.ok(end.why === 'failed');
    assert.equal(end.error.kind, 'too-large');
    assert.match(end.error.message, /too long for model "scripted"/);
    assert.equal(endpoint.requests.length, 1);
  });

  it('says what takes the room when the tools alone do not fit', async () => {
    endpoint = await startEndpoint([]);
    const big = { ...read, description: prose('A tool') };
    const many = toolSet(...Array.from({ length: 30 }, (_, index) => ({ ...big, name: `t${index}` })));
    const session = new ContextSession(endpoint.baseURL, many, { contextWindow: 4_096 });
    const end = await session.say('Hi');
    assert.ok(end.why === 'failed');
    assert.match(end.error.message, /tools alone need [\d,]+\. Enable fewer tools/);
    assert.equal(endpoint.requests.length, 0);
  });

  it('can be stopped in the middle of a summary, and goes on afterwards', async () => {
    const held = gate();
    let isHeld = true;
    endpoint = await startEndpoint((request) => {
      if (!asksForSummary(request)) return textReply(prose('Answer'));
      return isHeld ? streamReply([chunk({ content: 'SUMM' }), held.piece]) : textReply('SUMMARY');
    });
    const session = new ContextSession(endpoint.baseURL, toolSet(read), { contextWindow: 2_500 });
    for (let turn = 0; turn < 8; turn++) {
      const end = await session.say(prose(`Question ${turn}`), (event) => {
        if (event.type === 'summary' && event.state.status === 'running')
          session.stop.abort(new Error('Stopped.'));
      });
      if (end.why === 'answered') continue;
      assert.deepEqual(end, { why: 'cancelled' });
      break;
    }
    assert.ok(session.stop.signal.aborted);
    const stopped = session.transcript.items.findLast(({ kind }) => kind === 'summary');
    assert.deepEqual(stopped?.kind === 'summary' && stopped.state, { status: 'failed' });
    assert.equal(session.conversation.context.summary, undefined);
    held.open();
    isHeld = false;

    const again = new ContextSession(endpoint.baseURL, toolSet(read), { contextWindow: 2_500 });
    for (const message of session.messages) again.conversation.append(message);
    assert.deepEqual(await again.say('Go on.'), { why: 'answered' });
    assert.ok(again.conversation.context.summary);
  });

  it('asks the endpoint for the window once a conversation grows, and not before', async () => {
    let lists = 0;
    endpoint = await startEndpoint((request) => {
      if (request.path === '/v1/models') {
        lists += 1;
        return errorReply(200, { data: [{ id: 'scripted', max_model_len: 12_345 }] });
      }
      return textReply('ok');
    });
    const session = new ContextSession(endpoint.baseURL, toolSet(read));
    await session.say('Hi');
    assert.equal(lists, 0);
    await session.say(prose('Long').repeat(20));
    await session.say('And now?');
    assert.equal(lists, 1);
    assert.equal(session.transcript.context?.window, 12_345);
  });
});
