import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { messageOf } from '../../base/common/message.ts';
import { listOfNames, truncate } from '../../base/common/text.ts';
import { commands } from '../../contributions/index.ts';
import type { Item } from '../../protocol/index.ts';
import { DIFF_SCHEME } from '../common/schemes.ts';
import { bytesToApply } from '../builtInTools/exactFiles.ts';
import type { ChatController } from '../chat/controller.ts';
import {
  openDiff,
  QuickPick,
  separator,
  showErrorMessage,
  showInformationMessage,
  showQuickPick,
  showWarningMessage,
  type PickItem,
} from '../ui/index.ts';
import type { FileState, Snapshot } from '../../snapshots/index.ts';
import {
  canRestore,
  planRestore,
  restoreFiles,
  type LeftReason,
  type PlannedFile,
  type Restored,
} from './restoreFiles.ts';
import { SAVED_CONTENT, type WorkspaceFiles } from './workspaceFiles.ts';
import { hashOf, notCompared, stateIn, type WorkspaceSnapshots } from './workspaceSnapshots.ts';

type What = 'both' | 'files' | 'conversation';

interface FilePick extends PickItem {
  readonly file?: PlannedFile;
}

export function registerCheckpoints(files: WorkspaceFiles, active: () => ChatController): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.commands.registerCommand(commands.restoreCheckpoint, async () => {
      const controller = active();
      const chosen = await chooseMessage(controller);
      if (chosen !== undefined) await restoreCheckpoint(files, controller, chosen);
    }),
    vscode.commands.registerCommand(commands.undoRestore, () => undoRestore(files, active())),
  );
}

async function chooseMessage({ shown }: ChatController): Promise<string | undefined> {
  const asked = shown.items.filter((item) => item.kind === 'user').toReversed();
  if (asked.length === 0) {
    void showInformationMessage(t('This conversation has no message to go back to.'));
    return undefined;
  }
  const chosen = await showQuickPick(
    asked.map((item) => ({ label: titleOf(item), id: item.id })),
    { title: t('Restore Checkpoint'), placeHolder: t('Select the message to go back to') },
  );
  return chosen?.id;
}

export async function restoreCheckpoint(
  files: WorkspaceFiles,
  controller: ChatController,
  id: string,
): Promise<void> {
  const item = controller.shown.item(id);
  if (item?.kind !== 'user') return;
  if (isBlockedByTurn(files, controller)) return;
  const conversation = controller.shownId;
  const found = await planOf(files, conversation, id);
  const what = await chooseWhat(titleOf(item), found);
  if (what === undefined) return;
  let chosen: readonly PlannedFile[] = [];
  if (what !== 'conversation' && 'plan' in found && found.plan.length > 0) {
    const picked = await chooseFiles(titleOf(item), found, labelsOfTurns(controller, id));
    if (!picked || (what === 'files' && picked.length === 0)) return;
    chosen = picked;
  }
  // The user may have sent a message meanwhile.
  if (isBlockedByTurn(files, controller) || controller.shownId !== conversation) return;
  const restored = await restoreChosen(files.snapshots, conversation, chosen);
  if (!restored) return;
  const { done, left } = restored;
  if (what === 'files' && done.length > 0) {
    const names = listOfNames(
      done.map(({ label }) => label),
      (more) => `and ${more} more`,
    );
    controller.shownConversation.addNote(
      `restore:${id}`,
      `(The user has restored these files to what they were before an earlier message: ${names}. Read them again before you change them.)`,
    );
  }
  if (what !== 'files') controller.goBackTo(id);
  if (what === 'conversation')
    controller.shownConversation.addNote(
      `restore:${id}`,
      '(The user went back to this point of the conversation. Files keep what was changed later: read them again before you change them.)',
    );
  const undo = t('Undo');
  const words = [
    what === 'conversation'
      ? t('A new conversation starts before this message. The original stays in the list.')
      : done.length === 1
        ? t('1 file restored.')
        : t('{0} files restored.', done.length),
    ...(left.length > 0 ? [t('Not changed: {0}.', listOf(left))] : []),
  ].join(' ');
  const show = left.length > 0 ? showWarningMessage : showInformationMessage;
  if ((await show(words, undo)) !== undo) return;
  if (done.length > 0) await undoRestore(files, controller);
  if (what !== 'files') reopen(controller, conversation);
}

