import assert from 'node:assert/strict';
import { gluedIn } from '../../../../src/mcp/process/gluedMessages.ts';
import { Bench, textOf } from '../support.ts';

const answer = { jsonrpc: '2.0', id: 1, result: { text: 'a } "quoted\\" { b' } };
const notice = { jsonrpc: '2.0', method: 'notifications/progress', params: { progress: 1 } };
const text = JSON.stringify(answer);

describe('messages in a line with other output', () => {
  const lines: readonly (readonly [what: string, line: string, values: readonly object[], noise: string])[] =
    [
      ['behind noise', `Loading... 100%${text}`, [answer], 'Loading... 100%'],
      ['behind noise with a brace', `50 {of} {"a": ${text}`, [answer], '50 {of} {"a":'],
      ['before noise', `${text}done`, [answer], 'done'],
      ['one behind the other', `${text}${JSON.stringify(notice)}`, [answer, notice], ''],
      ['between noise', `a ${text} b ${JSON.stringify(notice)} c`, [answer, notice], 'a b c'],
      ['behind the codes of a terminal', `\u001B[32m✓\u001B[0m ${text}`, [answer], '\u001B[32m✓\u001B[0m'],
      ['that are cut off', `x ${text.slice(0, -1)}`, [], `x ${text.slice(0, -1)}`],
      ['without a version', 'x {"id":1,"result":{}}', [], 'x {"id":1,"result":{}}'],
    ];
  for (const [what, line, values, noise] of lines)
    it(`are found ${what}`.replace(/found (that|without)/, 'not found $1'), () => {
      const found = gluedIn(line);
      assert.deepEqual(found.values, values);
      assert.equal(found.noise.replaceAll(/\s+/g, ' '), noise);
    });

  it('are not taken from a log of what the client has sent', () => {
    for (const method of ['initialize', 'tools/call', 'notifications/initialized', 'notifications/cancelled'])
      assert.deepEqual(gluedIn(`received ${JSON.stringify({ jsonrpc: '2.0', id: 3, method })}`).values, []);
  });

  it('are looked for in time that grows with the line alone', () => {
    const started = performance.now();
    gluedIn(`{"id":${'{"id":{'.repeat(200_000)}`);
    gluedIn(`x ${'"'.repeat(500_001)}`);
    gluedIn(`{"jsonrpc":"2.0","id":1,"result":{"a":"${'\\"'.repeat(300_000)}`);
    assert.ok(performance.now() - started < 5_000);
  });

  it('are found whole when they hold a text of megabytes', () => {
    const long = { jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(16_000_000) } };
    assert.deepEqual(gluedIn(`Loading...${JSON.stringify(long)}`).values, [long]);
  });
});

describe('a server that never ends a line', () => {
  const source = `
    const results = {
      initialize: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } },
      'tools/list': { tools: [{ name: 'say', inputSchema: { type: 'object' } }] },
      'tools/call': { content: [{ type: 'text', text: 'said }' }] },
    };
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method } = JSON.parse(line);
      if (id === undefined) return;
      const answer = results[method] ? { result: results[method] } : { error: { code: -32601, message: 'Method not found' } };
      const text = JSON.stringify({ jsonrpc: '2.0', id, ...answer });
      // The first part ends as a message does.
      const part = text.indexOf('}') + 1;
      process.stdout.write(text.slice(0, part), () => process.stdout.write(text.slice(part)));
    });
  `;

  it('is connected, and answers calls', async () => {
    const bench = new Bench();
    try {
      await bench.start({ demo: { command: process.execPath, args: ['-e', source] } });
      assert.equal(bench.server('demo').state.kind, 'connected');
      assert.equal(textOf(await bench.call('demo', 'say')), 'said }');
      assert.deepEqual(
        bench.log.filter((line) => line.includes(' stdout: ')),
        [],
      );
    } finally {
      await bench.dispose();
    }
  });
});
