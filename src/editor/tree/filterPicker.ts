import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { commands, contextKeys } from '../../contributions/index.ts';
import { filterMarks } from './filter.ts';
import { QuickPick, type PickItem } from '../ui/index.ts';

export interface Filterable {
  readonly filterText: string;
  /** An empty text shows everything. Returns a summary of what is shown. */
  setFilter(text: string): string;
}

interface MarkItem extends PickItem {
  readonly mark?: string;
}

export function registerFilter(tree: Filterable): vscode.Disposable {
  const set = (text: string): string => {
    void vscode.commands.executeCommand('setContext', contextKeys.serversFiltered, text.trim() !== '');
    return tree.setFilter(text);
  };
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.filterServers, () => askFilter(tree, set)),
    vscode.commands.registerCommand(commands.clearFilter, () => void set('')),
  );
}

function askFilter(tree: Filterable, set: (text: string) => string): void {
  const before = tree.filterText;
  const pick = new QuickPick<MarkItem>();
  pick.title = t('Patchbay: Filter Servers and Tools');
  pick.placeholder = t('Names of servers and tools, or @error, @enabled …');
  pick.value = before;
  let isKept = false;
  const show = (): void => {
    const found = set(pick.value);
    const used = new Set(pick.value.toLowerCase().split(/\s+/));
    const keep: MarkItem = {
      label: pick.value.trim() === '' ? t('Show everything') : t('Apply filter'),
      description: found,
      alwaysShow: true,
    };
    pick.items = [
      keep,
      ...filterMarks().map(({ mark, about }) => ({
        ...(used.has(mark) && { icon: 'check' }),
        label: mark,
        description: about,
        alwaysShow: true,
        mark,
      })),
    ];
    // Enter keeps what was typed, even if that is one of the marks.
    pick.activeItems = [keep];
  };
  pick.onDidChangeValue(show);
  pick.onDidAccept(() => {
    const mark = pick.activeItems[0]?.mark;
    if (mark === undefined) {
      isKept = true;
      return pick.hide();
    }
    const words = pick.value.split(/\s+/).filter(Boolean);
    const others = words.filter((word) => word.toLowerCase() !== mark);
    pick.value = `${(others.length < words.length ? others : [...words, mark]).join(' ')} `;
    show();
  });
  pick.onDidHide(() => {
    if (!isKept) set(before);
    pick.dispose();
  });
  show();
  pick.show();
}
