/**
 * What holds for every story of the chat: its own words are in the user's language, and have the room they need. Each is
 * told in the language with the long words: what has room in that has it in English.
 */
import assert from 'node:assert/strict';
import { chatStories } from '../../stories/chat.ts';
import { playStory } from '../../stories/pages/play.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { chatParts } from './support/chatParts.ts';
import { useChatPage } from './support/chatPage.ts';
import { markedLanguage, removeMarks, unmarkedTexts } from './support/otherLanguage.ts';
import { brokenWords, cutOff, wordsOverButtons } from './support/words.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const NARROW = { width: 250, height: 700 };
/** Zoom halves the pixels that a page has: a side bar of 420 becomes 210. */
const ZOOMED = { width: 210, height: 350 };

describe('in every story, the chat says nothing in English where the user has another language, and fits: at 200 %, and with whole words in a narrow side bar', () => {
  const chat = useChatPage(status);

  async function resize(size: { width: number; height: number }): Promise<void> {
    await chat.page.setViewportSize(size);
    await chat.page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
  }

  for (const story of chatStories)
    it(story.name, async () => {
      await chat.load({ theme: 'dark', language: markedLanguage });
      await playStory(chat.page, story);
      const english = await unmarkedTexts(chat.page, chatParts);
      await removeMarks(chat.page);
      await resize(ZOOMED);
      const cut = await chat.page.evaluate<string[]>(cutOff);
      await resize(NARROW);
      const over = await chat.page.evaluate<string[]>(wordsOverButtons);
      const broken = await chat.page.evaluate<string[]>(brokenWords);
      assert.deepEqual({ english, cut, over, broken }, { english: [], cut: [], over: [], broken: [] });
    });
});
