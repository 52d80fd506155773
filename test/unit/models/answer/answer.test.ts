/** Streamed answers over real HTTP, with the quirks of endpoints and proxies. */
import assert from 'node:assert/strict';
import { createOpenAiModel } from '../../../../src/models/index.ts';
import {
  apis,
  callsReply,
  chunk,
  event,
  gate,
  pause,
  rawReply,
  streamReply,
  textReply,
  usageChunk,
  type Piece,
} from '../../../fixtures/endpoint.ts';
import { asking, run, useEndpoints } from '../support.ts';
import { defined } from '../../defined.ts';

const model = 'scripted';
const canCallTools = true;

for (const api of apis)
  describe(`a streamed answer (${api})`, () => {
    // About the reason for the end, which comes before it.
    const itByChat = api === 'chat' ? it : () => undefined;
    const start = useEndpoints();

    const answerTo = async (pieces: readonly Piece[], end: 'end' | 'cut' | 'hang' = 'end') => {
      const { baseURL } = await start([rawReply(pieces, { end })]);
      return run(createOpenAiModel({ api, baseURL, model, canCallTools }), asking('Hi', ['read', 'now']));
    };

    it('comes piece by piece, then the usage, then the answer', async () => {
      const { baseURL } = await start([textReply('Hello there')]);
      const { events } = await run(createOpenAiModel({ api, baseURL, model, canCallTools }));
      assert.deepEqual(defined(events), [
        { type: 'text', text: 'Hello' },
        { type: 'text', text: ' there' },
        { type: 'usage', usage: { inputTokens: 10, outputTokens: 2 } },
        { type: 'answer', message: { role: 'assistant', text: 'Hello there', calls: [] }, truncated: false },
      ]);
    });

    it('is passed on while the endpoint still writes', async () => {
      const hold = gate();
      const { baseURL } = await start([
        streamReply([chunk({ content: 'Hel' }), hold.piece, chunk({ content: 'lo' }, 'stop')]),
      ]);
      let text = '';
      for await (const part of createOpenAiModel({ api, baseURL, model, canCallTools }).stream(
        asking('Hi'),
        new AbortController().signal,
      )) {
        if (part.type === 'text') text += part.text;
        if (text === 'Hel') hold.open();
      }
      assert.equal(text, 'Hello');
    });

    it('brings calls', async () => {
      const calls = [
        { id: 'a', name: 'read', args: { path: 'a' } },
        { id: 'b', name: 'now', args: '' },
      ];
      const { baseURL } = await start([callsReply(calls, { text: 'I look.' })]);
      const { text, answer } = await run(
        createOpenAiModel({ api, baseURL, model, canCallTools }),
        asking('Hi', ['read', 'now']),
      );
      assert.equal(text, 'I look.');
      assert.deepEqual(defined(answer.message.calls), [
        { id: 'a', name: 'read', argsText: '{"path":"a"}' },
        { id: 'b', name: 'now', argsText: '{}' },
      ]);
    });

    it('may have CRLF, comments as keep-alive, and events cut anywhere', async () => {
      const body = `: hello\r\n\r\n${event(chunk({ content: 'Hello' }))}: waiting\n\n${event(chunk({ content: ' there' }, 'stop'))}data: [DONE]\n\n`;
      const bytes = body.replaceAll(/\r?\n/g, '\r\n');
      for (const at of [3, 11, 40, bytes.indexOf('\r\n: waiting') + 1, bytes.length - 1]) {
        assert.equal((await answerTo([bytes.slice(0, at), pause(), bytes.slice(at)])).text, 'Hello there');
      }
    });

    it('may be cut within a character', async () => {
      const bytes = Buffer.from(event(chunk({ content: 'Grüße 👋🏽' }, 'stop')));
      const umlaut = bytes.indexOf('ü') + 1;
      const hand = bytes.indexOf('👋') + 2;
      const pieces = [
        bytes.subarray(0, umlaut),
        pause(),
        bytes.subarray(umlaut, hand),
        pause(),
        bytes.subarray(hand),
      ];
      assert.equal((await answerTo(pieces)).text, 'Grüße 👋🏽');
    });

    it('may be one JSON body, of an endpoint that does not stream', async () => {
      const message = { role: 'assistant', content: 'Hello' };
      const body = {
        choices: [{ message, finish_reason: 'stop' }],
        usage: { prompt_tokens: 3, completion_tokens: 1 },
      };
      const { text, events } = await answerTo([JSON.stringify(body, null, 2)]);
      assert.equal(text, 'Hello');
      assert.equal(events.at(-2)?.type, 'usage');
    });

    it('may lack [DONE] and the last empty line', async () => {
      assert.equal((await answerTo([event(chunk({ content: 'Hello' }, 'stop')).trimEnd()])).text, 'Hello');
    });

    it('ends at [DONE] although the connection stays open', async () => {
      assert.equal(
        (await answerTo([event(chunk({ content: 'Hello' })), 'data: [DONE]\n\n'], 'hang')).text,
        'Hello',
      );
    });

    it('is whole when the connection breaks after [DONE]', async () => {
      assert.equal(
        (await answerTo([event(chunk({ content: 'Hello' })), 'data: [DONE]\n\n'], 'cut')).text,
        'Hello',
      );
    });

    it('is whole when the connection breaks after the reason for its end', async () => {
      assert.equal((await answerTo([event(chunk({ content: 'Hello' }, 'stop'))], 'cut')).text, 'Hello');
    });

    itByChat(
      'does not wait long for what may follow the reason for its end, and closes the connection then',
      async function () {
        this.timeout(10_000);
        const { baseURL, requests } = await start([
          streamReply([chunk({ content: 'Hello' }, 'stop')], { end: 'hang' }),
        ]);
        assert.equal((await run(createOpenAiModel({ api, baseURL, model, canCallTools }))).text, 'Hello');
        await requests[0]?.disconnected;
      },
    );

    it('waits for usage that comes after the reason for its end', async () => {
      const { events } = await answerTo([
        event(chunk({ content: 'Hi' }, 'stop')),
        pause(20),
        event(usageChunk(3, 1)),
        'data: [DONE]\n\n',
      ]);
      assert.equal(events.at(-2)?.type, 'usage');
    });

    it('ignores events that are not JSON and mean nothing', async () => {
      assert.equal(
        (await answerTo(['data: ping\n\n', event(chunk({ content: 'Hello' }, 'stop'))])).text,
        'Hello',
      );
    });

    it('of thousands of pieces arrives whole', async () => {
      const { baseURL } = await start([textReply('x'.repeat(20_000), { pieces: 5000 })]);
      const { events, text } = await run(createOpenAiModel({ api, baseURL, model, canCallTools }));
      assert.equal(text.length, 20_000);
      assert.equal(events.length, 5002);
    });

    it('is no longer read when its reader stops, and the connection is closed', async () => {
      const { baseURL, requests } = await start([streamReply([chunk({ content: 'Hel' })], { end: 'hang' })]);
      const chat = createOpenAiModel({ api, baseURL, model, canCallTools });
      for await (const part of chat.stream(asking('Hi'), new AbortController().signal))
        if (part.type === 'text') break;
      await requests[0]?.disconnected;
    });
  });
