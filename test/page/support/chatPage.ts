/** The chat's page in a browser, without an editor, in the hands of a test that plays the host. */
import type { Page } from 'playwright-core';
import type { Look } from '../../../stories/pages/page.ts';
import { drawn, feed, until } from '../../../stories/pages/openPage.ts';
import type {
  Appearance,
  ChatMessage,
  ChatStatus,
  HostMessage,
  Item,
  Patch,
} from '../../../src/protocol/index.ts';
import { SharedPage } from './browser.ts';

/** The chat has the width of a usual side bar. */
const shared = new SharedPage({ width: 420, height: 600 });

/**
 * Loads the chat with that look before each test of a `describe`, or leaves that to the tests; a test fails if its page
 * has complained. `status` is what the page is told of the turn, the model and the servers.
 */
export function useChatPage(
  status: ChatStatus,
  look: Look | 'loaded by the test' = { theme: 'dark' },
): ChatPage {
  const chat = new ChatPage(status);
  if (look !== 'loaded by the test') beforeEach(() => chat.load(look));
  afterEach(async function () {
    await shared.end(this);
  });
  return chat;
}

export class ChatPage {
  page!: Page;
  readonly #status: ChatStatus;
  #seq = 0;

  constructor(status: ChatStatus) {
    this.#status = status;
  }

  /** A fresh page with that look, in place of the one there is. */
  async load(look: Look): Promise<void> {
    this.#seq = 0;
    this.page = await shared.load(look);
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
  async tell(...messages: readonly (HostMessage | Appearance)[]): Promise<void> {
    await feed(this.page, messages);
    await this.drawn();
  }

  /** Presses keys one after the other, each once the page has drawn what the one before did. */
  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.page.keyboard.press(key);
      await this.drawn();
    }
  }

  /** Gives the page what the user has set for its looks; what is left out is not set. */
  async setAppearance(appearance: Partial<Appearance>): Promise<void> {
    await this.tell({ type: 'appearance', font: {}, title: '', settings: {}, ...appearance });
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

  /** The newest message of that type that the page has said, or says next; all that it has said is forgotten. */
  async next<Type extends ChatMessage['type']>(
    type: Type,
    isWanted: (message: Extract<ChatMessage, { type: Type }>) => boolean = () => true,
  ): Promise<Extract<ChatMessage, { type: Type }>> {
    const isIt = (message: ChatMessage): message is Extract<ChatMessage, { type: Type }> =>
      message.type === type && isWanted(message as Extract<ChatMessage, { type: Type }>);
    for (;;) {
      const found = (await this.posted()).findLast(isIt);
      if (found) return found;
      await this.until('window.posted.length > 0');
    }
  }

  /** Waits until the expression is true in the page. */
  until(condition: string): Promise<void> {
    return until(this.page, condition);
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

  /** From now on the page draws what comes at every frame, however soon it is and however dear. To be called before it has drawn anything. */
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

  /** Does at once what the page would do by itself within so many milliseconds, and waits until that is drawn. */
  async advance(ms: number): Promise<void> {
    // The page hears of a scroll with the next frame, and begins to wait then.
    await this.drawn();
    await this.page.evaluate(`advance(${ms})`);
    await this.drawn();
  }

  /** Turns the wheel over the conversation, and waits until it has come to rest. */
  async wheel(pixels: number): Promise<void> {
    await this.page.mouse.move(200, 200);
    await this.page.evaluate(`{
      const scroller = document.querySelector('.transcript');
      window.scrolled = new Promise((resolve) => scroller.addEventListener('scrollend', resolve, { once: true }));
      null;
    }`);
    await this.page.mouse.wheel(0, pixels);
    await this.page.evaluate('window.scrolled');
    await this.drawn();
  }

  /** Waits until a change is applied, drawn, measured and scrolled to. */
  drawn(): Promise<void> {
    return drawn(this.page);
  }
}
