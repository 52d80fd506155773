import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

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
