/**
 * The rows that say in full what is wrong with a server, below its row, which has one line for it. Rows for what can be done
 * follow them (`actionNodes.ts`).
 */
import { t } from '@vscode/l10n';
import type { InvalidServer, Server } from '../../mcp/index.ts';
import { timeOf } from '../servers/serverLabels.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';

export interface CauseNode {
  readonly kind: 'cause';
  readonly of: { readonly server: Server } | { readonly entry: InvalidServer };
  readonly id: string;
  readonly line: string;
  /** The first row of each sentence has its icon, and says all of it to screen readers. */
  readonly whole?: { readonly text: string; readonly icon: string } | undefined;
}

/** Characters: a side bar of 300 px has room for that many. */
const WIDTH = 32;
/** More would push the server's tools out of sight. The hover has the rest. */
const MAX_ROWS = 12;

export function causeRows(server: Server): CauseNode[] {
  const { state } = server;
  if (state.kind !== 'error') return [];
  const { failure, retry } = state;
  return rowsOf({ server }, server.name, [
    { text: failure.message.localized, icon: 'info' },
    ...(retry ? [{ text: retryWords(retry), icon: 'sync' }] : []),
  ]);
}

export function problemRows(entry: InvalidServer): CauseNode[] {
  const texts = entry.problems.map(({ path, message }) => ({ text: `${path}: ${message}`, icon: 'info' }));
  return rowsOf({ entry }, entry.name, texts);
}

export function causeItem({ id, line, whole }: CauseNode): TreeItem {
  return treeItem({
    label: line,
    id,
    contextValue: 'cause',
    icon: whole?.icon ?? 'blank',
    tooltip: whole?.text,
    accessibilityInformation: { label: whole?.text ?? line },
  });
}

export function retryWords({ at, attempt }: { readonly at: number; readonly attempt: number }): string {
  return t('The server is restarted at {0}, attempt {1}.', timeOf(at), attempt);
}

function rowsOf(
  of: CauseNode['of'],
  name: string,
  texts: readonly { readonly text: string; readonly icon: string }[],
): CauseNode[] {
  const rows = texts.flatMap((whole) =>
    linesOf(whole.text).map((line, index) => ({ line, whole: index === 0 ? whole : undefined })),
  );
  const shown = rows.length > MAX_ROWS ? [...rows.slice(0, MAX_ROWS - 1), { line: '…' }] : rows;
  return shown.map((row, index) => ({ kind: 'cause', of, id: `cause:${name}:${index}`, ...row }));
}

/** Breaks a text into lines at its spaces. A tree does not wrap rows. */
export function linesOf(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).flatMap(pieces)) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= WIDTH)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** A path or an address can be longer than a line. */
function pieces(word: string): readonly string[] {
  return word === '' ? [] : (word.match(new RegExp(`.{1,${WIDTH}}`, 'gsu')) ?? []);
}
