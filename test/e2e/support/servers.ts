/** The servers as the tree shows them, waited for. */
import { poll } from './poll.ts';
import type { Window } from './window.ts';
import type { TreeRow } from './workbench.ts';

/** The title of the view with the servers. */
export const SERVERS_VIEW = 'MCP Servers';

/** Opens the view with the servers. */
export async function showServers(window: Window): Promise<void> {
  const header = window.page.locator(`.pane-header[aria-label^="${SERVERS_VIEW}"]`);
  const view = window.page.locator('.pane').filter({ has: header }).first();
  // An editor that takes the focus just then closes the palette before the command runs.
  await poll('the view with the servers', async () => {
    await window.focusServers();
    return view.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  });
}

/** How many tools each row says to have, from top to bottom; 0 for one that is not connected. The view is open. */
export async function toolCounts(window: Window): Promise<number[]> {
  const rows = await window.treeRows(SERVERS_VIEW);
  return rows.map(({ description }) => Number(/(?:^|· )(\d+) tools?\b/.exec(description)?.[1] ?? 0));
}

/**
 * Opens the view and waits until so many servers are connected, with all of their tools switched on.
 * @throws an Error with the rows after 60 s.
 */
export async function serversConnected(window: Window, count = 1): Promise<void> {
  await showServers(window);
  const connected = async () => (await toolCounts(window)).filter(Boolean).length === count;
  await poll(`${count} connected servers`, connected, { detail: () => rowTexts(window, SERVERS_VIEW) });
}

/**
 * Waits until the row with this label says so behind it, and gives the row. The view is open.
 * @throws an Error with the rows after 60 s.
 */
export function rowSays(window: Window, name: string, words: RegExp, view = SERVERS_VIEW): Promise<TreeRow> {
  const find = async () => {
    const rows = await window.treeRows(view);
    return rows.find(({ label, description }) => label === name && words.test(description));
  };
  return poll(`${name} to say ${String(words)}`, find, { detail: () => rowTexts(window, view) });
}

async function rowTexts(window: Window, view: string): Promise<string> {
  const rows = await window.treeRows(view);
  return rows.map(({ label, description }) => `${label}: ${description}`).join('\n');
}
