/** What the host takes of a server's page (src/editor/serverPage/messages.ts). */
import assert from 'node:assert/strict';
import { isServerPageMessage } from '../../../src/editor/serverPage/messages.ts';

describe('the messages of a server page', () => {
  for (const message of [
    { type: 'ready' },
    { type: 'act', index: 0 },
    { type: 'call', tool: 'echo', argsText: '{}' },
    { type: 'record', on: false },
    { type: 'export', seqs: [1, 2] },
    { type: 'copy', text: '{}' },
  ])
    it(`are taken: ${JSON.stringify(message)}`, () => assert.ok(isServerPageMessage(message)));

  for (const message of [
    undefined,
    'ready',
    {},
    { type: 'toString' },
    { type: 'act', index: 0.5 },
    { type: 'tool' },
    { type: 'call', tool: 'echo', argsText: {} },
    { type: 'record', on: 'yes' },
    { type: 'export', seqs: ['1'] },
    { type: 'copy', text: 'x'.repeat(2_000_001) },
  ])
    it(`are not taken: ${(JSON.stringify(message) ?? 'undefined').slice(0, 60)}`, () =>
      assert.equal(isServerPageMessage(message), false));
});
