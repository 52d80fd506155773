/** What files were before the model changed them, to be compared with what they are now. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { FileChanges, type ChangedFile } from './fileChanges.ts';

export const DIFF_SCHEME = 'patchbay-diff';

interface Edit {
  readonly uri: vscode.Uri;
  readonly before: string;
}

/** How many changes can be looked at; the oldest go first. */
const KEPT = 200;

export class EditDiffs implements vscode.TextDocumentContentProvider {
  /** What whole turns have changed. */
  readonly changes = new FileChanges();
  private readonly edits = new Map<string, Edit>();
  private count = 0;

  register(): vscode.Disposable {
    return vscode.workspace.registerTextDocumentContentProvider(DIFF_SCHEME, this);
  }

  /** Keeps what a file was. Gives the link that opens the comparison. */
  add(uri: vscode.Uri, before: string): string {
    this.count += 1;
    const id = String(this.count);
    this.edits.set(id, { uri, before });
    const [oldest] = this.edits.keys();
    if (this.edits.size > KEPT && oldest !== undefined) this.edits.delete(oldest);
    return `${DIFF_SCHEME}:${id}`;
  }

  /** Opens the comparison that the link is about. */
  async open(link: string): Promise<void> {
    const id = vscode.Uri.parse(link).path;
    const edit = this.edits.get(id);
    if (!edit) {
      void vscode.window.showInformationMessage(t('What this file was before is no longer known.'));
      return;
    }
    const name = basename(edit.uri.path);
    const before = vscode.Uri.from({ scheme: DIFF_SCHEME, path: `/${id}/${name}` });
    await vscode.commands.executeCommand('vscode.diff', before, edit.uri, t('{0} (before and now)', name));
  }

  /** Opens the comparison of what files were before a turn with what they are now. */
  async openTurn(turn: string, files: readonly ChangedFile[]): Promise<void> {
    const sides = files.map(({ uri, before }, index) => {
      const now = vscode.Uri.parse(uri);
      const path = `/${turn}/${basename(now.path)}`;
      const old = vscode.Uri.from({ scheme: DIFF_SCHEME, path, query: String(index) });
      return [now, before === undefined ? undefined : old, now] as const;
    });
    await vscode.commands.executeCommand('vscode.changes', t('Files of the turn (before and now)'), sides);
  }

  provideTextDocumentContent({ path, query }: vscode.Uri): string {
    const id = path.split('/')[1] ?? '';
    const edit = query === '' ? this.edits.get(id) : this.changes.of(id)?.[Number(query)];
    return edit?.before ?? '';
  }
}
