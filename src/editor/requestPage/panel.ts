/** What the model gets, as an editor tab: the requests of a conversation, part by part. */
import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Conversation } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import {
  type Handlers,
  receive,
  type RequestChoice,
  type RequestHostMessage,
  type RequestPageMessage,
  requestPageMessages,
} from '../../protocol/index.ts';
import type { CallDocuments } from '../chatPage/callDocuments.ts';
import type { ChatSession } from '../chat/chatSession.ts';
import { commands, panels } from '../../contributions/index.ts';
import { pageHtml } from '../common/page.ts';
import { createWebviewPanel, type WebviewPanel } from '../ui/index.ts';
import type { Disposable } from '../../base/common/event.ts';

/** Characters of a part that the page gets. */
const MAX_TEXT = 30_000;
const TELL_MS = 200;

export interface RequestPageServices {
  readonly extension: vscode.Uri;
  readonly engine: () => Promise<Engine>;
  readonly documents: CallDocuments;
  readonly session: (conversation: string | undefined) => ChatSession | undefined;
  readonly titleOf: (conversation: string) => string | undefined;
}

export function registerRequestPage(services: RequestPageServices): vscode.Disposable {
  let shown: { readonly panel: WebviewPanel; readonly page: RequestPage } | undefined;
  /** Of the chat; from elsewhere without a target. */
  const show = async (target?: unknown): Promise<void> => {
    const { conversation, request } = (target ?? {}) as { conversation?: unknown; request?: unknown };
    const session = services.session(typeof conversation === 'string' ? conversation : undefined);
    if (!session) return;
    const choice: RequestChoice = typeof request === 'number' || request === 'forgotten' ? request : 'newest';
    const engine = await services.engine();
    if (!shown) {
      const panel = createWebviewPanel(panels.request, t('What the Model Gets'), vscode.ViewColumn.Active, {
        // Keeps what is open in it. Requests must not be stored, as VS Code would if the page saved its state.
        retainContextWhenHidden: true,
      });
      panel.iconPath = vscode.Uri.joinPath(services.extension, 'media', 'icon.png');
      const page = new RequestPage(panel, services, engine);
      shown = { panel, page };
      panel.onDidDispose(() => {
        page.dispose();
        shown = undefined;
      });
    } else shown.panel.reveal();
    shown.page.show(session.open.conversation, choice);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand(commands.showModelRequest, show), {
    dispose: () => shown?.panel.dispose(),
  });
}

class RequestPage {
  private readonly panel: WebviewPanel;
  private readonly services: RequestPageServices;
  private readonly engine: Engine;
  private readonly listener: Disposable;
  private conversation: Conversation | undefined;
  private choice: RequestChoice | undefined;
  private isReady = false;
  private telling: NodeJS.Timeout | undefined;

  constructor(panel: WebviewPanel, services: RequestPageServices, engine: Engine) {
    this.panel = panel;
    this.services = services;
    this.engine = engine;
    const dist = vscode.Uri.joinPath(services.extension, 'dist');
    panel.webview.options = { enableScripts: true, localResourceRoots: [dist] };
    panel.webview.onDidReceiveMessage((message: unknown) => {
      if (this.conversation) void receive(requestPageMessages, this.handlers, message, this.conversation);
    });
    this.listener = engine.requestViews.onDidChange((changed) => {
      if (changed !== this.conversation) return;
      this.telling ??= setTimeout(() => {
        this.telling = undefined;
        this.tell();
      }, TELL_MS);
    });
    // A hidden page gets no messages.
    panel.onDidChangeViewState(() => this.tell());
    panel.webview.html = pageHtml(panel.webview, dist, {
      files: 'request',
      root: 'patchbay-request',
      title: t('What the Model Gets'),
    });
  }

  show(conversation: Conversation, choice: RequestChoice): void {
    this.conversation = conversation;
    this.choice = choice;
    this.tell();
  }

  dispose(): void {
    clearTimeout(this.telling);
    this.listener.dispose();
  }

  private tell(): void {
    const { conversation, choice } = this;
    if (!conversation || !this.isReady || !this.panel.visible) return;
    this.choice = undefined;
    const title = this.services.titleOf(conversation.id);
    this.post({
      type: 'steps',
      ...(title !== undefined && { conversation: title }),
      ...this.engine.requestViews.rows(conversation),
      ...(choice !== undefined && { show: choice }),
    });
  }

  private post(message: RequestHostMessage): void {
    void this.panel.webview.postMessage(message);
  }

  private readonly handlers: Handlers<RequestPageMessage, [Conversation]> = {
    ready: () => {
      this.isReady = true;
      this.tell();
    },
    show: ({ id }, conversation) => {
      const outline = this.engine.requestViews.outline(conversation, id);
      if (outline) this.post({ type: 'request', outline });
    },
    text: ({ id, part }, conversation) => {
      const found = this.engine.requestViews.part(conversation, id, part);
      if (!found) return;
      const { text, isJson } = found;
      const shown = headText(text, MAX_TEXT);
      this.post({ type: 'text', id, part, text: shown, isJson, more: text.length - shown.length });
    },
    openPart: ({ id, part }, conversation) => {
      const found = this.engine.requestViews.part(conversation, id, part);
      return found && this.services.documents.show(`request ${id} part ${part + 1}.txt`, found.text);
    },
    openText: ({ id }, conversation) => {
      const text = this.engine.requestViews.text(conversation, id);
      return text === undefined ? undefined : this.services.documents.show(`request ${id}.txt`, text);
    },
    copy: ({ id }, conversation) => {
      const json = this.engine.requestViews.json(conversation, id);
      return json === undefined ? undefined : vscode.env.clipboard.writeText(json);
    },
  };
}
