/** What the tours at night share: a chat that is used by keys and looked at in each width and theme, in one language. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { commands } from '../../../src/contributions/commands.ts';
import { serversViewTitle, type CommandName, type Language } from './commandTitles.ts';
import { languageOf } from '../../../stories/pages/language.ts';
import { callsReply, type Reply } from '../../fixtures/endpoint.ts';
import { violations } from '../../page/support/axe.ts';
import { keyboardOf, type Keyboard } from './keyboard.ts';
import { poll } from './poll.ts';
import type { ScriptedModel } from './scriptedModel.ts';
import { themes } from './themes.ts';
import type { Window } from './window.ts';

export const languages: readonly Language[] = ['en', 'de'];

const WIDTHS = [300, 420, 1000];
const { messages: inGerman } = languageOf('de');

/** Names what is cut or wider than the page. */
const FIT = `(() => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) wrong.push('the page is ' + (page.scrollWidth - page.clientWidth) + ' px too wide');
  for (const each of document.querySelectorAll('button, select')) {
    if (!each.checkVisibility() || each.closest('.sr-only')) continue;
    const { left, right } = each.getBoundingClientRect();
    const name = (each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 40);
    if (right > innerWidth + 1 || left < -1) wrong.push('"' + name + '" is outside of the page');
    if (each.matches('.text-button') && each.scrollWidth > each.clientWidth + 1) wrong.push('"' + name + '" is cut');
  }
  return wrong;
})()`;

/** What there is in a window; it and its chat come later than the tour. */
export interface TourParts {
  /** The folder of its pictures in `artifacts`. */
  readonly name: string;
  readonly language: Language;
  readonly window: () => Window;
  readonly model: () => ScriptedModel;
}

export class Tour {
  /** The chat's, once it has been opened. */
  frame!: Frame;
  readonly keyboard: Keyboard;
  /** The title of the view with the servers. */
  readonly view: string;
  readonly #parts: TourParts;

  constructor(parts: TourParts) {
    this.#parts = parts;
    this.view = serversViewTitle(parts.language);
    // Keys go to the window: there are some before there is a chat.
    this.keyboard = {
      ...keyboardOf(() => this.frame),
      press: (keys) => this.window.page.keyboard.press(keys),
    };
  }

  get language(): Language {
    return this.#parts.language;
  }

  get window(): Window {
    return this.#parts.window();
  }

  /** What the bundle of the language has for an English message. */
  say(text: string, ...values: readonly string[]): string {
    const said = this.#parts.language === 'de' ? (inGerman[text] ?? text) : text;
    return said.replaceAll(/\{(\d)\}/g, (hole, index: string) => values[Number(index)] ?? hole);
  }

  /** The same as a pattern that all of a text has to match. */
  exactly(text: string, ...values: readonly string[]): RegExp {
    return new RegExp(`^${this.say(text, ...values).replaceAll(/[()?.]/g, String.raw`\$&`)}$`);
  }

  titleOf(command: CommandName): string {
    return commands[command].title[this.#parts.language];
  }

  run(command: CommandName): Promise<void> {
    return this.window.run(command);
  }

  async openChat(): Promise<void> {
    await this.run('openChat');
    this.frame = await this.window.webviewFrame('#patchbay-chat textarea:focus');
  }

  /** Gives the chat that is open the keyboard. */
  async focusChat(): Promise<void> {
    await this.run('openChat');
    await this.keyboard.reaches(this.exactly('Message'));
  }

  focusServers(): Promise<void> {
    return this.window.focusServers();
  }

  async send(...replies: Reply[]): Promise<void> {
    this.#parts.model().replyWith(...replies);
    await this.keyboard.reaches(this.exactly('Message'));
    await this.window.page.keyboard.type('Go on');
    await this.keyboard.press('Enter');
  }

  /** The model calls a tool, which is allowed by key. */
  async sendAndAllow(name: string, args: unknown, ...replies: Reply[]): Promise<void> {
    await this.focusChat();
    await this.send(callsReply([{ id: name, name, args }]), ...replies);
    await this.asking(1);
    await this.keyboard.press('Alt+ArrowUp');
    await this.keyboard.press('Control+Enter');
  }

  idle(): Promise<void> {
    return this.frame.locator('button.send').waitFor();
  }

  asking(count: number): Promise<unknown> {
    const cards = this.frame.locator('.approval');
    return poll(`${count} to wait`, async () => (await cards.count()) === count);
  }

  /** Drags the edge of the side bar, as nobody can do with keys. */
  async setChatWidth(width: number): Promise<void> {
    const { mouse } = this.window.page;
    const widthNow = () => this.frame.evaluate<number>('innerWidth');
    await poll(
      `a chat of ${width} px`,
      async () => {
        const now = await widthNow();
        if (Math.abs(now - width) <= 2) return true;
        const sash = await this.#edge();
        await mouse.move(sash, 300);
        await mouse.down();
        await mouse.move(sash - (width - now) / 2, 300);
        await mouse.move(sash - (width - now), 300);
        await mouse.up();
        await mouse.move(500, 20);
        return false;
      },
      { detail: async () => `It is ${await widthNow()} px wide, its edge at ${await this.#edge()}.` },
    );
  }

  /** The middle of the line that is dragged. */
  #edge(): Promise<number> {
    return this.window.page.evaluate(`(() => {
      const { left } = document.querySelector('.part.auxiliarybar').getBoundingClientRect();
      const middles = [...document.querySelectorAll('.monaco-sash.vertical:not(.disabled)')].map((each) => {
        const box = each.getBoundingClientRect();
        return (box.left + box.right) / 2;
      });
      return middles.toSorted((a, b) => Math.abs(a - left) - Math.abs(b - left))[0];
    })()`);
  }

  /** Looks at the chat in each width and theme, and takes its pictures. */
  async look(state: string): Promise<void> {
    const wrong: string[] = [];
    for (const [name, theme] of themes) {
      await this.window.setTheme(theme);
      for (const width of WIDTHS) {
        await this.setChatWidth(width);
        wrong.push(...(await this.wrongIn(this.frame, 'sideBar', `${state}, ${width} px, ${name}`)));
        const path = this.picturePath(`${state}-${name}-${width}`);
        await this.window.page.locator('.part.auxiliarybar').screenshot({ path, animations: 'disabled' });
      }
    }
    assert.deepEqual(wrong, []);
  }

  /** What axe and the sizes find in a page; `at` begins each line. */
  async wrongIn(frame: Frame, part: 'sideBar' | 'editor', at: string): Promise<string[]> {
    const misfits = await frame.evaluate<string[]>(FIT);
    // What is behind the page is the editor's, which axe does not see.
    await frame.evaluate(
      `globalThis.axe ?? ${axe.source}; document.documentElement.style.background = 'var(--vscode-${part}-background)'`,
    );
    return [...misfits, ...(await violations(frame))].map((each) => `${at}: ${each}`);
  }

  /** Takes a picture of the whole window in each theme, after what is to be done in it. */
  async pictures(
    state: string,
    inTheme: (theme: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<void> {
    for (const [name, theme] of themes) {
      await this.window.setTheme(theme);
      await inTheme(name);
      const path = this.picturePath(`${state}-${name}`);
      await this.window.page.screenshot({ path, animations: 'disabled' });
    }
  }

  picturePath(state: string): string {
    const { name, language } = this.#parts;
    return join(repoRoot, 'artifacts', name, `${state}-${language}.png`);
  }
}
