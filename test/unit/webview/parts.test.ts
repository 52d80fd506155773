/** What of a result may be shown as media. */
import assert from 'node:assert/strict';
import { base64Bytes, mediaUri } from '../../../src/webview/calls/parts.ts';

describe('media of a result', () => {
  it('are shown for known types only', () => {
    assert.equal(mediaUri('image', 'image/png', 'iVBORw0KGgo='), 'data:image/png;base64,iVBORw0KGgo=');
    assert.equal(
      mediaUri('image', 'IMAGE/PNG; charset=x', 'iVBORw0KGgo='),
      'data:image/png;base64,iVBORw0KGgo=',
    );
    assert.equal(mediaUri('audio', 'audio/wav', 'UklG'), 'data:audio/wav;base64,UklG');
    for (const type of ['image/svg+xml', 'text/html', '', 'image/png,<script>'])
      assert.equal(mediaUri('image', type, 'AAAA'), undefined);
    assert.equal(mediaUri('audio', 'image/png', 'AAAA'), undefined);
  });

  it('are shown only when the data is base64', () => {
    for (const data of ['', '<svg onload=x>', 'AAAA"onerror="x', '===='])
      assert.equal(mediaUri('image', 'image/png', data), undefined);
  });

  it('have a size', () => {
    for (const size of [0, 1, 2, 3, 100])
      assert.equal(base64Bytes(Buffer.alloc(size).toString('base64')), size);
  });
});
