/** Shows texts, such as the result of a call, as read-only documents. */
import * as vscode from 'vscode';
import { CALL_SCHEME } from '../common/schemes.ts';

export class CallDocuments {
  private readonly texts = new Map<string, string>();

  register(): vscode.Disposable {
    return vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      if (uri.scheme === CALL_SCHEME) this.texts.delete(uri.path);
    });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.path) ?? '';
  }

  /** VS Code chooses the language by the ending of the name. */
  async show(name: string, text: string): Promise<void> {
    const path = `/${name.replace(/[^\w. -]/g, '_')}`;
    this.texts.set(path, text);
    const document = await vscode.workspace.openTextDocument(vscode.Uri.from({ scheme: CALL_SCHEME, path }));
    await vscode.window.showTextDocument(document, { preview: true });
  }
}
