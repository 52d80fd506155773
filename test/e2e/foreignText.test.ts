/** Texts of a model in the editor's own notifications: no link in them, which could run a command. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { textReply } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

const link = '[Fix_it](command:workbench.action.closeWindow)';

describe('text of a model in a notification', () => {
  let folder: string;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-foreign-'));
    model = await startModel();
    window = await openWindow({ folder, settings: { ...model.settings, 'patchbay.chat.modelTitles': true } });
    chat = await openChat(window);
    model.replyWith(textReply(`\`\`\`ts title="../${link}"\nconst a = 1;\n\`\`\``), textReply(link));
    await chat.ask('Write it');
  });
  after(async () => {
    await window?.close();
    await model?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('foreign-text', () => window);

  async function isOnlyText(words: RegExp): Promise<void> {
    const { row } = await notification(window, words);
    assert.match(await row.innerText(), /\[Fix_it\] \(command:workbench\.action\.closeWindow\)/);
    assert.equal(await row.locator('.notification-list-item-message a').count(), 0);
  }

  it('is only text where it is the path of a code block that is applied', async () => {
    await chat.frame.getByRole('button', { name: /^Apply to / }).click();
    await isOnlyText(/cannot be applied/);
    await window.screenshot('foreign-text-apply');
  });

  it('is only text where it is the title of a conversation', async () => {
    await poll('the title', () => Promise.resolve(model.requests.length > 1 || undefined));
    await poll('the title to be known', async () => {
      const label = await window.page.locator('.pane-header .description').allTextContents();
      return label.some((text) => text.includes('Fix_it')) || undefined;
    });
    await chat.frame.locator('.chat-title', { hasText: 'Fix_it' }).waitFor();
    await window.run('deleteConversation');
    await isOnlyText(/was deleted/);
    await window.screenshot('foreign-text-title');
  });
});
