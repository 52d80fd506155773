/** VS Code's views with trees, and nested webview frames. */
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

/** Finds the label with exactly this text, for a row to be known by it. */
export function exactLabel(page: Page, text: string): Locator {
  return page.locator('.label-name').getByText(text, { exact: true });
}

/** Finds the webview frame, other than `besides`, that has an element for the selector. Throws an Error naming the frames there are. */
export async function webviewFrame(page: Page, selector: string, besides?: Frame): Promise<Frame> {
  const find = async () => {
    for (const frame of page.frames()) {
      // A frame may go away while it is being asked; then it is not the one.
      const count =
        frame === page.mainFrame() || frame === besides
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
  return poll(`a webview with ${selector}`, find, { detail: () => `Frames: ${paths().join(', ')}` });
}

/** The rows of the view with this title, as far as they are on the screen, as CSS. */
export function viewRowsSelector(view: string): string {
  // What a view says beside its title is part of the label.
  return `.pane:has(.pane-header[aria-label^="${view}"]) .monaco-list-row`;
}

/** The rows of the view with this title, as far as they are on the screen. */
export function viewRows(page: Page, view: string): Locator {
  return page.locator(viewRowsSelector(view));
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
