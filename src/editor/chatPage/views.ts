import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { panels, views } from '../../contributions/index.ts';
import type { SavedConversation } from '../../protocol/index.ts';
import type { ComposerTarget } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import type { OpenChats } from '../chat/openChats.ts';
import type { ChatReceiver } from './receiver.ts';
import type { SavedTabs } from './savedTabs.ts';
import { loadChatPage } from './chatHtml.ts';
import { connectWebview, type ConnectedChat } from './webview.ts';
import {
  createWebviewPanel,
  inertLabel,
  withDescription,
  withTitle,
  type BareWebviewPanel,
  type BareWebviewView,
  type WebviewPanel,
  type WebviewView,
} from '../ui/index.ts';
import type { Conversation } from '../../agent/index.ts';
import { Emitter } from '../../base/common/event.ts';
import { fromEvent, observableValue, type Observable } from '../../base/common/observable.ts';
import { recordOf } from '../../base/common/guards.ts';
import { plainLabel } from '../../base/common/text.ts';

const MAX_TITLE = 200;

export interface ViewsHost {
  readonly extension: vscode.Uri;
  readonly chats: OpenChats;
  readonly receiver: (chat: ChatController) => ChatReceiver;
  readonly titleOf: (conversation: string) => string | undefined;
  readonly setUnread: (conversation: string, isUnread: boolean) => void;
  readonly tabMemory: SavedTabs;
  readonly showSideBar: () => Promise<void>;
}

export class ChatViews {
  private readonly host: ViewsHost;
  private readonly sideViews = new Map<WebviewView, ConnectedChat>();
  private readonly tabs = new Map<WebviewPanel, ChatController>();
  private readonly tabPages = new WeakMap<WebviewPanel, ConnectedChat>();
  /** The tab that was focused last; undefined if that was the side bar. */
  private lastTab: WebviewPanel | undefined;
  private readonly unread = new Set<ChatController>();
  private readonly unreadIds = observableValue<readonly string[]>([], isDeepStrictEqual);
  /** Conversations of chats that are hidden and have an answer that nobody has seen, the oldest first. */
  readonly unreadConversations: Observable<readonly string[]> = this.unreadIds;
  /** The value with which `activeConversation` last fired. */
  private lastActive: Conversation | undefined;
  private readonly activeChanged = new Emitter();
  /** The conversation that commands apply to; undefined if none is open yet. */
  readonly activeConversation: Observable<Conversation | undefined> = fromEvent(
    this.activeChanged.event,
    () => this.active.openConversation,
  );
  private sentTitle = '';

  constructor(host: ViewsHost) {
    this.host = host;
  }

  /** Attaches a chat to a tab that VS Code restores after a restart. `state` is what the page of the tab saved. */
  restoreTab(restored: BareWebviewPanel, state: unknown): void {
    const { chats } = this.host;
    const panel = withTitle(restored);
    const { conversation } = recordOf(state);
    const own = typeof conversation === 'string' && !chats.find(conversation);
    if (own) this.attachPanel(panel, chats.open(conversation));
    else if (this.tabOf(chats.main)) panel.dispose();
    else this.attachPanel(panel, chats.main);
  }

  attachView(shown: BareWebviewView): void {
    const view = withDescription(shown);
    const { viewType } = view;
    // VS Code writes nothing beside the name of a view that is alone in the secondary side bar.
    const title = viewType === views.chat ? () => this.mainTitle() : undefined;
    const connection = this.connect(view.webview, this.host.chats.main, undefined, title);
    this.sideViews.set(view, connection);
    this.updateTitles();
    view.onDidChangeVisibility(() => {
      if (!view.visible) connection.hidden();
      this.updateTitles();
    });
    view.onDidDispose(() => {
      this.sideViews.delete(view);
      connection.dispose();
    });
  }

  isVisible(chat: ChatController): boolean {
    const { main } = this.host.chats;
    return this.tabOf(chat)?.visible === true || (chat === main && this.visibleSideView !== undefined);
  }

  sees(conversation: string): boolean {
    return this.host.chats.all.some((chat) => chat.shownId === conversation && this.isVisible(chat));
  }

  markUnread(conversation: string): void {
    this.host.setUnread(conversation, true);
    const chat = this.host.chats.all.find(({ shownId }) => shownId === conversation);
    if (!chat) return;
    this.unread.add(chat);
    this.updateTitles();
  }

  /** The chat that commands apply to: that of the active tab, or else of the side bar. */
  get active(): ChatController {
    const [, chat] = [...this.tabs].find(([panel]) => panel.active) ?? [];
    return chat ?? this.host.chats.main;
  }

  async revealLastUsed(): Promise<ComposerTarget> {
    const tab = this.lastTab;
    if (tab) tab.reveal();
    else await this.host.showSideBar();
    const chat = (tab && this.tabs.get(tab)) ?? this.host.chats.main;
    return chat.composer();
  }

  get tabIsActive(): boolean {
    return [...this.tabs.keys()].some(({ active }) => active);
  }

  openMain(): void {
    this.openTab(this.host.chats.main);
  }

  /**
   * Shows a conversation where it is open, or in the active chat, with focus.
   * @throws Error that says why it cannot be shown
   */
  async show(id: string, elsewhere?: SavedConversation): Promise<void> {
    const chat = this.host.chats.find(id) ?? this.active;
    chat.openSaved(id, elsewhere);
    const tab = this.tabOf(chat);
    const inSideBar = chat === this.host.chats.main && this.visibleSideView !== undefined;
    if (inSideBar && (!tab?.visible || tab !== this.lastTab)) this.focusSideView();
    else if (tab?.visible) this.tabPages.get(tab)?.focus();
    else if (!this.focusTab(chat)) await this.focusSideBar();
  }

