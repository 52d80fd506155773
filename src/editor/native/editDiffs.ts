/** What files were before the model changed them, to be compared with what they are now. */
import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';

export const DIFF_SCHEME = 'patchbay-diff';

interface Edit {
  readonly uri: vscode.Uri;
  readonly before: string;
}

/** How many changes can be looked at; the oldest go first. */
const KEPT = 200;

export class EditDiffs implements vscode.TextDocumentContentProvider {
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

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.edits.get(uri.path.split('/')[1] ?? '')?.before ?? '';
  }
}
