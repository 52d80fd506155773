/** The pages in another language: nothing is left in English, in any state. */
import assert from 'node:assert/strict';
import { playScene } from '../../scripts/preview/play.ts';
import { scenes } from '../../scripts/preview/scenes.ts';
import type { ChatStatus } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';
import { markedLanguage, unmarkedTexts, type Looked } from './support/otherLanguage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

/** The chat. What is not among the areas yet is not translated yet. */
const chatParts: Looked = {
  areas: ['.empty', '.find-bar', '.shortcuts', '.context-use', '.call-time'],
  content: [
    // The name of the extension, and keys.
    'h1',
    '.empty h2',
    'kbd',
  ],
};

describe('in another language, the chat', () => {
  const chat = useChatPage(status);
  const unmarked = (): Promise<string[]> => unmarkedTexts(chat.page, chatParts);
  beforeEach(() => chat.reopen({ theme: 'dark', language: markedLanguage }));

  for (const scene of scenes)
    it(`says nothing in English: ${scene.name}`, async () => {
      await playScene(chat.page, scene);
      assert.deepEqual(await unmarked(), []);
    });
});
