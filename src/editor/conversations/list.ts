import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ConversationRow } from '../../protocol/index.ts';
import { groupConversations, whenChanged } from './days.ts';
import { QuickPick, separator, showErrorMessage, type PickItem } from '../ui/index.ts';
import { locale } from '../../base/common/locale.ts';
import { spentText } from '../../base/common/price.ts';
import { messageOf } from '../../base/common/message.ts';

export interface ListActions {
  /** @throws Error that says why there is no list. */
  list(text: string): readonly ConversationRow[];
  shown(): string;
  readonly isWorking: (id: string) => boolean;
  now(): number;
  readonly workspace: string;
  open(row: ConversationRow): void;
  openInTab(row: ConversationRow): void;
  pin(row: ConversationRow): Promise<unknown>;
  rename(row: ConversationRow): Promise<unknown>;
  remove(row: ConversationRow): Promise<unknown>;
  export(row: ConversationRow): Promise<unknown>;
  import(): void;
}

interface RowItem extends PickItem {
  readonly row?: ConversationRow;
}

/** VS Code identifies a pressed button by its object. */
const makeButtons = () => ({
  tab: { iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: t('Open in New Tab') },
  pin: { iconPath: new vscode.ThemeIcon('pin'), tooltip: t('Pin (Keep Regardless of Age)') },
  unpin: { iconPath: new vscode.ThemeIcon('pinned'), tooltip: t('Unpin') },
  rename: { iconPath: new vscode.ThemeIcon('edit'), tooltip: t('Rename') },
  export: { iconPath: new vscode.ThemeIcon('export'), tooltip: t('Export') },
  remove: { iconPath: new vscode.ThemeIcon('trash'), tooltip: t('Delete') },
  import: { iconPath: new vscode.ThemeIcon('folder-opened'), tooltip: t('Import a Conversation') },
});
type Buttons = ReturnType<typeof makeButtons>;

/** The store filters by what is typed, because it searches messages, too. */
export function showConversationList(actions: ListActions, text = ''): void {
  const pick = new QuickPick<RowItem>();
  const buttons = makeButtons();
  pick.title = t('Patchbay: Conversations');
  pick.placeholder = t('Search titles and messages');
  pick.buttons = [buttons.import];
  pick.value = text;
  const refresh = (): void => {
    try {
      const rows = actions.list(pick.value);
      pick.items = rows.length > 0 ? inGroups(rows, actions, buttons) : [nothing(pick.value)];
    } catch (error) {
      pick.hide();
      void showErrorMessage(t('The conversations could not be listed: {0}', messageOf(error).localized));
    }
  };
  const meanwhile = (work: Promise<unknown>, value: string): void =>
    void work.then(() => showConversationList(actions, value));
  pick.onDidChangeValue(refresh);
  pick.onDidAccept(() => {
    // Enter may be faster than the list for what was typed: then it opens the first row.
    const row = pick.selectedItems[0]?.row ?? pick.items.find((item) => item.row)?.row;
    if (!row) return;
    pick.hide();
    actions.open(row);
  });
  pick.onDidTriggerButton(() => {
    pick.hide();
    actions.import();
  });
  pick.onDidTriggerItemButton(({ item: { row }, button }) => {
    if (!row) return;
    if (button === buttons.remove) return void actions.remove(row).then(refresh);
    if (button === buttons.pin || button === buttons.unpin) return void actions.pin(row).then(refresh);
    const { value } = pick;
    pick.hide();
    if (button === buttons.tab) return actions.openInTab(row);
    meanwhile(button === buttons.rename ? actions.rename(row) : actions.export(row), value);
  });
  pick.onDidHide(() => pick.dispose());
  refresh();
  pick.show();
}

function nothing(text: string): RowItem {
  return {
    label:
      text.trim() === '' ? t('There are no conversations yet.') : t('No conversations match the search.'),
    alwaysShow: true,
  };
}

function inGroups(rows: readonly ConversationRow[], actions: ListActions, buttons: Buttons): RowItem[] {
  const shown = actions.shown();
  const now = actions.now();
  return groupConversations(rows, actions.workspace, now).flatMap((group) => [
    separator(group.label),
    ...group.rows.map((row) => itemOf(row, { ...actions, shown, now }, buttons)),
  ]);
}

const MAX_MODEL = 60;

function itemOf(
  row: ConversationRow,
  about: Pick<ListActions, 'workspace' | 'isWorking'> & { readonly shown: string; readonly now: number },
  buttons: Buttons,
): RowItem {
  const isWorking = about.isWorking(row.id);
  const states = [
    row.id === about.shown
      ? t({ message: 'open', comment: 'of a conversation: it is the one that is shown' })
      : undefined,
    isWorking ? t('working…') : undefined,
    row.isUnread && !isWorking ? t('new answer') : undefined,
    whenChanged(row.changedAt, about.now),
    row.model && headText(row.model, MAX_MODEL),
    row.usage?.cost === undefined ? undefined : spentText(row.usage, locale()),
    row.workspace === about.workspace ? undefined : nameOf(row.workspace),
  ];
  return {
    row,
    icon: iconOf(row),
    label: row.title || t('Without a Title'),
    description: joined(states),
    detail: joined([row.isElsewhere ? t('open in another window') : undefined, row.excerpt ?? row.lastWords]),
    // The store has found the row, maybe by words that it does not show.
    alwaysShow: true,
    buttons: [
      buttons.tab,
      row.isPinned ? buttons.unpin : buttons.pin,
      buttons.rename,
      buttons.export,
      buttons.remove,
    ],
  };
}

function joined(parts: readonly (string | undefined)[]): string {
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function iconOf(row: ConversationRow): string {
  if (row.isUnread) return 'circle-filled';
  if (row.isElsewhere) return 'lock';
  return row.isBranch ? 'git-branch' : 'comment';
}

function nameOf(workspace: string): string {
  return workspace === '' ? t('no folder') : decodeURIComponent(workspace.split('/').at(-1) ?? workspace);
}
