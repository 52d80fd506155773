/** From an empty profile to a first answer with a tool call, as somebody new goes: by buttons only (features.md, D10). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { callsReply, startEndpoint, textReply, type ScriptedEndpoint } from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { activate } from './support/activate.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { SERVERS_VIEW, showServers, rowSays } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('the first minute', () => {
  let folder: string;
  let endpoint: ScriptedEndpoint;
  let server: string;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-first-'));
    await writeFile(join(folder, 'main.py'), 'print("hello")\n# TODO: say it nicer\n');
    await writeFile(join(folder, 'README.md'), 'A small program.\n');
    endpoint = await startEndpoint(
      ({ body }) => {
        const { messages } = body as { messages: readonly { role: string; content: unknown }[] };
        const asked = JSON.stringify(messages.findLast(({ role }) => role === 'user'));
        const result = messages.findLast(({ role }) => role === 'tool');
        if (asked.includes('the word OK')) return textReply('OK');
        if (result) return textReply('It has **2 text files** with 3 lines in all, mostly Python.');
        return callsReply([{ id: 'a', name: 'mcp__sample__project_facts', args: {} }]);
      },
      { models: ['llama3.2'] },
    );
    // As installed: calls are asked for. Only the port of the model server is one that nobody else has.
    const { port } = new URL(endpoint.baseURL);
    server = `127.0.0.1:${port}`;
    window = await openWindow({
      folder,
      settings: {
        'patchbay.tools.approval': undefined,
        'patchbay.model.localPorts': [Number(port)],
        // As VS Code has it: what tests do not want opens here.
        'workbench.welcomePage.walkthroughs.openOnInstall': true,
      },
      size: { width: 1280, height: 860 },
    });
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('first-minute', () => window);

  /** Waits for this picture of a step. */
  const shown = (picture: string) => window.webviewFrame(`svg[data-picture="${picture}"]:visible`);
  const step = (name: string) => window.page.locator('.getting-started-step', { hasText: name });

  it('opens the chat by itself, with what to do first, and leaves the keyboard where it was', async () => {
    const page = await window.webviewFrame('.missing');
    await page.getByRole('button', { name: 'Set up a model' }).waitFor();
    assert.equal(await page.evaluate('document.hasFocus()'), false);
    await window.screenshot('first-start');
  });

  it('has a walkthrough, whose steps have pictures, and a welcome where servers will be', async () => {
    // The editor leaves the pictures out of a walkthrough that is 950 pixels wide or less.
    await window.setSize(1900, 860);
    await window.run('getStarted');
    // A picture that is still read takes the place of that of a step which is chosen meanwhile.
    await shown('model');
    for (const [name, picture] of [
      ['Connect a server', 'server'],
      ['Ask a question', 'ask'],
      ['Review the tool calls', 'see'],
      ['Set up a model', 'model'],
    ] as const) {
      await activate(step(name).first());
      await shown(picture);
      await window.screenshot(`first-walkthrough-${picture}`);
    }
    await window.setSize(1280, 860);
    assert.equal(
      await window.page.locator('.getting-started-step .codicon-getting-started-step-checked').count(),
      0,
    );
    await showServers(window);
    await window.page
      .locator('.welcome-view')
      .getByRole('button', { name: 'Try the Sample Server' })
      .waitFor();
    await window.screenshot('first-welcome');
  });

  it('is drawn in the colours of the editor @nightly', async () => {
    await openChat(window);
    for (const theme of ['Light Modern', 'Default High Contrast', 'Dark Modern'] as const) {
      await window.setTheme(theme);
      await window.setSize(1900, 860);
      await shown('model');
      await window.screenshot(`first-look-${theme.split(' ').slice(1).join('-').toLowerCase()}`);
    }
    await window.setSize(1280, 860);
  });

  it('goes from the empty chat to an answer with a tool call, in five clicks', async () => {
    chat = await openChat(window);
    let clicks = 0;
    const click = async (button: string, within: Pick<Locator, 'getByRole'> = chat.frame): Promise<void> => {
      clicks += 1;
      await within.getByRole('button', { name: button }).click();
    };
    await window.screenshot('first-empty-chat');
    await click('Set up a model');
    await window.quickInput.says(`Local server (${server})`);
    await window.screenshot('first-model');
    clicks += 1;
    await window.quickInput.choose('llama3.2');
    await chat.frame.getByText('llama3.2').first().waitFor();
    await window.screenshot('first-model-chosen');
    await click('Try the sample server');
    const question = chat.frame.getByRole('button', { name: 'Use the sample server' });
    await question.waitFor();
    await window.screenshot('first-examples');
    await click('Use the sample server');
    const approval = chat.call('project_facts').locator('.approval');
    await approval.waitFor();
    await window.screenshot('first-approval');
    await click('Allow', approval);
    await chat.frame.getByText('mostly Python').waitFor();
    await chat.idle();
    await window.screenshot('first-answer');
    const sent = JSON.stringify(endpoint.requests.at(-1)?.body);
    assert.match(sent, /Text files: 2/);
    // With what opens by itself after the installation.
    assert.equal(clicks, 5);
  });

  it('leaves what it did where everything else stands: in the settings, in the tree, ticked off', async () => {
    const settings = await window.readSettings();
    assert.deepEqual(settings['patchbay.servers'], {
      sample: {
        command: '${execPath}',
        args: ['${extensionInstallFolder}/dist/sampleServer.cjs'],
        env: { ELECTRON_RUN_AS_NODE: '1' },
      },
    });
    assert.equal(settings['patchbay.model.name'], 'llama3.2');
    await showServers(window);
    await rowSays(window, 'sample', /^3 tools$/);
    await window.run('showHistory');
    await window.run('getStarted');
    const ticked = window.page.locator('.getting-started-step .codicon-getting-started-step-checked');
    await poll('four steps to be ticked off', async () => (await ticked.count()) === 4);
    await window.screenshot('first-ticked');
  });

  it('takes the sample server away again like any other, and offers it where the servers were', async () => {
    await showServers(window);
    await window.run('removeServer');
    await window.quickInput.choose('sample');
    await (await window.dialog('Do you want to remove the server')).choose('Remove');
    const first = window.treeRow(SERVERS_VIEW, 'Try the Sample Server');
    await first.waitFor();
    await window.screenshot('first-rows');
    await window.openRow(SERVERS_VIEW, 'Try the Sample Server');
    await rowSays(window, 'sample', /3 tools/);
  });
});
