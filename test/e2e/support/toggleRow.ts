/** The checkbox of a row of a tree. */
import type { Page } from 'playwright-core';
import { activateRow } from './activate.ts';
import { treeRows, viewRowsSelector } from './workbench.ts';

/**
 * Gives a step for `poll`, which clicks the checkbox, and is true once the row's own words, which come from the
 * extension, say the new state. VS Code drops a click while it reads the rows anew, and draws the old state again:
 * `setCheckboxState` in extHostTreeViews.ts looks for a row that has just been forgotten. Only a box that shows the
 * old state is clicked: such a click asks for the new one, so that one more changes nothing.
 */
export function toggleRow(page: Page, view: string, label: string): () => Promise<boolean> {
  let before: boolean | undefined;
  return async () => {
    const row = (await treeRows(page, view)).find((each) => each.label === label);
    const now = row && /, (on|off)(?:,|$)/.exec(row.ariaLabel)?.[1];
    if (now === undefined) return false;
    const isOn = now === 'on';
    before ??= isOn;
    if (isOn !== before) return true;
    const part = `[role=checkbox][aria-checked=${String(before)}]`;
    await activateRow(page, { rows: viewRowsSelector(view), label, part });
    return false;
  };
}
