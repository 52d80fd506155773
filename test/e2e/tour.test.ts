/**
 * What is approved and what happened, as a user comes past it, with keys alone: in each state of a conversation axe, cut
 * buttons and what has to be scrolled sideways, at three widths of the chat, in four themes, in English and German.
 */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { repoRoot } from '../../scripts/host/cache.ts';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { languageOf } from '../../stories/pages/language.ts';
import { callsReply, errorReply, textReply, type Reply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { violations } from '../page/support/axe.ts';
import { openWindow } from './support/openWindow.ts';
import { keyboardOf } from './support/keyboard.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import { themes } from './support/themes.ts';
import type { Window } from './support/window.ts';

const WIDTHS = [300, 420, 1000];
const { messages: inGerman } = languageOf('de');

const greet = [
  'export function greet(name: string): string {',
  "  const words = 'Hello';",
  '  return `${words}, ${name}`;',
  '}',
  '',
].join('\n');

/** Names what is cut or wider than the page. */
const FIT = `(() => {
  const wrong = [];
  const page = document.scrollingElement;
  if (page.scrollWidth > page.clientWidth) wrong.push('the page is ' + (page.scrollWidth - page.clientWidth) + ' px too wide');
  for (const each of document.querySelectorAll('button, select')) {
    if (!each.checkVisibility() || each.closest('.sr-only')) continue;
    const { left, right } = each.getBoundingClientRect();
    const name = (each.getAttribute('aria-label') ?? each.textContent).trim().slice(0, 40);
    if (right > innerWidth + 1 || left < -1) wrong.push('"' + name + '" is outside of the page');
    if (each.matches('.text-button') && each.scrollWidth > each.clientWidth + 1) wrong.push('"' + name + '" is cut');
  }
  return wrong;
})()`;

for (const language of ['en', 'de'])
  describe(`the tour of approvals and of what happened, in ${language} @nightly`, () => {
    skipAfterFailure();
    let folder: string;
    let model: ScriptedModel;
    let window: Window;
    let frame: Frame;
    const isGerman = language === 'de';
    const say = (text: string): string => (isGerman ? (inGerman[text] ?? text) : text);

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'patchbay-tour-'));
      await mkdir(join(folder, 'src'));
      await writeFile(join(folder, 'src', 'greet.ts'), greet);
      model = await startModel();
      window = await openWindow({
        folder,
        ...(isGerman && { language }),
        size: { width: 1700, height: 940 },
        settings: {
          ...model.settings,
          'patchbay.tools.approval': 'ask',
          'patchbay.servers': { everything: everythingCommand, recorder: fixtureCommand('recorder') },
        },
      });
      await window.runCommand(
        isGerman ? 'Patchbay: Focus on MCP-Server View' : 'Patchbay: Focus on MCP Servers View',
      );
      await poll('two servers', async () => {
        const rows = await window.treeRows(isGerman ? 'MCP-Server' : 'MCP Servers');
        return rows.filter(({ description }) => /\d+ tools$/i.test(description)).length === 2;
      });
      await focusChat();
      frame = await window.webviewFrame('#patchbay-chat textarea:focus');
    });
    after(async () => {
      await window?.close();
      await model?.close();
      await rm(folder, { recursive: true, force: true });
    });
    pictureFailures(`tour-${language}`, () => window);

    const focusChat = () => window.runCommand(isGerman ? 'Patchbay: Chat öffnen' : 'Patchbay: Open Chat');

    /** The middle of the line that is dragged. */
    const edge = (): Promise<number> =>
      window.page.evaluate(`(() => {
        const { left } = document.querySelector('.part.auxiliarybar').getBoundingClientRect();
        const middles = [...document.querySelectorAll('.monaco-sash.vertical:not(.disabled)')].map((each) => {
          const box = each.getBoundingClientRect();
          return (box.left + box.right) / 2;
        });
        return middles.toSorted((a, b) => Math.abs(a - left) - Math.abs(b - left))[0];
      })()`);

    /** Drags the edge of the side bar, as nobody can do with keys. */
    async function setChatWidth(width: number): Promise<void> {
      await poll(
        `a chat of ${width} px`,
        async () => {
          const now = await frame.evaluate<number>('innerWidth');
          if (Math.abs(now - width) <= 2) return true;
          const sash = await edge();
          await window.page.mouse.move(sash, 300);
          await window.page.mouse.down();
          await window.page.mouse.move(sash - (width - now) / 2, 300);
          await window.page.mouse.move(sash - (width - now), 300);
          await window.page.mouse.up();
          await window.page.mouse.move(500, 20);
          return false;
        },
        {
          timeout: 10_000,
          detail: async () =>
            `It is ${await frame.evaluate<number>('innerWidth')} px wide, its edge at ${await edge()}.`,
        },
      );
    }

    const { press, reaches, go } = keyboardOf(() => frame);

    async function send(...replies: Reply[]): Promise<void> {
      model.replyWith(...replies);
      await reaches(new RegExp(`^${say('Message')}$`));
      await window.page.keyboard.type('Go on');
      await press('Enter');
    }
    /** The model calls a tool, which is allowed by key. */
    async function sendAndAllow(name: string, args: unknown, ...replies: Reply[]): Promise<void> {
      await focusChat();
      await send(callsReply([{ id: name, name, args }]), ...replies);
      await asking(1);
      await press('Alt+ArrowUp');
      await press('Control+Enter');
    }
    const idle = () => frame.locator('button.send').waitFor();
    const asking = (count: number) =>
      poll(`${count} to wait`, async () => (await frame.locator('.approval').count()) === count);

    /** Looks at the state in each width and theme, and takes its pictures. */
    async function look(state: string): Promise<void> {
      const wrong: string[] = [];
      for (const [name, theme] of themes) {
        await window.setTheme(theme);
        for (const width of WIDTHS) {
          await setChatWidth(width);
          const at = `${state}, ${width} px, ${name}`;
          for (const each of await frame.evaluate<string[]>(FIT)) wrong.push(`${at}: ${each}`);
          // What is behind the page is the editor's, which axe does not see.
          await frame.evaluate(
            `globalThis.axe ?? ${axe.source}; document.documentElement.style.background = 'var(--vscode-sideBar-background)'`,
          );
          for (const each of await violations(frame)) wrong.push(`${at}: ${each}`);
          const path = join(repoRoot, 'artifacts/tour', `${state}-${language}-${name}-${width}.png`);
          await window.page.locator('.part.auxiliarybar').screenshot({ path, animations: 'disabled' });
        }
      }
      assert.deepEqual(wrong, []);
    }

    it('an edit and a new file wait with what changes', async () => {
      await send(
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
      await asking(2);
      await press('Alt+ArrowUp');
      await reaches(/Edit File|Datei bearbeiten|edit_file/i);
      await look('1-edits');
    });

    it('they are allowed by key, and leave what they changed', async () => {
      await press('Control+Enter');
      await asking(1);
      await poll('the next card to have the keyboard', () => frame.locator('.approval:focus').isVisible());
      await press('Control+Enter');
      await idle();
      await reaches(new RegExp(`^${say('Message')}$`));
      assert.match(await readFile(join(folder, 'src', 'greet.ts'), 'utf8'), /trim/);
      await look('2-edited');
    });

    it('a command waits, with a pattern of its words', async () => {
      await send(
        callsReply([{ id: 'c', name: 'run_command', args: { command: 'ls src --no-such-option' } }]),
        textReply('It **failed**.'),
      );
      await asking(1);
      await press('Alt+ArrowUp');
      await go('Tab', new RegExp(say('For how long')), 5);
      await press('ArrowDown');
      await press('ArrowDown');
      await frame.locator('.approval-lasting').waitFor();
      await go('Tab', new RegExp(say('What is allowed')), 4);
      await press('ArrowDown');
      await look('3-command');
    });

    it('it is allowed, fails, and looks failed', async () => {
      await press('Control+Enter');
      await idle();
      await look('4-failed');
      await reaches(new RegExp(`^${say('Message')}$`));
    });

    it('seven calls wait as a group, among them one of a server with named values', async () => {
      await focusChat();
      const echo = (id: string) => ({
        id,
        name: 'mcp__recorder__echo',
        args: { text: `the text of call ${id}, a little longer` },
      });
      await send(
        callsReply([
          { id: 'm', name: 'mcp__everything__get-sum', args: { a: 20, b: 22 } },
          ...['n', 'o', 'p', 'q', 'r', 's'].map(echo),
          { id: 't', name: 'mcp__everything__get-sum', args: { a: 'twenty' } },
        ]),
        textReply('Well.'),
      );
      await asking(7);
      await press('Alt+ArrowUp');
      await look('5-group');
    });

    it('one is denied with a reason, the rest allowed together', async () => {
      await reaches(/Sum|everything/i);
      await go('Tab', new RegExp(`^${say('Deny…')}$`), 6);
      await press('Enter');
      await window.page.keyboard.type('Not a sum');
      await look('6-reason');
      await press('Enter');
      await asking(6);
      await focusChat();
      await go(
        'Shift+Tab',
        new RegExp(`^${say('Allow All ({0})').replace('{0}', '6').replaceAll(/[()]/g, '\\$&')}$`),
        20,
      );
      await press('Enter');
      await idle();
      await look('7-after-group');
    });

    it('a form waits', async () => {
      await sendAndAllow('mcp__everything__trigger-elicitation-request', {}, textReply('Thanks.'));
      await frame.locator('.question').waitFor();
      await press('Alt+ArrowUp');
      await look('8-form');
      await frame.locator('.consent').last().scrollIntoViewIfNeeded();
      await look('8b-form-end');
      await press('Control+Backspace');
      await idle();
    });

    it('a sampling request waits', async () => {
      await sendAndAllow(
        'mcp__everything__trigger-sampling-request',
        { prompt: 'Which colour?', maxTokens: 77 },
        textReply('Blue.'),
        textReply('It said blue.'),
      );
      await frame.locator('.question').waitFor();
      await press('Alt+ArrowUp');
      await look('9-sampling');
      await press('Control+Enter');
      await idle();
    });

    it('pictures and steps stand in the rows, and a failed turn leaves its line', async () => {
      const refusal = { error: { message: 'The prompt is too odd.' } };
      await sendAndAllow('mcp__everything__get-tiny-image', {}, errorReply(400, refusal));
      await frame.locator('.notice').last().waitFor();
      await idle();
      await look('10-failed-turn');
      await focusChat();
      await send(textReply('On with it.'));
      await frame.getByText('On with it.').waitFor();
      await idle();
      await look('11-muted');
    });

    it('the changes of the turn are opened, and a checkpoint is restored and that undone', async () => {
      await press('Alt+ArrowUp');
      await press('Control+Home');
      const fold = frame.locator('.changes .disclosure-button').first();
      await fold.focus();
      await press('Enter');
      await frame.locator('.changed-file').first().waitFor();
      await frame.locator('.changed-fold').first().focus();
      await press('Enter');
      await frame.locator('.changed-parts .diff-line').first().waitFor();
      await look('12-changes');
      await frame
        .getByRole('button', { name: say('Restore checkpoint…') })
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
      await window.runCommand(
        isGerman ? 'Patchbay: Wiederherstellung rückgängig machen' : 'Patchbay: Undo Restore',
      );
      await poll('the restore to be undone', async () => /trim/.test(await now()));
    });
  });
