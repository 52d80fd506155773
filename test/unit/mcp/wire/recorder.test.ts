/** The record of a server's messages: pairs, bounds, and what it leaves out (features.md, A16). */
import assert from 'node:assert/strict';
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { WireRecorder } from '../../../../src/mcp/wire/recorder.ts';
import { FakeClock } from '../fakeClock.ts';

const request = (id: string | number, method: string, params: Record<string, unknown> = {}) =>
  ({ jsonrpc: '2.0', id, method, params }) as JSONRPCMessage;
const result = (id: string | number, value: Record<string, unknown> = {}) =>
  ({ jsonrpc: '2.0', id, result: value }) as JSONRPCMessage;
const notification = (method: string, params: Record<string, unknown> = {}) =>
  ({ jsonrpc: '2.0', method, params }) as JSONRPCMessage;

describe('the record of the wire', () => {
  let clock: FakeClock;
  let wire: WireRecorder;
  beforeEach(() => {
    clock = new FakeClock();
    wire = new WireRecorder(clock, (text) => text.replaceAll('sesame', '${secret:door}'), true);
  });

  it('keeps nothing until it is started, and nothing while it is paused', () => {
    const off = new WireRecorder(clock, (text) => text, false);
    off.message('patchbay', request(1, 'tools/list'));
    assert.deepEqual(off.rows(), []);
    off.start();
    off.message('patchbay', request(2, 'tools/list'));
    off.pause();
    off.message('server', result(2));
    assert.deepEqual(
      off.rows().map(({ kind, id }) => [kind, id]),
      [['request', 2]],
    );
  });

  it('pairs an answer with its request, and says how long it took', () => {
    wire.message('patchbay', request(7, 'tools/call', { name: 'echo' }));
    clock.advance(42);
    wire.message('server', result(7));
    const [asked, answered] = wire.rows();
    assert.ok(asked && answered);
    assert.deepEqual([asked.pair, asked.ms, asked.about], [answered.seq, 42, 'echo']);
    assert.deepEqual([answered.pair, answered.ms, answered.method], [asked.seq, 42, 'tools/call']);
  });

  it('keeps requests of both sides apart that have the same id, and ids of different types', () => {
    wire.message('patchbay', request(1, 'tools/call'));
    wire.message('server', request(1, 'elicitation/create'));
    wire.message('patchbay', request('1', 'ping'));
    wire.message('patchbay', result(1));
    wire.message('server', result(1));
    wire.message('server', result('1'));
    assert.deepEqual(
      wire
        .rows()
        .filter(({ kind }) => kind === 'result')
        .map(({ from, method }) => [from, method]),
      [
        ['patchbay', 'elicitation/create'],
        ['server', 'tools/call'],
        ['server', 'ping'],
      ],
    );
  });

  it('connects progress and cancellation with the request that they are about', () => {
    wire.message('server', request(5, 'ping'));
    wire.message('patchbay', request(5, 'tools/call'));
    wire.message('server', notification('notifications/progress', { progressToken: 5, message: 'Half' }));
    wire.message('patchbay', notification('notifications/cancelled', { requestId: 5 }));
    wire.message('server', notification('notifications/progress', { progressToken: 99 }));
    const [, call, progress, cancelled, stray] = wire.rows();
    assert.deepEqual([progress?.pair, progress?.about], [call?.seq, 'Half']);
    assert.equal(cancelled?.pair, call?.seq);
    assert.equal(stray?.pair, undefined);
  });

  it('says what an error says', () => {
    wire.message('patchbay', request(1, 'tools/call'));
    wire.message('server', { jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No such tool' } });
    const row = wire.rows().at(-1);
    assert.deepEqual([row?.kind, row?.method, row?.about], ['error', 'tools/call', '-32602: No such tool']);
  });

  it('does not pair an answer with a request of a connection that has ended', () => {
    wire.message('patchbay', request(1, 'tools/call'));
    wire.begins('stdio');
    wire.message('server', result(1));
    assert.equal(wire.rows().at(-1)?.pair, undefined);
    assert.equal(wire.rows()[1]?.method, 'Connecting over stdio');
  });

  it('pairs what is answered after the server was noted as connected', () => {
    wire.message('patchbay', request(1, 'logging/setLevel'));
    wire.addNote('Connected in 5 ms');
    wire.message('server', result(1));
    assert.equal(wire.rows().at(-1)?.method, 'logging/setLevel');
  });

  it('redacts what is known to be secret, and the texts of fields that are secret by their name', () => {
    const said = {
      authorization: 'Bearer abc',
      nested: [{ apiKey: 'k-1', access_token: 't' }],
      text: 'sesame',
    };
    wire.message('patchbay', request(1, 'tools/call', { name: 'open sesame', arguments: said }));
    const [row] = wire.rows();
    assert.ok(row);
    assert.doesNotMatch(row.text, /Bearer|k-1|"t"|sesame/);
    assert.match(row.text, /\$\{secret:door\}/);
    assert.equal(row.about, 'open ${secret:door}');
  });

  it('hides keys and tokens however their fields are called, headers in lists, and numbers', () => {
    const fields = {
      'x-api-key': 'hidden-1',
      github_token: 'hidden-2',
      'Proxy-Authorization': 'Basic hidden-3',
      dbPassword: 'hidden-4',
      pwd: 4711,
      'X-Amz-Signature': 'hidden-5',
      headers: [{ name: 'Cookie', value: 'hidden-6' }],
      secret: ['hidden-7', 'hidden-8'],
      max_tokens: 4096,
      nextPageToken: 'shown',
    };
    wire.message('server', { jsonrpc: '2.0', method: 'notifications/x', params: fields });
    const text = wire.rows().at(-1)?.text ?? '';
    assert.doesNotMatch(text, /hidden|4711/);
    assert.match(text, /4096.*shown/);
  });

  it('leaves fields alone that only sound like secrets', () => {
    const message = request(1, 'tools/list', {
      _meta: { progressToken: 'p-1' },
      cursor: 'next',
      properties: { token: { type: 'string' } },
    });
    wire.message('patchbay', message);
    assert.deepEqual(JSON.parse(wire.rows()[0]?.text ?? ''), message);
  });

  it('cuts a long message, and leaves no half of a secret at the cut', () => {
    const before = JSON.stringify(request(1, 'x', { text: '' })).length - 3;
    const text = `${'a'.repeat(256_000 - before - 3)}sesame${'b'.repeat(10_000)}`;
    wire.message('patchbay', request(1, 'x', { text }));
    const [row] = wire.rows();
    assert.ok(row?.isCut);
    assert.equal(row.text.length, 256_000);
    assert.ok(row.size > 256_000);
    assert.doesNotMatch(row.text, /ses/);
  });

  it('takes a message that is nested too deeply', () => {
    const deep: Record<string, unknown> = {};
    let at = deep;
    for (let level = 0; level < 200_000; level++) at = at['in'] = {};
    wire.message('server', result(1, deep));
    assert.match(wire.rows()[0]?.text ?? '', /Nested too deeply/);
  });

  it('keeps the newest 5,000 messages, and says how many it has lost', () => {
    for (let id = 0; id < 5_010; id++) wire.message('patchbay', request(id, 'ping'));
    assert.equal(wire.rows().length, 5_000);
    assert.deepEqual([wire.status.lost.messages, wire.status.first, wire.rows()[0]?.id], [10, 11, 10]);
    wire.message('server', result(3));
    assert.equal(wire.rows().at(-1)?.pair, undefined);
  });

  it('keeps no more than eight million characters', () => {
    for (let id = 0; id < 40; id++) wire.message('patchbay', request(id, 'x', { text: 'y'.repeat(300_000) }));
    const kept = wire.rows();
    assert.equal(kept.length, 31);
    assert.equal(wire.status.lost.messages, 9);
    assert.equal(wire.status.lost.characters, 9 * 256_000);
  });

  it('tells what is new since the last look, also of a request that was answered since', () => {
    wire.message('patchbay', request(1, 'ping'));
    wire.message('patchbay', request(2, 'ping'));
    const { revision } = wire.since(0);
    assert.deepEqual(wire.since(revision).rows, []);
    wire.message('server', result(1));
    assert.deepEqual(
      wire.since(revision).rows.map(({ kind, id }) => [kind, id]),
      [
        ['request', 1],
        ['result', 1],
      ],
    );
  });

  it('tells its listeners, and forgets everything when it is cleared', () => {
    let told = 0;
    const subscription = wire.onDidChange(() => told++);
    wire.message('patchbay', request(1, 'ping'));
    wire.clear();
    assert.deepEqual([told, wire.rows(), wire.status.first], [2, [], 2]);
    subscription.dispose();
    wire.message('server', result(1));
    assert.deepEqual([told, wire.rows()[0]?.pair], [2, undefined]);
  });
});
