/**
 * Uses VS Code's own surface as a user would: the command palette, views with trees, nested webview frames.
 */
import type { Frame, Locator, Page } from 'playwright-core';
import { poll } from './poll.ts';

export interface TreeRow {
  label: string;
  /** The weaker text behind the label. */
  description: string;
  /** What a screen reader says: the item's accessibility label, else its tooltip, else label and description. */
  ariaLabel: string;
  /** 1 for the view's top rows. */
  level: number;
  /** Undefined for a row that has nothing below it. */
  expanded: boolean | undefined;
  selected: boolean;
}

/** What is used of a page's element here; the DOM's types are not loaded in this room. */
interface RowElement {
  textContent: string | null;
  getAttribute(name: string): string | null;
  querySelector(selector: string): RowElement | null;
}

/**
 * Runs a command by its title in the command palette, such as 'Patchbay: New Chat'. Throws an Error that lists
 * what the palette offered if no command has exactly this title within 30 s.
 */
export async function runCommand(page: Page, title: string): Promise<void> {
  const rows = page.locator('.quick-input-widget .quick-input-list .monaco-list-row');
  let offered: string[] = [];
  // Each try opens the palette anew: one that is open does not learn of commands registered since.
  await poll(
    `the command "${title}" in the command palette`,
    async () => {
      await openPalette(page, title);
      offered = await restingLabels(rows.locator('.label-name'));
      if (!offered.includes(title)) return false;
      const row = rows.filter({ has: exactLabel(page, title) }).first();
      // A click that is given up may have been done, and what it opened keeps the palette away from the next try:
      // it gets more time than a busy machine takes.
      return row.click({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    },
    { detail: () => `It offers: ${offered.join(', ')}` },
  );
}

async function openPalette(page: Page, title: string): Promise<void> {
  const input = page.locator('.quick-input-widget .quick-input-filter input');
  let why = '';
  await poll(
    'the command palette to open on F1 and stay open',
    async () => {
      // One that is open keeps the commands it found when it opened.
      if (await input.isVisible()) await page.keyboard.press('Escape');
      await page.keyboard.press('F1');
      // It closes again when an editor takes the focus just then, so this is part of the try.
      return input.fill(`>${title}`, { timeout: 5000 }).then(
        () => true,
        (error: unknown) => ((why = String(error)), false),
      );
    },
    { detail: async () => `${why}\n${await inTheWay(page)}` },
  );
}

/** What can keep a key from reaching the workbench: what has the keyboard, and what is said in front of it all. */
function inTheWay(page: Page): Promise<string> {
  return page.evaluate(`(() => {
    const { localName, className } = document.activeElement ?? {};
    const over = [...document.querySelectorAll('.monaco-dialog-box, .quick-input-widget')];
    const said = over.filter((each) => each.checkVisibility()).map((each) => each.innerText);
    return ['The keyboard is in ' + localName + '.' + className + '.', ...said].join('\\n');
  })()`);
}

/** Finds the label with exactly this text, for a row to be known by it. */
export function exactLabel(page: Page, text: string): Locator {
  return page.locator('.label-name').getByText(text, { exact: true });
}

/** The labels of a list that follows its input a moment later, once they are the same twice. */
async function restingLabels(locator: Locator): Promise<string[]> {
  let before: string[] | undefined;
  return poll('the list to come to rest', async () => {
    const now = await locator.allTextContents();
    const resting = before !== undefined && now.join('\n') === before.join('\n');
    before = now;
    return resting && now;
  });
}

/** Finds the webview frame that has an element for the selector. Throws an Error naming the frames there are. */
export async function webviewFrame(page: Page, selector: string, timeout: number): Promise<Frame> {
  const find = async () => {
    for (const frame of page.frames()) {
      // A frame may go away while it is being asked; then it is not the one.
      const count =
        frame === page.mainFrame()
          ? 0
          : await frame
              .locator(selector)
              .count()
              .catch(() => 0);
      if (count > 0) return frame;
    }
    return undefined;
  };
  const paths = () => page.frames().map((frame) => new URL(frame.url(), 'about:').pathname);
  return poll(`a webview with ${selector}`, find, { timeout, detail: () => `Frames: ${paths().join(', ')}` });
}

/** The rows of the view with this title, as far as they are on the screen. */
export function viewRows(page: Page, view: string): Locator {
  // What a view says beside its title is part of the label.
  const header = page.locator(`.pane-header[aria-label^="${view}"]`);
  return page.locator('.pane').filter({ has: header }).locator('.monaco-list-row');
}

/** Reads the rows of the view with this title; none if the view is not open. */
export function treeRows(page: Page, view: string): Promise<TreeRow[]> {
  return viewRows(page, view).evaluateAll((elements) => {
    const rows = elements as unknown as RowElement[];
    const text = (row: RowElement, selector: string) => row.querySelector(selector)?.textContent ?? '';
    return rows.map((row) => ({
      label: text(row, '.label-name'),
      description: text(row, '.label-description'),
      ariaLabel: row.getAttribute('aria-label') ?? '',
      level: Number(row.getAttribute('aria-level')),
      expanded:
        row.getAttribute('aria-expanded') === null ? undefined : row.getAttribute('aria-expanded') === 'true',
      selected: row.getAttribute('aria-selected') === 'true',
    }));
  });
}
