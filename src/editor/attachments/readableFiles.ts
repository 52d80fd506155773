/** Which files outside of the workspace may go with a message: those that the user has pointed at in the editor. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { locate } from '../builtInTools/paths.ts';

export class ReadableFiles {
  private readonly uris = new Set<string>();

  /** To be called with what the user chose in a dialog of the editor, or has selected in it. */
  add(uri: vscode.Uri): void {
    this.uris.add(uri.toString());
  }

  /**
   * Gives the address if it may be read. Comes from a page, so it is not trusted.
   * @throws Error for what is outside of the workspace, by a link too, and was not granted.
   */
  async check(text: string): Promise<vscode.Uri> {
    const uri = vscode.Uri.parse(text, true);
    if (this.uris.has(uri.toString())) return uri;
    if (!vscode.workspace.getWorkspaceFolder(uri)) throw new Error(outside(uri));
    if (uri.scheme !== 'file') return uri;
    return locate(uri.fsPath).then(
      (place) => place.uri,
      () => {
        throw new Error(outside(uri));
      },
    );
  }
}

function outside(uri: vscode.Uri): string {
  return t(
    '{0} is outside the workspace. To attach it anyway, use the command "Attach File to Chat…".',
    uri.fsPath,
  );
}
