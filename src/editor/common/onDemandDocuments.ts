import * as vscode from 'vscode';

/** Registers a provider of documents whose code is loaded when the first document is opened. */
export function registerDocuments(
  scheme: string,
  provider: () => Pick<vscode.TextDocumentContentProvider, 'provideTextDocumentContent'>,
): vscode.Disposable {
  return vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: (uri, token) => provider().provideTextDocumentContent(uri, token),
  });
}