/** Returns undefined if nothing was done, because the user declined or the present files could not be saved first. */
async function restoreChosen(
  snapshots: WorkspaceSnapshots,
  conversation: string,
  chosen: readonly PlannedFile[],
): Promise<Restored | undefined> {
  if (chosen.length === 0) return { done: [], left: [] };
  const saved = await saveEditors(chosen);
  if (!saved) return undefined;
  const now = await snapshots.take();
  if (!now || !(await snapshots.saveBeforeRestore(now, conversation, chosen))) {
    void showErrorMessage(
      t('Nothing was restored because the current files could not be backed up. See the log.'),
    );
    return undefined;
  }
  return restoreFiles(withSaved(chosen, saved, now), snapshots);
}

/** Updates the plan for files that were just saved: otherwise they would count as changed since the plan. */
function withSaved(
  files: readonly PlannedFile[],
  saved: ReadonlySet<string>,
  now: Snapshot,
): readonly PlannedFile[] {
  return files.map((file) =>
    saved.has(file.uri.toString()) ? { ...file, current: stateIn(now, file.uri.toString()) } : file,
  );
}

/** Undoes the last restore of this workspace, except in files that have changed since then. */
async function undoRestore(files: WorkspaceFiles, controller: ChatController): Promise<void> {
  if (isBlockedByTurn(files, controller)) return;
  const { snapshots } = files;
  try {
    const saved = await snapshots.lastRestore();
    const now = saved && (await snapshots.take());
    if (!saved || !now) {
      void showInformationMessage(t('There is no restore to undo in this workspace.'));
      return;
    }
    const plan = (await planRestore(now, saved.before, snapshots)).filter(({ uri }) =>
      saved.files.has(uri.toString()),
    );
    const isAsRestored = ({ uri, current }: PlannedFile): boolean =>
      saved.files.get(uri.toString()) === hashOf(current);
    const { done, left } = await restoreFiles(plan.filter(isAsRestored), snapshots);
    const changed = plan.filter((file) => !isAsRestored(file));
    const all = [...left, ...changed.map(({ label }) => ({ label, why: 'changed' as const }))];
    if (all.length === 0) snapshots.forgetRestore();
    const words = [
      done.length === 1
        ? t('1 file was returned to its state before the restore.')
        : t('{0} files were returned to their state before the restore.', done.length),
      ...(all.length > 0 ? [t('Not changed: {0}.', listOf(all))] : []),
    ].join(' ');
    void (all.length > 0 ? showWarningMessage(words) : showInformationMessage(words));
  } catch {
    void showErrorMessage(t('The files before the restore can no longer be read.'));
  }
}

function isBlockedByTurn({ isTurnRunning }: WorkspaceFiles, { sessions }: ChatController): boolean {
  const isRunning = isTurnRunning || sessions.some((session) => session.isRunning);
  if (isRunning)
    void showWarningMessage(
      t('You cannot restore while a response is running. Stop it or wait, then try again.'),
    );
  return isRunning;
}

interface Plan {
  readonly plan: readonly PlannedFile[];
  /** Names of what was not compared, as `notCompared` returns them. */
  readonly missing: readonly string[] | undefined;
}

type Found = Plan | { readonly problem: string };

