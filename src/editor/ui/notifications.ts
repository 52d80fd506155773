/** Notifications and modal dialogs, with every text made inert. The functions are named as VS Code's own. */
import * as vscode from 'vscode';
import { inertDetail, inertLabel } from './inert.ts';

/** A modal dialog in place of a notification; `detail` is its longer text. */
export interface ModalOptions {
  readonly modal: true;
  readonly detail?: string;
}

type Show = (
  message: string,
  options: vscode.MessageOptions,
  ...buttons: vscode.MessageItem[]
) => Thenable<vscode.MessageItem | undefined>;

/** Shows it. Gives the button that the user pressed, as it was given. */
export function showInformationMessage(
  message: string,
  ...more: readonly [ModalOptions, ...string[]] | readonly string[]
): Promise<string | undefined> {
  return show((...args) => vscode.window.showInformationMessage(...args), message, more);
}

/** The same as a warning. */
export function showWarningMessage(
  message: string,
  ...more: readonly [ModalOptions, ...string[]] | readonly string[]
): Promise<string | undefined> {
  return show((...args) => vscode.window.showWarningMessage(...args), message, more);
}

/** The same as an error. */
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
