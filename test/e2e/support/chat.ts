/** The chat in the hands of an end-to-end test. */
import type { Frame, Locator } from 'playwright-core';
import { poll } from './poll.ts';
import type { Window } from './window.ts';

/** Opens the chat in the secondary side bar and gives a handle on it. */
export async function openChat(window: Window): Promise<ChatFrame> {
  await window.runCommand('Patchbay: Open Chat');
  return new ChatFrame(await window.webviewFrame('#patchbay-chat textarea'));
}

export class ChatFrame {
  readonly frame: Frame;

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

  /** Sends a message without waiting for anything. */
  async send(text: string): Promise<void> {
    await this.input.fill(text);
    await this.input.press('Enter');
  }

  /** Waits until no turn runs: only then can a message be sent. */
  async idle(): Promise<void> {
    await this.frame.getByRole('button', { name: 'Send' }).waitFor();
  }

  /** Sends a message and waits until its turn has ended. */
  async ask(text: string): Promise<void> {
    const turns = await this.frame.locator('.user-message').count();
    await this.send(text);
    await this.frame.locator('.user-message').nth(turns).waitFor();
    await this.idle();
  }

  /** Starts an empty conversation and waits until it is shown. */
  async startNew(window: Window): Promise<void> {
    const shown = () => this.frame.locator('.transcript').getAttribute('data-conversation');
    const before = await poll('the conversation', shown);
    await window.runCommand('Patchbay: New Chat');
    await poll('another conversation', async () => ![before, null].includes(await shown()));
  }

  /** What the transcript says, in the order in which it is shown. */
  async transcript(): Promise<string> {
    return this.frame.locator('#patchbay-chat [role=log], #patchbay-chat [role=list]').first().innerText();
  }

  /**
   * Presses Escape and gives the time in ms, measured in the page, until the turn had ended and another
   * message could be sent.
   */
  async escape(): Promise<number> {
    await this.frame.evaluate(() => {
      const page = globalThis as unknown as EscapeWatch;
      page.escapeTook = new Promise((resolve) => {
        page.addEventListener(
          'keydown',
          () => {
            const pressed = performance.now();
            const look = (): void => {
              if (page.document.querySelector('button.send')) resolve(performance.now() - pressed);
              else page.requestAnimationFrame(look);
            };
            look();
          },
          { capture: true, once: true },
        );
      });
    });
    await this.input.press('Escape');
    return this.frame.evaluate(() => (globalThis as unknown as EscapeWatch).escapeTook);
  }
}

/** What is used of the page's global object; the DOM's types are not loaded in this room. */
interface EscapeWatch {
  escapeTook: Promise<number>;
  readonly document: { querySelector(selector: string): unknown };
  addEventListener(type: 'keydown', listener: () => void, options: object): void;
  requestAnimationFrame(run: () => void): void;
}
