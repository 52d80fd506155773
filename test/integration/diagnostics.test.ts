/** What an edit says of the problems of its file, with TypeScript's own service (decision 061). */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { parts, scratch } from './support.ts';

const folder = join(scratch, 'one', 'checked');
const uriOf = (name: string): vscode.Uri => vscode.Uri.file(join(folder, name));
const NOT_CHECKED = 'Not checked by the editor: run the build or tests.';

describe('the problems of a changed file', () => {
  let count = 0;
  /** A name of its own for each test: this host watches no files. */
  let name: string;

  before(async () => {
    await mkdir(folder, { recursive: true });
    const options = { strict: true, target: 'es2022', types: [] };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
    await startTypeScript();
  });
  beforeEach(async () => {
    name = `a${(count += 1)}.ts`;
    await writeFile(join(folder, name), 'export const a: number = 1;\n');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true });
  });

  /** Waits for TypeScript's first answer, which on a busy machine comes later than an edit waits for it. */
  async function startTypeScript(): Promise<void> {
    const first = join(folder, 'first.ts');
    await writeFile(first, 'export const first = 1;\n');
    const { uri } = await vscode.workspace.openTextDocument(first);
    await vscode.extensions.getExtension('vscode.typescript-language-features')?.activate();
    await vscode.commands.executeCommand('typescript.tsserverRequest', 'semanticDiagnosticsSync', {
      file: uri,
    });
  }

  async function use(tool: string, args: Record<string, unknown>): Promise<string> {
    const { tools } = await (await parts()).engine();
    const found = tools.snapshot().get(tool);
    assert.ok(found);
    const { signal } = new AbortController();
    const { content } = await found.call(args, { signal, onProgress: () => undefined, approved: [] });
    return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  }
  const edit = (file: string, oldText: string, newText: string): Promise<string> =>
    use('edit_file', { path: `checked/${file}`, oldText, newText });
  const tabs = (): string[] =>
    vscode.window.tabGroups.all.flatMap((group) => group.tabs.map(({ label }) => label));

  it('are those that TypeScript finds, although no tab shows the file, and no tab is opened', async () => {
    const text = await edit(name, '= 1', "= 'one'");
    assert.match(text, /\nProblems:\n1:14 error Type 'string' is not assignable to type 'number'\. \(ts\)$/);
    assert.deepEqual(tabs(), []);
    assert.match(
      await use('get_diagnostics', { path: `checked/${name}` }),
      /^checked\/a\d+\.ts:1:14 error Type 'string' .* \(ts\)$/,
    );
  });

  it('are said to be none by TypeScript after a change that is right', async () => {
    assert.match(await edit(name, '= 1', '= 2'), /\nNo problems \(checked by ts\)\.$/);
    assert.equal(await use('get_diagnostics', { path: `checked/${name}` }), 'No problems (checked by ts).');
  });

  it('of a new file are found as well, and those of its use of another file', async () => {
    const content = `import { a } from './${name.replace('.ts', '')}';\nexport const b: string = a;\n`;
    const text = await use('write_file', { path: `checked/new${name}`, content });
    assert.match(text, /^Created .*\nProblems:\n2:14 error Type 'number' is not assignable/);
  });

  it('of JavaScript are those of its syntax', async () => {
    await writeFile(join(folder, 'plain.js'), 'const a = 1;\n');
    assert.match(await edit('plain.js', '= 1', '='), /\nProblems:\n1:10 error Expression expected\. \(js\)$/);
    assert.match(await edit('plain.js', '=', '= 2'), /\nNo problems \(checked by js, mostly its syntax\)\.$/);
  });

  for (const file of ['notes.txt', 'script.rb'])
    it(`are not known of ${file}, which no extension checks, and nobody waits for them`, async () => {
      await writeFile(join(folder, file), 'one\n');
      const waits: number[] = [];
      const { setTimeout: original } = globalThis;
      globalThis.setTimeout = ((run: () => void, ms: number) => {
        // Others set timers in this host as well.
        if (new Error().stack?.split('\n')[2]?.includes('late.cjs')) waits.push(ms);
        return original(run, ms);
      }) as typeof setTimeout;
      try {
        assert.ok((await edit(file, 'one', 'two')).endsWith(`\n${NOT_CHECKED}`));
        assert.ok(!waits.includes(1_500), String(waits));
      } finally {
        globalThis.setTimeout = original;
      }
      assert.equal(await use('get_diagnostics', { path: `checked/${file}` }), NOT_CHECKED);
    });

  it('name an extension that has reported on such files before, and whose report comes', async () => {
    const file = 'prose.csv';
    await writeFile(join(folder, file), 'one\n');
    const linter = vscode.languages.createDiagnosticCollection('linter');
    const bad = new vscode.Diagnostic(new vscode.Range(0, 0, 0, 3), 'Not two.');
    bad.source = 'linter';
    linter.set(uriOf('other.csv'), [bad]);
    const checks = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.path.endsWith(file))
        linter.set(document.uri, /three/.test(document.getText()) ? [bad] : []);
    });
    try {
      assert.match(await edit(file, 'one', 'two'), /\nNo problems \(checked by linter\)\.$/);
      assert.match(await edit(file, 'two', 'three'), /\nProblems:\n1:1 error Not two\. \(linter\)$/);
      checks.dispose();
      // It reports no more: what is known is of the text before.
      assert.match(
        await edit(file, 'three', 'four'),
        /\nProblems before the change, not checked since:\n1:1 error Not two\. \(linter\)$/,
      );
    } finally {
      checks.dispose();
      linter.dispose();
    }
  });

  it('are not checked by TypeScript where the user has turned its checks off', async () => {
    const settings = vscode.workspace.getConfiguration('js/ts');
    await settings.update('validate.enabled', false, vscode.ConfigurationTarget.Global);
    try {
      const text = await edit(name, '= 1', "= 'one'");
      assert.ok(text.endsWith(`\n${NOT_CHECKED}`), text);
    } finally {
      await settings.update('validate.enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});
