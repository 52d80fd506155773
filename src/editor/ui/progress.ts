import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

export function withNotificationProgress<T>(
  options: { readonly title: string; readonly cancellable: boolean },
  task: (report: (message: string) => void, token: vscode.CancellationToken) => Promise<T>,
): Thenable<T> {
  return vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: inertLabel(options.title),
      cancellable: options.cancellable,
    },
    (progress, token) => task((message) => progress.report({ message: inertLabel(message) }), token),
  );
}

export function withViewProgress(viewId: string, task: () => Promise<void>): void {
  void vscode.window.withProgress({ location: { viewId } }, task);
}
