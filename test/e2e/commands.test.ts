/** The commands of the palette that ask the user something or open something (features.md, D5). */
import assert from 'node:assert/strict';
import {
  silence,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { notification } from './support/notifications.ts';
import { rowSays, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('the commands', () => {
  let endpoint: ScriptedEndpoint;
  let local: ScriptedEndpoint;
  let work: ScriptedEndpoint;
  let reply: Reply = textReply('Fine.');
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => reply, { models: ['alpha', 'beta'] });
    local = await startEndpoint(() => textReply('From next door.'), { models: ['here-3b'] });
    work = await startEndpoint(() => textReply('From work.'));
    window = await openWindow({
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.localPorts': [Number(new URL(local.baseURL).port)],
        'patchbay.model.profiles': {
          Work: { baseUrl: work.baseURL, headers: { 'X-Team': '${secret:team}' } },
          Home: { baseUrl: endpoint.baseURL, headers: { 'X-House': 'at home' } },
          Away: { baseUrl: 'http://127.0.0.1:1/v1' },
        },
        'patchbay.servers': {
          demo: fixtureCommand('recorder'),
          vault: { ...fixtureCommand('recorder'), env: { PASS: '${secret:pass}' }, enabled: false },
        },
      },
    });
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await local?.close();
    await work?.close();
    await window?.close();
  });

  const password = () => window.quickInput.widget.locator('input[type=password]');

  it('Select Model offers what the endpoint lists and keeps the choice in the settings', async () => {
    assert.equal(local.connections, 0, 'Nobody has asked for models yet.');
    await window.run('selectModel');
    await window.quickInput.choose('beta');
    await chat.frame.getByRole('button', { name: /beta/ }).waitFor();
    const settings = await poll('the setting', async () => {
      const now = await window.readSettings();
      return now['patchbay.model.name'] === 'beta' && now;
    });
    assert.equal(settings['patchbay.model.baseUrl'], endpoint.baseURL);
  });

  it('Select Model takes a name that the endpoint does not list', async () => {
    await window.run('selectModel');
    await window.quickInput.says('Select a Model');
    await window.quickInput.type('gamma-7b');
    await window.quickInput.choose('Use this name');
    await chat.frame.getByRole('button', { name: /gamma-7b/ }).waitFor();
  });

  it('Select Model finds a model server on this machine, and the next question goes to the model chosen there', async () => {
    await window.run('selectModel');
    await window.quickInput.says(`Local server (${new URL(local.baseURL).host})`);
    await window.screenshot('select-model-local');
    await window.quickInput.choose('here-3b');
    await chat.frame.getByRole('button', { name: /here-3b/ }).waitFor();
    await chat.ask('Who answers?');
    assert.equal(local.requests.at(-1)?.body.model, 'here-3b');
    assert.equal((await window.readSettings())['patchbay.model.baseUrl'], local.baseURL);
    await window.writeSettings({
      'patchbay.model.baseUrl': endpoint.baseURL,
      'patchbay.model.name': 'gamma-7b',
    });
    await chat.frame.getByRole('button', { name: /gamma-7b/ }).waitFor();
  });

  it('Select Model offers the models of profiles, and a secret in a header is asked for when it is needed', async () => {
    await window.run('selectModel');
    await window.quickInput.row('has no value').waitFor();
    await window.quickInput.row('127.0.0.1:1').waitFor();
    await window.screenshot('select-model-profiles');
    await window.quickInput.type('work-7b');
    await window.quickInput.choose('Use this name at Work');
    await chat.frame.getByRole('button', { name: /work-7b/ }).waitFor();
    const answered = chat.ask('Who works?');
    await window.quickInput.says('Value for Model Profile "Work"');
    await window.quickInput.answer('team-secret-1');
    await answered;
    const { body, headers } = work.requests.at(-1) ?? {};
    assert.deepEqual([body.model, headers?.['x-team']], ['work-7b', 'team-secret-1']);
    const settings = await window.readSettings();
    assert.equal(settings['patchbay.model.profile'], 'Work');
    assert.equal(settings['patchbay.model.baseUrl'], endpoint.baseURL);
    await window.run('selectModel');
    await window.quickInput.type('gamma-7b');
    await window.quickInput.choose(`Use this name at ${new URL(endpoint.baseURL).host}`);
    await chat.frame.getByRole('button', { name: /gamma-7b/ }).waitFor();
    await chat.ask('Who is there?');
    assert.equal(endpoint.requests.at(-1)?.headers['x-house'], undefined);
  });

  it('Set API Key stores the key, which goes to the endpoint and into no setting', async () => {
    await chat.ask('Without a key');
    assert.equal(endpoint.requests.at(-1)?.headers.authorization, undefined);
    await window.run('setApiKey');
    await password().waitFor();
    await window.quickInput.answer('sk-end-to-end-secret');
    await notification(window, /is stored/);
    await chat.ask('With a key');
    assert.equal(endpoint.requests.at(-1)?.headers.authorization, 'Bearer sk-end-to-end-secret');
    assert.doesNotMatch(JSON.stringify(await window.readSettings()), /sk-end-to-end/);
    await window.run('setApiKey');
    await password().waitFor();
    await window.quickInput.accept();
    await notification(window, /was removed/);
    await chat.ask('Without it again');
    assert.equal(endpoint.requests.at(-1)?.headers.authorization, undefined);
  });

  it('Stop ends the running turn', async () => {
    reply = silence;
    await chat.send('Are you there?');
    await chat.frame.getByRole('button', { name: /Stop/ }).waitFor();
    await window.run('stop');
    await chat.idle();
    await chat.frame.locator('.notice:not(.past)', { hasText: 'Stopped.' }).waitFor();
    reply = textReply('Fine.');
  });

  it('New Chat starts over', () => chat.startNew(window));

  it('Show Log shows what a server said', async () => {
    await window.run('showLog');
    await window.quickInput.choose('demo');
    await window.page
      .locator('.part.panel .view-lines')
      .filter({ hasText: /Connected.in.\d+.ms:.recorder/ })
      .waitFor();
    await window.screenshot('log');
    await window.runCommand('View: Hide Panel');
  });

  it('Open Server Settings opens the settings file at the servers', async () => {
    await window.run('openSettings');
    await window.tab('settings.json').first().waitFor();
    await window.page.locator('.editor-instance').getByText('patchbay.servers').first().waitFor();
    await window.screenshot('server-settings');
    await window.runCommand('View: Close Editor');
  });

  it('Open Model Settings shows the settings of the model', async () => {
    await window.run('openModelSettings');
    await window.page.locator('.settings-editor').getByText('Base Url').first().waitFor();
    await window.screenshot('model-settings');
    await window.runCommand('View: Close Editor');
  });

  it('Disconnect Server asks which, and the server stays down until it is connected', async () => {
    await showServers(window);
    const says = (words: RegExp) => rowSays(window, 'demo', words);
    await window.run('disconnect');
    await window.quickInput.choose('demo');
    await says(/^disconnected/);
    await window.run('connect');
    await window.quickInput.choose('demo');
    await says(/^8 tools/);
  });

  it('Open Chat opens it in the primary side bar for whoever wants it there', async () => {
    await window.writeSettings({ 'patchbay.chat.location': 'activityBar' });
    await poll(
      'the chat to leave the secondary side bar',
      async () => (await window.page.locator('.part.auxiliarybar [aria-label=Patchbay]').count()) === 0,
    );
    const there = await openChat(window);
    await there.ask('Are you at the left?');
    assert.match(await there.transcript(), /Are you at the left/);
    await window.screenshot('chat-in-activity-bar');
  });

  it('Clear Stored Inputs and Secrets has the user asked again for what is chosen', async () => {
    const question = () => window.quickInput.says('The secret "pass"');
    const vault = (words: RegExp) => rowSays(window, 'vault', words);
    await window.run('connect');
    await window.quickInput.choose('vault');
    await question();
    await window.screenshot('secret-question');
    await password().waitFor();
    await window.quickInput.answer('open-sesame-1001');
    await vault(/^8 tools/);
    await window.run('reconnect');
    await window.quickInput.choose('vault');
    await vault(/^8 tools/);
    await window.run('forgetInputs');
    await window.quickInput.toggle('${secret:pass}');
    await window.quickInput.press('OK');
    await window.run('reconnect');
    await window.quickInput.choose('vault');
    await question();
    await window.quickInput.dismiss();
    await vault(/^The variable \$\{secret:pass\}/);
    assert.doesNotMatch(JSON.stringify(await window.readSettings()), /sesame/);
  });
});
