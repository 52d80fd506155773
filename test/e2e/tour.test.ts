/**
 * What is approved and what happened, as a user comes past it, with keys alone: in each state of a conversation axe, cut
 * buttons and what has to be scrolled sideways, at three widths of the chat, in four themes, in English and German.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply, errorReply, textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openWindow } from './support/openWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import { languages, Tour } from './support/tour.ts';
import type { Window } from './support/window.ts';

const greet = [
  'export function greet(name: string): string {',
  "  const words = 'Hello';",
  '  return `${words}, ${name}`;',
  '}',
  '',
].join('\n');

for (const language of languages)
  describe(`the tour of approvals and of what happened, in ${language} @nightly`, () => {
    skipAfterFailure();
    let folder: string;
    let model: ScriptedModel;
    let window: Window;
    const tour = new Tour({ name: 'tour', language, window: () => window, model: () => model });
    const { press, reaches, go } = tour.keyboard;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'patchbay-tour-'));
      await mkdir(join(folder, 'src'));
      await writeFile(join(folder, 'src', 'greet.ts'), greet);
      model = await startModel();
      window = await openWindow({
        folder,
        ...(language !== 'en' && { language }),
        size: { width: 1700, height: 940 },
        settings: {
          ...model.settings,
          'patchbay.tools.approval': 'ask',
          'patchbay.servers': { everything: everythingCommand, recorder: fixtureCommand('recorder') },
        },
      });
      await tour.focusServers();
      await poll('two servers', async () => {
        const rows = await window.treeRows(tour.view);
        return rows.filter(({ description }) => /\d+ tools$/i.test(description)).length === 2;
      });
      await tour.openChat();
    });
    after(async () => {
      await window?.close();
      await model?.close();
      await rm(folder, { recursive: true, force: true });
    });
    pictureFailures(`tour-${language}`, () => window);

    it('an edit and a new file wait with what changes', async () => {
      await tour.send(
        callsReply([
          {
            id: 'a',
            name: 'edit_file',
            args: {
              path: 'src/greet.ts',
              oldText: "  const words = 'Hello';\n  return `${words}, ${name}`;",
              newText: '  return `Hello, ${name.trim()}!`;',
            },
          },
          {
            id: 'b',
            name: 'write_file',
            args: {
              path: 'src/farewell.ts',
              content: 'export function farewell(name: string): string {\n  return `Goodbye, ${name}!`;\n}\n',
            },
          },
        ]),
        textReply('Both files are written.'),
      );
      await tour.asking(2);
      await press('Alt+ArrowUp');
      await reaches(/Edit File|Datei bearbeiten|edit_file/i);
      await tour.look('1-edits');
    });

    it('they are allowed by key, and leave what they changed', async () => {
      await press('Control+Enter');
      await tour.asking(1);
      await poll('the next card to have the keyboard', () =>
        tour.frame.locator('.approval:focus').isVisible(),
      );
      await press('Control+Enter');
      await tour.idle();
      await reaches(tour.exactly('Message'));
      assert.match(await readFile(join(folder, 'src', 'greet.ts'), 'utf8'), /trim/);
      await tour.look('2-edited');
    });

    it('a command waits, with a pattern of its words', async () => {
      await tour.send(
        callsReply([{ id: 'c', name: 'run_command', args: { command: 'ls src --no-such-option' } }]),
        textReply('It **failed**.'),
      );
      await tour.asking(1);
      await press('Alt+ArrowUp');
      await go('Tab', new RegExp(tour.say('Duration')), 5);
      await press('ArrowDown');
      await press('ArrowDown');
      await tour.frame.locator('.approval-lasting').waitFor();
      await go('Tab', new RegExp(tour.say('Scope of the permission')), 4);
      await press('ArrowDown');
      await tour.look('3-command');
    });

    it('it is allowed, fails, and looks failed', async () => {
      await press('Control+Enter');
      await tour.idle();
      await tour.look('4-failed');
      await reaches(tour.exactly('Message'));
    });

    it('seven calls wait as a group, among them one of a server with named values', async () => {
      await tour.focusChat();
      const echo = (id: string) => ({
        id,
        name: 'mcp__recorder__echo',
        args: { text: `the text of call ${id}, a little longer` },
      });
      await tour.send(
        callsReply([
          { id: 'm', name: 'mcp__everything__get-sum', args: { a: 20, b: 22 } },
          ...['n', 'o', 'p', 'q', 'r', 's'].map(echo),
          { id: 't', name: 'mcp__everything__get-sum', args: { a: 'twenty' } },
        ]),
        textReply('Well.'),
      );
      await tour.asking(7);
      await press('Alt+ArrowUp');
      await tour.look('5-group');
    });

    it('one is denied with a reason, the rest allowed together', async () => {
      await reaches(/Sum|everything/i);
      await go('Tab', tour.exactly('Deny…'), 6);
      await press('Enter');
      await window.page.keyboard.type('Not a sum');
      await tour.look('6-reason');
      await press('Enter');
      await tour.asking(6);
      await tour.focusChat();
      await go('Shift+Tab', tour.exactly('Allow All ({0})', '6'), 20);
      await press('Enter');
      await tour.idle();
      await tour.look('7-after-group');
    });

    it('a form waits', async () => {
      await tour.sendAndAllow('mcp__everything__trigger-elicitation-request', {}, textReply('Thanks.'));
      await tour.frame.locator('.question').waitFor();
      await press('Alt+ArrowUp');
      await tour.look('8-form');
      await tour.frame.locator('.consent').last().scrollIntoViewIfNeeded();
      await tour.look('8b-form-end');
      await press('Control+Backspace');
      await tour.idle();
    });

    it('a sampling request waits', async () => {
      await tour.sendAndAllow(
        'mcp__everything__trigger-sampling-request',
        { prompt: 'Which colour?', maxTokens: 77 },
        textReply('Blue.'),
        textReply('It said blue.'),
      );
      await tour.frame.locator('.question').waitFor();
      await press('Alt+ArrowUp');
      await tour.look('9-sampling');
      await press('Control+Enter');
      await tour.idle();
    });

    it('pictures and steps stand in the rows, and a failed turn leaves its line', async () => {
      const refusal = { error: { message: 'The prompt is too odd.' } };
      await tour.sendAndAllow('mcp__everything__get-tiny-image', {}, errorReply(400, refusal));
      await tour.frame.locator('.notice').last().waitFor();
      await tour.idle();
      await tour.look('10-failed-turn');
      await tour.focusChat();
      await tour.send(textReply('On with it.'));
      await tour.frame.getByText('On with it.').waitFor();
      await tour.idle();
      await tour.look('11-muted');
    });

    it('the changes of the turn are opened, and a checkpoint is restored and that undone', async () => {
      await press('Alt+ArrowUp');
      await press('Control+Home');
      const fold = tour.frame.locator('.changes .disclosure-button').first();
      await fold.focus();
      await press('Enter');
      await tour.frame.locator('.changed-file').first().waitFor();
      await tour.frame.locator('.changed-fold').first().focus();
      await press('Enter');
      await tour.frame.locator('.changed-parts .diff-line').first().waitFor();
      await tour.look('12-changes');
      await tour.frame
        .getByRole('button', { name: tour.say('Restore checkpoint…') })
        .first()
        .focus();
      await press('Enter');
      await window.quickInput.widget.waitFor();
      await press('ArrowDown');
      await press('Enter');
      await window.quickInput.row('farewell.ts').waitFor();
      await window.screenshot(`tour-restore-${language}`);
      const now = () => readFile(join(folder, 'src', 'greet.ts'), 'utf8');
      await press('Enter');
      await poll('the file to be restored', async () => (await now()) === greet);
      await tour.run('undoRestore');
      await poll('the restore to be undone', async () => /trim/.test(await now()));
    });
  });
