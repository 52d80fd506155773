/** The tools move_file and delete_file on real files in the editor, and the undo of what they did. */
import assert from 'node:assert/strict';
import { lstat, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Transcript } from '../../src/agent/index.ts';
import { actOnChanges } from '../../src/editor/chatPage/turnChanges.ts';
import {
  describeReason,
  type ApprovalReason,
  type ChangesAction,
  type ContentPart,
} from '../../src/protocol/index.ts';
import { parts, scratch } from './support.ts';

const folder = join(scratch, 'one');
const outside = join(scratch, 'outside');
const file = (...names: string[]): string => join(folder, ...names);
const text = (name: string): Promise<string> => readFile(file(name), 'utf8');
const isThere = (name: string): Promise<boolean> =>
  lstat(file(name)).then(
    () => true,
    () => false,
  );

describe('move_file and delete_file', () => {
  let count = 0;
  /** A folder with a name of its own: this host watches no files. */
  let dir: string;
  const ids = new Set<string>();

  beforeEach(async () => {
    count += 1;
    dir = `moves${count}`;
    ids.clear();
    await mkdir(file(dir, 'deep'), { recursive: true });
    await mkdir(file('.git'), { recursive: true });
    await mkdir(file('.vscode'), { recursive: true });
    await mkdir(outside, { recursive: true });
    await writeFile(file('.git/config'), '[core]\n');
    await writeFile(file('.vscode/settings.json'), '{}\n');
    await writeFile(join(outside, 'a.ts'), 'outside\n');
    await writeFile(file(dir, 'a.ts'), 'one\ntwo\n');
    await writeFile(file(dir, 'deep/b.ts'), 'b\n');
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    for (const name of [dir, '.git', '.vscode', '.gitignore', '.env', 'package.json', 'link', 'free.ts'])
      await rm(file(name), { recursive: true, force: true });
    await rm(outside, { recursive: true, force: true });
  });

  async function tool(name: string) {
    const { tools } = await (await parts()).engine();
    return tools.snapshot().get(name) ?? assert.fail(`There is no tool ${name}.`);
  }
  const need = async (name: string, args: Record<string, unknown>) => (await tool(name)).approvalNeed(args);
  /** Calls a tool as if the user had allowed what it asks for, or with these reasons. */
  async function use(name: string, args: Record<string, unknown>, reasons?: readonly ApprovalReason[]) {
    const approved = reasons ?? (await need(name, args)).reasons;
    const id = `moves-${count}-${ids.size}`;
    ids.add(id);
    const { signal } = new AbortController();
    const { status, content } = await (
      await tool(name)
    ).call(args, {
      id,
      signal,
      onProgress: () => undefined,
      approved,
    });
    const said = content.map((part: ContentPart) => (part.type === 'text' ? part.text : '')).join('');
    return { status, text: said };
  }
  async function turn() {
    const { diffs } = await parts();
    const transcript = new Transcript(() => undefined);
    const changes = diffs.changes.close(ids, 'moves');
    if (changes) transcript.addChanges(changes, 0);
    const item = () => transcript.items.find((each) => each.kind === 'changes');
    return {
      views: changes?.views?.map(({ label, change }) => `${change} ${label}`) ?? [],
      act: async (action: ChangesAction) => {
        const { id } = item() ?? assert.fail('Nothing was changed.');
        await actOnChanges({ transcript, addNote: () => undefined }, diffs, id, { action });
        return item()?.state;
      },
    };
  }

  it('move a file into new folders, and Undo and Redo follow', async () => {
    const [from, to] = [`${dir}/a.ts`, `${dir}/new/deeper/c.ts`];
    assert.deepEqual(await need('move_file', { path: from, newPath: to }), { kind: 'ask', reasons: [] });
    assert.deepEqual(await use('move_file', { path: from, newPath: to }), {
      status: 'success',
      text: `Moved ${from} to ${to}. Text that names the old path was not changed.`,
    });
    assert.deepEqual([await isThere(from), await text(to)], [false, 'one\ntwo\n']);
    const { views, act } = await turn();
    assert.deepEqual(views.toSorted(), [`created ${to}`, `deleted ${from}`]);
    assert.deepEqual(await act('undo'), { status: 'undone', left: 0 });
    assert.deepEqual([await text(from), await isThere(`${dir}/new`)], ['one\ntwo\n', false]);
    assert.deepEqual(await act('redo'), { status: 'made' });
    assert.deepEqual([await isThere(from), await text(to)], [false, 'one\ntwo\n']);
  });

  it('keep unsaved changes of a file that is moved, in the editor that follows it', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file(dir, 'a.ts')));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'unsaved\n'));
    const to = `${dir}/moved.ts`;
    assert.equal((await use('move_file', { path: `${dir}/a.ts`, newPath: to })).status, 'success');
    const document = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === file(to));
    assert.deepEqual([document?.isDirty, document?.getText()], [true, 'unsaved\none\ntwo\n']);
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, file(to));
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('delete a file, which Undo brings back as it was, and list nothing that a turn made and deleted', async () => {
    const from = `${dir}/crlf.txt`;
    await writeFile(file(from), 'one\r\ntwo\n');
    assert.equal((await use('delete_file', { path: from })).text, `Deleted ${from}.`);
    assert.equal(await isThere(from), false);
    await use('write_file', { path: `${dir}/scratch.ts`, content: 'x' });
    await use('delete_file', { path: `${dir}/scratch.ts` });
    const { views, act } = await turn();
    assert.deepEqual(views, [`deleted ${from}`]);
    assert.deepEqual(await act('undo'), { status: 'undone', left: 0 });
    assert.equal(await text(from), 'one\r\ntwo\n');
  });

  it('list nothing that a command deleted after a call had made it', async () => {
    await use('write_file', { path: `${dir}/scratch.ts`, content: 'x' });
    await rm(file(dir, 'scratch.ts'));
    assert.deepEqual((await turn()).views, []);
  });

  it('delete and move a folder only after a question that names what is in it', async () => {
    await writeFile(file(dir, 'data.bin'), Buffer.from([1, 0, 2]));
    assert.match((await use('delete_file', { path: dir }, [])).text, /is a folder\. Set "recursive"/);
    const asked = await need('delete_file', { path: dir, recursive: true });
    assert.equal(asked.kind, 'always');
    const [first] = asked.reasons;
    assert.ok(first);
    assert.equal(
      describeReason(first),
      `Deletes the folder ${dir} and everything in it. Files: a.ts, data.bin, deep/b.ts`,
    );
    const moved = await need('move_file', { path: `${dir}/deep`, newPath: `${dir}/other` });
    assert.equal(moved.kind, 'always');
    await use('move_file', { path: `${dir}/deep`, newPath: `${dir}/other` });
    assert.deepEqual([await isThere(`${dir}/deep`), await text(`${dir}/other/b.ts`)], [false, 'b\n']);
    await use('delete_file', { path: dir, recursive: true });
    assert.equal(await isThere(dir), false);
    const { views, act } = await turn();
    assert.deepEqual(views.toSorted(), [
      `deleted ${dir}/a.ts`,
      `deleted ${dir}/data.bin`,
      `deleted ${dir}/deep/b.ts`,
    ]);
    assert.deepEqual(await act('undo'), { status: 'undone', left: 1 });
    assert.deepEqual([await text(`${dir}/a.ts`), await text(`${dir}/deep/b.ts`)], ['one\ntwo\n', 'b\n']);
  });

  it('do nothing if a folder has changed since the question', async () => {
    const args = { path: dir, recursive: true };
    const { reasons } = await need('delete_file', args);
    await writeFile(file(dir, 'later.ts'), '');
    assert.match((await use('delete_file', args, reasons)).text, /has changed since the call was approved/);
    assert.equal(await isThere(dir), true);
  });

  it('do nothing if a file that comes to a protected name has changed since the question', async () => {
    const args = { path: `${dir}/a.ts`, newPath: '.vscode/tasks.json' };
    const { kind, reasons } = await need('move_file', args);
    assert.equal(kind, 'always');
    await writeFile(file(dir, 'a.ts'), 'evil\n');
    assert.match((await use('move_file', args, reasons)).text, /has changed since the call was approved/);
    assert.equal(await isThere('.vscode/tasks.json'), false);
  });

  it('overwrite nothing, and refuse what is not there, links, and a place inside the folder itself', async () => {
    await symlink('a.ts', file(dir, 'link.ts'));
    for (const [name, args, said] of [
      ['move_file', { path: `${dir}/a.ts`, newPath: `${dir}/deep/b.ts` }, /deep\/b\.ts exists already/],
      ['move_file', { path: `${dir}/a.ts`, newPath: `${dir}/deep` }, /exists already/],
      ['move_file', { path: `${dir}/a.ts`, newPath: `${dir}/a.ts` }, /exists already/],
      ['move_file', { path: dir, newPath: `${dir}/deep/in` }, /is inside/],
      ['move_file', { path: `${dir}/none`, newPath: `${dir}/x` }, /There is no file or folder/],
      ['delete_file', { path: `${dir}/none` }, /There is no file or folder/],
      ['delete_file', { path: `${dir}/link.ts` }, /is a link/],
      ['move_file', { path: `${dir}/link.ts`, newPath: `${dir}/x` }, /is a link/],
      ['delete_file', { path: '.', recursive: true }, /workspace folder/],
      ['delete_file', { path: folder, recursive: true }, /workspace folder/],
    ] as const) {
      assert.equal((await need(name, args)).kind, 'free', `${name} ${JSON.stringify(args)}`);
      const { status, text: words } = await use(name, args);
      assert.equal(status, 'error');
      assert.match(words, said);
    }
    assert.deepEqual([await text(`${dir}/a.ts`), await text(`${dir}/deep/b.ts`)], ['one\ntwo\n', 'b\n']);
  });

  it('delete no file with unsaved changes', async () => {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file(dir, 'a.ts')));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'unsaved\n'));
    for (const args of [{ path: `${dir}/a.ts` }, { path: dir, recursive: true }])
      assert.match((await use('delete_file', args)).text, /has unsaved changes in the editor/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  for (const [name, args] of [
    ['delete_file', { path: '../outside/a.ts' }],
    ['delete_file', { path: 'link/a.ts' }],
    ['delete_file', { path: '.git', recursive: true }],
    ['delete_file', { path: '.git/config' }],
    ['move_file', { path: '../outside/a.ts', newPath: 'free.ts' }],
    ['move_file', { path: 'link/a.ts', newPath: 'free.ts' }],
    ['move_file', { path: 'DIR/a.ts', newPath: '../outside/free.ts' }],
    ['move_file', { path: 'DIR/a.ts', newPath: 'link/free.ts' }],
    ['move_file', { path: 'DIR/a.ts', newPath: '.git/hooks/pre-commit' }],
    ['move_file', { path: 'DIR/a.ts', newPath: '.patchbay/tools/a.ts' }],
    ['move_file', { path: '.git/config', newPath: 'free.ts' }],
    ['move_file', { path: 'DIR', newPath: '.git/hooks' }],
  ] as const)
    it(`refuse ${name} of ${JSON.stringify(args)} without a question`, async () => {
      await symlink(outside, file('link'));
      const own = Object.fromEntries(
        Object.entries(args).map(([key, value]) => [key, String(value).replace('DIR', dir)]),
      );
      const given = 'recursive' in args ? { ...own, recursive: true } : own;
      assert.equal((await need(name, given)).kind, 'free');
      assert.equal((await use(name, given)).status, 'error');
      assert.deepEqual(
        [await readFile(join(outside, 'a.ts'), 'utf8'), await text('.git/config')],
        ['outside\n', '[core]\n'],
      );
    });

  it('ask each time about protected and sensitive files, at both ends and inside of folders', async () => {
    await writeFile(file('package.json'), '{}\n');
    await writeFile(file('.env'), 'TOKEN=1\n');
    await writeFile(file(dir, 'deep/package.json'), '{}\n');
    await writeFile(file('.gitignore'), `${dir}/private.txt\n`);
    await writeFile(file(dir, 'private.txt'), 'private\n');
    for (const [name, args, reason] of [
      ['delete_file', { path: 'package.json' }, 'protectedFile package.json delete'],
      ['delete_file', { path: '.vscode/settings.json' }, 'protectedFile .vscode/settings.json delete'],
      ['delete_file', { path: '.env' }, 'sensitiveFile .env delete'],
      ['delete_file', { path: dir, recursive: true }, `protectedFile ${dir}/deep/package.json delete`],
      ['move_file', { path: 'package.json', newPath: `${dir}/p.txt` }, 'protectedFile package.json move'],
      ['move_file', { path: '.env', newPath: `${dir}/p.txt` }, 'sensitiveFile .env move'],
      [
        'move_file',
        { path: `${dir}/private.txt`, newPath: 'free.ts' },
        `sensitiveFile ${dir}/private.txt move`,
      ],
      [
        'move_file',
        { path: `${dir}/a.ts`, newPath: `${dir}/package.json` },
        `protectedFile ${dir}/package.json`,
      ],
      ['move_file', { path: `${dir}/deep`, newPath: '.vscode/deep' }, 'protectedFile .vscode/deep/b.ts'],
    ] as const) {
      const asked = await need(name, args);
      const said = asked.reasons.map((each) =>
        'path' in each
          ? [each.kind, each.path, 'does' in each ? each.does : undefined].filter(Boolean).join(' ')
          : '',
      );
      assert.ok(asked.kind === 'always' && said.includes(reason), `${reason}: ${JSON.stringify(asked)}`);
      assert.equal((await use(name, args, [])).status, 'error');
    }
  });

  it('show the lines of a file that is to be deleted, and not those of a sensitive one', async () => {
    const { proposedEdit } = await (await parts()).engine();
    const planned = await proposedEdit?.(await tool('delete_file'), { path: `${dir}/a.ts` });
    assert.deepEqual(
      [planned?.edit.file, planned?.edit.diff.removed, planned?.edit.shows],
      [`${dir}/a.ts`, 2, ['path']],
    );
    await writeFile(file('.env'), 'TOKEN=1\n');
    assert.equal(await proposedEdit?.(await tool('delete_file'), { path: '.env' }), undefined);
  });
});