  /** Shows the side bar, and gives its page the keyboard. */
  async focusSideBar(): Promise<void> {
    await this.host.showSideBar();
    this.focusSideView();
  }

  /** Shows the tab of the chat, and gives its page the keyboard. Returns false if the chat has no tab. */
  focusTab(chat: ChatController): boolean {
    const tab = this.tabOf(chat);
    tab?.reveal();
    if (tab) this.tabPages.get(tab)?.focus();
    return tab !== undefined;
  }

  openConversation(id: string, elsewhere?: SavedConversation): void {
    const { chats } = this.host;
    const chat = chats.find(id) ?? chats.open(id);
    chat.openSaved(id, elsewhere);
    this.openTab(chat);
  }

  /** Reopens tabs that a killed extension host has lost, without focus. */
  restoreTabs(): void {
    const { chats, tabMemory } = this.host;
    const labels = labelsOfChats();
    if (!labels) return;
    // All states are read before the first tab is opened, because that saves the tabs and forgets those that are not
    // open yet.
    const lost = tabMemory
      .lost((each) => inertLabel(this.titleOf(each)), labels)
      .map((id) => [id, tabMemory.page(id)] as const);
    for (const [id, savedState] of lost) {
      this.openTab(chats.find(id) ?? chats.open(id), true, savedState);
    }
  }

  reveal(chat: ChatController, preserveFocus = false): boolean {
    const tab = this.tabOf(chat);
    tab?.reveal(undefined, preserveFocus);
    return tab !== undefined;
  }

  updateTitles(): void {
    const { chats, titleOf, setUnread } = this.host;
    for (const chat of this.unread) {
      if (!this.isVisible(chat)) continue;
      this.unread.delete(chat);
      setUnread(chat.shownId, false);
    }
    this.unreadIds.set([...this.unread].map(({ shownId }) => shownId));
    const title = this.mainTitle();
    const isNew = title !== this.sentTitle;
    this.sentTitle = title;
    for (const [view, connection] of this.sideViews) {
      view.setDescription(`${this.markOf(chats.main)}${titleOf(chats.main.shownId) ?? ''}`);
      if (isNew && view.viewType === views.chat) connection.sendAppearance();
    }
    for (const [panel, chat] of this.tabs)
      panel.setTitle(`${this.markOf(chat)}${this.titleOf(chat.shownId)}`);
    this.saveTabs();
    const conversation = this.active.openConversation;
    // A conversation that another window had open comes again under its id, as another object.
    if (conversation === this.lastActive) return;
    this.lastActive = conversation;
    this.activeChanged.fire();
  }

  private markOf(chat: ChatController): string {
    return this.unread.has(chat) ? '● ' : '';
  }

  private mainTitle(): string {
    return plainLabel(this.host.titleOf(this.host.chats.main.shownId), MAX_TITLE) ?? '';
  }

  private titleOf(conversation: string): string {
    return this.host.titleOf(conversation) ?? 'Patchbay';
  }

  private saveTabs(): void {
    this.host.tabMemory.save([...this.tabs.values()].map(({ shownId }) => shownId));
  }

  private openTab(chat: ChatController, preserveFocus = false, savedState?: unknown): void {
    if (preserveFocus ? this.reveal(chat, true) : this.focusTab(chat)) return;
    if (!preserveFocus) chat.clients.focusNext();
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    const panel = createWebviewPanel(panels.chat, 'Patchbay', place);
    loadChatPage(panel.webview, this.host.extension, savedState);
    this.attachPanel(panel, chat);
  }

  private attachPanel(panel: WebviewPanel, chat: ChatController): void {
    const connection = this.connect(panel.webview, chat, panel);
    panel.iconPath = vscode.Uri.joinPath(this.host.extension, 'media', 'icon.png');
    panel.onDidChangeViewState(() => {
      if (!panel.visible) connection.hidden();
      this.updateTitles();
    });
    panel.onDidDispose(() => {
      connection.dispose();
      this.tabs.delete(panel);
      if (this.lastTab === panel) this.lastTab = undefined;
      this.unread.delete(chat);
      this.host.chats.close(chat);
      this.updateTitles();
    });
    this.tabs.set(panel, chat);
    this.tabPages.set(panel, connection);
    this.updateTitles();
  }

  private connect(
    webview: vscode.Webview,
    chat: ChatController,
    tab: WebviewPanel | undefined,
    title?: () => string,
  ): ConnectedChat {
    return connectWebview(webview, chat, this.host.receiver(chat), {
      focused: () => (this.lastTab = tab),
      saveState: (state) => tab && this.host.tabMemory.savePage(chat.shownId, state),
      title,
    });
  }

  private get visibleSideView(): ConnectedChat | undefined {
    const [, page] = [...this.sideViews].find(([{ visible }]) => visible) ?? [];
    return page;
  }

  private focusSideView(): void {
    const page = this.visibleSideView ?? [...this.sideViews.values()].at(-1);
    // The editor makes the view only after it has shown the side bar.
    if (page) page.focus();
    else this.host.chats.main.clients.focusNext();
  }

  private tabOf(chat: ChatController): WebviewPanel | undefined {
    const [panel] = [...this.tabs].find(([, shown]) => shown === chat) ?? [];
    return panel;
  }
}

/** Labels of the chat tabs; undefined while VS Code has not reported any tabs. */
function labelsOfChats(): readonly string[] | undefined {
  const groups = vscode.window.tabGroups.all;
  if (groups.length === 0) return undefined;
  const isChat = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.endsWith(panels.chat);
  return groups.flatMap(({ tabs }) => tabs.filter(isChat).map(({ label }) => label));
}