async function planOf({ snapshots }: WorkspaceFiles, conversation: string, item: string): Promise<Found> {
  if (!snapshots.isOn)
    return {
      problem: vscode.workspace.isTrusted
        ? t('Checkpoints are disabled (patchbay.checkpoints.enabled), or no folder is open.')
        : t('Files can be restored only in a trusted workspace.'),
    };
  try {
    const saved = await snapshots.checkpoint(conversation, item);
    if (!saved)
      return {
        problem: t('The files of this message were not saved, or are no longer stored.'),
      };
    const folders = new Set(vscode.workspace.workspaceFolders?.map(({ uri }) => uri.toString()));
    if (!saved.roots.some(({ uri }) => folders.has(uri)))
      return { problem: t('The files saved with this message belong to another workspace.') };
    const [target, now] = await Promise.all([snapshots.load(saved), snapshots.take()]);
    if (!now) return { problem: t('The current files could not be read. See the log.') };
    return { plan: await planRestore(now, target, snapshots), missing: notCompared(target, now) };
  } catch {
    return { problem: t('The saved files of this message can no longer be read.') };
  }
}

async function chooseWhat(title: string, found: Found): Promise<What | undefined> {
  const plan = 'plan' in found ? found.plan : [];
  const files = plan.length === 1 ? t('1 file differs') : t('{0} files differ', plan.length);
  const branch = t('Starts a new conversation from before this message. This one stays in the list.');
  const both: (PickItem & { what: What })[] =
    plan.length > 0
      ? [
          { label: t('Files and conversation'), description: files, detail: branch, what: 'both' },
          {
            label: t('Files only'),
            description: files,
            detail: [
              'missing' in found && found.missing && notCovered(found.missing),
              t('Restores the files that you select to their content when this message was sent.'),
            ]
              .filter(Boolean)
              .join(' '),
            what: 'files',
          },
        ]
      : [];
  const only = {
    label: t('Conversation only'),
    description: 'problem' in found ? found.problem : plan.length > 0 ? '' : noChanges(found),
    detail: branch,
    what: 'conversation' as const,
  };
  const chosen = await showQuickPick([...both, only], {
    title: t('Restore: {0}', title),
    placeHolder: t(
      'Changes that commands and servers made outside the workspace, such as in databases, are not undone.',
    ),
  });
  return chosen?.what;
}

function noChanges({ missing }: Plan): string {
  return missing
    ? `${t('No changed files found.')} ${notCovered(missing)}`
    : t('The files have not changed.');
}

function notCovered(missing: readonly string[]): string {
  return missing.length === 0
    ? t('Not all files of the workspace could be compared.')
    : t('Not compared, so not restored: {0}.', shownNames(missing));
}

function chooseFiles(
  title: string,
  { plan, missing }: Plan,
  ofTurns: ReadonlySet<string>,
): Promise<readonly PlannedFile[] | undefined> {
  const compare: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('diff'),
    tooltip: t('Compare with the content that is restored'),
  };
  const row = (file: PlannedFile, picked: boolean): FilePick => ({
    label: file.label,
    description: [kindOf(file), file.lines && `+${file.lines.added} −${file.lines.removed}`]
      .filter(Boolean)
      .join(' · '),
    picked,
    buttons: [compare],
    file,
  });
  const can = plan.filter(canRestore);
  const [mine, others] = [
    can.filter(({ label }) => ofTurns.has(label)),
    can.filter(({ label }) => !ofTurns.has(label)),
  ];
  const cannot = plan.filter((file) => !canRestore(file)).map(({ label }) => label);
  const items: FilePick[] = [
    ...(mine.length > 0
      ? [separator(t('Changed by responses in this conversation')), ...mine.map((file) => row(file, true))]
      : []),
    ...(others.length > 0
      ? [
          separator(t('Other changes (by you or in other conversations)')),
          ...others.map((file) => row(file, mine.length === 0)),
        ]
      : []),
  ];
  const picker = new QuickPick<FilePick>();
  picker.title = t('Restore: {0}', title);
  picker.placeholder = [
    cannot.length > 0
      ? t('Select the files to restore. Not saved, so not restored: {0}', shownNames(cannot))
      : t('Select the files to restore'),
    missing && notCovered(missing),
  ]
    .filter(Boolean)
    .join(' · ');
  picker.canSelectMany = true;
  picker.keepScrollPosition = true;
  picker.ignoreFocusOut = true;
  picker.items = items;
  picker.selectedItems = items.filter(({ picked }) => picked === true);
  picker.onDidTriggerItemButton(({ item }) => void (item.file && compareFile(item.file)));
  return new Promise((resolve) => {
    picker.onDidAccept(() => {
      resolve(picker.selectedItems.flatMap(({ file }) => file ?? []));
      picker.hide();
    });
    picker.onDidHide(() => {
      resolve(undefined);
      picker.dispose();
    });
    picker.show();
  });
}

