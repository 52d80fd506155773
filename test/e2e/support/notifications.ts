/** The editor's notifications, used without a pointer, which raises tooltips that lie over the very buttons. */
import type { Locator } from 'playwright-core';
import { activate, activateRow } from './activate.ts';
import { poll } from './poll.ts';
import type { Window } from './window.ts';

/** A notification in the list that the bell opens. */
export interface Notification {
  /** Its row. */
  readonly row: Locator;
  /** Presses its button of that name. */
  choose(button: string): Promise<void>;
  /** Dismisses it without choosing anything. */
  dismiss(): Promise<void>;
}

/**
 * The newest notification with this text; waits for it. It is looked for in the list that the bell opens: this
 * host, made for tests, puts all there and pops nothing up.
 */
export async function notification(window: Window, text: RegExp): Promise<Notification> {
  const rows = '.notifications-center .monaco-list-row';
  const center = window.page.locator('.notifications-center');
  const row = center.locator('.monaco-list-row').filter({ hasText: text }).first();
  const openCenter = async (): Promise<void> => {
    await poll('the list of notifications', async () => {
      if (await center.isVisible()) return true;
      await activate(window.page.locator('[id="status.notifications"] a'));
      // The bell closes the list as well: pressed twice before it is there, it would be gone again.
      return center.waitFor({ timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  };
  await poll(
    `a notification with ${String(text)}`,
    async () => {
      await openCenter();
      return row.isVisible();
    },
    {
      detail: async () =>
        `There are: ${(await center.locator('.monaco-list-row').allInnerTexts()).join(' | ')}`,
    },
  );
  return {
    row,
    choose: async (button) => {
      // In one step: the list draws a row anew when one comes or tells of progress, and a key would get lost.
      await poll(`"${button}" to be chosen`, async () => {
        await openCenter();
        return activateRow(window.page, { rows, text, button });
      });
    },
    dismiss: async () => {
      const list = center.locator('.monaco-list');
      await list.press('Home');
      const isFocused = () => row.and(center.locator('.monaco-list-row.focused')).isVisible();
      for (let steps = await center.locator('.monaco-list-row').count(); steps > 0; steps -= 1) {
        if (await isFocused()) break;
        await list.press('ArrowDown');
      }
      await list.press('Delete');
      await row.waitFor({ state: 'hidden' });
    },
  };
}
