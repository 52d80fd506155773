/** The places where the chat can be: a view in a side bar, and tabs in the editor area. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { panels, views } from '../../contributions/index.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import type { ChatRooms } from '../chat/openChats.ts';
import type { ChatReceiver } from './receiver.ts';
import type { TabMemory } from './tabMemory.ts';
import { connectWebview } from './webview.ts';
import {
  createWebviewPanel,
  inertLabel,
  registerWebviewPanelSerializer,
  registerWebviewViewProvider,
  type WebviewPanel,
  type WebviewView,
} from '../ui/index.ts';

/** What the views need of the rest. */
export interface ViewsHost {
  readonly extension: vscode.Uri;
  readonly rooms: ChatRooms;
  /** Handles what the pages of a chat send. */
  readonly receiver: (room: ChatController) => ChatReceiver;
  readonly titleOf: (conversation: string) => string | undefined;
  readonly tabMemory: TabMemory;
  /** Shows the view of the side bar. */
  readonly showSideBar: () => Promise<void>;
}

export class ChatViews {
  private readonly host: ViewsHost;
  private readonly sideViews = new Set<WebviewView>();
  private readonly tabs = new Map<WebviewPanel, ChatController>();
  /** The tab whose chat had the keyboard last; nothing if that was the side bar. */
  private lastTab: WebviewPanel | undefined;
  /** The chats with something new that the user has not seen. */
  private readonly news = new Set<ChatController>();

  constructor(host: ViewsHost) {
    this.host = host;
  }

  register(): vscode.Disposable {
    return vscode.Disposable.from(
      ...[views.chat, views.chatInActivityBar].map((id) =>
        registerWebviewViewProvider(id, (view) => this.fill(view)),
      ),
      // A chat in the editor area comes back with the window, with the conversation that it showed.
      registerWebviewPanelSerializer(panels.chat, (panel, state) => {
        const { rooms } = this.host;
        const kept = typeof state === 'object' && state !== null ? (state as { conversation?: unknown }) : {};
        const { conversation } = kept;
        const own = typeof conversation === 'string' && !rooms.holding(conversation);
        if (own) this.adopt(panel, rooms.open(conversation));
        else if (this.tabOf(rooms.main)) panel.dispose();
        else this.adopt(panel, rooms.main);
        return Promise.resolve();
      }),
    );
  }

  private fill(view: WebviewView): void {
    const connection = this.connect(view.webview, this.host.rooms.main, undefined);
    this.sideViews.add(view);
    this.entitle();
    view.onDidChangeVisibility(() => this.entitle());
    view.onDidDispose(() => {
      this.sideViews.delete(view);
      connection.dispose();
    });
  }

  /** Whether the user sees this chat. */
  isVisible(room: ChatController): boolean {
    const { main } = this.host.rooms;
    return (
      this.tabOf(room)?.visible === true ||
      (room === main && [...this.sideViews].some(({ visible }) => visible))
    );
  }

  /** Whether the user sees this conversation. */
  sees(conversation: string): boolean {
    return this.host.rooms.all.some((room) => room.shownId === conversation && this.isVisible(room));
  }

  /** There is something new in a conversation: the view or the tab that has it says so until it is seen. */
  markNews(conversation: string): void {
    const room = this.host.rooms.all.find(({ shownId }) => shownId === conversation);
    if (!room) return;
    this.news.add(room);
    this.entitle();
  }

  /** The chat that commands are about: that of the tab in front, or else that of the side bar. */
  get active(): ChatController {
    const [, room] = [...this.tabs].find(([panel]) => panel.active) ?? [];
    return room ?? this.host.rooms.main;
  }

  /** Brings up the chat that had the keyboard last, for something to be written into it. */
  async bringLastUsed(): Promise<ChatClient | undefined> {
    const tab = this.lastTab;
    if (tab) tab.reveal();
    else await this.host.showSideBar();
    const room = (tab && this.tabs.get(tab)) ?? this.host.rooms.main;
    return room.clients.newest;
  }

  /** Whether a chat in the editor area has the keyboard. */
  get tabIsActive(): boolean {
    return [...this.tabs.keys()].some(({ active }) => active);
  }

  /** Opens the chat of the side bar beside the code, or brings it to the front if it is there already. */
  openMain(): void {
    this.openTab(this.host.rooms.main);
  }

