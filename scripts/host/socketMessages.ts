/** Lets a page of VS Code take the messages of its server faster. */
import type { BrowserContext } from 'playwright-core';

/**
 * VS Code has them as Blobs and reads each with a FileReader, by way of another process, which is a tenth of what its
 * tests cost. Pages that are opened after this have the bytes at once.
 */
export async function takeMessagesAsBytes(context: BrowserContext): Promise<void> {
  await context.addInitScript(`{
    window.WebSocket = class extends WebSocket {
      constructor(...given) {
        super(...given);
        this.binaryType = 'arraybuffer';
      }
    };
    const { readAsArrayBuffer } = FileReader.prototype;
    FileReader.prototype.readAsArrayBuffer = function (data) {
      if (data instanceof ArrayBuffer) this.onload({ target: { result: data } });
      else readAsArrayBuffer.call(this, data);
    };
  }`);
}
