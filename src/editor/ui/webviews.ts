/** Registers the functions that fill webviews. This runs at activation, so it sets no texts: those functions do. */
import * as vscode from 'vscode';
import type { BareWebviewPanel, BareWebviewView } from './named.ts';

export function registerWebviewPanelSerializer(
  viewType: string,
  restore: (panel: BareWebviewPanel, state: unknown) => void,
): vscode.Disposable {
  return vscode.window.registerWebviewPanelSerializer(viewType, {
    deserializeWebviewPanel: async (panel, state) => restore(panel, state),
  });
}

export function registerWebviewViewProvider(
  viewId: string,
  resolve: (view: BareWebviewView) => void,
): vscode.Disposable {
  return vscode.window.registerWebviewViewProvider(viewId, { resolveWebviewView: (view) => resolve(view) });
}