async function compareFile({ uri, label, current, target }: PlannedFile): Promise<void> {
  const saved = (state: FileState | undefined): vscode.Uri =>
    vscode.Uri.from({ scheme: DIFF_SCHEME, path: uri.path, query: `${SAVED_CONTENT}${hashOf(state) ?? ''}` });
  await openDiff(current ? uri : saved(undefined), saved(target), t('{0} (now and restored)', label));
}

/**
 * Saves the unsaved editors of these files, after asking. Returns the URIs of what was saved, or undefined if the user
 * declines or a file cannot be saved.
 */
async function saveEditors(files: readonly PlannedFile[]): Promise<ReadonlySet<string> | undefined> {
  const uris = new Set(files.map(({ uri }) => uri.toString()));
  const dirty = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uris.has(uri.toString()),
  );
  if (dirty.length === 0) return new Set();
  const save = t('Save and Restore');
  const names = files.filter(({ uri }) => dirty.some((each) => each.uri.toString() === uri.toString()));
  const answer = await showWarningMessage(
    t('Some of the files to restore have unsaved changes.'),
    {
      modal: true,
      detail: t(
        '{0}. They are saved first, so that Undo can restore your changes.',
        shownNames(names.map(({ label }) => label)),
      ),
    },
    save,
  );
  if (answer !== save) return undefined;
  try {
    for (const document of dirty) await bytesToApply(document.uri, '', document.getText());
  } catch (error) {
    void showErrorMessage(messageOf(error).localized);
    return undefined;
  }
  const saved = await Promise.all(dirty.map((document) => document.save()));
  if (!saved.includes(false)) return new Set(dirty.map(({ uri }) => uri.toString()));
  void showErrorMessage(t('A file could not be saved, so nothing was restored.'));
  return undefined;
}

function labelsOfTurns({ shown }: ChatController, id: string): ReadonlySet<string> {
  const { items } = shown;
  const place = items.findIndex((item) => item.id === id);
  return new Set(
    items.slice(place).flatMap((item) => {
      if (item.kind !== 'changes') return [];
      const { files, views = [] } = item;
      return files.filter((_, index) => views[index]?.by.every(({ kind }) => kind === 'outside') !== true);
    }),
  );
}

function reopen(controller: ChatController, conversation: string): void {
  try {
    controller.openSaved(conversation);
  } catch (error) {
    void showErrorMessage((error as Error).message);
  }
}

function titleOf({ text }: Extract<Item, { kind: 'user' }>): string {
  const [line = ''] = text.trim().split('\n');
  return truncate(line, 61);
}

function kindOf({ change }: PlannedFile): string {
  return { created: t('will be re-created'), deleted: t('will be deleted'), edited: t('will be restored') }[
    change
  ];
}

function listOf(left: readonly { readonly label: string; readonly why: LeftReason }[]): string {
  return shownNames(left.map(({ label, why }) => `${label} (${wordsFor(why)})`));
}

function shownNames(names: readonly string[]): string {
  return listOfNames(names, (more) => t('and {0} more', more));
}

function wordsFor(why: LeftReason): string {
  switch (why) {
    case 'changed':
      return t('changed since then');
    case 'failed':
      return t('could not be written');
    case 'forbidden':
      return t('only you and its own program may change it');
    case 'missing':
      return t('its saved content is no longer available');
    case 'unsaved':
      return t('its content was not saved');
  }
}
