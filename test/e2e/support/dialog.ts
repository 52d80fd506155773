/** VS Code's modal dialogs, without a pointer. */
import type { Locator, Page } from 'playwright-core';
import { activate } from './activate.ts';
import { poll } from './poll.ts';

export class Dialog {
  /** The box. */
  readonly box: Locator;

  private constructor(box: Locator) {
    this.box = box;
  }

  /** Waits for the dialog with this text. */
  static async saying(page: Page, text: string | RegExp): Promise<Dialog> {
    const box = page.locator('.monaco-dialog-box', { hasText: text });
    await box.waitFor();
    return new Dialog(box);
  }

  /** Waits for something else that it says. */
  async says(text: string | RegExp): Promise<void> {
    await this.box.getByText(text).first().waitFor();
  }

  /** Presses a button and waits until the dialog has gone. */
  async choose(button: string): Promise<void> {
    // Not by a key: a webview that was opened before can take the keyboard from the dialog when it appears.
    await activate(this.box.getByRole('button', { name: button, exact: true }));
    await this.box.waitFor({ state: 'detached' });
  }

  /** Leaves it by Escape and waits until it has gone. */
  async dismiss(): Promise<void> {
    await poll('the dialog to go on Escape', async () => {
      await this.box
        .getByRole('button')
        .first()
        .press('Escape', { timeout: 1_000 })
        .catch(() => undefined);
      return this.box.waitFor({ state: 'detached', timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    });
  }
}
