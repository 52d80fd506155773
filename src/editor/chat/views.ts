/** The places where the chat can be: a view in a side bar, and panels in the editor area. */
import * as vscode from 'vscode';
import { panels, views } from '../ids.ts';
import type { ChatController } from './controller.ts';
import { connectWebview, type ChatActions } from './webview.ts';

export class ChatViews implements vscode.WebviewViewProvider {
  private readonly extension: vscode.Uri;
  private readonly controller: ChatController;
  private readonly actions: ChatActions;
  private readonly sideViews = new Set<vscode.WebviewView>();
  private panel: vscode.WebviewPanel | undefined;
  private title: string | undefined;

  constructor(extension: vscode.Uri, controller: ChatController, actions: ChatActions) {
    this.extension = extension;
    this.controller = controller;
    this.actions = actions;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      vscode.window.registerWebviewViewProvider(views.chat, this),
      vscode.window.registerWebviewViewProvider(views.chatInActivityBar, this),
      // A chat in the editor area comes back with the window.
      vscode.window.registerWebviewPanelSerializer(panels.chat, {
        deserializeWebviewPanel: (panel) => {
          if (this.panel) panel.dispose();
          else this.adopt(panel);
          return Promise.resolve();
        },
      }),
    );
  }

  resolveWebviewView(view: vscode.WebviewView): void {
    const connection = connectWebview(view.webview, this.extension, this.controller, this.actions);
    this.sideViews.add(view);
    this.entitle(this.title);
    view.onDidDispose(() => {
      this.sideViews.delete(view);
      connection.dispose();
    });
  }

  /** Whether the user sees a chat. */
  get isVisible(): boolean {
    return this.panel?.visible === true || [...this.sideViews].some(({ visible }) => visible);
  }

  /** Whether the chat in the editor area has the keyboard. */
  get panelIsActive(): boolean {
    return this.panel?.active === true;
  }

  /** Opens the chat beside the code, or brings it to the front if it is there already. */
  openPanel(): void {
    if (this.panel) {
      this.panel.reveal();
      return;
    }
    this.adopt(vscode.window.createWebviewPanel(panels.chat, 'Patchbay', vscode.ViewColumn.Active));
  }

  private adopt(panel: vscode.WebviewPanel): void {
    const connection = connectWebview(panel.webview, this.extension, this.controller, this.actions);
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'media', 'icon.png');
    panel.onDidDispose(() => {
      connection.dispose();
      this.panel = undefined;
    });
    this.panel = panel;
    this.entitle(this.title);
  }

  /** Shows the title of the conversation; nothing for one that has none yet. */
  entitle(title: string | undefined): void {
    this.title = title;
    for (const view of this.sideViews) view.description = title ?? '';
    if (this.panel) this.panel.title = title ?? 'Patchbay';
  }
}
