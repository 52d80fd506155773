/** The chat in the hands of an end-to-end test. */
import type { Frame, Locator } from 'playwright-core';
import { poll } from './poll.ts';
import type { Window } from './window.ts';

/** Opens the chat in the secondary side bar and gives a handle on it, once it has the keyboard. */
export async function openChat(window: Window): Promise<ChatFrame> {
  await window.run('openChat');
  // It takes the keyboard a moment after it is there, also from what a test opens in between.
  return new ChatFrame(await window.webviewFrame('#patchbay-chat textarea:focus'));
}

export class ChatFrame {
  readonly frame: Frame;
  /** What was shown before the message that was sent last: its conversation, and the user's newest message there. */
  #before: { readonly conversation: string; readonly message: string | undefined } | undefined;

  constructor(frame: Frame) {
    this.frame = frame;
  }

  get input(): Locator {
    // Its role changes while a list is open.
    return this.frame.getByLabel('Message', { exact: true });
  }

  /** The item of a call of the tool with this name, which the hover of its line ends with. */
  call(tool: string): Locator {
    return this.frame.locator('.call', { has: this.frame.locator(`[title$="__${tool}"]`) });
  }

  /** Shows the calls of finished steps, which are folded at the end of a turn. */
  async unfoldSteps(): Promise<void> {
    const folded = this.frame.locator('.steps > [aria-expanded=false]');
    while ((await folded.count()) > 0) await folded.first().click();
  }

  /** Sends a message, or the draft as it is, without waiting for anything that comes of it. */
  async send(text?: string): Promise<void> {
    const conversation = await poll('the conversation', () => this.#conversation());
    // While a turn runs, it waits in the queue and is not shown.
    const isIdle = await this.#sendButton.isVisible();
    this.#before = isIdle ? { conversation, message: await this.#newestMessage() } : undefined;
    if (text !== undefined) await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Waits until no turn runs, also none of a message that was sent and is not shown yet. */
  async idle(): Promise<void> {
    const before = this.#before;
    if (before)
      await poll('the message to be shown', async () => {
        const isElsewhere = (await this.#conversation()) !== before.conversation;
        return isElsewhere || (await this.#newestMessage()) !== before.message;
      });
    this.#before = undefined;
    await this.#sendButton.waitFor();
  }

  /** Sends a message and waits until its turn has ended. */
  async ask(text: string): Promise<void> {
    await this.send(text);
    await this.idle();
  }

  /** Starts an empty conversation and waits until it is shown. */
  async startNew(window: Window): Promise<void> {
    const before = await poll('the conversation', () => this.#conversation());
    await window.run('newChat');
    await poll('another conversation', async () => ![before, null].includes(await this.#conversation()));
  }

  /** What the transcript says, in the order in which it is shown. */
  async transcript(): Promise<string> {
    return this.frame.locator('#patchbay-chat [role=log], #patchbay-chat [role=list]').first().innerText();
  }

  /** Presses Escape in the message field and waits until the turn has ended. */
  async escape(): Promise<void> {
    await this.input.press('Escape');
    await this.idle();
  }

  get #sendButton(): Locator {
    return this.frame.getByRole('button', { name: /^Send\w* \(/ });
  }

  #conversation(): Promise<string | null> {
    return this.frame.locator('.transcript').getAttribute('data-conversation');
  }

  /** The id of the user's newest message among those that are drawn. */
  async #newestMessage(): Promise<string | undefined> {
    const ids = await this.frame
      .locator('.user-row')
      .evaluateAll((rows) => rows.map((row) => (row as unknown as PageElement).getAttribute('data-id')));
    return ids.at(-1) ?? undefined;
  }
}

/** What is used of the page; the DOM's types are not loaded here. */
interface PageElement {
  getAttribute(name: string): string | null;
}
