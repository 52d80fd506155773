import * as vscode from 'vscode';
import { inertDetail, inertLabel } from './inert.ts';

export interface ModalOptions {
  readonly modal: true;
  readonly detail?: string;
}

type Show = (
  message: string,
  options: vscode.MessageOptions,
  ...buttons: vscode.MessageItem[]
) => Thenable<vscode.MessageItem | undefined>;

/**
 * Shows a message, by the name of VS Code's own function, like the next two. Resolves with the text of the pressed
 * button.
 */
export function showInformationMessage(
  message: string,
  ...more: readonly [ModalOptions, ...string[]] | readonly string[]
): Promise<string | undefined> {
  return show((...args) => vscode.window.showInformationMessage(...args), message, more);
}

export function showWarningMessage(
  message: string,
  ...more: readonly [ModalOptions, ...string[]] | readonly string[]
): Promise<string | undefined> {
  return show((...args) => vscode.window.showWarningMessage(...args), message, more);
}

export function showErrorMessage(
  message: string,
  ...more: readonly [ModalOptions, ...string[]] | readonly string[]
): Promise<string | undefined> {
  return show((...args) => vscode.window.showErrorMessage(...args), message, more);
}

async function show(
  how: Show,
  message: string,
  more: readonly [ModalOptions, ...string[]] | readonly string[],
): Promise<string | undefined> {
  const [first, ...others] = more;
  const options = typeof first === 'object' ? first : undefined;
  const buttons = [...(typeof first === 'string' ? [first] : []), ...others] as readonly string[];
  const items = buttons.map((title) => ({ title: inertLabel(title) }));
  const pressed = await how(
    inertLabel(message),
    options
      ? { modal: true, ...(options.detail !== undefined && { detail: inertDetail(options.detail) }) }
      : {},
    ...items,
  );
  return pressed && buttons[items.indexOf(pressed)];
}

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
