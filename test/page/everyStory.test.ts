/**
 * What holds for every story of the chat: its own words are in the user's language, and have the room they need; it
 * breaks no rule of axe, and shows the ring of what has the keyboard whole. Each is told in the language with the long
 * words: what has room in that has it in English. At night axe looks at it in every theme.
 */
import assert from 'node:assert/strict';
import { chatStories } from '../../stories/chat.ts';
import { changeTheme } from '../../stories/pages/openPage.ts';
import { playStory } from '../../stories/pages/play.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { violations } from './support/axe.ts';
import { chatParts } from './support/chatParts.ts';
import { useChatPage } from './support/chatPage.ts';
import { markedLanguage, removeMarks, unmarkedTexts } from './support/otherLanguage.ts';
import { cutRings } from './support/rings.ts';
import { themesFor } from './support/themes.ts';
import { brokenWords, cutOff, wordsOverButtons } from './support/words.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const NARROW = { width: 250, height: 700 };
/** Zoom halves the pixels that a page has: a side bar of 420 becomes 210. */
const ZOOMED = { width: 210, height: 350 };

describe('in every story, the chat says nothing in English where the user has another language, breaks no rule of axe, and fits: at 200 %, with whole words in a narrow side bar, and with whole rings of what has the keyboard', () => {
  const chat = useChatPage(status, 'loaded by the test');

  async function resize(size: { width: number; height: number }): Promise<void> {
    await chat.page.setViewportSize(size);
    await chat.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  }

  for (const [index, story] of chatStories.entries())
    it(story.name, async () => {
      const [theme, ...others] = themesFor(index);
      await chat.load({ theme, language: markedLanguage });
      const { page } = chat;
      await playStory(page, story);
      const english = await unmarkedTexts(page, chatParts);
      await removeMarks(page);
      assert.deepEqual(await violations(page), [], theme);
      for (const other of others) {
        await changeTheme(page, other);
        assert.deepEqual(await violations(page, true), [], other);
      }
      await resize(ZOOMED);
      const cut = await page.evaluate<string[]>(cutOff);
      await resize(NARROW);
      const over = await page.evaluate<string[]>(wordsOverButtons);
      const broken = await page.evaluate<string[]>(brokenWords);
      // Rings are as thick as they are in high contrast.
      await changeTheme(page, 'hc-dark');
      const rings = await cutRings(page);
      assert.deepEqual(
        { english, cut, over, broken, rings },
        { english: [], cut: [], over: [], broken: [], rings: [] },
      );
    });
});
