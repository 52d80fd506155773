/** Foreign text on its way into the interface of the real editor: what arrives there has no link and no icon. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { CodeProposals } from '../../src/editor/chatPage/applyCode.ts';
import {
  codeLens,
  createLogChannel,
  InputBox,
  QuickPick,
  separator,
  showErrorMessage,
  showInformationMessage,
  showInputBox,
  showQuickPick,
  showWarningMessage,
  treeItem,
  withNotificationProgress,
} from '../../src/editor/ui/index.ts';
import { hasIcon, hasLink, hostileTexts } from '../fixtures/editorMarkup.ts';

describe('foreign text in the interface of the editor', () => {
  /** Every text that reached the editor. */
  let shown: string[] = [];
  const { window } = vscode;
  const replaced: Record<string, unknown> = {};

  /** Puts a function that keeps the texts it is given in the place of one of the editor's. */
  function replace(name: keyof typeof window, by: (...args: never[]) => unknown): void {
    replaced[name] ??= window[name];
    Object.assign(window, { [name]: by });
  }

  function keep(value: unknown): void {
    if (typeof value === 'string') shown.push(value);
    else if (Array.isArray(value)) value.forEach(keep);
    // What a row or a button stands for is ours and not shown.
    else if (typeof value === 'object' && value !== null)
      for (const [key, each] of Object.entries(value)) if (key !== 'of') keep(each);
  }

  beforeEach(() => {
    shown = [];
  });
  afterEach(() => {
    Object.assign(window, replaced);
  });

  function assertInert(): void {
    assert.ok(shown.length > 0);
    for (const text of shown) assert.ok(!hasLink(text) && !hasIcon(text), text);
  }

  it('is inert in notifications, and the button that was pressed is known by its own text', async () => {
    const calls = { showInformationMessage, showWarningMessage, showErrorMessage };
    for (const [name, call] of Object.entries(calls)) {
      replace(name as keyof typeof window, (...args: never[]) => {
        keep(args);
        return Promise.resolve(args.at(-1));
      });
      for (const text of hostileTexts) assert.equal(await call(text, 'No', text), text);
    }
    assertInert();
  });

  it('is inert in the title and the messages of progress', async () => {
    replace('withProgress', (options: object, task: (progress: object) => unknown) => {
      keep(options);
      return task({ report: keep });
    });
    for (const title of hostileTexts)
      await withNotificationProgress({ title, cancellable: false }, async (report) => report(title));
    assertInert();
  });

  it('is inert in a quick pick, which gives the rows that it was given', async () => {
    replace('showQuickPick', (rows: object[], options: object) => {
      keep([rows, options]);
      return Promise.resolve(rows[0]);
    });
    for (const text of hostileTexts) {
      const row = { label: text, description: text, detail: text };
      assert.equal(await showQuickPick([row, separator(text)], { title: text, placeHolder: text }), row);
    }
    assertInert();
    const pick = new QuickPick();
    const rows = hostileTexts.map((label) => ({ label }));
    pick.items = rows;
    const [, second] = rows;
    assert.ok(second);
    pick.activeItems = [second];
    pick.selectedItems = [second];
    assert.deepEqual(
      [pick.items, pick.activeItems[0] === second, pick.selectedItems[0] === second],
      [rows, true, true],
    );
    pick.dispose();
  });

  it('is inert in an input box: its title, prompt, placeholder and problems', async () => {
    replace('showInputBox', (options: vscode.InputBoxOptions) => {
      keep([options.title, options.prompt, options.placeHolder, options.validateInput?.('')]);
      return Promise.resolve('');
    });
    const made: Record<string, unknown> = {};
    replace('createInputBox', () => made);
    for (const text of hostileTexts) {
      await showInputBox({ title: text, prompt: text, placeHolder: text, validateInput: () => text });
      Object.assign(new InputBox(), {
        title: text,
        prompt: text,
        placeholder: text,
        validationMessage: text,
      });
      keep(made);
    }
    assert.equal(shown.length, hostileTexts.length * 8);
    assertInert();
  });

  it('is inert in rows of trees, lenses and names of channels', () => {
    replace('createOutputChannel', (name: string) => {
      keep(name);
      return {};
    });
    for (const text of hostileTexts) {
      createLogChannel(text);
      keep(codeLens(new vscode.Range(0, 0, 0, 0), { title: text, command: 'a' }).command?.title);
      const { label, description, tooltip } = treeItem({ label: text, description: text, tooltip: text });
      keep([label, description, tooltip]);
    }
    assert.equal(shown.length, hostileTexts.length * 5);
    assertInert();
  });

  it('runs no command from a hover but those of its own links', () => {
    for (const text of hostileTexts) {
      const link = { command: 'patchbay.troubleshoot', label: text, icon: 'edit', arguments: [text] };
      const { tooltip } = treeItem({ label: '', tooltip: [[{ strong: text }, text], [link]] });
      assert.ok(tooltip instanceof vscode.MarkdownString);
      assert.deepEqual(tooltip.isTrusted, { enabledCommands: ['patchbay.troubleshoot'] });
      assert.ok(tooltip.supportHtml !== true);
      const targets = [...tooltip.value.matchAll(/(?<!\\)\]\(([^)]*)/g)].map(([, target]) => target);
      assert.equal(targets.length, 1, tooltip.value);
      assert.match(targets[0] ?? '', /^command:patchbay\.troubleshoot\?/);
    }
    const { tooltip } = treeItem({ label: '', tooltip: [[hostileTexts[0]]] });
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.equal(tooltip.isTrusted, undefined);
  });

  it('is inert when the path in the fence of a code block leads out of the workspace', async () => {
    replace('showErrorMessage', (...args: never[]) => keep(args));
    const proposals = new CodeProposals();
    for (const text of hostileTexts) await proposals.propose('code', `../../${text}`);
    assert.equal(shown.length, hostileTexts.length);
    assert.ok(shown.every((text) => text.includes('command') || !text.includes('Sign in again')));
    assertInert();
  });
});
