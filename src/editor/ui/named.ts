import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

export function createLogChannel(name: string): vscode.LogOutputChannel {
  return vscode.window.createOutputChannel(inertLabel(name), { log: true });
}

export function createTerminal(options: {
  readonly name: string;
  readonly icon: string;
  readonly pty: vscode.Pseudoterminal;
}): vscode.Terminal {
  const { name, icon, pty } = options;
  return vscode.window.createTerminal({
    name: inertLabel(name),
    iconPath: new vscode.ThemeIcon(icon),
    pty,
  });
}

export function codeLens(
  range: vscode.Range,
  { icon, title, command, arguments: given }: vscode.Command & { readonly icon?: string },
): vscode.CodeLens {
  const label = `${icon === undefined ? '' : `$(${icon}) `}${inertLabel(title)}`;
  return new vscode.CodeLens(range, { title: label, command, ...(given && { arguments: given }) });
}

/** A panel without the property that takes text, which would show it unchanged. */
export type BareWebviewPanel = Omit<vscode.WebviewPanel, 'title'>;

export type WebviewPanel = BareWebviewPanel & { setTitle(title: string): void };

export function createWebviewPanel(
  viewType: string,
  title: string,
  place: vscode.ViewColumn | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean },
  options?: vscode.WebviewPanelOptions,
): WebviewPanel {
  return withTitle(vscode.window.createWebviewPanel(viewType, inertLabel(title), place, options));
}

export function withTitle(panel: BareWebviewPanel): WebviewPanel {
  return Object.assign(panel, {
    setTitle: (title: string) => {
      Object.assign(panel, { title: inertLabel(title) });
    },
  });
}

/** A view without the properties that take text, which would show it unchanged. */
export type BareWebviewView = Omit<vscode.WebviewView, 'title' | 'description' | 'badge'>;

export type WebviewView = BareWebviewView & {
  setDescription(description: string): void;
};

export function withDescription(view: BareWebviewView): WebviewView {
  return Object.assign(view, {
    setDescription: (description: string) => {
      Object.assign(view, { description: inertLabel(description) });
    },
  });
}
