/**
 * Patchbay in the place of another version that was used, with all that this has left. The other versions are made of the
 * same sources; databases of the first schemas, and of schemas that are not known yet, are put in the place of theirs.
 */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { installVsix } from '../../scripts/host/server.ts';
import { conversationSchema } from '../../src/store/conversationSchema.ts';
import { historySchema } from '../../src/store/historySchema.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import { placeRecorded } from '../fixtures/recorded/databases.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { notification } from './support/notifications.ts';
import { openWindow } from './support/openWindow.ts';
import { packPatchbay, packVersion } from './support/packaged.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected } from './support/servers.ts';
import type { Window } from './support/window.ts';

const schemas = { conversations: conversationSchema, history: historySchema };
const names = ['conversations', 'history'] as const;
const SECRET = 'sesame-4711';

describe('Patchbay in the place of another version @nightly', function () {
  this.timeout(300_000);
  let home: string;
  let storage: string;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;
  let earlier: string;
  let released: string;
  let later: string;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-upgrade-'));
    storage = join(home, 'data/User/globalStorage/patchbay.patchbay');
    [earlier, released, later] = [
      await packVersion('0.0.1'),
      await packPatchbay(),
      await packVersion('99.0.0'),
    ];
    model = await startModel();
    await open(earlier);
  });
  after(async () => {
    await window?.close();
    await model?.close();
    for (const path of [home, ...[earlier, later].map((vsix) => dirname(vsix))])
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  });
  pictureFailures('upgrade', () => window);

  /** Installs the package over what is there, and opens the same VS Code again. */
  async function open(vsix: string): Promise<void> {
    window = await openWindow({
      home,
      vsix,
      size: { width: 1200, height: 900 },
      ...(vsix === earlier && {
        settings: {
          ...model.settings,
          'patchbay.tools.approval': 'ask',
          // What was recorded gets older, and is not to be deleted for it.
          'patchbay.conversations.maxAgeDays': 36_500,
          'patchbay.history.maxAgeDays': 36_500,
          'patchbay.inputs': [{ id: 'who', type: 'promptString', description: 'Who is it?' }],
          'patchbay.servers': {
            recorder: { ...fixtureCommand('recorder'), env: { WHO: '${input:who}', PASS: '${secret:pass}' } },
          },
        },
      }),
    });
  }
  async function ready(): Promise<void> {
    await serversConnected(window);
    chat = await openChat(window);
  }
  const call = () =>
    model.replyWith(callsReply([{ id: 'a', name: 'mcp__recorder__env', args: { name: 'WHO' } }]));

  it('is used in the other version: a value and a secret are asked for, a tool is allowed for ever', async () => {
    await window.quickInput.says('Who is it?');
    await window.quickInput.answer('somebody');
    await window.quickInput.says('The secret "pass"');
    await window.quickInput.answer(SECRET);
    await window.quickInput.gone();
    await ready();
    call();
    await chat.send('Remember me');
    await chat.frame.getByLabel('Duration').selectOption('always');
    await chat.frame.locator('.approval').getByRole('button', { name: 'Allow' }).click();
    await chat.idle();
    await window.close();
  });

  it('has everything of an earlier one: settings, permissions, values, secrets, and databases of the first schemas', async () => {
    for (const name of names) {
      for (const end of ['', '-wal', '-shm'])
        await rm(join(storage, `${name}.sqlite${end}`), { force: true });
      placeRecorded(storage, name, 1);
    }
    await open(released);
    await ready();
    assert.equal(await window.quickInput.widget.isVisible(), false);
    call();
    await chat.ask('Who is it?');
    assert.equal(await chat.frame.locator('.approval').count(), 0);
    assert.match(model.lastRead, /somebody/);
    await window.run('showHistory');
    const history = await window.webviewFrame('.history .page-bar');
    await poll('the calls', async () => (await history.locator('.history-row').count()) === 6 || undefined);
    await window.run('showConversations');
    for (const title of ['Keep this one', 'My own title', 'What is in the file'])
      await window.quickInput.row(title).waitFor();
    await window.quickInput.choose('Write a poem');
    await chat.frame.getByText('Roses are').waitFor();
    await window.close();
  });

  it('leaves databases of a later one alone, says what to do, and has the chat work', async () => {
    await installVsix(later, { dataDir: join(home, 'data'), extensionsDir: join(home, 'extensions') });
    for (const name of names) {
      const database = new DatabaseSync(join(storage, `${name}.sqlite`));
      database.exec(`CREATE TABLE future (what TEXT); PRAGMA user_version = ${schemas[name].length + 1}`);
      database.close();
    }
    const bytes = () => Promise.all(names.map((name) => readFile(join(storage, `${name}.sqlite`))));
    const before = await bytes();
    await open(released);
    await ready();
    call();
    await chat.ask('Still there?');
    assert.match(await chat.transcript(), /Done\./);
    for (const name of names)
      await notification(
        window,
        new RegExp(`not saved.*${name}\\.sqlite.*later version of Patchbay.*[Uu]pdate Patchbay`),
      );
    await window.close();
    for (const [index, after] of (await bytes()).entries())
      assert.ok(before[index]?.equals(after), `The ${names[index]} have changed.`);
  });
});
