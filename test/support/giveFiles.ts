/** Files that are pasted into the chat, or dropped on it. */
import type { Frame, Page } from 'playwright-core';

export interface GivenFile {
  readonly name: string;
  readonly type: string;
  readonly base64: string;
}

/** Does what the browser does when the user pastes or drops these files, and texts by their type. */
export async function giveFiles(
  page: Page | Frame,
  event: 'paste' | 'drop',
  files: readonly GivenFile[],
  texts: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.evaluate(
    `((event, files, texts) => {
      const transfer = new DataTransfer();
      for (const { name, type, base64 } of files) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
      }
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text);
      const init = { bubbles: true, cancelable: true };
      (document.activeElement?.matches('textarea') ? document.activeElement : document.querySelector('textarea')).dispatchEvent(
        event === 'paste'
          ? new ClipboardEvent('paste', { ...init, clipboardData: transfer })
          : new DragEvent('drop', { ...init, dataTransfer: transfer }),
      );
    })(${JSON.stringify(event)}, ${JSON.stringify(files)}, ${JSON.stringify(texts)})`,
  );
}
