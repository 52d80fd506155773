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

/** Without the property that takes text. */
export type WebviewPanel = Omit<vscode.WebviewPanel, 'title'> & { setTitle(title: string): void };

/** Without the properties that take text. */
export type WebviewView = Omit<vscode.WebviewView, 'title' | 'description' | 'badge'> & {
  setStatus(description: string, badge: vscode.ViewBadge | undefined): void;
};

export function createWebviewPanel(
  viewType: string,
  title: string,
  place: vscode.ViewColumn | { readonly viewColumn: vscode.ViewColumn; readonly preserveFocus?: boolean },
  options?: vscode.WebviewPanelOptions,
): WebviewPanel {
  return panelOf(vscode.window.createWebviewPanel(viewType, inertLabel(title), place, options));
}

export function registerWebviewPanelSerializer(
  viewType: string,
  restore: (panel: WebviewPanel, state: unknown) => Promise<void>,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: (panel, state) => restore(panelOf(panel), state),
  });
}

export function registerWebviewViewProvider(
  viewId: string,
  resolve: (view: WebviewView) => void,
): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(viewId, {
    resolveWebviewView: (view) => {
      const setStatus: WebviewView['setStatus'] = (description, badge) => {
        view.description = inertLabel(description);
        view.badge = badge && { value: badge.value, tooltip: inertLabel(badge.tooltip) };
      };
      resolve(Object.assign(view, { setStatus }));
    },
  });
}

function panelOf(panel: vscode.WebviewPanel): WebviewPanel {
  return Object.assign(panel, {
    setTitle: (title: string) => {
      panel.title = inertLabel(title);
    },
  });
}
