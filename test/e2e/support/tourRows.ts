/** What the tours do by keys outside of the chat: rows of the tree with the servers, their menus and hovers, dialogs. */
import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { poll } from './poll.ts';
import { rowSays } from './servers.ts';
import type { Tour } from './tour.ts';
import type { TreeRow } from './workbench.ts';

export class TourRows {
  readonly #tour: Tour;

  constructor(tour: Tour) {
    this.#tour = tour;
  }

  says(name: string, words: RegExp): Promise<TreeRow> {
    return rowSays(this.#tour.window, name, words, this.#tour.view);
  }

  async goTo(label: string): Promise<void> {
    const { window, keyboard } = this.#tour;
    await this.#tour.focusServers();
    const list = window.page.locator('.pane .monaco-list:focus');
    await list.waitFor();
    await keyboard.press('Home');
    await poll(`the row ${label} to be reached`, async () => {
      if ((await list.locator('.monaco-list-row.focused .label-name').innerText()) === label) return true;
      await keyboard.press('ArrowDown');
      return false;
    });
  }

  /** Opens the menu of the row that has the keyboard, and gives its entries. */
  async openMenu(): Promise<Locator> {
    const entries = this.#tour.window.page.locator('.context-view .action-item .action-label');
    await this.#tour.keyboard.press('Shift+F10');
    await entries.first().waitFor();
    return entries;
  }

  /** What is cut off in a row is in what a screen reader says, and its buttons are in its menu, which has a key. */
  async check(label: string, words: RegExp): Promise<void> {
    const { window, keyboard, view } = this.#tour;
    const { ariaLabel, description } = await this.says(label, words);
    for (const part of description.split(' · ')) assert.ok(ariaLabel.includes(part), ariaLabel);
    await this.goTo(label);
    const buttons = await labelsOf(window.treeRow(view, label).locator('.actions .action-label'));
    assert.ok(buttons.length > 1, `${label} has the buttons ${buttons.join(', ')}`);
    const entries = await this.openMenu();
    const inMenu = await labelsOf(entries);
    for (const each of buttons) assert.ok(inMenu.includes(each), `${each} is not in ${inMenu.join(', ')}`);
    await keyboard.press('Escape');
    await entries.first().waitFor({ state: 'detached' });
  }

  /** Shows the hover of the row that has the keyboard, by keys, and looks whether there is room for what it says. */
  async checkHover(state: string, words: string | RegExp): Promise<void> {
    const { window, keyboard } = this.#tour;
    const shown = window.page.locator('.monaco-hover:visible', { hasText: words });
    await this.#tour.pictures(state, async (theme) => {
      await keyboard.press('Control+k');
      await keyboard.press('Control+i');
      await shown.waitFor();
      assert.deepEqual(await cutIn(shown), [], `${state}, ${theme}`);
    });
    await keyboard.press('Escape');
    await shown.waitFor({ state: 'detached' });
  }

  /** Presses a button of the dialog that is open, which it goes to with Tab. */
  async chooseInDialog(button: string): Promise<void> {
    const { window, keyboard } = this.#tour;
    const box = window.page.locator('.monaco-dialog-box');
    const focused = async () => (await box.locator('.monaco-button:focus').allInnerTexts())[0];
    const most = await box.getByRole('button').count();
    for (let steps = 0; steps < most && (await focused()) !== button; steps++) await keyboard.press('Tab');
    assert.equal(await focused(), button);
    await keyboard.press('Enter');
    await box.waitFor({ state: 'detached' });
  }
}

/** What is used of the page; the DOM's types are not loaded here. */
interface PageElement {
  readonly textContent: string;
  readonly scrollWidth: number;
  readonly clientWidth: number;
  getAttribute(name: string): string | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}

/** What the buttons are called, without the keys that are behind some names. */
function labelsOf(buttons: Locator): Promise<string[]> {
  return buttons.evaluateAll((all) =>
    all
      .map((each) => (each as unknown as PageElement).getAttribute('aria-label') ?? '')
      .map((name) => name.replace(/ \([^()]*\)$/, '')),
  );
}

/** The texts in it that are cut off or have to be scrolled sideways. */
export function cutIn(locator: Locator): Promise<string[]> {
  return locator.evaluate((element) => {
    const page = globalThis as unknown as { getComputedStyle(of: PageElement): { overflowX: string } };
    const root = element as unknown as PageElement;
    return [root, ...root.querySelectorAll('*')]
      .filter(
        (each) => each.scrollWidth > each.clientWidth && page.getComputedStyle(each).overflowX !== 'visible',
      )
      .map((each) => each.textContent);
  });
}
