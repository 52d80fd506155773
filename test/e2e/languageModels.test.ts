/** The editor's own language models in the hands of a user: chosen, consented to, refused (features.md, C15). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { repoRoot } from '../../scripts/host/cache.ts';
import { startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

describe('the language models of the editor', () => {
  let endpoint: ScriptedEndpoint;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => textReply('From the endpoint.'), { models: ['alpha'] });
    window = await openWindow({
      extensions: [{ folder: join(repoRoot, 'test/fixtures/extensions/models') }],
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'alpha',
        'patchbay.model.localPorts': [],
      },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });

  const choose = async (name: string): Promise<void> => {
    await window.run('selectModel');
    await window.quickInput.choose(name);
    await chat.frame.getByRole('button', { name }).waitFor();
  };

  it('stand in Select Model under their own heading, and the next question goes to the one that is chosen', async () => {
    await window.run('selectModel');
    await window.quickInput.says('Language models of the editor');
    await window.quickInput.row('Guarded').waitFor();
    await window.screenshot('select-model-editor');
    await window.quickInput.dismiss();
    await choose('scripted/able');
    await chat.ask('Who answers?');
    assert.match(await chat.transcript(), /able heard: Who answers\?/);
    assert.ok(endpoint.requests.every(({ path }) => path === '/v1/models'));
    const settings = await window.readSettings();
    assert.deepEqual(
      [settings['patchbay.model.provider'], settings['patchbay.model.name']],
      ['editor', 'scripted/able'],
    );
    await window.screenshot('language-model-answers');
  });

  it('need no API key, and say so', async () => {
    await window.run('setApiKey');
    await notification(window, /need no API key here/);
  });

  it('that want consent are used once the user has given it, and the chat says what to do where not', async () => {
    await choose('scripted/guarded');
    await chat.send('May I?');
    const refused = await window.dialog(/./);
    await window.screenshot('language-model-consent');
    await refused.choose('Cancel');
    await chat.idle();
    await chat.frame
      .locator('.notice', { hasText: 'does not let Patchbay use the language model' })
      .waitFor();
    await window.screenshot('language-model-refused');
    await chat.frame.getByRole('button', { name: 'Try again' }).click();
    await (await window.dialog(/./)).choose('Allow');
    await chat.frame.getByText('guarded heard: May I?').waitFor();
  });

  it('give way to an endpoint again when one of its models is chosen', async () => {
    await choose('alpha');
    await chat.ask('And now?');
    assert.match(await chat.transcript(), /From the endpoint/);
    await poll(
      'the setting',
      async () => (await window.readSettings())['patchbay.model.provider'] === 'endpoint',
    );
  });

  it('leave no error in the console', () => assert.deepEqual(window.consoleErrors(), []));
});
