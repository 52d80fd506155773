/** Clicks without a pointer: where a pointer rests, VS Code raises tooltips, which lie over what is clicked next. */
import type { Locator, Page } from 'playwright-core';
import { poll } from './poll.ts';

/** A row of a list of VS Code's, or something in it. */
export interface RowTarget {
  /** The list's rows, as CSS. */
  readonly rows: string;
  /** The whole of its label, or a part of all that it says. */
  readonly label?: string;
  readonly text?: string | RegExp;
  /** What of it to click, as CSS, or a button by its name; the row itself if both are absent. */
  readonly part?: string;
  readonly button?: string;
}

/** Waits until the element is shown, and clicks it. */
export async function activate(locator: Locator): Promise<void> {
  await poll(`${String(locator)} to be clicked`, async () => {
    await locator.waitFor();
    return locator.evaluate(click, undefined);
  });
}

/**
 * Clicks the first such row that is shown; false if there is none. Looking and clicking are one step in the page:
 * between two, a list can be filled anew, and a webview that takes the focus closes a quick input.
 */
export function activateRow(page: Page, { text, ...target }: RowTarget): Promise<boolean> {
  const wanted = text instanceof RegExp ? { pattern: { source: text.source, flags: text.flags } } : { text };
  return page.locator('body').evaluate(click, { ...target, ...wanted });
}

interface Wanted extends Omit<RowTarget, 'text'> {
  readonly text?: string | undefined;
  readonly pattern?: { readonly source: string; readonly flags: string };
}

/** What is used of the page; the DOM's types are not loaded here. */
interface PageElement {
  readonly isConnected: boolean;
  readonly textContent: string;
  checkVisibility(): boolean;
  dispatchEvent(event: object): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
}
type EventKind = new (type: string, init: object) => object;

/** Runs in the page: clicks the element, or the row in it that is wanted. */
function click(element: unknown, wanted: Wanted | undefined): boolean {
  const page = globalThis as unknown as { PointerEvent: EventKind; MouseEvent: EventKind };
  const root = element as PageElement;
  const textOf = (each: PageElement) => each.textContent.replaceAll(/\s+/g, ' ').trim();
  const labelOf = (each: PageElement) => {
    const name = each.querySelector('.label-name');
    return name && textOf(name);
  };
  const fits = (each: PageElement, { label, text, pattern }: Wanted) =>
    each.checkVisibility() &&
    (label === undefined || labelOf(each) === label) &&
    (text === undefined || textOf(each).toLowerCase().includes(text.toLowerCase())) &&
    (pattern === undefined || new RegExp(pattern.source, pattern.flags).test(textOf(each)));
  const row = wanted ? [...root.querySelectorAll(wanted.rows)].find((each) => fits(each, wanted)) : root;
  const partOf = (whole: PageElement, { part, button }: Wanted) => {
    if (button === undefined) return part === undefined ? whole : whole.querySelector(part);
    return [...whole.querySelectorAll('[role=button]')].find((each) => textOf(each) === button);
  };
  const target = row && wanted ? partOf(row, wanted) : row;
  if (!target?.isConnected || (!wanted && !target.checkVisibility())) return false;
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']) {
    const Kind = type.startsWith('pointer') ? page.PointerEvent : page.MouseEvent;
    target.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, button: 0, detail: 1 }));
  }
  return true;
}
