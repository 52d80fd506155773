/** The quick pick of conversations, which searches titles and texts. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { type ConversationRow } from '../../protocol/index.ts';
import { dateLocale } from '../../base/common/locale.ts';
import { QuickPick, separator, showErrorMessage, type PickItem } from '../ui/index.ts';
import { messageOf } from '../../base/common/message.ts';

export interface ListActions {
  /** @throws Error that says why there is no list. */
  list(text: string): readonly ConversationRow[];
  shown(): string;
  readonly isWorking: (id: string) => boolean;
  /** The URI of the workspace, or empty. */
  readonly workspace: string;
  open(row: ConversationRow): void;
  openInTab(row: ConversationRow): void;
  // These resolve when the list may come back.
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

/** The store searches what is typed, in texts, too. */
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
  /** Shows the list again after work that hides it. */
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
  const { workspace } = actions;
  const shown = actions.shown();
  const pinned = rows.filter(({ isPinned }) => isPinned);
  const others = rows.filter(({ isPinned }) => !isPinned);
  const here = others.filter((row) => row.workspace === workspace);
  const elsewhere = others.filter((row) => row.workspace !== workspace);
  const group = (label: string, of: readonly ConversationRow[]): RowItem[] =>
    of.length === 0 ? [] : [separator(label), ...of.map((row) => itemOf(row, shown, actions, buttons))];
  return [
    ...group(t('Pinned'), pinned),
    ...group(t('This workspace'), here),
    ...group(t('Other workspaces'), elsewhere),
  ];
}

function itemOf(
  row: ConversationRow,
  shown: string,
  { workspace, isWorking }: Pick<ListActions, 'workspace' | 'isWorking'>,
  buttons: Buttons,
): RowItem {
  const folder = row.workspace === workspace ? undefined : nameOf(row.workspace);
  const about = [
    row.id === shown
      ? t({ message: 'open', comment: 'of a conversation: it is the one that is shown' })
      : undefined,
    isWorking(row.id) ? t('working…') : undefined,
    when(row.changedAt),
    folder,
  ];
  return {
    row,
    ...(row.isBranch && { icon: 'git-branch' }),
    label: row.title || t('Without a Title'),
    description: about.filter((part) => part !== undefined).join(' · '),
    ...(row.excerpt !== undefined && { detail: row.excerpt }),
    // The store found it, maybe by words that the row does not show.
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

function nameOf(workspace: string): string {
  return workspace === '' ? t('no folder') : decodeURIComponent(workspace.split('/').at(-1) ?? workspace);
}

function when(at: number): string {
  const date = new Date(at);
  return date.toDateString() === new Date().toDateString()
    ? date.toLocaleTimeString(dateLocale(), { hour: '2-digit', minute: '2-digit' })
    : date.toLocaleDateString(dateLocale(), { dateStyle: 'medium' });
}
