/** What the model gets of a large result, and how it reads the rest (features.md, C14). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Conversation } from '../../../../src/agent/index.ts';
import { readResultTool } from '../../../../src/agent/context/readResult.ts';
import { cutResults, fairShare } from '../../../../src/agent/context/results.ts';
import { resultText } from '../../../../src/agent/context/resultText.ts';
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
    const [, from] = /"call_id":"c1","start_char":(\d+)\} goes on from here/.exec(shown) ?? [];
    assert.equal(shown.slice(0, Number(from)), whole.slice(0, Number(from)));
    assert.match(shown, /characters in [\d,]+ lines of [\d,]+ characters in 5,000 lines are left out here/);
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

  it('reaches the model and the chat in part, and the user whole', async () => {
    const session = await sessionAbout(whole);
    const { messages, tools } = endpoint.requests.at(-1)?.body ?? {};
    assert.ok(JSON.stringify(messages).length < 60_000);
    assert.deepEqual(
      tools.map((each: { function: { name: string } }) => each.function.name),
      ['mcp__s__big', 'read_result'],
    );
    assert.equal(endpoint.requests[0]?.body.tools.length, 1);
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
    for (const [callId, expected] of [
      ['c1', whole],
      ['c2', oneLine],
    ] as const) {
      let collected = '';
      let next: number | undefined = 0;
      while (next !== undefined) {
        const shown: string = await read({ call_id: callId, start_char: next });
        const page = shown.slice(shown.indexOf('\n') + 1);
        assert.ok(page.length > 0 && page.length < 8_000);
        collected += page;
        const more: string | undefined = /Go on with start_char (\d+)/.exec(shown.split('\n')[0] ?? '')?.[1];
        next = more === undefined ? undefined : Number(more);
      }
      assert.equal(collected, expected);
    }
  });

  it('reads lines by their numbers', async () => {
    const page = await read({ call_id: 'c1', start_line: 100, end_line: '102' });
    assert.match(page, /^\[From line 100, /);
    assert.deepEqual(page.split('\n').slice(1, -1), whole.split('\n').slice(99, 102));
  });

  it('finds a plain text, without regard to case, in lines and in one long line', async () => {
    assert.match(
      await read({ call_id: 'c1', search: 'LINE 4321 of' }),
      /\n4321 \(character \d+\): line 4321 of the log/,
    );
    assert.match(
      await read({ call_id: 'c2', search: '"item 2999"' }),
      /\n1 \(character \d+\): .*"item 2999"/,
    );
    assert.match(await read({ call_id: 'c1', search: 'no.such' }), /not found in the result/);
  });

  it('bounds what it finds, and goes on from there', async () => {
    const first = await read({ call_id: 'c1', search: 'all is well' });
    assert.ok(first.length < 8_000);
    const [, next] = /There are more. Go on with start_char (\d+)/.exec(first) ?? [];
    const second = await read({ call_id: 'c1', search: 'all is well', start_char: Number(next) });
    const lineOf = (page: string, at: number): number => Number.parseInt(page.split('\n').at(at) ?? '', 10);
    assert.equal(lineOf(second, 1), lineOf(first, -2) + 1);
  });

  it('gives the images of a result again, with its first page', async () => {
    const image: ContentPart = { type: 'image', mimeType: 'image/png', data: 'AAAA' };
    conversation.append(result('c3', text(lines(3)), image));
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    const first = await reading.call({ call_id: 'c3' }, context);
    assert.deepEqual(first.content.slice(1), [image]);
    const later = await reading.call({ call_id: 'c3', start_line: 2 }, context);
    assert.equal(later.content.length, 1);
  });

  it('says so when the call or the place does not exist', async () => {
    assert.match(await read({ call_id: 'nope' }), /no result of a call with the id "nope"/);
    assert.match(
      await read({ call_id: 'c1', start_line: 9_999_999 }),
      /There is no such place: .* 5000 lines/,
    );
    assert.match(await read({}), /no result of a call with the id ""/);
  });
});
