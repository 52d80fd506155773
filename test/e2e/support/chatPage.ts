/** The chat's page in a browser, without an editor, in the hands of a test that plays the host. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { openBrowser } from '../../../scripts/host/browser.ts';
import type { Look } from '../../../scripts/preview/page.ts';
import { bundleChat, drawn, feed, openChatPage, type Files } from '../../../scripts/preview/chatPage.ts';
import type { ChatMessage, ChatStatus, HostMessage, Item, Patch } from '../../../src/protocol/index.ts';

/**
 * Opens a browser before all tests of a `describe` and a fresh page before each; a test fails if its page has
 * complained. `status` is what the page is told of the turn, the model and the servers.
 */
export function useChatPage(status: ChatStatus): ChatPage {
  const chat = new ChatPage(status);
  before(() => chat.openBrowser());
  after(() => chat.closeBrowser());
  beforeEach(() => chat.openPage());
  afterEach(() => chat.closePage());
  return chat;
}

export class ChatPage {
  page!: Page;
  readonly #status: ChatStatus;
  #profile!: string;
  #browser: BrowserContext | undefined;
  #files!: Files;
  #seq = 0;
  #errors: string[] = [];

  constructor(status: ChatStatus) {
    this.#status = status;
  }

  async openBrowser(): Promise<void> {
    this.#files = await bundleChat();
    this.#profile = await mkdtemp(join(tmpdir(), 'patchbay-page-'));
    this.#browser = await openBrowser(this.#profile, { width: 420, height: 600 });
  }

  async closeBrowser(): Promise<void> {
    await this.#browser?.close();
    await rm(this.#profile, { recursive: true, force: true });
  }

  async openPage(look: Look = { theme: 'dark' }): Promise<void> {
    [this.#seq, this.#errors] = [0, []];
    assert.ok(this.#browser);
    this.page = await openChatPage(this.#browser, this.#files, look, (text) => this.#errors.push(text));
  }

  /** A fresh page with that look, instead of the one there is. */
  async reopen(look: Look): Promise<void> {
    await this.closePage();
    await this.openPage(look);
  }

  async closePage(): Promise<void> {
    await this.page.close();
    assert.deepEqual(this.#errors, []);
  }

  /** Gives the page a conversation with these items, and forgets what the page has said. */
  async show(items: readonly Item[], earlier = 0): Promise<void> {
    await this.tell({
      type: 'snapshot',
      conversation: 'c1',
      seq: this.#seq,
      items,
      earlier,
      status: this.#status,
    });
    await this.posted();
  }

  /** Tells the page and waits until it has drawn. */
  async tell(...messages: readonly HostMessage[]): Promise<void> {
    await feed(this.page, messages);
    await this.drawn();
  }

  /** The next increment of the conversation. */
  patch(...patches: readonly Patch[]): HostMessage {
    this.#seq += 1;
    return { type: 'patch', conversation: 'c1', seq: this.#seq, patches };
  }

  /** What the page has said since it was last asked. */
  posted(): Promise<ChatMessage[]> {
    return this.page.evaluate('window.posted.splice(0)');
  }

  /** From now on the page notes what moves in it without the user's hand: `moved` says what. */
  async watchMoves(): Promise<void> {
    await this.page.evaluate(`{
      window.moved = [];
      new PerformanceObserver((list) => {
        for (const { sources } of list.getEntries())
          for (const { node } of sources) window.moved.push(node?.textContent ?? '');
      }).observe({ type: 'layout-shift' });
    }`);
  }

  /** From now on the page draws what comes at every frame, however soon it is and however dear. */
  async leaveNothingOut(): Promise<void> {
    await this.page.evaluate(`{
      performance.now = () => 0;
      const nextFrame = requestAnimationFrame;
      let time = 0;
      window.requestAnimationFrame = (run) => nextFrame(() => run((time += 1000)));
    }`);
  }

  /** The texts of what has moved. */
  moved(): Promise<string[]> {
    return this.page.evaluate('window.moved');
  }

  /** Waits until a change is applied, drawn, measured and scrolled to. */
  drawn(): Promise<void> {
    return drawn(this.page);
  }
}
