/**
 * What holds for every state of the chat, in any theme, at any size. Each state is played once, which takes time, in
 * the language with the long words: what has room in that has it in English.
 */
import assert from 'node:assert/strict';
import { changeTheme } from '../../scripts/preview/chatPage.ts';
import { themeNames } from '../../scripts/preview/page.ts';
import { playScene } from '../../scripts/preview/play.ts';
import type { Scene } from '../../scripts/preview/scene.ts';
import { scenes } from '../../scripts/preview/scenes.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { violations } from './support/axe.ts';
import { chatParts } from './support/chatParts.ts';
import { ChatPage } from './support/chatPage.ts';
import { markedLanguage, removeMarks, unmarkedTexts } from './support/otherLanguage.ts';
import { cutRings } from './support/rings.ts';
import { brokenWords, cutOff, wordsOverButtons } from './support/words.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const NARROW = { width: 250, height: 700 };
/** Zoom halves the pixels that a page has: a side bar of 420 becomes 210. */
const ZOOMED = { width: 210, height: 350 };

describe('in every state, the chat', () => {
  const chat = new ChatPage(status);
  const problems = {
    english: [] as string[],
    axe: [] as string[],
    zoomed: [] as string[],
    rings: [] as string[],
    over: [] as string[],
    broken: [] as string[],
  };

  before(async function () {
    this.timeout(400_000);
    await chat.openBrowser();
    await chat.openPage();
    for (const scene of scenes) await lookAt(scene);
    await chat.closePage();
  });
  after(() => chat.closeBrowser());

  async function lookAt(scene: Scene): Promise<void> {
    await chat.reopen({ theme: themeNames[0], language: markedLanguage });
    const { page } = chat;
    await playScene(page, scene);
    note('english', scene, await unmarkedTexts(page, chatParts));
    await removeMarks(page);
    for (const theme of themeNames) {
      const isFirst = theme === themeNames[0];
      if (!isFirst) await changeTheme(page, theme);
      note('axe', scene, await violations(page, !isFirst), theme);
    }
    await resize(ZOOMED);
    note('zoomed', scene, await page.evaluate<string[]>(cutOff));
    await resize(NARROW);
    note('over', scene, await page.evaluate<string[]>(wordsOverButtons));
    note('broken', scene, await page.evaluate<string[]>(brokenWords));
    await changeTheme(page, 'hc-dark');
    note('rings', scene, await cutRings(page));
  }

  async function resize(size: { width: number; height: number }): Promise<void> {
    await chat.page.setViewportSize(size);
    await chat.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  }

  function note(what: keyof typeof problems, { name }: Scene, found: readonly string[], where = ''): void {
    problems[what].push(...found.map((each) => `${name}${where && `, ${where}`}: ${each}`));
  }

  it('says nothing in English where the user has another language', () =>
    assert.deepEqual(problems.english, []));

  it('breaks no rule of axe in any theme', () => assert.deepEqual(problems.axe, []));

  it('fits at 200 %: nothing has to be scrolled sideways, and what is written and its buttons are in sight', () =>
    assert.deepEqual(problems.zoomed, []));

  it('shows the ring of what has the keyboard whole, as thick as it is in high contrast', () =>
    assert.deepEqual(problems.rings, []));

  it('lets no words run over a button in a narrow side bar', () => assert.deepEqual(problems.over, []));

  it('breaks no word of a heading or a button there', () => assert.deepEqual(problems.broken, []));
});
