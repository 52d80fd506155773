/** Files outside of the workspace that may go with a message: those that the user chose in a dialog or selected. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { locate } from '../builtInTools/paths.ts';

export class ReadableFiles {
  private readonly uris = new Set<string>();

  allowFile(uri: vscode.Uri): void {
    this.uris.add(uri.toString());
  }

  /**
   * Returns the URI that `text`, which comes from a page, stands for.
   * @throws Error for a file outside of the workspace that was not added, also if only a link leads there
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
