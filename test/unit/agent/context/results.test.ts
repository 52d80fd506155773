/** What the model gets of a large result, and how it reads the rest (features.md, C14). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Conversation } from '../../../../src/agent/index.ts';
import { readResultTool } from '../../../../src/agent/context/readResult.ts';
import { cutResults, fairShare } from '../../../../src/agent/context/results.ts';
import { resultText } from '../../../../src/agent/context/resultText.ts';
import { withReplaced, withSummary } from '../../../../src/agent/context/view.ts';
import type { ToolMessage } from '../../../../src/agent/conversation/contextState.ts';
import { countMessage } from '../../../../src/agent/context/tokens.ts';
import type { Message } from '../../../../src/models/index.ts';
import type { ContentPart } from '../../../../src/protocol/index.ts';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../../../fixtures/endpoint.ts';
import { textTool, toolSet } from '../tools.ts';
import { ContextSession } from './support.ts';

const lines = (count: number): string =>
  Array.from({ length: count }, (_, index) => `line ${index + 1} of the log says that all is well`).join(
    '\n',
  );

function result(callId: string, ...content: readonly ContentPart[]): ToolMessage {
  return { role: 'tool', callId, content, isError: false };
}

const text = (value: string): ContentPart => ({ type: 'text', text: value });

const textOf = (message: Message | undefined): string =>
  message?.role === 'tool' ? resultText(message.content) : '';

describe('a cut result', () => {
  it('keeps head and tail, and says between them what is missing and how to read it', () => {
    const whole = lines(5_000);
    const [cut] = cutResults([result('c1', text(whole))], { each: 1_000, total: 10_000 });
    const shown = textOf(cut);
    assert.ok(cut && countMessage(cut) <= 1_000, `${cut && countMessage(cut)}`);
    assert.match(shown, /^line 1 of the log/);
    assert.match(shown, /line 5000 of the log says that all is well$/);
    const [, next] = /"call_id":"c1","startLine":(\d+)\} goes on from here/.exec(shown) ?? [];
    const head = shown.slice(0, shown.indexOf('[…'));
    assert.equal(
      head.trimEnd(),
      whole
        .split('\n')
        .slice(0, Number(next) - 1)
        .join('\n'),
    );
    assert.match(shown, /characters in [\d,]+ lines of [\d,]+ characters in 5,000 lines are left out here/);
  });

  it('says within a long line at which character it goes on', () => {
    const whole = 'word '.repeat(10_000);
    const [cut] = cutResults([result('c1', text(whole))], { each: 1_000, total: 10_000 });
    const shown = textOf(cut);
    const [, next] = /"startLine":1,"startCharacter":(\d+)\} goes on from here/.exec(shown) ?? [];
    assert.equal(shown.indexOf('\n[…'), Number(next) - 1);
  });

  it('is left alone when it is small', () => {
    assert.deepEqual(cutResults([result('c1', text('small'))], { each: 1_000, total: 1_000 }), []);
  });

  it('keeps its images whole and its binary data described', () => {
    const image: ContentPart = { type: 'image', mimeType: 'image/png', data: 'A'.repeat(100_000) };
    const blob: ContentPart = { type: 'resource', uri: 'file:///x.bin', blob: 'QUJD'.repeat(10_000) };
    const message = result('c1', image, text(lines(2_000)), blob);
    const [cut] = cutResults([message], { each: 500, total: 500 });
    assert.ok(cut);
    assert.deepEqual(
      cut.content.filter(({ type }) => type === 'image'),
      [image],
    );
    assert.doesNotMatch(textOf(cut), /QUJDQUJD/);
    assert.match(textOf(cut), /binary data: application\/octet-stream, 30000 bytes/);
    assert.deepEqual(cutResults([result('c2', image, blob)], { each: 500, total: 500 }), []);
  });

  it('shares the room of a step: small results stay whole, large ones get the same', () => {
    const small = result('small', text('a few words'));
    const large = ['a', 'b', 'c'].map((id) => result(id, text(lines(3_000))));
    const cut = cutResults([small, ...large], { each: 10_000, total: 3_000 });
    assert.deepEqual(
      cut.map(({ callId }) => callId),
      ['a', 'b', 'c'],
    );
    const sizes = cut.map(countMessage);
    assert.ok(sizes.reduce((sum, size) => sum + size, 0) <= 3_050, sizes.join());
    assert.ok(Math.max(...sizes) - Math.min(...sizes) < 50, sizes.join());
  });

  it('never has more than its share, whatever the sizes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(20_000), { minLength: 1, maxLength: 30 }),
        fc.integer({ min: 1, max: 50_000 }),
        (sizes, total) => {
          const limit = fairShare(sizes, total);
          const sum = sizes.reduce((all, size) => all + Math.min(size, limit), 0);
          assert.ok(sum <= total);
          // Nobody goes short while there is room.
          if (limit !== Infinity) assert.ok(sum > total - sizes.length);
        },
      ),
    );
  });
});

describe('a result of 5 MB', () => {
  const whole = lines(125_000);
  let endpoint: ScriptedEndpoint;

  before(() => assert.ok(whole.length > 5_000_000));
  afterEach(() => endpoint.close());

  const sessionAbout = async (value: string): Promise<ContextSession> => {
    endpoint = await startEndpoint(
      [callsReply([{ id: 'a', name: 'mcp__s__big', args: {} }]), textReply('Done.')],
      { models: [] },
    );
    const session = new ContextSession(endpoint.baseURL, toolSet(textTool('big', () => value)));
    assert.deepEqual(await session.say('Read it.'), { why: 'answered' });
    return session;
  };

  it('can be read on with a tool that the first request has already', async () => {
    await sessionAbout(whole);
    const names = endpoint.requests
      .filter(({ method }) => method === 'POST')
      .map(({ body }) => (body.tools as { function: { name: string } }[]).map((each) => each.function.name));
    assert.deepEqual(names, [
      ['mcp__s__big', 'read_result'],
      ['mcp__s__big', 'read_result'],
    ]);
  });

  it('reaches the model and the chat in part, and the user whole', async () => {
    const session = await sessionAbout(whole);
    const { messages } = endpoint.requests.at(-1)?.body ?? {};
    assert.ok(JSON.stringify(messages).length < 60_000);
    const call = session.transcript.items.find(({ kind }) => kind === 'call');
    assert.ok(call?.kind === 'call' && JSON.stringify(call).length < 30_000);
    assert.deepEqual(session.transcript.result(call.id), [text(whole)]);
  });
});

describe('read_result', () => {
  const conversation = new Conversation('test');
  const whole = lines(5_000);
  const oneLine = JSON.stringify(Array.from({ length: 3_000 }, (_, id) => ({ id, name: `item ${id}` })));
  conversation.append({ role: 'user', text: 'hi' });
  conversation.append(result('c1', text(whole)));
  conversation.append(result('c2', { type: 'json', value: JSON.parse(oneLine) }));
  conversation.append(result('c4', text('small')));
  const cut = (...calls: readonly string[]): void =>
    conversation.shortenTo(
      withReplaced(
        conversation.context,
        'cut',
        calls.map((callId) => result(callId, text('[…]'))),
      ),
    );
  cut('c1', 'c2');
  const reading = readResultTool(conversation, () => 1_000);
  const read = async (args: Record<string, unknown>): Promise<string> => {
    const { content } = await reading.call(args, {
      signal: new AbortController().signal,
      onProgress: () => undefined,
      approved: [],
    });
    return resultText(content);
  };

  it('reads a whole result page by page, and says where to go on', async () => {
    for (const [callId, expected, between] of [
      ['c1', whole, '\n'],
      ['c2', oneLine, ''],
    ] as const) {
      const pages: string[] = [];
      let next: Record<string, number> | undefined = {};
      while (next !== undefined) {
        const shown: string = await read({ call_id: callId, ...next });
        const page = shown.slice(shown.indexOf('\n') + 1);
        assert.ok(page.length > 0 && page.length < 8_000);
        pages.push(page);
        const more: RegExpExecArray | null =
          /go on with startLine (\d+)(?:, startCharacter (\d+))?\.\]$/.exec(shown.split('\n')[0] ?? '');
        next = more ? { startLine: Number(more[1]), startCharacter: Number(more[2] ?? 1) } : undefined;
      }
      assert.ok(pages.length > 2);
      assert.equal(pages.join(between), expected);
    }
  });

  it('reads lines by their numbers', async () => {
    const page = await read({ call_id: 'c1', startLine: 100, lines: '3' });
    assert.equal(page, `[Lines 100 to 102 of 5,000.]\n${whole.split('\n').slice(99, 102).join('\n')}`);
  });

  it('says in a sentence that a result of which nothing was cut is there already', async () => {
    assert.equal(
      await read({ call_id: 'c4' }),
      'You got this result whole, earlier in this conversation. Nothing of it was left out.',
    );
    assert.match(await read({ call_id: 'c4', search: 'SMALL' }), /\n1:small$/);
  });

  it('reads a result whose message a summary has replaced', async () => {
    const summarised = new Conversation('summarised');
    summarised.append({ role: 'user', text: 'hi' });
    summarised.append(result('c1', text('small')));
    summarised.append({ role: 'user', text: 'go on' });
    summarised.shortenTo(
      withSummary(summarised.messages, summarised.context, 'a summary', { until: 2, skillTokens: 0 }),
    );
    const { content } = await readResultTool(summarised, () => 1_000).call(
      { call_id: 'c1' },
      { signal: new AbortController().signal, onProgress: () => undefined, approved: [] },
    );
    assert.equal(resultText(content), '[1 line.]\nsmall');
  });

  it('finds a plain text, without regard to case, in lines and in one long line', async () => {
    assert.match(await read({ call_id: 'c1', search: 'LINE 4321 of' }), /\n4321:line 4321 of the log/);
    assert.match(
      await read({ call_id: 'c2', search: '"item 2999"' }),
      /\n1 \(from character \d+\):.*"item 2999"/,
    );
    assert.match(await read({ call_id: 'c1', search: 'no.such' }), /not found in the result/);
    assert.match(await read({ call_id: 'c1', search: '\nline 2 of' }), /\n1:line 1 of the log/);
  });

  it('bounds what it finds, and goes on from there', async () => {
    const first = await read({ call_id: 'c1', search: 'all is well' });
    assert.ok(first.length < 8_000);
    const [, startLine, startCharacter] =
      /There are more. Go on with startLine (\d+), startCharacter (\d+)/.exec(first) ?? [];
    const second = await read({
      call_id: 'c1',
      search: 'all is well',
      startLine: Number(startLine),
      startCharacter: Number(startCharacter),
    });
    const lineOf = (page: string, at: number): number => Number.parseInt(page.split('\n').at(at) ?? '', 10);
    assert.equal(lineOf(second, 1), lineOf(first, -2) + 1);
  });

  it('gives the images of a result again, with its first page', async () => {
    const image: ContentPart = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    conversation.append(result('c3', text(lines(3)), image));
    cut('c3');
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    const first = await reading.call({ call_id: 'c3' }, context);
    assert.deepEqual(first.content.slice(1), [image]);
    const later = await reading.call({ call_id: 'c3', startLine: 2 }, context);
    assert.equal(later.content.length, 1);
  });

  it('says so when the call or the place does not exist', async () => {
    assert.match(await read({ call_id: 'nope' }), /no result of a call with the id "nope"/);
    assert.match(
      await read({ call_id: 'c1', startLine: 9_999_999 }),
      /There is no such place: .* 5,000 lines/,
    );
    assert.match(await read({}), /no result of a call with the id ""/);
  });
});
