/** Shows what the model gets in an editor tab: the requests of a conversation, part by part. */
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
import { PagePanels, type PagePanel, type PanelPage } from '../common/pagePanels.ts';
import { recordOf } from '../../base/common/guards.ts';
import type { Disposable } from '../../base/common/event.ts';

/** Characters of a part that the page gets; an editor shows the rest. */
const MAX_TEXT = 30_000;
const NOTIFY_MS = 200;

export interface RequestPageServices {
  readonly extension: vscode.Uri;
  readonly engine: () => Promise<Engine>;
  readonly documents: CallDocuments;
  readonly session: (conversation: string | undefined) => ChatSession | undefined;
  readonly titleOf: (conversation: string) => string | undefined;
}

/** The tab is not restored after a reload, because requests are kept no longer than their window. */
export function registerRequestPage(services: RequestPageServices): vscode.Disposable {
  const kind = { viewType: panels.request, files: 'request' } as const;
  const tabs = new PagePanels<RequestHostMessage, RequestPage>(services.extension, kind);
  /** The chat names a conversation and a request; from elsewhere the command has no target. */
  const show = async (target?: unknown): Promise<void> => {
    const { conversation, request } = recordOf(target);
    const session = services.session(typeof conversation === 'string' ? conversation : undefined);
    if (!session) return;
    const choice: RequestChoice = typeof request === 'number' || request === 'forgotten' ? request : 'newest';
    const engine = await services.engine();
    const title = t('Model Request');
    const page = tabs.show('', title, (panel) => new RequestPage(panel, services, engine));
    page.show(session.open.conversation, choice);
  };
  return vscode.Disposable.from(vscode.commands.registerCommand(commands.showModelRequest, show), tabs);
}

class RequestPage implements PanelPage {
  private readonly panel: PagePanel<RequestHostMessage>;
  private readonly services: RequestPageServices;
  private readonly engine: Engine;
  private readonly listener: Disposable;
  private conversation: Conversation | undefined;
  private choice: RequestChoice | undefined;
  private isReady = false;

  constructor(panel: PagePanel<RequestHostMessage>, services: RequestPageServices, engine: Engine) {
    this.panel = panel;
    this.services = services;
    this.engine = engine;
    this.listener = engine.requestViews.onDidChange((changed) => {
      if (changed === this.conversation) panel.postpone(() => this.postSteps(), NOTIFY_MS);
    });
  }

  receive(message: unknown): void {
    if (this.conversation) void receive(requestPageMessages, this.handlers, message, this.conversation);
  }

  onDidShow(): void {
    this.postSteps();
  }

  show(conversation: Conversation, choice: RequestChoice): void {
    this.conversation = conversation;
    this.choice = choice;
    this.postSteps();
  }

  dispose(): void {
    this.listener.dispose();
  }

  private postSteps(): void {
    const { conversation, choice } = this;
    if (!conversation || !this.isReady || !this.panel.isVisible) return;
    this.choice = undefined;
    this.panel.post({
      type: 'steps',
      conversation: this.services.titleOf(conversation.id),
      ...this.engine.requestViews.rows(conversation),
      show: choice,
    });
  }

  private readonly handlers: Handlers<RequestPageMessage, [Conversation]> = {
    ready: () => {
      this.isReady = true;
      this.postSteps();
    },
    show: ({ id }, conversation) => {
      const outline = this.engine.requestViews.outline(conversation, id);
      if (outline) this.panel.post({ type: 'request', outline });
    },
    text: ({ id, part }, conversation) => {
      const found = this.engine.requestViews.part(conversation, id, part);
      if (!found) return;
      const { text, isJson } = found;
      const shown = headText(text, MAX_TEXT);
      this.panel.post({ type: 'text', id, part, text: shown, isJson, more: text.length - shown.length });
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
