/**
 * Whatever optional members of a message are null or of a wrong kind, and whether it names its version or not: the rest
 * of it arrives as if they had been right.
 */
import assert from 'node:assert/strict';
import { Client, type RequestMethod, type Transport } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { MessageReader } from '../../../../src/mcp/reading/messageReader.ts';
import { cases } from '../../../fixtures/cases.ts';
import {
  copyOf,
  free,
  isValid,
  oddities,
  someOf,
  without,
  withOdd,
  type Odd,
} from '../../../fixtures/oddMembers.ts';
import * as messages from '../../../fixtures/protocolMessages.ts';

type Fields = Record<string, unknown>;
/** The fields of a form are the protocol's. */
const ofForms = free.filter((name) => name !== 'properties');
/** The name and version of a server of the newer revision are in `_meta`. */
const ofHandshake = free.filter((name) => name !== '_meta');

/** Members around a result or the parameters, as real servers send them. */
const envelopes: readonly ((message: Fields) => Fields)[] = [
  (message) => message,
  ({ jsonrpc: _version, ...rest }) => rest,
  (message) => ({ ...message, jsonrpc: null }),
  (message) => ({ ...message, jsonrpc: 2 }),
  (message) => ({ ...message, extra: 1 }),
];
const ofAnswers: typeof envelopes = [
  ...envelopes,
  (message) => ({ ...message, error: null, method: null, params: null }),
  ({ jsonrpc: _version, ...rest }) => ({ ...rest, id: String(rest['id']), error: null }),
];

/** A client in memory whose server gives `answer` to each request but those of the handshake. */
async function connected(era: 'legacy' | 'modern', handshake: unknown) {
  const reader = new MessageReader({ append: () => undefined });
  let answer: (id: unknown) => Fields = () => ({});
  const transport: Transport = {
    start: () => Promise.resolve(),
    close: () => Promise.resolve(),
    send: (message) => {
      const { id, method } = message as Fields;
      if (id === undefined) return Promise.resolve();
      const isHandshake = method === (era === 'legacy' ? 'initialize' : 'server/discover');
      const sent = isHandshake ? { jsonrpc: '2.0', id, result: copyOf(handshake) } : answer(id);
      for (const each of reader.messages(sent)) transport.onmessage?.(each);
      return Promise.resolve();
    },
  };
  reader.attach(transport);
  const client = new Client(
    { name: 'test', version: '1' },
    { versionNegotiation: { mode: era === 'legacy' ? 'legacy' : { pin: '2026-07-28' } } },
  );
  await client.connect(transport);
  return {
    client,
    /** Returns what the client gives for that answer. */
    ask: (method: string, params: Fields, sent: (id: unknown) => Fields): Promise<unknown> => {
      answer = sent;
      return client.request({ method: method as RequestMethod, params });
    },
  };
}

describe('odd members of messages', function () {
  this.timeout(cases(60_000, 600_000));
  const runs = { numRuns: cases(60, 3_000) };

  for (const era of ['legacy', 'modern'] as const)
    for (const [method, { type, params, result, isOf }] of Object.entries(messages.results)) {
      if (isOf !== undefined && isOf !== era) continue;
      const right = era === 'modern' ? { ...result, ...messages.modernMembers[type] } : result;
      it(`cost nothing else of the answer to ${method} of the ${era} era`, async () => {
        assert.ok(isValid(type, right), 'the example is valid');
        const { ask } = await connected(era, messages.handshakes[era]);
        const read = async (value: unknown, envelope = 0): Promise<unknown> =>
          ask(
            method,
            params,
            (id) => ofAnswers[envelope]?.({ jsonrpc: '2.0', id, result: copyOf(value) }) ?? {},
          );
        const expected = await read(right);
        const odd = oddities(type, right);
        const check = async (some: readonly Odd[], envelope: number): Promise<void> => {
          const paths = some.map(({ path }) => path);
          const got = await read(withOdd(right, some), envelope);
          assert.deepEqual(without(got, paths), without(expected, paths), JSON.stringify(some));
        };
        for (const each of odd) await check([each], 0);
        await fc.assert(fc.asyncProperty(someOf(odd), fc.nat({ max: ofAnswers.length - 1 }), check), runs);
      });
    }

  for (const era of ['legacy', 'modern'] as const)
    it(`cost nothing else of the handshake of the ${era} era`, async () => {
      const right = messages.handshakes[era];
      const type = era === 'legacy' ? 'InitializeResult' : 'DiscoverResult';
      assert.ok(isValid(type, right), 'the example is valid');
      const seen = async (handshake: unknown) => {
        const { client } = await connected(era, handshake);
        return {
          capabilities: client.getServerCapabilities(),
          serverInfo: client.getServerVersion(),
          instructions: client.getInstructions(),
        };
      };
      const expected = await seen(right);
      // Without its `_meta`, such a server has no name.
      const odd = oddities(type, right, ofHandshake).filter(
        ({ path }) => path.length > 1 || path[0] !== '_meta',
      );
      await fc.assert(
        fc.asyncProperty(someOf(odd), async (some) => {
          const paths = some.map(({ path }) => path);
          assert.deepEqual(
            without(await seen(withOdd(right, some)), paths),
            without(expected, paths),
            JSON.stringify(some),
          );
        }),
        runs,
      );
    });

  for (const [method, { type, params, isRequest }] of Object.entries(messages.ofServers))
    it(`cost nothing else of ${method}`, () => {
      const right = { method, params };
      assert.ok(isValid(type, right), 'the example is valid');
      const head = { jsonrpc: '2.0', ...(isRequest === true && { id: 3 }) };
      const read = (value: unknown, envelope = 0): unknown => {
        const reader = new MessageReader({ append: () => undefined });
        let heard: unknown;
        const transport: Transport = {
          start: () => Promise.resolve(),
          close: () => Promise.resolve(),
          send: () => Promise.resolve(),
        };
        reader.attach(transport);
        transport.onmessage = (message) => (heard = message);
        const sent = envelopes[envelope]?.({ ...head, ...(copyOf(value) as Fields) });
        for (const each of reader.messages(sent)) transport.onmessage(each);
        return heard;
      };
      const odd = oddities(type, right, ofForms).filter(({ path }) => path[0] === 'params');
      if (odd.length === 0) return;
      fc.assert(
        fc.property(someOf(odd), fc.nat({ max: envelopes.length - 1 }), (some, envelope) => {
          const paths = some.map(({ path }) => path);
          const got = read(withOdd(right, some), envelope);
          assert.deepEqual(without(got, paths), without(read(right), paths), JSON.stringify(some));
          const { jsonrpc: _version, id: _id, ...message } = got as Fields;
          assert.ok(isValid(type, message), JSON.stringify([some, message]));
        }),
        runs,
      );
    });
});
