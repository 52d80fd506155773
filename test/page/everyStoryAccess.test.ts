/**
 * Every story of the chat for everybody: it breaks no rule of axe, and shows the ring of what has the keyboard whole. At
 * night in every theme.
 */
import assert from 'node:assert/strict';
import { chatStories } from '../../stories/chat.ts';
import { languageOf } from '../../stories/pages/language.ts';
import { changeTheme } from '../../stories/pages/openPage.ts';
import { playStory } from '../../stories/pages/play.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { violations } from './support/axe.ts';
import { useChatPage } from './support/chatPage.ts';
import { cutRings } from './support/rings.ts';
import { themesFor } from './support/themes.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

describe('in every story, the chat breaks no rule of axe, and cuts no ring of what has the keyboard', () => {
  const chat = useChatPage(status);

  for (const [index, story] of chatStories.entries())
    it(story.name, async () => {
      const [theme, ...others] = themesFor(index);
      await chat.load({ theme, language: languageOf('de') });
      const { page } = chat;
      await playStory(page, story);
      assert.deepEqual(await violations(page), [], theme);
      for (const other of others) {
        await changeTheme(page, other);
        assert.deepEqual(await violations(page, true), [], other);
      }
      await page.setViewportSize({ width: 250, height: 700 });
      // Rings are as thick as they are in high contrast.
      await changeTheme(page, 'hc-dark');
      assert.deepEqual(await cutRings(page), []);
    });
});
