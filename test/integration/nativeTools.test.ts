/** The built-in tools on real files in the editor (features.md, C9). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import * as vscode from 'vscode';
import { runsOf } from '../../src/base/common/terminalText.ts';
import type { ContentPart, ProgressUpdate } from '../../src/protocol/index.ts';
import type { Tool } from '../../src/tools/index.ts';
import { configure, parts, scratch } from './support.ts';

const folder = join(scratch, 'one');
const file = (name: string): string => join(folder, name);

describe('built-in tools', () => {
  let stop: AbortController;
  let progress: ProgressUpdate[];
  let path: string;
  let count = 0;
  let conversation = 'one';

  beforeEach(async () => {
    [stop, progress, conversation] = [new AbortController(), [], 'one'];
    await mkdir(file('src'), { recursive: true });
    // A name of its own: this host watches no files, so a buffer that was once open stays as it was.
    path = `src/a${(count += 1)}.ts`;
    await writeFile(file(path), 'const a = 1;\nconst b = 1;\n');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of ['src', 'app', 'logs', 'ignored', '.gitignore', 'link', 'image.png', 'made'])
      await rm(file(name), { recursive: true, force: true });
  });

  /** Calls a tool by its name and gives how that ended, its text and its parts. */
  async function use(name: string, args: Record<string, unknown> = {}) {
    const { tools } = await (await parts()).engine();
    const tool = tools.snapshot().get(name);
    assert.ok(tool, `There is no tool ${name}.`);
    count += 1;
    const { status, content, marks } = await tool.call(args, {
      id: `call${count}`,
      conversation,
      signal: stop.signal,
      onProgress: (made) => void progress.push(made),
      approved: [],
    });
    const text = content.map((part: ContentPart) => (part.type === 'text' ? part.text : '')).join('');
    return { status, text, content, marks };
  }
  async function open(name: string): Promise<vscode.TextEditor> {
    return vscode.window.showTextDocument(vscode.Uri.file(file(name)));
  }

  it('ask first where they change something or leave the machine, and only there', async () => {
    const { tools } = await (await parts()).engine();
    const asking = tools.builtIn.filter((tool) => tool.usualNeed === 'ask').map(({ name }) => name);
    assert.deepEqual(asking, [
      'edit_file',
      'write_file',
      'move_file',
      'delete_file',
      'run_command',
      'send_command_input',
      'fetch_page',
    ]);
  });

  it('take no arguments that do not fit, and say why', async () => {
    const { status, text } = await use('read_file', { file: 'src/a.ts' });
    assert.equal(status, 'error');
    assert.match(text, /path/);
  });

  describe('read_file', () => {
    it('reads what the user sees, unsaved changes included', async () => {
      const editor = await open(path);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), '// unsaved\n'));
      assert.match(
        (await use('read_file', { path })).text,
        /, 3 lines:\n1\t\/\/ unsaved\n2\tconst a = 1;\n3\tconst b = 1;$/,
      );
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('reads some lines with their numbers, and says which of how many', async () => {
      const { text } = await use('read_file', { path, startLine: 2, lines: 1 });
      assert.equal(text, `${path}, line 2 of 2:\n2\tconst b = 1;`);
      const { status, text: none } = await use('read_file', { path, startLine: 3 });
      assert.deepEqual([status, none], ['error', `${path} has 2 lines; there is no line 3.`]);
    });

    it('ends with a whole line where a file is too long, and says how to go on', async () => {
      const line = (number: number): string => `const value${number} = ${number};`;
      const whole = Array.from({ length: 48_016 }, (_, index) => line(index + 1)).join('\n');
      await writeFile(file(path), `${whole}\n`);
      const first = await use('read_file', { path });
      const [, last = '', next = ''] =
        /, lines 1 to ([\d,]+) of 48,016; go on with startLine (\d+):\n/.exec(first.text) ?? [];
      assert.equal(Number(last.replaceAll(',', '')) + 1, Number(next));
      assert.ok(first.text.endsWith(`\n${Number(next) - 1}\t${line(Number(next) - 1)}`));
      const second = await use('read_file', { path, startLine: Number(next) });
      assert.ok(second.text.includes(`:\n${next}\t${line(Number(next))}\n`));
      const end = await use('read_file', { path, startLine: 48_016 });
      assert.equal(end.text, `${path}, line 48,016 of 48,016:\n48016\t${line(48_016)}`);
    });

    it('reads a line that is too long part by part', async () => {
      const whole = 'word '.repeat(20_000);
      await writeFile(file(path), whole);
      const { text } = await use('read_file', { path });
      const [head = '', part = ''] = text.split('\n');
      const [, next] =
        /, line 1 of 1, characters 1 to [\d,]+ of 100,000; go on with startLine 1, startCharacter (\d+):$/.exec(
          head,
        ) ?? [];
      assert.equal(part, `1\t${whole.slice(0, Number(next) - 1)}`);
      const rest = await use('read_file', { path, startLine: 1, startCharacter: 99_996 });
      assert.equal(rest.text, `${path}, line 1 of 1, line 1 from character 99,996:\n1\tword `);
    });

    it('says of an empty file that it is empty', async () => {
      await writeFile(file(path), '');
      assert.equal((await use('read_file', { path })).text, `${path} is empty.`);
    });

    it('shows an image as one, of the type that its bytes tell, and refuses what is no text', async () => {
      await writeFile(file('image.png'), Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]));
      await writeFile(file('src/data.bin'), Buffer.from([1, 0, 2]));
      const [image] = (await use('read_file', { path: 'image.png' })).content;
      assert.equal(image?.type === 'image' && image.mimeType, 'image/jpeg');
      await writeFile(file('image.png'), Buffer.from([1, 0, 2]));
      assert.match((await use('read_file', { path: 'image.png' })).text, /not an image of the type/);
      assert.match((await use('read_file', { path: 'src/data.bin' })).text, /not a text file/);
    });

    for (const outside of ['../outside.txt', '/etc/passwd', 'link/passwd'])
      it(`does not leave the workspace for ${outside}`, async () => {
        await symlink('/etc', file('link'));
        const { status, text } = await use('read_file', { path: outside });
        assert.equal(status, 'error');
        assert.match(text, /outside the workspace/);
      });
  });

  describe('a change that is shown before it is allowed', () => {
    /** The lines that change, or undefined where no change is shown. */
    async function shown(of: Partial<Tool> & { readonly name: string }, args: Record<string, unknown>) {
      const { proposedEdit, tools } = await (await parts()).engine();
      const known = tools.snapshot().get(of.name);
      const source = { kind: 'mcp', server: 's' } as const;
      const tool = { ...(known ?? { source, destination: () => undefined }), ...of } as Tool;
      const planned = await proposedEdit?.(tool, args);
      if (!planned) return undefined;
      const lines = planned.edit.diff.hunks
        .flatMap((hunk) => hunk.lines)
        .filter((line) => !line.startsWith(' '));
      return [planned.edit.file, planned.edit.isPassage === true, ...lines];
    }
    const server = (name: string, isRemote = false): Partial<Tool> & { readonly name: string } => ({
      name,
      source: { kind: 'mcp', server: 's' },
      destination: () => ({ source: 's', label: 's', isRemote }),
    });

    it('is that of the built-in tools, from the file as it is', async () => {
      const replaced = ['-const a = 1;', '+const a = 2;'];
      assert.deepEqual(await shown({ name: 'edit_file' }, { path, oldText: 'a = 1', newText: 'a = 2' }), [
        path,
        false,
        ...replaced,
      ]);
      const content = 'const a = 2;\nconst b = 1;\n';
      assert.deepEqual(await shown({ name: 'write_file' }, { path, content }), [path, false, ...replaced]);
      assert.deepEqual(await shown({ name: 'write_file' }, { path: 'src/new.ts', content: 'x\n' }), [
        'src/new.ts',
        false,
        '+x',
      ]);
      // The call fails, or is refused: there is nothing to show.
      for (const args of [
        { oldText: 'missing', newText: '' },
        { oldText: '= 1', newText: '' },
      ])
        assert.equal(await shown({ name: 'edit_file' }, { path, ...args }), undefined);
      assert.equal(await shown({ name: 'write_file' }, { path: '../outside', content: 'x' }), undefined);
      assert.equal(await shown({ name: 'write_file' }, { path: '.git/hooks/x', content: 'x' }), undefined);
    });

    it('is made once, and made again only if the file has changed before the call runs', async () => {
      const { proposedEdit, tools } = await (await parts()).engine();
      const editFile = tools.snapshot().get('edit_file');
      assert.ok(editFile);
      const planned = await proposedEdit?.(editFile, { path, oldText: 'a = 1', newText: 'a = 2' });
      assert.ok(planned);
      assert.equal(await planned.replan(), planned);
      await writeFile(file(path), 'const b = 2;\nconst a = 1;\n');
      const now = await planned.replan();
      assert.ok(now);
      assert.ok(now.edit.diff.hunks[0]?.lines.includes(' const b = 2;'));
      await writeFile(file(path), 'nothing of it\n');
      assert.equal(await now.replan(), undefined);
    });

    it('has no lines of a file with secrets', async () => {
      await writeFile(file('src/.env'), 'KEY=secret\nA=1\n');
      const edit = { path: 'src/.env', oldText: 'A=1', newText: 'A=2' };
      assert.deepEqual(await shown({ name: 'edit_file' }, edit), ['src/.env', true, '-A=1', '+A=2']);
      assert.equal(await shown({ name: 'write_file' }, { path: 'src/.env', content: 'A=2' }), undefined);
      assert.deepEqual(await shown(server('edit'), { path: 'src/.env', old_text: 'A=1', new_text: 'A=2' }), [
        'src/.env',
        true,
        '-A=1',
        '+A=2',
      ]);
    });

    it('is that of a server where its arguments plainly are one, and without the file where it is remote', async () => {
      const edits = [{ oldText: 'a = 1', newText: 'a = 2' }];
      const expected = ['-const a = 1;', '+const a = 2;'];
      assert.deepEqual(await shown(server('edit'), { path: file(path), edits }), [
        file(path),
        false,
        ...expected,
      ]);
      const written = { path: file(path), content: 'const a = 2;\nconst b = 1;\n' };
      assert.deepEqual((await shown(server('write_file'), written))?.slice(2), expected);
      assert.equal(await shown(server('write_file', true), written), undefined);
      assert.equal(await shown(server('append_file'), written), undefined);
      // Relative to the folder of the workspace, and new files.
      assert.deepEqual(await shown(server('write_file'), { ...written, path }), [path, false, ...expected]);
      const fresh = { path: 'src/fresh.ts', content: 'one\ntwo\n' };
      assert.deepEqual(await shown(server('create_file'), fresh), ['src/fresh.ts', false, '+one', '+two']);
      assert.deepEqual(await shown(server('write'), { ...fresh, path: file(fresh.path) }), [
        file(fresh.path),
        false,
        '+one',
        '+two',
      ]);
      for (const [tool, args] of [
        [server('create_file', true), fresh],
        [server('create_file'), { ...fresh, path: 'src/.env.local' }],
        [server('create_file'), { ...fresh, path: '../outside.ts' }],
        // A folder is there.
        [server('create_file'), { ...fresh, path: 'src' }],
      ] as const)
        assert.equal(await shown(tool, args), undefined, args.path);
      const passage = { file_path: file(path), old_string: 'a = 1', new_string: 'a = 2' };
      assert.deepEqual((await shown(server('edit', true), passage))?.slice(1), [true, '-a = 1', '+a = 2']);
      assert.equal(
        await shown(server('edit'), { path: file(path), edits: [{ ...edits[0], more: 1 }] }),
        undefined,
      );
      assert.equal(await shown(server('search'), { path: file(path), query: 'a' }), undefined);
    });
  });

  describe('edit_file', () => {
    it('replaces a passage, keeps the rest of the file, and is undone by one Undo', async () => {
      const edited = await use('edit_file', { path, oldText: 'a = 1', newText: 'a = 2' });
      assert.equal(edited.status, 'success');
      assert.equal(await readFile(file(path), 'utf8'), 'const a = 2;\nconst b = 1;\n');
      const link = edited.content.find(({ type }) => type === 'link');
      assert.ok(link?.type === 'link' && link.uri.startsWith('patchbay-diff:'));
      const { document } = await open(path);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), 'const a = 1;\nconst b = 1;\n');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('replaces every occurrence when asked to, in one step, whatever the line ends', async () => {
      await writeFile(file(path), 'x = 1;\r\nx = 1;\r\n');
      const { text } = await use('edit_file', {
        path,
        oldText: '= 1;\n',
        newText: '= 2;\n',
        all: true,
      });
      assert.match(text, /^Changed src\/a\d+\.ts, line 1:\n-x = 1;\n-x = 1;\n\+x = 2;\n\+x = 2;/);
      assert.equal(await readFile(file(path), 'utf8'), 'x = 2;\r\nx = 2;\r\n');
      const { document } = await open(path);
      await vscode.commands.executeCommand('undo');
      assert.equal(document.getText(), 'x = 1;\r\nx = 1;\r\n');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('takes the line ends of a passage for line feeds', async () => {
      await writeFile(file(path), 'x = 1;\r\ny = 1;\r\n');
      await use('edit_file', { path, oldText: 'x = 1;\r\ny', newText: 'x = 2;\r\n\r\ny' });
      assert.equal(await readFile(file(path), 'utf8'), 'x = 2;\r\n\r\ny = 1;\r\n');
      await open(path);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('changes nothing when the passage is not there, or there more than once', async () => {
      const missing = await use('edit_file', { path, oldText: 'c = 1', newText: '' });
      const twice = await use('edit_file', { path, oldText: '= 1', newText: '' });
      assert.match(missing.text, /does not contain oldText/);
      assert.match(twice.text, /2 times/);
      assert.equal(await readFile(file(path), 'utf8'), 'const a = 1;\nconst b = 1;\n');
    });

    it('gives the problems that the editor then sees', async () => {
      const uri = vscode.Uri.file(file(path));
      const known = vscode.languages.createDiagnosticCollection('test');
      known.set(uri, []);
      const watch = vscode.workspace.onDidChangeTextDocument(({ document }) => {
        if (document.uri.toString() !== uri.toString()) return;
        const problem = new vscode.Diagnostic(new vscode.Range(0, 6, 0, 7), 'a is wrong');
        known.set(uri, [problem]);
      });
      known.set(vscode.Uri.file(file('src/b.ts')), [
        new vscode.Diagnostic(new vscode.Range(0, 0, 0, 1), 'other'),
      ]);
      const { text } = await use('edit_file', { path, oldText: 'a = 1', newText: 'a = ?' });
      watch.dispose();
      assert.match(text, /1:7 error a is wrong/);
      assert.match((await use('get_diagnostics', { path })).text, /^src\/a\d+\.ts:1:7 error a is wrong$/m);
      assert.match((await use('get_diagnostics')).text, /other/);
      known.dispose();
    });
  });

  it('write_file makes a file with its folders, and replaces one that is there', async () => {
    assert.match(
      (await use('write_file', { path: 'made/by/it.txt', content: 'one' })).text,
      /Created made\/by\/it\.txt/,
    );
    assert.match((await use('write_file', { path: 'made/by/it.txt', content: 'two' })).text, /Wrote/);
    assert.equal(await readFile(file('made/by/it.txt'), 'utf8'), 'two');
  });

  it('list_directory shows folders first', async () => {
    await writeFile(file('made'), '');
    assert.match(
      (await use('list_directory')).text,
      /^\S+:\n(.*\/.*\n)*src\/ \(\d+ entr\w+\)\n(.*\n)*made \(0 B\)/,
    );
  });

  it('says that a file or folder is missing, or is a file, where a folder is listed or a place is looked into', async () => {
    const missing = 'There is no file or folder gone. find_files looks for names.';
    assert.equal((await use('search_text', { query: 'a', path: 'gone' })).text, missing);
    assert.equal((await use('get_diagnostics', { path: 'gone' })).text, missing);
    assert.equal(
      (await use('list_directory', { path: 'gone' })).text,
      'There is no folder gone. find_files looks for names.',
    );
    assert.equal((await use('list_directory', { path })).text, `${path} is a file. read_file reads it.`);
    assert.equal(
      (await use('search_text', { query: 'a', include: 'gone/**' })).text,
      "No file was searched: none fits include, or the editor's settings leave it out.",
    );
  });

  it('run_command says at the beginning how much of a long output is lost', async function () {
    if (process.platform === 'win32') this.skip();
    const { text } = await use('run_command', { command: 'seq 1 20000' });
    assert.match(
      text,
      /^Exit code 0\. The output had 108,894 characters, of which 28,894 in the middle were not kept\.\n1\n/,
    );
  });

  it('list_directory goes into folders, but not into those that git or the editor leave out', async () => {
    await mkdir(file('app/dist'), { recursive: true });
    await mkdir(file('app/node_modules/p'), { recursive: true });
    await mkdir(file('app/lib'), { recursive: true });
    await writeFile(file('app/lib/a.js'), 'x'.repeat(2_000));
    await writeFile(file('app/dist/a.js'), '');
    await writeFile(file('.gitignore'), 'dist/\n');
    const { text } = await use('list_directory', { path: 'app', depth: 3 });
    assert.equal(text, 'app:\ndist/ (left out)\nlib/\n  a.js (2.0 KB)\nnode_modules/ (left out)');
    assert.equal(
      (await use('list_directory', { path: 'app/node_modules', depth: 2 })).text,
      'app/node_modules:\np/ (empty)',
    );
  });

  describe('searching', () => {
    beforeEach(async () => {
      await mkdir(file('ignored'), { recursive: true });
      await writeFile(file('.gitignore'), 'ignored/\n');
      await writeFile(file('ignored/secret.ts'), 'const a = 1;\n');
    });

    it('finds files by a glob, but none that git leaves out', async () => {
      assert.equal((await use('find_files', { pattern: '**/*.ts' })).text, path);
    });

    it('finds text and expressions, in unsaved changes too, but not in what git leaves out', async () => {
      const editor = await open(path);
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'const unsaved = 3;\n'));
      const { text } = await use('search_text', { query: 'const \\w+ = \\d', isRegex: true });
      assert.equal(
        text,
        `${path}\n1:const unsaved = 3;\n2:const a = 1;\n3:const b = 1;\n1 file that git ignores was left out.`,
      );
      assert.match((await use('search_text', { query: '= 1;' })).text, /ts\n2:const a = 1;/);
      assert.match((await use('search_text', { query: '(' })).text, /No match/);
      assert.match((await use('search_text', { query: '(', isRegex: true })).text, /not valid/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    describe('names and patterns that models write', () => {
      beforeEach(async () => {
        await mkdir(file('app/[id]'), { recursive: true });
        await writeFile(file('app/[id]/page.tsx'), 'export const marker = 1;\n');
        await writeFile(file('app/cafe\u0301.txt'), 'marker\n');
      });

      for (const [what, pattern] of [
        ['a path whose folder has brackets', 'app/[id]/page.tsx'],
        ['a name without its folder', 'page.tsx'],
        ['an ending without a folder', '*.tsx'],
        ['a path that begins with ./', './app/[id]/*.tsx'],
        ['a path that begins with a slash', '/app/[id]/*.tsx'],
      ] as const)
        it(`find the file by ${what}`, async () => {
          assert.equal((await use('find_files', { pattern })).text, 'app/[id]/page.tsx');
          const { text } = await use('search_text', { query: 'marker', include: pattern });
          assert.equal(text, 'app/[id]/page.tsx\n1:export const marker = 1;');
        });

      it('search a folder that include names', async () => {
        assert.match((await use('search_text', { query: 'marker', include: 'app' })).text, /page\.tsx\n1:/);
      });

      it('read a file whose name the disk has with decomposed letters', async () => {
        assert.match((await use('read_file', { path: 'app/caf\u00e9.txt' })).text, /marker/);
        assert.equal((await use('find_files', { pattern: 'caf\u00e9.txt' })).text, 'app/cafe\u0301.txt');
      });

      it('read a file by its address, in backticks, and with a line after its name', async () => {
        const { href } = pathToFileURL(file('app/[id]/page.tsx'));
        for (const written of [href, '`app/[id]/page.tsx`', 'app/[id]/page.tsx:1', 'app/[id]/page.tsx\n'])
          assert.match((await use('read_file', { path: written })).text, /marker = 1/, written);
      });
    });

    it('says which large files were left out, and searches one that is named', async () => {
      await mkdir(file('logs'));
      await writeFile(file('logs/big.log'), `${'x'.repeat(99)}\n`.repeat(25_000).concat('NEEDLE\n'));
      const all = await use('search_text', { query: 'NEEDLE', path: 'logs' });
      assert.equal(
        all.text,
        'No file was searched.\n1 file that is larger than 2 MB was left out: logs/big.log. Give one as path to search it.',
      );
      const named = await use('search_text', { query: 'NEEDLE', path: 'logs/big.log' });
      assert.equal(named.text, 'logs/big.log\n25001:NEEDLE');
    });

    it('shows lines with their indentation and the lines around, or only counts them', async () => {
      await writeFile(file(path), 'if (a) {\n\tfirst();\n}\n\n\nif (b) {\n    second();\n}\n');
      const query = { query: '(first|second)\\(', isRegex: true, path: 'src' };
      assert.equal((await use('search_text', query)).text, `${path}\n2:\tfirst();\n7:    second();`);
      assert.equal(
        (await use('search_text', { ...query, context: 1 })).text,
        `${path}\n1-if (a) {\n2:\tfirst();\n3-}\n--\n6-if (b) {\n7:    second();\n8-}`,
      );
      assert.equal(
        (await use('search_text', { ...query, output: 'counts' })).text,
        `2 matching lines in 1 file:\n${path}: 2`,
      );
    });

    it('counts all matching lines of a file with more than are shown', async () => {
      await writeFile(file(path), '  needle\n'.repeat(5_000));
      const { text } = await use('search_text', { query: 'needle', path: 'src' });
      assert.match(text, /\n300:  needle\n\[300 of 5,000 matching lines are shown, of 1 of 1 file\./);
    });

    it('says that git leaves out all files that a search would have', async () => {
      const { text } = await use('search_text', { query: 'a', path: 'ignored' });
      assert.equal(
        text,
        'No file was searched.\n1 file that git ignores was left out. read_file reads one, if the user allows it, and a command can search them.',
      );
      assert.equal(
        (await use('find_files', { pattern: 'ignored/**' })).text,
        'No file fits ignored/**, but 1 file that git ignores.',
      );
    });

    it('shows each line of a match that goes over several', async () => {
      const { text } = await use('search_text', { query: 'a = 1;\nconst b' });
      assert.equal(text, `${path}\n1:const a = 1;\n2:const b = 1;\n1 file that git ignores was left out.`);
    });

    it('gives up on an expression that would take for ever', async () => {
      await writeFile(file(path), `${'a'.repeat(60)}!\n`);
      const { status, text } = await use('search_text', { query: '(a+)+(?=b)', isRegex: true });
      assert.equal(status, 'error');
      assert.match(text, /takes too long/);
    });
  });

  describe('run_command', () => {
    it('gives output and exit code, and shows the output as it comes', async () => {
      const { status, text } = await use('run_command', {
        command: 'echo out; echo err >&2; exit 3',
        cwd: 'src',
      });
      assert.equal(status, 'error');
      assert.match(text, /^Exit code 3\.\n/);
      assert.match(text, /out/);
      assert.match(text, /err/);
      const written = progress.map(({ output }) => output ?? '').join('');
      assert.deepEqual(written.trim().split('\n').toSorted(), ['err', 'out']);
      assert.ok(vscode.window.terminals.some(({ name }) => name === 'Patchbay'));
    });

    it('gives the text as a terminal shows it, and its colours to the user', async function () {
      if (process.platform === 'win32') this.skip();
      const { content } = await use('run_command', {
        command: String.raw`printf '10 %%\r20 %%\r\033[31mred\033[0m \n'`,
      });
      const [part] = content;
      assert.ok(part?.type === 'text');
      assert.equal(part.text, 'Exit code 0.\nred \n');
      assert.deepEqual(
        runsOf(part).map(([at, length, { fore }]) => [part.text.slice(at, at + length), fore]),
        [['red', 1]],
      );
    });

    it('keeps the beginning and the end of a long output', async () => {
      const { text } = await use('run_command', { command: 'seq 1 200000' });
      assert.match(text, /\n1\n2\n/);
      assert.match(text, /characters left out/);
      assert.match(text, /\n200000\n/);
      assert.ok(text.length < 100_000);
    });

    it('names what is ended with a command, and says why a pipe ended with 141', async () => {
      const left = await use('run_command', { command: 'sleep 77 & echo started' });
      assert.equal(left.text, 'Exit code 0.\nEnded with it: sleep 77.\nstarted\n');
      const pipe = await use('run_command', { command: 'yes | head -1' });
      assert.match(pipe.text, /^Exit code 141: a program in a pipe .*\ny\n$/);
    });

    it('ends a command with everything it started at the time limit, and when the turn is stopped', async () => {
      // A length of its own: other runs of the tests may be at work on this machine.
      const length = 1_000_000 + process.pid;
      const slow = `sleep ${length} & sleep ${length}`;
      assert.match((await use('run_command', { command: slow, timeoutSeconds: 1 })).text, /after 1 s/);
      const running = use('run_command', { command: `echo started; ${slow}` });
      while (progress.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
      stop.abort();
      assert.equal((await running).status, 'cancelled');
      stop = new AbortController();
      const list = `ps -ef | grep "[s]leep ${length}" || true`;
      assert.doesNotMatch((await use('run_command', { command: list })).text, /sleep \d/);
    });
  });

  describe('a command in the background', () => {
    const idOf = (text: string): string => /"(call\d+)"/.exec(text)?.[1] ?? '';
    const script = 'echo ready; while read line; do echo "got $line"; done; echo over; exit 4';

    before(function () {
      if (process.platform === 'win32') this.skip();
    });
    afterEach(async () => {
      const { commands } = await (await parts()).engine();
      await Promise.all(['one', 'two'].map((each) => commands.end(each)));
    });

    it('is read, answered and stopped, and is told of', async () => {
      const started = await use('run_command', { command: script, background: true });
      assert.equal(started.status, 'success');
      assert.match(started.text, /^It runs in the background\. Use call_id "call\d+" with .*\nready\n$/);
      const id = { call_id: idOf(started.text) };
      assert.equal((await use('read_command_output', id)).text, 'It runs.\n(no new output)');
      assert.equal((await use('send_command_input', { ...id, input: 'a' })).text, 'It runs.\ngot a\n');
      assert.match((await use('read_command_output', {})).text, /^call\d+: echo ready; .* It runs\. 0 new/);
      const last = await use('read_command_output', { ...id, lastLines: 1 });
      assert.equal(last.text, 'It runs.\ngot a');
      const stopped = await use('stop_command', id);
      assert.equal(stopped.text, 'Stopped.\nover\n');
      assert.match((await use('stop_command', id)).text, /^It has ended: exit code 4\./);
      const late = await use('send_command_input', { ...id, input: 'b' });
      assert.equal(late.text, 'It has ended: exit code 4. Nothing was sent.');
      const { commands } = await (await parts()).engine();
      assert.deepEqual(commands.takeNews('one'), []);
    });

    it('says where its last lines are not all that were asked for', async () => {
      const { text } = await use('run_command', { command: 'seq 1 20000; exec sleep 600', background: true });
      const id = { call_id: idOf(text) };
      const few = await use('read_command_output', { ...id, lastLines: 2 });
      assert.equal(few.text, 'It runs.\n19999\n20000');
      const many = await use('read_command_output', { ...id, lastLines: 30_000 });
      assert.match(many.text, /^It runs\.\n… only the last 60,000 characters can be read …\n\d+\n/);
    });

    it('is read and stopped after what earlier calls of a step do', async () => {
      const { tools } = await (await parts()).engine();
      const kinds = ['read_command_output', 'send_command_input', 'stop_command'].map(
        (name) => tools.snapshot().get(name)?.effect?.kind,
      );
      assert.deepEqual(kinds, ['reads', 'changes', 'changes']);
    });

    it('is out of reach of another conversation, which is told nothing of it', async () => {
      const { text } = await use('run_command', { command: script, background: true });
      const id = { call_id: idOf(text) };
      conversation = 'two';
      for (const [name, args] of Object.entries({
        read_command_output: id,
        send_command_input: { ...id, input: 'rm' },
        stop_command: id,
      })) {
        const refused = await use(name, args);
        assert.equal(refused.status, 'error');
        assert.match(refused.text, /^This conversation has no command "call\d+" in the background\. [^:]*$/);
      }
      assert.equal((await use('read_command_output')).text, 'There are no commands in the background.');
    });

    it('takes no escape sequences, and no password from the model', async () => {
      const { text } = await use('run_command', {
        command: 'printf "Password: "; read word; echo over; sleep 600',
        background: true,
      });
      const id = { call_id: idOf(text) };
      const { commands } = await (await parts()).engine();
      const command = commands.get('one', id.call_id);
      assert.ok(command);
      const waiting = await use('read_command_output', { ...id, waitSeconds: 30 });
      assert.match(waiting.text, /^It waits for input\./);
      const escape = await use('send_command_input', { ...id, input: '\u001b]0;x\u0007' });
      assert.match(escape.text, /control characters/);
      const password = await use('send_command_input', { ...id, input: 'hunter2' });
      assert.match(password.text, /Only the user can type it/);
      command.type('hunter2', true);
      assert.match((await use('read_command_output', { ...id, waitSeconds: 30 })).text, /over/);
    });
  });

  it('show_file shows a file at a line', async () => {
    await use('show_file', { path, line: 2 });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.fsPath, file(path));
    assert.equal(editor?.selection.active.line, 1);
  });

  describe('fetch_page', () => {
    let server: Server;
    let origin: string;

    before(async () => {
      server = createServer((_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<title>Guide</title><body><h2>Steps</h2><p>See <a href="/more">more</a>.</p>'),
      );
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    });
    afterEach(() => configure('web.allowPrivateAddresses', undefined));
    after(() => server.close());

    it('reads a page as markdown, in the worker that is shipped, and marks it as of others', async () => {
      await configure('web.allowPrivateAddresses', true);
      const { status, content, marks } = await use('fetch_page', { url: `${origin}/guide` });
      const uri = `${origin}/guide`;
      const text = `# Guide\n\n## Steps\n\nSee [more](${origin}/more).`;
      assert.deepEqual(
        [status, content],
        ['success', [{ type: 'resource', uri, mimeType: 'text/markdown', text }]],
      );
      assert.deepEqual(marks, [{ kind: 'outside', source: origin }]);
      assert.ok(progress.length > 0);
    });

    it('refuses this machine unless the setting allows it', async () => {
      const { status, text } = await use('fetch_page', { url: origin });
      assert.equal(status, 'error');
      assert.match(text, /patchbay\.web\.allowPrivateAddresses/);
    });
  });
});
