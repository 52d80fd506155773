/** Pages in tabs of the editor: the call history, a server's page, and what the model gets. */
import * as vscode from 'vscode';
import {
  createWebviewPanel,
  registerWebviewPanelSerializer,
  withTitle,
  type WebviewPanel,
} from '../ui/index.ts';
import { loadPage } from './page.ts';
import { connectPage, type PageConnection } from './pageConnection.ts';

/** The code of one page. It is disposed of with its tab. */
export interface PanelPage extends vscode.Disposable {
  /** The message is not to be trusted. */
  receive(message: unknown): unknown;
  /** Called when the tab is in front again. A hidden page gets no messages. */
  onDidShow(): void;
}

/** The tab of a page, as the page's code sees it. */
export interface PagePanel<HostMessage> {
  readonly isVisible: boolean;
  post(message: HostMessage): void;
  /** Runs `run` after `ms`, once for all calls until then, and not after the tab is closed. */
  postpone(run: () => void, ms: number): void;
}

interface PanelKind {
  readonly viewType: string;
  /** The name of the page's files. */
  readonly files: 'history' | 'request' | 'server';
}

interface OpenPanel<Page> {
  readonly page: Page;
  reveal(): void;
  dispose(): void;
}

/** The content of a tab. `pageTitle` is the title of the document in it. */
type Shown<HostMessage, Page> = readonly [
  key: string,
  title: string,
  makePage: (panel: PagePanel<HostMessage>) => Page,
  pageTitle?: string,
];

/** The tabs of one kind of page, one for each key. */
export class PagePanels<HostMessage extends { readonly type: string }, Page extends PanelPage> {
  private readonly open = new Map<string, OpenPanel<Page>>();
  private readonly extension: vscode.Uri;
  private readonly kind: PanelKind;

  constructor(extension: vscode.Uri, kind: PanelKind) {
    this.extension = extension;
    this.kind = kind;
  }

  /** Reveals the tab of that key, or opens one. */
  show(...shown: Shown<HostMessage, Page>): Page {
    const [key, title] = shown;
    const existing = this.open.get(key);
    existing?.reveal();
    if (existing) return existing.page;
    const panel = createWebviewPanel(this.kind.viewType, title, vscode.ViewColumn.Active, {
      // Keeps what is open and typed while the tab is hidden. VS Code would store what a page saves, so it saves no
      // content.
      retainContextWhenHidden: true,
    });
    return this.fill(panel, shown);
  }

  /**
   * Brings back the tabs that were open when the window was reloaded. `shownBy` gets the state that the page has saved,
   * which is not to be trusted, and returns undefined if there is nothing to show.
   */
  restoreTabs(shownBy: (state: unknown) => Promise<Shown<HostMessage, Page> | undefined>): vscode.Disposable {
    return registerWebviewPanelSerializer(this.kind.viewType, (restored, state) => {
      let isClosed = false;
      restored.onDidDispose(() => (isClosed = true));
      const close = (): void => restored.dispose();
      void shownBy(state).then((shown) => {
        if (isClosed) return;
        if (!shown || this.open.has(shown[0])) return close();
        this.fill(withTitle(restored), shown);
      }, close);
    });
  }

  dispose(): void {
    for (const each of this.open.values()) each.dispose();
  }

  private fill(
    panel: WebviewPanel,
    [key, title, makePage, pageTitle = title]: Shown<HostMessage, Page>,
  ): Page {
    const { files } = this.kind;
    panel.iconPath = vscode.Uri.joinPath(this.extension, 'media', 'icon.png');
    let timer: NodeJS.Timeout | undefined;
    const connection: PageConnection<HostMessage> = connectPage(panel.webview, (message) =>
      page.receive(message),
    );
    loadPage(panel.webview, this.extension, { files, root: `patchbay-${files}`, title: pageTitle });
    const page = makePage({
      get isVisible() {
        return panel.visible;
      },
      post: (message) => void connection.post(message),
      postpone: (run, ms) => {
        timer ??= setTimeout(() => {
          timer = undefined;
          run();
        }, ms);
      },
    });
    panel.onDidChangeViewState(() => {
      if (!panel.visible) return;
      connection.sendAppearance();
      page.onDidShow();
    });
    panel.onDidDispose(() => {
      clearTimeout(timer);
      connection.dispose();
      page.dispose();
      this.open.delete(key);
    });
    this.open.set(key, { page, reveal: () => panel.reveal(), dispose: () => panel.dispose() });
    return page;
  }
}
