/**
 * What servers ask and why they do not run, and a conversation that is open elsewhere, as a user comes past it with
 * keys alone, in English and German: the chat at three widths, and the editor's lists, rows and dialogs, in four themes.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { repoRoot } from '../../scripts/host/cache.ts';
import { textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { SLOW_PACKAGE, startSlowRegistry, type SlowRegistry } from '../fixtures/slowRegistry.ts';
import { commandTitle } from './support/commandTitles.ts';
import { endWorkbench, workbenchRestored } from './support/driver.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openedPage } from './support/openedPage.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { QuickInput } from './support/quickInput.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import { languages, Tour } from './support/tour.ts';
import { cutIn, TourRows } from './support/tourRows.ts';
import type { Window } from './support/window.ts';

const LONG_TITLE =
  'The lantern that stands behind the glass of the harbour and burns all night in every weather';

for (const language of languages)
  describe(`the tour of servers and of what they ask, in ${language} @nightly`, () => {
    skipAfterFailure();
    let scratch: string;
    let folder: string;
    let model: ScriptedModel;
    let window: Window;
    let registry: SlowRegistry;
    const tour = new Tour({ name: 'tour-servers', language, window: () => window, model: () => model });
    const rows = new TourRows(tour);
    const { press, reaches, go } = tour.keyboard;

    before(async () => {
      scratch = await mkdtemp(join(tmpdir(), 'patchbay-tour-'));
      folder = join(scratch, 'project');
      const home = join(scratch, 'home');
      await mkdir(join(folder, '.vscode'), { recursive: true });
      await mkdir(join(home, 'data/Machine'), { recursive: true });
      await writeFile(
        join(folder, '.vscode/settings.json'),
        JSON.stringify({
          'patchbay.servers': {
            team: { ...fixtureCommand('recorder'), env: { TEAM_KEY: 'x' }, cwd: '${workspaceFolder}' },
            other: fixtureCommand('recorder', '--name', 'other'),
          },
        }),
      );
      await writeFile(
        join(home, 'data/Machine/settings.json'),
        JSON.stringify({ 'patchbay.policy.servers': { allowedHosts: ['*.example.com'] } }),
      );
      registry = await startSlowRegistry();
      model = await startModel();
      window = await openWindow({
        folder,
        home,
        ...(language !== 'en' && { language }),
        size: { width: 1700, height: 940 },
        settings: {
          ...model.settings,
          'patchbay.tools.approval': 'ask',
          'patchbay.servers': {
            everything: everythingCommand,
            remote: { url: 'http://127.0.0.1:9/mcp' },
          },
        },
      });
      await tour.focusServers();
      await rows.says('everything', /^\d+ tools$/i);
    });
    after(async () => {
      await window?.close();
      await model?.close();
      registry?.close();
      await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
    });
    pictureFailures(`tour-servers-${language}`, () => window);

    it('servers of the workspace wait for a review, in rows that say so', async () => {
      await rows.check('team', tour.exactly('waiting for your confirmation'));
      await rows.check('other', tour.exactly('waiting for your confirmation'));
      await rows.checkHover('1-waiting', tour.say('waiting for your confirmation'));
    });

    it('the review says what would run, and goes by keys to a choice, which denies what is not marked', async () => {
      await rows.goTo('team');
      await press('Enter');
      const title = tour.say('Allow this workspace to start the server "{0}"?', 'team');
      const dialog = await window.dialog(title);
      await dialog.says(tour.say('Sets: {0}', 'TEAM_KEY=x'));
      await tour.pictures('2-review', async (theme) => {
        for (const each of await dialog.box.locator('.monaco-button, .dialog-message-text').all())
          assert.deepEqual(await cutIn(each), [], `2-review, ${theme}`);
      });
      await rows.chooseInDialog(tour.say('Choose…'));
      await window.quickInput.titled(tour.say('Patchbay: Servers of This Workspace and of Other Extensions'));
      await window.quickInput.row('team').waitFor();
      await tour.pictures('3-choice');
      await press('ArrowDown');
      await press('Enter');
      await window.quickInput.gone();
      await rows.check('team', tour.exactly('denied by you'));
      await rows.says('other', tour.exactly('denied by you'));
      await rows.checkHover('4-denied', tour.say('denied by you'));
    });

    it('what was denied is reviewed again from the menu of its row, and allowed', async () => {
      await rows.goTo('team');
      await rows.openMenu();
      await window.chooseInMenu(tour.titleOf('reviewServers'));
      await window.dialog(tour.say('Allow this workspace to start the server "{0}"?', 'team'));
      await rows.chooseInDialog(tour.say('Allow'));
      await rows.says('team', /^8 tools$/i);
    });

    it('a server that the policy of the machine denies says so in its row, below it and on its page', async () => {
      const said = tour.say('The policy of this machine does not allow the host {0}.', '127.0.0.1');
      const words = new RegExp(said.replaceAll('.', String.raw`\.`));
      await rows.check('remote', words);
      await rows.checkHover('5-policy', words);
      await press('ArrowRight');
      await window.treeRow(tour.view, tour.say('Show Policy')).waitFor();
      await rows.openMenu();
      await window.chooseInMenu(tour.titleOf('showServer'));
      const page = await window.webviewFrame('.server-card');
      await page.getByText(words).first().waitFor();
      const wrong: string[] = [];
      await tour.pictures('6-policy-page', async (theme) => {
        wrong.push(...(await tour.wrongIn(page, 'editor', `6-policy-page, ${theme}`)));
      });
      assert.deepEqual(wrong, []);
      await window.runCommand('View: Close All Editors');
    });

    it('each mode of approval is chosen by keys in the composer, which shows it', async () => {
      await tour.openChat();
      const modes = [
        ['Ask', 'Ask'],
        ['Allow read-only tools', 'Read-only allowed'],
        ['Allow all tools', 'Allow all tools'],
      ] as const;
      let shown: string = 'Ask';
      for (const place of [1, 2, 0] as const) {
        const [label, after] = modes[place];
        await go('Tab', new RegExp(`^${tour.say(shown)} ?\\.`), 12);
        await press('Enter');
        await window.quickInput.titled(tour.say('Patchbay: Approval in This Conversation'));
        await window.quickInput.row(tour.say(label)).waitFor();
        if (place === 1)
          await tour.pictures('7-modes', async (theme) => {
            for (const each of await window.quickInput.rows.all())
              assert.deepEqual(await cutIn(each), [], `7-modes, ${theme}`);
          });
        for (let steps = 0; steps < place; steps++) await press('ArrowDown');
        await press('Enter');
        await window.quickInput.gone();
        await reaches(tour.exactly('Message'));
        await tour.frame.getByRole('button', { name: new RegExp(`^${tour.say(after)} ?\\.`) }).waitFor();
        if (place > 0) await tour.look(`8-mode-${place}`);
        await tour.focusChat();
        shown = after;
      }
    });

    const card = () => tour.frame.locator('.question').last();
    async function goToCard(): Promise<void> {
      await tour.focusChat();
      await press('Alt+ArrowUp');
      await card().locator(':focus').waitFor();
    }

    it('a server asks for a page to be opened', async () => {
      const url =
        'https://accounts.example.com/sign-in/of/the/whole/organisation?state=0123456789abcdef&prompt=consent';
      await tour.sendAndAllow(
        'mcp__everything__trigger-url-elicitation',
        { url, errorPath: true },
        textReply('Well.'),
      );
      await card().waitFor();
      await goToCard();
      await tour.look('9-page-asked');
    });

    it('the page is opened by key, and the card says how to go on', async () => {
      await window.page
        .context()
        .route('https://modelcontextprotocol.io/**', (route) =>
          route.fulfill({ contentType: 'text/html', body: '<title>First</title>Sign here.' }),
        );
      await goToCard();
      await go('Tab', tour.exactly('Open in browser'), 6);
      const opened = await openedPage(window, () => press('Enter'));
      await opened.close();
      await window.page.bringToFront();
      await card()
        .getByRole('button', { name: tour.say('Continue'), exact: true })
        .waitFor();
      await tour.look('10-page-opened');
    });

    it('the server asks for another page, which is denied by key', async () => {
      await goToCard();
      await go('Tab', tour.exactly('Continue'), 6);
      await press('Enter');
      await card().getByText('accounts.example.com/sign-in').waitFor();
      await goToCard();
      await tour.look('11-another-page');
      await goToCard();
      await press('Control+Backspace');
      await tour.idle();
      await tour.look('12-page-denied');
    });

    it('the title of the conversation is cut where there is no room, and whole in its tooltip', async () => {
      await tour.run('renameConversation');
      await window.quickInput.answer(LONG_TITLE, tour.say('Patchbay: Rename Conversation'));
      const title = tour.frame.locator('.chat-title', { hasText: LONG_TITLE });
      await title.waitFor();
      assert.equal(await title.getAttribute('title'), LONG_TITLE);
      await tour.look('13-title');
      await tour.setChatWidth(300);
      assert.deepEqual(await cutIn(title), [LONG_TITLE]);
    });

    it('a conversation that another window holds is read-only, and can be written when that is closed', async () => {
      const { page } = window;
      await tour.run('newChat');
      await tour.frame.locator('.chat-title', { hasText: LONG_TITLE }).waitFor({ state: 'detached' });
      const other = await page.context().newPage();
      await other.goto(window.host.windowUrl({ folder, extensionDevelopmentPath: repoRoot }));
      await workbenchRestored(other);
      await other.bringToFront();
      const listOf = (quickInput: QuickInput) =>
        poll('the list of conversations', async () => {
          await quickInput.run(commandTitle('showConversations', tour.language));
          return quickInput.comes(tour.say('Patchbay: Conversations'));
        });
      const there = new QuickInput(other);
      await listOf(there);
      await there.choose(LONG_TITLE.slice(0, 12));
      await there.gone();
      await page.bringToFront();
      const held = window.quickInput.row(tour.say('open in another window'));
      await poll('the other window to hold it', async () => {
        await listOf(window.quickInput);
        const isHeld = await held.isVisible();
        if (!isHeld) await window.quickInput.dismiss();
        return isHeld;
      });
      await tour.pictures('14-list');
      await window.quickInput.choose(tour.say('open in another window'));
      await tour.frame.getByRole('note').waitFor();
      await poll('the keyboard to be there', () => tour.frame.evaluate<boolean>('document.hasFocus()'));
      await go('Tab', tour.exactly('Duplicate and continue'), 8);
      await tour.look('15-read-only');
      await endWorkbench(other);
      await other.close();
      await tour.frame.getByRole('note').waitFor({ state: 'detached' });
      await tour.focusChat();
    });

    it('a server that is still being installed says so, with what its launcher writes', async () => {
      await window.writeSettings({
        'patchbay.servers': {
          slow: {
            command: 'npx',
            args: ['-y', SLOW_PACKAGE],
            env: registry.npmEnv(join(scratch, 'npm')),
          },
        },
      });
      const installing = tour.say('Installing…');
      await rows.check('slow', new RegExp(`^${installing} npm http fetch GET 200 .*/slow-server`));
      await rows.checkHover('16-installing', /slow-server/);
      registry.goOn();
      await rows.check('slow', /slow-part/);
      await rows.checkHover('17-not-installed', /slow-part/);
    });
  });
