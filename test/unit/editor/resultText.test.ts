/** A result as text. */
import assert from 'node:assert/strict';
import { toText } from '../../../src/editor/chatPage/copiedText.ts';

describe('a result as text', () => {
  it('has all of it, with media named', () => {
    const long = 'x'.repeat(100_000);
    const text = toText([
      { type: 'text', text: long },
      { type: 'json', value: { a: 1 } },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'link', uri: 'demo://x', name: 'x' },
      { type: 'resource', uri: 'demo://y', text: 'inside' },
      { type: 'resource', uri: 'demo://z', blob: 'AAAA' },
    ]);
    assert.deepEqual(text.split('\n\n'), [
      long,
      '{\n  "a": 1\n}',
      '[image image/png, 3 bytes]',
      '[x] demo://x',
      'inside',
      '[demo://z , 3 bytes]',
    ]);
  });
});
