/** Drags a row of a tree onto another, with the events of a drag and no pointer, over which a hover could come. */
import type { Page } from 'playwright-core';
import { viewRowsSelector } from './workbench.ts';

interface Rows {
  /** The beginning of the accessible name of the view's header. */
  readonly view: string;
  /** The whole labels of the rows. */
  readonly from: string;
  readonly onto: string;
}

/** False if one of the rows is not on the screen. Looking and dragging are one step: rows are drawn anew at any time. */
export function dragRow(page: Page, { view, ...labels }: Rows): Promise<boolean> {
  return page.locator('body').evaluate(drag, { ...labels, rows: viewRowsSelector(view) });
}

/** What is used of the page; the DOM's types are not loaded here. */
interface PageElement {
  readonly textContent: string;
  dispatchEvent(event: object): boolean;
  querySelector(selector: string): PageElement | null;
  querySelectorAll(selector: string): Iterable<PageElement>;
  getBoundingClientRect(): { readonly x: number; readonly y: number; readonly height: number };
}

/** Runs in the page. */
function drag(element: unknown, { rows, from, onto }: Omit<Rows, 'view'> & { rows: string }): boolean {
  const page = globalThis as unknown as {
    DataTransfer: new () => object;
    DragEvent: new (type: string, init: object) => object;
  };
  const rowOf = (label: string) =>
    [...(element as PageElement).querySelectorAll(rows)].find(
      (row) => row.querySelector('.label-name')?.textContent.trim() === label,
    );
  const [source, target] = [rowOf(from), rowOf(onto)];
  if (!source || !target) return false;
  const dataTransfer = new page.DataTransfer();
  const send = (to: PageElement, type: string) => {
    const { x, y, height } = to.getBoundingClientRect();
    const place = { clientX: x + 40, clientY: y + height / 2 };
    to.dispatchEvent(
      new page.DragEvent(type, { bubbles: true, cancelable: true, composed: true, dataTransfer, ...place }),
    );
  };
  send(source, 'dragstart');
  for (const type of ['dragenter', 'dragover', 'drop']) send(target, type);
  send(source, 'dragend');
  return true;
}
