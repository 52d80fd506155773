/** What a page calls attachments is checked before it is used. */
import assert from 'node:assert/strict';
import { isAttachments } from '../../../src/editor/chatPage/attachmentCheck.ts';

const range = { startLine: 0, startCharacter: 0, endLine: 2, endCharacter: 1 };

describe('attachments from a page', () => {
  it('are taken when each has what its kind needs', () => {
    const good = [
      { kind: 'resource', name: 'n', server: 's', uri: 'u' },
      { kind: 'file', name: 'n', uri: 'u', note: 'cut' },
      { kind: 'selection', name: 'n', uri: 'u', range },
      { kind: 'problems', name: 'n' },
      { kind: 'server', name: 'n', server: 's' },
      { kind: 'data', name: 'n', id: 'i', thumbnail: 'data:' },
    ];
    assert.ok(isAttachments(good));
    assert.ok(isAttachments([]));
  });

  it('are refused otherwise', () => {
    const bad: unknown[] = [
      'x',
      null,
      { name: 'n' },
      { kind: 'toString', name: 'n' },
      { kind: 'file', name: 'n' },
      { kind: 'file', name: 1, uri: 'u' },
      { kind: 'problems', name: 'n', uri: {} },
      { kind: 'symbol', name: 'n', uri: 'u', range: { ...range, endLine: -1 } },
      { kind: 'selection', name: 'n', uri: 'u', range: { ...range, startLine: 0.5 } },
      { kind: 'selection', name: 'n', uri: 'u' },
      { kind: 'data', name: 'n', id: 'i', thumbnail: 3 },
    ];
    assert.deepEqual(
      bad.filter((each) => isAttachments([each])),
      [],
    );
    assert.ok(!isAttachments(Array.from({ length: 21 }, () => ({ kind: 'problems', name: 'n' }))));
    assert.ok(!isAttachments({ length: 0 }));
  });
});