  /**
   * Shows a conversation where it is open, or else in the chat that commands are about, and gives it the keyboard.
   * @throws Error that says why it cannot be shown.
   */
  async show(id: string): Promise<void> {
    const room = this.host.rooms.holding(id) ?? this.active;
    room.openKept(id);
    if (!this.isVisible(room) && !this.reveal(room)) await this.host.showSideBar();
    room.clients.focus();
  }

  /** Opens a conversation in a tab of its own, or shows it where it is open. */
  openConversation(id: string): void {
    const { rooms } = this.host;
    const holding = rooms.holding(id);
    holding?.openKept(id);
    this.openTab(holding ?? rooms.open(id));
  }

  /** Opens the tabs again that went with a killed extension host. The keyboard stays where it is. */
  restoreTabs(): void {
    const { rooms, tabMemory } = this.host;
    const labels = labelsOfChats();
    if (!labels) return;
    // All before the first of them is opened: with that, those that have no tab yet are forgotten.
    const lost = tabMemory
      .lost((each) => inertLabel(this.titleOf(each)), labels)
      .map((id) => [id, tabMemory.page(id)] as const);
    for (const [id, savedState] of lost) {
      this.openTab(rooms.holding(id) ?? rooms.open(id), true, savedState);
    }
  }

  /** Brings the tab of a chat to the front; says whether it has one. With `preserveFocus` the keyboard stays where it is. */
  reveal(room: ChatController, preserveFocus = false): boolean {
    const tab = this.tabOf(room);
    tab?.reveal(undefined, preserveFocus);
    return tab !== undefined;
  }

  /** Shows the titles of the conversations; a new one has none yet. */
  entitle(): void {
    const { rooms, titleOf } = this.host;
    for (const room of this.news) if (this.isVisible(room)) this.news.delete(room);
    const badge = { value: 1, tooltip: t('An answer that you have not seen') };
    for (const view of this.sideViews)
      view.setStatus(titleOf(rooms.main.shownId) ?? '', this.news.has(rooms.main) ? badge : undefined);
    for (const [panel, room] of this.tabs)
      panel.setTitle(`${this.news.has(room) ? '● ' : ''}${this.titleOf(room.shownId)}`);
    this.rememberTabs();
  }

  private titleOf(conversation: string): string {
    return this.host.titleOf(conversation) ?? 'Patchbay';
  }

  private rememberTabs(): void {
    this.host.tabMemory.keep([...this.tabs.values()].map(({ shownId }) => shownId));
  }

  private openTab(room: ChatController, preserveFocus = false, savedState?: unknown): void {
    if (this.reveal(room, preserveFocus)) return;
    const place = { viewColumn: vscode.ViewColumn.Active, preserveFocus };
    this.adopt(createWebviewPanel(panels.chat, 'Patchbay', place), room, savedState);
  }

  private adopt(panel: WebviewPanel, room: ChatController, savedState?: unknown): void {
    const connection = this.connect(panel.webview, room, panel, savedState);
    panel.iconPath = vscode.Uri.joinPath(this.host.extension, 'media', 'icon.png');
    panel.onDidChangeViewState(() => this.entitle());
    panel.onDidDispose(() => {
      connection.dispose();
      this.tabs.delete(panel);
      if (this.lastTab === panel) this.lastTab = undefined;
      this.news.delete(room);
      this.host.rooms.close(room);
      this.rememberTabs();
    });
    this.tabs.set(panel, room);
    this.entitle();
  }

  private connect(
    webview: vscode.Webview,
    room: ChatController,
    tab: WebviewPanel | undefined,
    savedState?: unknown,
  ): vscode.Disposable {
    return connectWebview(webview, this.host.extension, room, this.host.receiver(room), {
      focused: () => (this.lastTab = tab),
      saveState: (state) => tab && this.host.tabMemory.keepPage(room.shownId, state),
      savedState,
    });
  }

  private tabOf(room: ChatController): WebviewPanel | undefined {
    const [panel] = [...this.tabs].find(([, shown]) => shown === room) ?? [];
    return panel;
  }
}

/** What the tabs of chats say that the editor has; undefined if it has not said yet. */
function labelsOfChats(): readonly string[] | undefined {
  const groups = vscode.window.tabGroups.all;
  // There is always one.
  if (groups.length === 0) return undefined;
  const isChat = ({ input }: vscode.Tab): boolean =>
    input instanceof vscode.TabInputWebview && input.viewType.endsWith(panels.chat);
  return groups.flatMap(({ tabs }) => tabs.filter(isChat).map(({ label }) => label));
}
