/** A window in German: what the chat, the tree, dialogs and commands say there, and what the model goes on reading. */
import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { languageOf } from '../../stories/pages/language.ts';
import { callsReply, errorReply, textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { packPatchbay } from './support/packaged.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { notification } from './support/notifications.ts';
import type { Window } from './support/window.ts';

const { messages } = languageOf('de');

const VIEW = 'MCP-Server';

/** What the German bundle has for an English message. That it is another text is checked, too. */
function german(message: string, ...values: readonly string[]): string {
  const text = messages[message];
  assert.ok(text, `German has "${message}"`);
  assert.notEqual(text, message);
  return text.replaceAll(/\{(\d)\}/g, (_, index: string) => values[Number(index)] ?? '');
}

describe('a window in German', () => {
  let model: ScriptedModel;
  let window: Window;
  let frame: Frame;

  before(async () => {
    model = await startModel();
    window = await openWindow({
      language: 'de',
      size: { width: 1200, height: 900 },
      settings: {
        ...model.settings,
        'patchbay.servers': {
          recorder: fixtureCommand('recorder'),
          broken: { command: 'no-such-program-anywhere' },
        },
        'patchbay.tools.approval': 'ask',
      },
    });
  });
  after(async () => {
    await window?.close();
    await model?.close();
  });
  pictureFailures('language', () => window);

  const button = (message: string): Locator =>
    frame.getByRole('button', { name: german(message), exact: true });
  const says = (label: string, words: RegExp) =>
    poll(`${label} to say ${String(words)}`, async () => {
      const rows = await window.treeRows(VIEW);
      return rows.find((row) => row.label === label && words.test(row.description));
    });
  const step = (title: string | RegExp) => window.quickInput.titled(title);
  async function send(text: string): Promise<void> {
    await frame.getByLabel(german('Message'), { exact: true }).fill(text);
    await window.page.keyboard.press('Enter');
  }

  it('has its commands under German titles, and opens a page that says what language it is in', async () => {
    await window.run('openChat');
    frame = await window.webviewFrame('#patchbay-chat textarea');
    assert.equal(await frame.locator('html').getAttribute('lang'), 'de');
  });

  it('shows the servers, and the tools of other extensions, in German', async () => {
    // The editor's own word in the title is English here, the name of the view is not.
    await window.focusServers();
    const { ariaLabel } = await says('recorder', /^8 Tools$/);
    assert.match(ariaLabel, /^recorder, verbunden, 8 Tools/);
    assert.doesNotMatch(ariaLabel, /\btools\b|connected/);
    await says('broken', /^(?!Fehler|Error)./);
    await says('Integrierte Tools', /^\d+$/);
    await window.screenshot('german-tree');
    const rows = await window.treeRows(VIEW);
    const others = rows.find(({ label }) => label === german('Other extensions'));
    assert.match(others?.description ?? '', /^0 von \d+$/);
  });

  it('has a form of a server in German', async () => {
    await window.run('editServer');
    await step('Patchbay: Server bearbeiten');
    await window.quickInput.choose('recorder');
    await step('Server „recorder“ bearbeiten');
    await window.quickInput.row(/Zeitlimit eines Aufrufs.*60 s/).waitFor();
    await window.quickInput.row('Speichern und neu verbinden').waitFor();
    await window.screenshot('german-form');
    await window.quickInput.choose(/Zeitlimit eines Aufrufs/);
    await step('Server „recorder“ bearbeiten: Zeitlimit eines Aufrufs');
    await window.quickInput.type('fünf');
    await window.quickInput.says('Geben Sie eine Anzahl von Sekunden ein, etwa 60.');
    await window.page.keyboard.press('Escape');
    await step(/^Server „recorder“ bearbeiten$/);
    await window.quickInput.dismiss();
  });

  it('removes a server and brings it back by buttons in German', async () => {
    await window.run('removeServer');
    await window.quickInput.choose('recorder');
    const dialog = await window.dialog('Möchten Sie den Server „recorder“ entfernen?');
    await window.screenshot('german-remove');
    await dialog.choose('Entfernen');
    await poll('the server to go', async () =>
      (await window.treeRows(VIEW)).every(({ label }) => label !== 'recorder'),
    );
    const told = await notification(window, /Server „recorder“ entfernt/);
    await told.choose('Rückgängig');
    await says('recorder', /^8 Tools/);
  });

  it('greets in German', async () => {
    await frame.getByText(german('Try one of your read-only tools and show me what it returns.')).waitFor();
    await window.screenshot('language-empty');
  });

  it('asks for permission, runs the call and answers in German; the model reads English', async () => {
    model.replyWith(
      callsReply([
        { id: 'a', name: 'mcp__recorder__echo', args: { text: 'Hallo' } },
        { id: 'b', name: 'read_file', args: { path: 'a.txt' } },
      ]),
      textReply('Das Tool sagt Hallo.'),
    );
    await send('Probier das Tool aus');
    await button('Allow').waitFor();
    await window.screenshot('language-approval');
    await button('Allow').click();
    await frame.getByText('Das Tool sagt Hallo.').waitFor();
    await frame.locator('button.send').waitFor();
    await window.screenshot('language-turn');
    assert.match(model.read, /You are Patchbay/);
    assert.match(model.results.join('\n'), /No folder is open\. Open a folder to work on its files\./);
  });

  it('explains the failure of an endpoint in German, with what to do about it', async () => {
    model.replyWith(errorReply(401, { error: { message: 'Incorrect API key provided' } }));
    await send('Noch einmal');
    const host = new URL(model.settings['patchbay.model.baseUrl']).host;
    await frame
      .locator('.notice')
      .getByText(
        german(
          '{0} requires an API key, and none is set{1}. Set the API key.',
          host,
          ' (HTTP 401): Incorrect API key provided',
        ),
      )
      .waitFor();
    await window.screenshot('language-failure');
  });

  it('speaks German in lists and notifications', async () => {
    await window.run('showConversations');
    await window.quickInput.titled(german('Patchbay: Conversations'));
    await window.quickInput.widget.getByPlaceholder(german('Search titles and messages')).waitFor();
    await window.quickInput.says(german('Today'));
    await window.screenshot('language-list');
    await window.quickInput.dismiss();
    await window.run('undoRestore');
    await notification(window, new RegExp(german('There is no restore to undo in this workspace.')));
    await window.screenshot('language-notification');
  });

  it('describes its settings in German', async () => {
    await window.run('openModelSettings');
    await window.page.locator('.settings-editor').getByText('Steuert, woher das Modell kommt.').waitFor();
    await window.screenshot('german-settings');
  });

  it('says nothing in the console', () => {
    assert.deepEqual(window.consoleErrors(), []);
  });
});

describe('the packaged extension in a German window @nightly', () => {
  let window: Window;

  before(async () => {
    window = await openWindow({ vsix: await packPatchbay(), language: 'de' });
  });
  after(() => window?.close());

  it('has its translations with it, of commands and of the chat', async () => {
    await window.run('openChat');
    const frame = await window.webviewFrame('#patchbay-chat textarea');
    await frame.getByText(german('No model is set up yet.')).waitFor();
  });
});
