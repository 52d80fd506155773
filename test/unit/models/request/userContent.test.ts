/** What the model reads of a message with attachments, or of a prompt. */
import assert from 'node:assert/strict';
import type { ContentPart } from '../../../../src/protocol/index.ts';
import { ChatMessages } from '../../../../src/models/request/messages.ts';

const message = (text: string, content: readonly ContentPart[], omit = {}) =>
  new ChatMessages().write([{ role: 'user', text, content }], omit)[0]?.content;
const image = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=' } as const;

describe("a user's message with more than text", () => {
  it('is a single text if it has only text, with resources under their URIs', () => {
    const note = { type: 'resource', uri: 'memo://note', mimeType: 'text/plain', text: 'Hello' } as const;
    assert.equal(message('Read this', [note]), 'Read this\n\n[Resource: memo://note (text/plain)]\nHello');
    assert.equal(message('', [{ type: 'text', text: 'Hi' }]), 'Hi');
  });

  it('has its images as images, also those that are resources', () => {
    const url = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
    const picture = {
      type: 'resource',
      uri: 'memo://p',
      mimeType: 'image/png',
      blob: 'iVBORw0KGgo=',
    } as const;
    assert.deepEqual(message('Look', [image, picture]), [
      { type: 'text', text: 'Look' },
      url,
      { type: 'text', text: '[Resource: memo://p]' },
      url,
    ]);
  });

  it('names what cannot be shown, and images when the endpoint takes none', () => {
    const audio = { type: 'audio', mimeType: 'audio/wav', data: 'AAAA' } as const;
    assert.match(
      JSON.stringify(message('', [audio])),
      /audio: audio\/wav, 3 bytes; it cannot be shown to you/,
    );
    assert.match(JSON.stringify(message('', [image], { images: true })), /^"\[image: image\/png, 8 bytes/);
  });
});
