/** What the built-in tools do not do with files, on real ones in the editor: issue 12, items 2, 3, 4 and 16. */
import assert from 'node:assert/strict';
import { link, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { WorkspaceFileNames } from '../../src/editor/attachments/workspaceFiles.ts';
import { openNamed } from '../../src/editor/chatPage/fileLinks.ts';
import { CallDocuments } from '../../src/editor/chatPage/callDocuments.ts';
import { showCall } from '../../src/editor/chatPage/showCall.ts';
import { askBeforeChange } from '../../src/editor/builtInTools/askBeforeChange.ts';
import { swapChanges } from '../../src/editor/builtInTools/undoChanges.ts';
import type { ApprovalReason, ContentPart } from '../../src/protocol/index.ts';
import { configure, parts, scratch } from './support.ts';

const folder = join(scratch, 'one');
const outside = join(scratch, 'outside');
const file = (...names: string[]): string => join(folder, ...names);
const text = (path: string): Promise<string> => readFile(path, 'utf8');
const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nthe-private-key\n';
const made = [
  '.env',
  '.git',
  '.gitignore',
  '.patchbay',
  '.vscode',
  'bare',
  'book.ipynb',
  'data',
  'editor',
  'key',
  'linked',
  'notes',
  'other.ipynb',
  'out.txt',
  'package.json',
  'plain',
  'private',
  'twin.json',
];

describe('the built-in tools and files', () => {
  beforeEach(async () => {
    for (const name of ['plain', '.vscode', '.git/hooks']) await mkdir(file(name), { recursive: true });
    await mkdir(outside, { recursive: true });
    await writeFile(join(outside, 'id_key'), KEY);
    await writeFile(file('plain/a.txt'), 'plain text\n');
    await writeFile(file('.git/config'), '[core]\n\tbare = false\n');
    await writeFile(file('.vscode/settings.json'), '{}\n');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of made) await rm(file(name), { recursive: true, force: true });
    await rm(outside, { recursive: true, force: true });
  });

  async function tool(name: string) {
    const { tools } = await (await parts()).engine();
    const found = tools.snapshot().get(name);
    assert.ok(found, `There is no tool ${name}.`);
    return found;
  }
  async function need(name: string, args: Record<string, unknown>) {
    return (await tool(name)).approvalNeed(args);
  }
  /** Calls a tool as it runs when these reasons were approved. */
  async function use(name: string, args: Record<string, unknown>, approved: readonly ApprovalReason[] = []) {
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved };
    const { status, content, marks } = await (await tool(name)).call(args, context);
    const said = content.map((part: ContentPart) => (part.type === 'text' ? part.text : '')).join('');
    return { status, text: said, marks };
  }

  describe('changing files that programs act on', () => {
    const write = {
      path: '.vscode/settings.json',
      content: '{"patchbay.model.baseUrl":"http://evil.example"}\n',
    };

    it('asks each time, whatever was allowed, and shows the change', async () => {
      const found = await need('write_file', write);
      assert.equal(found.kind, 'always');
      assert.deepEqual(found.reasons, [
        {
          kind: 'protectedFile',
          path: '.vscode/settings.json',
          why: 'editor',
          change: `-{}\n+${write.content.trim()}`,
        },
      ]);
      const { permissions } = await (await parts()).engine();
      const writing = await tool('write_file');
      const about = { conversation: 'a' };
      const plainWrite = { path: 'plain/b.txt', content: '' };
      // The test host has tools run without approval, which reaches protected files no more than a permission does.
      assert.equal((await permissions.decide(writing, plainWrite, about)).kind, 'allowed');
      assert.equal((await permissions.decide(writing, write, about)).kind, 'ask');
      await configure('tools.approval', 'ask');
      const first = await permissions.decide(writing, plainWrite, about);
      assert.ok(first.kind === 'ask');
      for (const { covers } of first.coverages) first.remember('conversation', covers);
      try {
        assert.equal((await permissions.decide(writing, plainWrite, about)).kind, 'allowed');
        const decision = await permissions.decide(writing, write, about);
        assert.ok(decision.kind === 'ask' && decision.coverages.length === 0);
      } finally {
        await configure('tools.approval', 'never');
        for (const rule of permissions.rules) if (rule.conversation === 'a') permissions.revoke(rule);
      }
    });

    it('does so only with the change that was approved', async () => {
      const { reasons } = await need('write_file', write);
      assert.equal((await use('write_file', write)).status, 'error');
      assert.equal((await use('write_file', { ...write, content: '{"other":1}' }, reasons)).status, 'error');
      assert.equal(await text(file('.vscode/settings.json')), '{}\n');
      assert.equal((await use('write_file', write, reasons)).status, 'success');
      assert.equal(await text(file('.vscode/settings.json')), write.content);
    });

    it('knows them through links, by second names, and where a protected name is itself a link', async () => {
      await symlink('.vscode', file('linked'));
      await link(file('.vscode/settings.json'), file('twin.json'));
      for (const path of ['linked/tasks.json', 'twin.json'])
        assert.equal((await need('write_file', { path, content: '' })).kind, 'always', path);
      await rm(file('.vscode'), { recursive: true });
      await mkdir(file('editor'));
      await symlink('editor', file('.vscode'));
      assert.equal((await need('write_file', { path: 'editor/settings.json', content: '' })).kind, 'always');
    });

    it('refuses what was an ordinary file when it was approved', async () => {
      const args = { path: 'notes/tasks.txt', content: 'x' };
      const { kind, reasons } = await need('write_file', args);
      assert.equal(kind, 'ask');
      await symlink('.vscode', file('notes'));
      const { status, text: said } = await use('write_file', args, reasons);
      assert.equal(status, 'error');
      assert.match(said, /has changed since the call was approved/);
      await assert.rejects(text(file('.vscode/tasks.txt')));
    });

    it('tells nothing of a sensitive file by an edit that was not approved', async () => {
      await writeFile(file('.env'), 'TOKEN=s3cret\n');
      const guess = { path: '.env', oldText: 'TOKEN=a', newText: '' };
      assert.equal((await need('edit_file', guess)).kind, 'always');
      assert.doesNotMatch((await use('edit_file', guess)).text, /does not contain/);
    });

    it('asks about a schema that an editor would fetch', async () => {
      const content = '{ "$schema": "https://evil.example/s.json" }';
      await mkdir(file('data'), { recursive: true });
      await writeFile(file('data/a.json'), '{}\n');
      const { kind, reasons } = await need('write_file', { path: 'data/a.json', content });
      assert.equal(kind, 'always');
      assert.deepEqual(reasons, [
        { kind: 'remoteSchema', path: 'data/a.json', url: 'https://evil.example/s.json' },
      ]);
      assert.equal((await use('write_file', { path: 'data/a.json', content })).status, 'error');
      const known = '{ "$schema": "https://json.schemastore.org/tsconfig" }';
      assert.equal((await need('write_file', { path: 'data/a.json', content: known })).kind, 'ask');
    });

    it('asks about a new file that may be configuration, and about one that can be run, and changes it then', async () => {
      const script = '#!/bin/sh\necho a\n';
      await writeFile(file('plain/tool.ts'), 'let a;\n', { mode: 0o755 });
      for (const [path, content, why] of [
        ['plain/b.json', '{}', 'format'],
        ['plain/appConfig.ts', 'let a;', 'configuration'],
        ['plain/activate', 'a', 'noEnding'],
        ['plain/a.txt', script, 'executable'],
        ...(process.platform === 'win32' ? [] : [['plain/tool.ts', 'let b;\n', 'executable'] as const]),
      ] as const) {
        const { kind, reasons } = await need('write_file', { path, content });
        assert.equal(kind, 'always', path);
        assert.deepEqual(
          reasons.map((reason) => 'why' in reason && reason.why),
          [why],
          path,
        );
        assert.equal((await use('write_file', { path, content })).status, 'error', path);
        assert.equal((await use('write_file', { path, content }, reasons)).status, 'success', path);
        assert.equal(await text(file(path)), content);
      }
      // Once it is there, a source is one like others.
      const edit = { path: 'plain/appConfig.ts', oldText: 'a', newText: 'b' };
      assert.equal((await need('edit_file', edit)).kind, 'ask');
    });
  });

  describe("changing git's own files", () => {
    const config = '[core]\n\tfsmonitor = touch /tmp/owned\n';

    it('is refused under every name, and nobody is asked', async () => {
      for (const name of ['objects', 'refs']) await mkdir(file('bare', name), { recursive: true });
      await writeFile(file('bare/HEAD'), 'ref: refs/heads/main\n');
      await symlink('.git', file('linked'));
      await symlink('.git/config', file('notes'));
      for (const path of [
        '.git/config',
        '.GIT/config',
        '.git./config',
        '.git /hooks/post-checkout',
        '.g\u200Cit/config',
        '.git::$INDEX_ALLOCATION/config',
        'GIT~1/config',
        'plain/../.git/hooks/pre-commit',
        'plain/.git/config',
        'plain/.git',
        'linked/config',
        'notes',
        'bare/config',
        'bare/hooks/post-update',
      ]) {
        const args = { path, content: config };
        const { kind, reasons } = await need('write_file', args);
        assert.deepEqual([kind, reasons[0]?.kind], ['free', 'refusedFile'], path);
        const { status } = await use('write_file', args, reasons);
        assert.equal(status, 'error', path);
      }
      assert.equal(await text(file('.git/config')), '[core]\n\tbare = false\n');
      await assert.rejects(text(file('bare/config')));
      assert.equal(
        (await use('edit_file', { path: '.git/config', oldText: 'false', newText: 'true' })).status,
        'error',
      );
    });

    it('stays refused where the path has become an ordinary one since', async () => {
      await symlink('.git', file('linked'));
      const args = { path: 'linked/x.txt', content: 'x' };
      const { reasons } = await need('write_file', args);
      await rm(file('linked'));
      await mkdir(file('linked'));
      assert.equal((await use('write_file', args, reasons)).status, 'error');
    });

    it('no command runs in a folder where git would take programs from', async () => {
      for (const name of ['bare/objects', 'bare/refs', 'bare/sub'])
        await mkdir(file(name), { recursive: true });
      await writeFile(file('bare/HEAD'), 'ref: refs/heads/main\n');
      await writeFile(file('.git/HEAD'), 'ref: refs/heads/main\n');
      for (const name of ['.git/objects', '.git/refs']) await mkdir(file(name));
      for (const cwd of ['bare', 'bare/sub', '.git/hooks']) {
        const { status, text: said } = await use('run_command', { command: 'echo ran', cwd });
        assert.equal(status, 'error', cwd);
        assert.match(said, /belongs to Git/);
      }
    });

    it('undo and redo do not reach them either', async () => {
      const uri = vscode.Uri.file(file('.git/config')).toString();
      const before = await text(file('.git/config'));
      const swapped = await swapChanges(
        [{ uri, label: '.git/config', before: config, after: before, standing: 'made' }],
        'undo',
      );
      assert.deepEqual(swapped.left, [{ label: '.git/config', why: 'outside' }]);
      assert.equal(await text(file('.git/config')), before);
    });
  });

  it('code of an answer is applied to such a file only after a question, and to none of git', async () => {
    const original = vscode.window.showWarningMessage;
    const questions: string[] = [];
    const ask = (message: string): Promise<undefined> => {
      questions.push(message);
      return Promise.resolve(undefined);
    };
    Object.assign(vscode.window, { showWarningMessage: ask });
    try {
      const apply = (...names: string[]) => askBeforeChange(vscode.Uri.file(file(...names)), '', 'x');
      assert.equal(await apply('plain/b.txt'), true);
      // That no permission covers a file is no question to somebody who has seen the change and wants it.
      for (const name of ['b.json', 'activate', 'run.sh', 'b.unknown', 'userConfig.ts'])
        assert.equal(await apply('plain', name), true, name);
      assert.equal(await apply('.vscode/settings.json'), false);
      assert.deepEqual(questions, ['Apply the change to .vscode/settings.json?']);
      const schema = '{ "$schema": "https://evil.example/s.json" }';
      assert.equal(await askBeforeChange(vscode.Uri.file(file('plain/a.json')), '', schema), false);
      await assert.rejects(apply('.git/config'), /belongs to Git/);
      await assert.rejects(askBeforeChange(vscode.Uri.file(join(outside, '.git/config')), '', 'x'));
      assert.equal(await askBeforeChange(vscode.Uri.file(join(outside, '.bashrc')), '', 'x'), false);
    } finally {
      Object.assign(vscode.window, { showWarningMessage: original });
    }
  });

  it("the user's own tools are not changed, whatever way leads to them", async () => {
    await mkdir(file('.patchbay'));
    await mkdir(file('editor'));
    await symlink('../editor', file('.patchbay/tools'));
    await symlink('.patchbay', file('linked'));
    for (const path of [
      'editor/x.tool.mjs',
      'linked/x.js',
      '.PatchBay/x.js',
      '.patchbay/tools/x.js',
      '.patchbay./x.js',
    ])
      assert.equal((await use('write_file', { path, content: 'x' })).status, 'error', path);
    await assert.rejects(text(file('editor/x.tool.mjs')));
  });

  it('a link that leads nowhere is not written through', async () => {
    await symlink(join(outside, 'startup.sh'), file('out.txt'));
    const { status, text: said } = await use('write_file', { path: 'out.txt', content: 'x' });
    assert.equal(status, 'error');
    assert.match(said, /outside the workspace/);
    await assert.rejects(text(join(outside, 'startup.sh')));
  });

  describe('searching', () => {
    it('does not follow links out of the workspace', async () => {
      await symlink(join(outside, 'id_key'), file('key'));
      await symlink(outside, file('linked'));
      await symlink('plain', file('notes'));
      assert.match((await use('search_text', { query: 'the-private-key' })).text, /No match/);
      assert.match((await use('search_text', { query: 'plain text' })).text, /notes\/a\.txt\n1:/);
      const { text: names } = await use('find_files', { pattern: '**/*' });
      assert.match(names, /plain\/a\.txt/);
      assert.doesNotMatch(names, /key/);
      const offered = (await new WorkspaceFileNames().list()).map(({ label }) => label);
      assert.ok(offered.includes('plain/a.txt'));
      assert.ok(!offered.some((label) => label.includes('key')));
      for (const path of ['key', 'linked/id_key', 'linked'])
        for (const name of ['read_file', 'list_directory', 'show_file', 'get_diagnostics'])
          assert.equal((await use(name, { path })).status, 'error', `${name} ${path}`);
    });

    it('takes no glob that leads out, or keeps the editor busy', async () => {
      await writeFile(file('plain', 'a'.repeat(200)), '');
      for (const glob of ['../**', '/etc/**', `**/${'*a'.repeat(40)}b`, `${'{a,aa}'.repeat(40)}b`]) {
        const start = performance.now();
        assert.equal((await use('find_files', { pattern: glob })).status, 'error', glob);
        assert.equal((await use('search_text', { query: 'x', include: glob })).status, 'error', glob);
        assert.ok(performance.now() - start < 2_000, glob);
      }
    });

    it('leaves out files that may hold secrets, and says so', async () => {
      await writeFile(file('.env'), 'TOKEN=s3cret\n');
      await symlink('.env', file('notes'));
      const { text: said } = await use('search_text', { query: 's3cret' });
      assert.match(
        said,
        /^No match in the \d+ files searched\.\n2 files that may hold secrets were left out\. read_file reads one/,
      );
    });
  });

  describe('reading files that may hold secrets', () => {
    it('asks each time, and marks what it reads', async () => {
      await writeFile(file('.env'), 'TOKEN=s3cret\n');
      await symlink('.env', file('notes'));
      for (const path of ['.env', 'notes']) {
        const { kind, reasons } = await need('read_file', { path });
        assert.equal(kind, 'always');
        assert.deepEqual(reasons, [{ kind: 'sensitiveFile', path, why: 'environment' }]);
        const refused = await use('read_file', { path });
        assert.equal(refused.status, 'error');
        assert.doesNotMatch(refused.text, /s3cret/);
        const read = await use('read_file', { path }, reasons);
        assert.match(read.text, /s3cret/);
        assert.deepEqual(read.marks, [{ kind: 'secret', source: path }]);
        assert.equal((await use('show_file', { path })).status, 'error');
      }
    });

    it('asks each time for a file whose content looks like a secret, and shows it to no search', async () => {
      await writeFile(file('plain/app.json'), '{ "db": { "password": "rose8ud-1941" } }\n');
      const path = 'plain/app.json';
      const { kind, reasons } = await need('read_file', { path });
      assert.equal(kind, 'always');
      assert.deepEqual(reasons, [{ kind: 'sensitiveFile', path, why: 'content' }]);
      assert.equal((await use('read_file', { path })).status, 'error');
      const read = await use('read_file', { path }, reasons);
      assert.match(read.text, /rose8ud/);
      assert.deepEqual(read.marks, [{ kind: 'secret', source: path }]);
      const answers = await Promise.all(
        ['rose8ud', 'rosebud'].map((query) => use('search_text', { query, include: 'plain/**' })),
      );
      assert.deepEqual(
        answers.map((answer) => answer.text),
        ['No match in the 2 files searched.', 'No match in the 2 files searched.'],
      );
    });

    it('asks each time before a command that names one, which is compared again when it runs', async () => {
      await writeFile(file('.env'), 'TOKEN=s3cret\n');
      for (const command of ['cat .env', 'cat .e*', 'F=.env; cat $F']) {
        const { kind, reasons } = await need('run_command', { command });
        assert.equal(kind, 'always', command);
        assert.deepEqual(reasons, [
          { kind: 'sensitiveFile', path: '.env', why: 'environment', inCommand: true },
        ]);
        assert.doesNotMatch((await use('run_command', { command })).text, /s3cret/);
      }
      assert.equal((await need('run_command', { command: 'ls plain' })).kind, 'ask');
    });

    it('asks for what git ignores, and a permission covers it', async () => {
      await mkdir(file('private'));
      await writeFile(file('private/notes.txt'), 's3cret');
      await writeFile(file('.gitignore'), 'private/\n');
      const { kind, reasons } = await need('read_file', { path: 'private/notes.txt' });
      assert.equal(kind, 'ask');
      assert.deepEqual(reasons, [{ kind: 'sensitiveFile', path: 'private/notes.txt', why: 'ignored' }]);
      assert.equal((await use('read_file', { path: 'private/notes.txt' })).status, 'error');
      assert.equal((await need('read_file', { path: 'plain/a.txt' })).kind, 'free');
    });

    it('tells of no problems in them', async () => {
      await writeFile(file('.env'), 'TOKEN=s3cret\n');
      const known = vscode.languages.createDiagnosticCollection('leaks');
      const range = new vscode.Range(0, 0, 0, 1);
      known.set(vscode.Uri.file(file('.env')), [new vscode.Diagnostic(range, 'Unknown word: s3cret')]);
      known.set(vscode.Uri.file(file('plain/a.txt')), [new vscode.Diagnostic(range, 'Unknown word: plain')]);
      const { text: said } = await use('get_diagnostics', {});
      known.dispose();
      assert.match(said, /Unknown word: plain/);
      assert.doesNotMatch(said, /s3cret/);
      assert.match(said, /Problems of 1 files that may hold secrets are left out/);
    });
  });

  describe('a notebook', () => {
    const notebook = (name: string): string =>
      JSON.stringify({
        cells: [
          {
            cell_type: 'code',
            source: ['1'],
            metadata: {},
            execution_count: 1,
            outputs: [
              {
                output_type: 'display_data',
                metadata: {},
                data: { 'text/html': [`<img src="http://${name}">`] },
              },
            ],
          },
        ],
        metadata: {},
        nbformat: 4,
        nbformat_minor: 5,
      });
    const shown = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    beforeEach(async () => {
      for (const name of ['book', 'other']) await writeFile(file(`${name}.ipynb`), notebook(name));
    });

    it('is shown as text by a tool', async () => {
      assert.equal((await use('show_file', { path: 'book.ipynb', line: 1 })).status, 'success');
      assert.ok(shown() instanceof vscode.TabInputText, String(shown()));
    });

    it('is compared as text', async () => {
      await use('show_file', { path: 'book.ipynb', compareWith: 'other.ipynb' });
      assert.ok(shown() instanceof vscode.TabInputTextDiff, String(shown()));
    });

    it('is shown as text by a link of an answer', async () => {
      await openNamed('book.ipynb:1');
      assert.ok(shown() instanceof vscode.TabInputText, String(shown()));
    });
  });

  it('a result that names a schema is shown as plain text', async () => {
    const documents = new CallDocuments();
    const registered = documents.register();
    try {
      const result = [{ type: 'text', text: '{"$schema":"https://evil.example/s.json"}' }] as const;
      await showCall(documents, { id: 'x', toolName: 'a', argsText: '{}', result }, 'result').catch(
        () => undefined,
      );
      const { document } = vscode.window.activeTextEditor ?? {};
      assert.match(document?.uri.path ?? '', /\.txt$/);
      assert.equal(document?.languageId, 'plaintext');
    } finally {
      registered.dispose();
    }
  });
});
