import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { BYTEWISE, type ChangedFile, type TextForm } from '../../protocol/index.ts';
import { FileChanges, type ChangeStorage } from './fileChanges.ts';
import { documentOf, openWith } from './fileText.ts';
import { openDiff, showInformationMessage } from '../ui/index.ts';
import { DIFF_SCHEME } from '../common/schemes.ts';
import type { OpenedEdit } from '../../tools/index.ts';
import { closeDiff, WaitingEdits } from './waitingEdits.ts';

interface Edit {
  readonly uri: vscode.Uri;
  readonly before: string;
}

const KEPT = 200;

export class EditDiffs implements vscode.TextDocumentContentProvider {
  readonly changes: FileChanges;
  readonly waiting = new WaitingEdits();
  private readonly edits = new Map<string, Edit>();
  private count = 0;
  private readonly hasRemoteSchema: (text: string, path: string) => Promise<boolean>;

  /** `hasRemoteSchema` tells whether VS Code would fetch a schema for a text. */
  constructor(
    keeper: () => ChangeStorage,
    hasRemoteSchema: (text: string, path: string) => Promise<boolean>,
  ) {
    this.hasRemoteSchema = hasRemoteSchema;
    this.changes = new FileChanges(keeper, undefined, isThere);
  }

  linkToText(uri: vscode.Uri, before: string): string {
    this.count += 1;
    const id = String(this.count);
    this.edits.set(id, { uri, before });
    const [oldest] = this.edits.keys();
    if (this.edits.size > KEPT && oldest !== undefined) this.edits.delete(oldest);
    return `${DIFF_SCHEME}:${id}`;
  }

  async open(link: string): Promise<void> {
    const id = vscode.Uri.parse(link).path;
    const edit = this.edits.get(id);
    if (!edit) {
      void showInformationMessage(t('The previous content of this file is no longer available.'));
      return;
    }
    const name = basename(edit.uri.path);
    const before = vscode.Uri.from({ scheme: DIFF_SCHEME, path: `/${id}/${name}` });
    await openDiff(before, edit.uri, t('{0} (before and now)', name));
  }

  async openFile(turn: string, file: number): Promise<void> {
    const changed = this.changes.of(turn)?.[file];
    if (!changed || changed.standing === 'unkept') {
      void showInformationMessage(t('The previous content of this file is no longer available.'));
      return;
    }
    await this.openTurn(turn, this.changes.of(turn) ?? [], file);
  }

  async openTurn(turn: string, files: readonly ChangedFile[], only?: number): Promise<void> {
    const sides = files.flatMap(({ uri, before, after, standing }, index) => {
      if (standing === 'unkept' || (only !== undefined && index !== only)) return [];
      const now = vscode.Uri.parse(uri);
      // VS Code would show another path as a rename.
      const old = vscode.Uri.from({ scheme: DIFF_SCHEME, path: now.path, query: `${turn}/${index}` });
      return [[now, before === undefined ? undefined : old, after === undefined ? undefined : now] as const];
    });
    for (const { uri, afterForm } of files) await showAs(vscode.Uri.parse(uri), afterForm);
    // Files are sorted by path, because the calls of a step end in any order.
    sides.sort(([one], [other]) => (one.path < other.path ? -1 : 1));
    await vscode.commands.executeCommand('vscode.changes', t('Changes in this response'), sides);
  }

  /** Compares two texts that are not in a file, for a call that waits. `file` is the path that the model gave. */
  async openProposed(file: string, before: string, after: string, opened: OpenedEdit): Promise<void> {
    const name = basename(file);
    // VS Code would fetch the schema that such a text names, so it is shown as plain text.
    const ending = (await this.hasRemoteSchema(after, file)) ? '.txt' : '';
    const side = (text: string): vscode.Uri => {
      const id = vscode.Uri.parse(this.linkToText(vscode.Uri.file(file), text)).path;
      return vscode.Uri.from({ scheme: DIFF_SCHEME, path: `/${id}/${name}${ending}` });
    };
    // The call was answered meanwhile.
    if (opened.ended.aborted) return;
    const [left, right] = [side(before), side(after)];
    this.waiting.add(right, opened);
    await openDiff(left, right, t('{0} (proposed change)', name));
    if (opened.ended.aborted) await closeDiff(right.toString());
  }

  provideTextDocumentContent({ path, query }: vscode.Uri): string {
    const [turn = '', index] = query.split('/');
    const edit =
      turn === '' ? this.edits.get(path.split('/')[1] ?? '') : this.changes.of(turn)?.[Number(index)];
    return edit?.before ?? '';
  }
}

/** Files that are not on a disk count as there. */
function isThere(uri: string): boolean {
  const { scheme, fsPath } = vscode.Uri.parse(uri);
  return scheme !== 'file' || existsSync(fsPath);
}

/**
 * Opens a file byte by byte if it was changed so. With another encoding, the comparison would show each line that has
 * other characters than ASCII as changed.
 */
async function showAs(uri: vscode.Uri, form: TextForm | undefined): Promise<void> {
  const open = documentOf(uri);
  if (form?.encoding !== BYTEWISE || open?.encoding === BYTEWISE || open?.isDirty === true) return;
  // The file may be gone, so a failure is ignored.
  await openWith(uri, BYTEWISE).catch(() => undefined);
}
