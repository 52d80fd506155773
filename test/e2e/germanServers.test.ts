/** The servers in a German editor: what package.json, the tree and the flows say, and that their buttons work. */
import assert from 'node:assert/strict';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { notification } from './support/notifications.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import type { Window } from './support/window.ts';

const view = 'MCP-Server';

describe('in a German editor, the servers', () => {
  skipAfterFailure();
  let window: Window;

  before(async () => {
    window = await openWindow({
      language: 'de',
      settings: {
        'patchbay.servers': {
          demo: fixtureCommand('recorder'),
          broken: { command: 'no-such-program-anywhere' },
        },
      },
    });
    await window.runCommand('Patchbay: Focus on MCP-Server View');
  });
  after(() => window?.close());
  pictureFailures('german-servers', () => window);

  const says = (label: string, words: RegExp) =>
    poll(`${label} to say ${String(words)}`, async () => {
      const rows = await window.treeRows(view);
      return rows.find((row) => row.label === label && words.test(row.description));
    });
  const step = (title: string | RegExp) => window.quickInput.titled(title);

  it('say in German how they are', async () => {
    const { ariaLabel } = await says('demo', /^8 Tools$/);
    assert.match(ariaLabel, /^demo, verbunden, 8 Tools/);
    await says('broken', /^Fehler: /);
    await says('Integrierte Tools', /^\d+$/);
    await window.screenshot('german-tree');
  });

  it('are edited in a form in German', async () => {
    await window.runCommand('Patchbay: Server bearbeiten…');
    await step('Patchbay: Server bearbeiten');
    await window.quickInput.choose('demo');
    await step('Server „demo“ bearbeiten');
    await window.quickInput.row(/Zeitlimit eines Aufrufs.*60 s/).waitFor();
    await window.quickInput.row('Speichern und neu verbinden').waitFor();
    await window.screenshot('german-form');
    await window.quickInput.choose(/Zeitlimit eines Aufrufs/);
    await step('Server „demo“ bearbeiten: Zeitlimit eines Aufrufs');
    await window.quickInput.type('fünf');
    await window.quickInput.says('Eine Anzahl Sekunden, etwa 60.');
    await window.page.keyboard.press('Escape');
    await step(/^Server „demo“ bearbeiten$/);
    await window.quickInput.dismiss();
  });

  it('are removed and brought back by buttons in German', async () => {
    await window.runCommand('Patchbay: Server entfernen…');
    await window.quickInput.choose('demo');
    const dialog = await window.dialog('Möchten Sie den Server „demo“ entfernen?');
    await window.screenshot('german-remove');
    await dialog.choose('Entfernen');
    await poll('demo to go', async () =>
      (await window.treeRows(view)).every(({ label }) => label !== 'demo'),
    );
    const told = await notification(window, /Server „demo“ wurde entfernt/);
    await told.choose('Rückgängig');
    await says('demo', /^8 Tools/);
  });

  it('have settings that are described in German', async () => {
    await window.runCommand('Patchbay: Modelleinstellungen öffnen');
    await window.page
      .locator('.settings-editor')
      .getByText('Das Kontextfenster des Modells in Token.')
      .waitFor();
    await window.screenshot('german-settings');
  });
});
