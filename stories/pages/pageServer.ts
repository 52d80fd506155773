/** Serves the pages over HTTP, so that the browser caches compiled scripts. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { editorScript, pageHtml, themeNames, themeStyles, type Look, type PageName } from './page.ts';

/** By path, as the page requests them. */
export type Files = ReadonlyMap<string, Uint8Array>;

/** Pages that can be reloaded by their address. */
const KEPT = 50;

const contentTypes: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  css: 'text/css',
  ttf: 'font/ttf',
};

export class PageServer {
  readonly #server = createServer((request, response) => this.#answer(request, response));
  readonly #assets: Map<string, Uint8Array | string>;
  readonly #pages = new Map<string, string>();
  #count = 0;

  private constructor(files: Files) {
    this.#assets = new Map<string, Uint8Array | string>([...files, ['/editor.js', editorScript]]);
    for (const theme of themeNames) {
      this.#assets.set(`/${theme}.css`, themeStyles(theme));
      this.#assets.set(`/${theme}-tab.css`, themeStyles(theme, true));
    }
  }

  /** Keeps no process alive. */
  static async start(files: Files): Promise<PageServer> {
    const server = new PageServer(files);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    server.#server.unref();
    return server;
  }

  /** Unique: the page begins without state, and keeps its own when reloaded. */
  addressOf(look: Look, name: PageName): string {
    this.#count += 1;
    const path = `/page/${this.#count}`;
    this.#pages.set(path, pageHtml(look, name));
    this.#pages.delete(`/page/${this.#count - KEPT}`);
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  #answer({ url = '/' }: IncomingMessage, response: ServerResponse): void {
    const { pathname } = new URL(url, 'http://localhost');
    const page = this.#pages.get(pathname);
    if (page !== undefined) {
      response.setHeader('content-type', 'text/html').end(page);
      return;
    }
    const asset = this.#assets.get(pathname);
    if (asset === undefined) {
      response.writeHead(404).end();
      return;
    }
    response
      .setHeader('content-type', contentTypes[pathname.split('.').at(-1) ?? ''] ?? '')
      .setHeader('cache-control', 'max-age=31536000, immutable')
      .end(asset);
  }
}
