/** Undo of all files that a turn has changed through the built-in tools, on real files in the editor. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Transcript } from '../../src/agent/index.ts';
import { actOnChanges } from '../../src/editor/chatPage/turnChanges.ts';
import { EditDiffs } from '../../src/editor/builtInTools/editDiffs.ts';
import type { ChangeStorage } from '../../src/editor/builtInTools/fileChanges.ts';
import type { ChangedFile, ChangesAction } from '../../src/protocol/index.ts';
import { hasLink } from '../fixtures/editorMarkup.ts';
import { parts, scratch } from './support.ts';

const file = (name: string): string => join(scratch, 'one', name);
const text = (name: string): Promise<string> => readFile(file(name), 'utf8');
const isThere = (name: string): Promise<boolean> =>
  text(name).then(
    () => true,
    () => false,
  );
const original = 'one\ntwo\nthree\n';

describe('Undo of a turn', () => {
  let count = 0;
  /** Two files with names of their own: this host watches no files. */
  let a: string;
  let b: string;
  let made: string;
  let warnings: string[];
  /** What the model is told, by item. */
  let news: Map<string, string>;
  const addNote = (about: string, words: string): void => void news.set(about, words);
  const { showWarningMessage } = vscode.window;

  beforeEach(async () => {
    count += 1;
    [a, b, made] = [`undo/a${count}.txt`, `undo/b${count}.txt`, `undo/deep/made${count}.txt`];
    await mkdir(file('undo'), { recursive: true });
    await Promise.all([a, b].map((name) => writeFile(file(name), original)));
    warnings = [];
    news = new Map();
    Object.assign(vscode.window, { showWarningMessage: (words: string) => void warnings.push(words) });
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(file('undo'), { recursive: true, force: true });
  });

  const edit = (path: string, oldText: string, newText: string) =>
    ['edit_file', { path, oldText, newText }] as const;
  const write = (path: string, content: string) => ['write_file', { path, content }] as const;

  /** A turn that makes these calls, and in between what else is given. */
  async function turn(
    ...calls: readonly (readonly [string, Record<string, unknown>] | (() => Promise<void>))[]
  ) {
    const { engine, diffs } = await parts();
    const { tools } = await engine();
    const ids = new Set<string>();
    for (const call of calls) {
      if (typeof call === 'function') {
        await call();
        continue;
      }
      const id = `undo-${count}-${ids.size}`;
      ids.add(id);
      const [name, args] = call;
      const tool = tools.snapshot().get(name) ?? assert.fail(`There is no tool ${name}.`);
      // As if the user had allowed what it asks for.
      const { reasons: approved } = await tool.approvalNeed(args);
      const { signal } = new AbortController();
      const result = await tool.call(args, { id, signal, onProgress: () => undefined, approved });
      assert.equal(result.status, 'success');
    }
    const transcript = new Transcript(() => undefined);
    const changes = diffs.changes.close(ids, 'undo');
    assert.ok(changes);
    transcript.addChanges(changes, 0);
    const item = () => {
      const last = transcript.items[0];
      assert.ok(last?.kind === 'changes');
      return last;
    };
    return {
      files: changes.files,
      act: async (action: ChangesAction, index?: number) => {
        await actOnChanges({ transcript, addNote }, diffs, item().id, { action, file: index });
        return item().state;
      },
    };
  }
  const open = async (name: string) => vscode.window.showTextDocument(vscode.Uri.file(file(name)));

  it('makes edited files what they were, removes what was created, and all stays saved; Redo takes that back', async () => {
    const { files, act } = await turn(
      edit(a, 'two', 'TWO'),
      edit(a, 'three', 'THREE'),
      write(b, 'new\n'),
      write(made, 'made\n'),
    );
    assert.deepEqual(files, [a, b, made]);
    assert.deepEqual(await act('undo'), { status: 'undone', left: 0 });
    assert.deepEqual([await text(a), await text(b), await isThere(made)], [original, original, false]);
    assert.match([...news.values()].join(), new RegExp(`undone your changes of ${a}, ${b}, ${made}:`));
    assert.deepEqual(await act('redo'), { status: 'made' });
    assert.match([...news.values()].join(), /^\(The user has made your changes .* again/);
    assert.deepEqual(
      [await text(a), await text(b), await text(made)],
      ['one\nTWO\nTHREE\n', 'new\n', 'made\n'],
    );
    assert.deepEqual(warnings, []);
  });

  it('removes the folders that the turn made, and no other, as soon as they are empty', async () => {
    const folder = (name: string): string => file(`undo/made${count}${name}`);
    const isFolder = (name: string): Promise<boolean> =>
      stat(folder(name)).then(
        () => true,
        () => false,
      );
    await mkdir(folder('/old'), { recursive: true });
    const { act } = await turn(
      write(`undo/made${count}/old/x/y/one.txt`, 'one'),
      write(`undo/made${count}/old/x/two.txt`, 'two'),
      write(`undo/made${count}/old/z/three.txt`, 'three'),
    );
    await writeFile(`${folder('/old/z')}/user.txt`, 'of the user');
    await act('undo');
    assert.deepEqual(
      [await isFolder('/old/x'), await isFolder('/old/z'), await isFolder('/old')],
      [false, true, true],
    );
    await act('redo');
    assert.equal(await text(`undo/made${count}/old/x/y/one.txt`), 'one');
    await act('undo');
    assert.equal(await isFolder('/old/x'), false);
    assert.deepEqual(warnings, []);
  });

  it('removes a folder with the last of its files, where they are undone one by one', async () => {
    const names = ['one', 'two'].map((name) => `undo/single${count}/${name}.txt`);
    const { act } = await turn(...names.map((name) => write(name, name)));
    await act('undo', 0);
    assert.equal(await isThere(names[1] ?? ''), true);
    await act('undo', 1);
    await assert.rejects(stat(file(`undo/single${count}`)));
  });

  it('is one edit, which one Undo of the editor takes back', async () => {
    const { act } = await turn(edit(a, 'two', 'TWO'));
    const { document } = await open(a);
    await act('undo');
    assert.equal(document.getText(), original);
    await vscode.commands.executeCommand('undo');
    assert.equal(document.getText(), 'one\nTWO\nthree\n');
    assert.deepEqual(await act('redo'), { status: 'made' });
    assert.deepEqual(warnings, []);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is one edit for several files, too: one Undo of the editor in one of them takes back all', async () => {
    const { act } = await turn(edit(a, 'two', 'TWO'), edit(b, 'two', 'TWO'));
    const documents = [(await open(b)).document, (await open(a)).document];
    const texts = () => documents.map((document) => document.getText());
    await act('undo');
    assert.deepEqual(texts(), [original, original]);
    await vscode.commands.executeCommand('undo');
    const changed = 'one\nTWO\nthree\n';
    assert.deepEqual(texts(), [changed, changed]);
    assert.deepEqual(await act('redo'), { status: 'made' });
    assert.deepEqual(texts(), [changed, changed]);
    assert.deepEqual(warnings, []);
    await Promise.all(documents.map((document) => document.save()));
  });

  // Into the trash, where the editor has one: the host of these tests has none.
  it('removes what was created, also where that was all, and makes it again', async () => {
    const { act } = await turn(write(made, 'made\n'));
    assert.deepEqual(await act('undo'), { status: 'undone', left: 0 });
    assert.equal(await isThere(made), false);
    assert.deepEqual(await act('redo'), { status: 'made' });
    assert.equal(await text(made), 'made\n');
    assert.deepEqual(warnings, []);
  });

  it('removes what was created so that one Undo of the editor brings it back, with what was in it', async () => {
    const { act } = await turn(edit(a, 'two', 'TWO'), write(made, 'made\n'));
    const { document } = await open(a);
    await act('undo');
    assert.deepEqual([document.getText(), await isThere(made)], [original, false]);
    await vscode.commands.executeCommand('undo');
    assert.deepEqual([document.getText(), await text(made)], ['one\nTWO\nthree\n', 'made\n']);
    await document.save();
  });

  it('names a file in a warning without making a link of its name', async () => {
    const name = `undo/[Open${count}](command:workbench.action.terminal.new)`;
    const { act } = await turn(write(name, 'made\n'), () => writeFile(file(name), 'changed\n'));
    await act('undo');
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /\[Open\d+\] \(command:/);
    assert.ok(!hasLink(warnings[0] ?? ''));
  });

  it('leaves alone what was not kept over a reload, and what is in another workspace, and undoes the rest', async () => {
    await writeFile(file(a), 'after\n');
    const kept = (name: string, standing: ChangedFile['standing'] = 'made'): ChangedFile => ({
      uri: vscode.Uri.file(file(name)).toString(),
      label: name,
      before: original,
      after: 'after\n',
      standing,
    });
    const elsewhere = join(scratch, `elsewhere${count}.txt`);
    await writeFile(elsewhere, 'after\n');
    let files: readonly ChangedFile[] = [
      kept(a),
      { ...kept(b, 'unkept'), before: undefined, after: '' },
      { ...kept('x'), uri: vscode.Uri.file(elsewhere).toString(), label: elsewhere },
    ];
    const keeper: ChangeStorage = {
      saveTurn: () => assert.fail('No turn has ended.'),
      replace: (_, now) => void (files = now),
      of: () => files,
      has: () => true,
    };
    const transcript = new Transcript(() => undefined);
    transcript.addChanges({ turn: 'before the reload', files: files.map(({ label }) => label) }, 0);
    await actOnChanges(
      { transcript, addNote },
      new EditDiffs(
        () => keeper,
        () => Promise.resolve(false),
      ),
      transcript.items[0]?.id ?? '',
      { action: 'undo' },
    );
    const [item] = transcript.items;
    assert.deepEqual(item?.kind === 'changes' && item.state, { status: 'undone', left: 2 });
    assert.deepEqual(
      [await text(a), await text(b), await readFile(elsewhere, 'utf8')],
      [original, original, 'after\n'],
    );
    assert.deepEqual(
      files.map(({ standing }) => standing),
      ['undone', 'unkept', 'made'],
    );
    assert.deepEqual(warnings, [
      `Could not be undone: ${b} (its previous content was not saved because it was too large, not text, or contained a secret), ${elsewhere} (not in this workspace).`,
    ]);
  });

  it('keeps the line ends of a file', async () => {
    await writeFile(file(a), 'one\r\ntwo\r\n');
    const { act } = await turn(edit(a, 'one\n', 'one\nand a half\n'));
    await act('undo');
    assert.equal(await text(a), 'one\r\ntwo\r\n');
  });

  it('leaves alone and names what has changed, is gone or was changed by others meanwhile, and undoes the rest', async () => {
    const others = async () => writeFile(file(`${made}.mixed`), 'others\n');
    await mkdir(file('undo/deep'));
    await writeFile(file(`${made}.mixed`), original);
    await writeFile(file(`undo/gone${count}.txt`), original);
    const { act } = await turn(
      edit(a, 'two', 'TWO'),
      edit(b, 'two', 'TWO'),
      write(made, 'made\n'),
      write(`undo/gone${count}.txt`, 'written\n'),
      write(`undo/unmade${count}.txt`, 'made\n'),
      write(`${made}.mixed`, 'model\n'),
      others,
      async () => void (await vscode.commands.executeCommand('workbench.action.closeAllEditors')),
    );
    await writeFile(file(b), 'mine\n');
    await rm(file(`undo/gone${count}.txt`));
    // It is what it was already: there is nothing to say of it.
    await rm(file(`undo/unmade${count}.txt`));
    assert.deepEqual(await act('undo'), { status: 'undone', left: 3 });
    assert.deepEqual([await text(a), await text(b), await isThere(made)], [original, 'mine\n', false]);
    assert.equal(await text(`${made}.mixed`), 'others\n');
    assert.deepEqual(warnings, [
      `Could not be undone: ${b} (changed since then), undo/gone${count}.txt (no longer exists), ${made}.mixed (changed since then).`,
    ]);
  });

  it('loses no words of the user that came between two changes of the turn', async () => {
    const { act } = await turn(
      edit(a, 'two', 'TWO'),
      async () => {
        const editor = await open(a);
        await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'mine\n'));
      },
      edit(a, 'three', 'THREE'),
    );
    assert.deepEqual(await act('undo'), { status: 'made' });
    assert.equal(await text(a), 'mine\none\nTWO\nTHREE\n');
    assert.deepEqual(warnings, [
      `Could not be undone: ${a} (also changed by another program during the response).`,
    ]);
  });

  it('leaves a file alone that has unsaved changes, and what Redo finds changed', async () => {
    const { act } = await turn(edit(a, 'two', 'TWO'), edit(b, 'two', 'TWO'));
    const editor = await open(a);
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), 'unsaved\n'));
    assert.deepEqual(await act('undo'), { status: 'undone', left: 1 });
    assert.equal(editor.document.getText(), 'unsaved\none\nTWO\nthree\n');
    assert.ok(editor.document.isDirty);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const other = await open(b);
    await other.edit((builder) => builder.insert(new vscode.Position(0, 0), 'mine\n'));
    await act('redo');
    assert.equal(other.document.getText(), `mine\n${original}`);
    assert.match(warnings[1] ?? '', /^Could not be redone: undo\/b\d+\.txt \(changed since then\)\.$/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('says so when nobody knows any more what the files were', async () => {
    const { diffs } = await parts();
    const transcript = new Transcript(() => undefined);
    transcript.addChanges({ turn: 'of another time', files: [a] }, 0);
    await actOnChanges({ transcript, addNote }, diffs, transcript.items[0]?.id ?? '', { action: 'undo' });
    const [item] = transcript.items;
    assert.deepEqual(item?.kind === 'changes' && item.state, { status: 'past', wasUndone: false });
  });

  it('shows what the files were, beside what they are', async () => {
    const { act } = await turn(edit(a, 'two', 'TWO'), write(made, 'made\n'));
    await act('show');
    const before = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'patchbay-diff');
    assert.equal(before?.getText(), original);
  });
});
