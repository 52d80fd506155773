/** What changes while a turn runs, by whom, and restoring files (features.md, C14), on real files in the editor. */
import assert from 'node:assert/strict';
import { existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Transcript, type TurnEvent } from '../../src/agent/index.ts';
import { actOnChanges, changedLinesOf } from '../../src/editor/chatPage/turnChanges.ts';
import { SLACK_MS } from '../../src/editor/checkpoints/turnFiles.ts';
import { WorkspaceFiles } from '../../src/editor/checkpoints/workspaceFiles.ts';
import { snapshotLimits } from '../../src/snapshots/index.ts';
import { restoreCheckpoint } from '../../src/editor/checkpoints/checkpointCommands.ts';
import type { ChangedFileView, ChangePart, ToolSource } from '../../src/protocol/index.ts';
import { parts, scratch } from './support.ts';

/** Another one for each test: this host watches no files, so the editor would show what they were. */
let folder: string;
const file = (name: string): string => join(folder, name);
const text = (name: string): Promise<string | undefined> =>
  readFile(file(name), 'utf8').catch(() => undefined);
const native: ToolSource = { kind: 'native' };

/** The events of one call around what it does. */
function callEvents(id: string, source: ToolSource, toolName: string): readonly [TurnEvent, TurnEvent] {
  return [
    { type: 'callStart', id, step: 1, source, toolName, wireName: toolName, argsText: '{}' },
    { type: 'callEnd', id, result: { status: 'success', content: [] }, durationMs: 1 },
  ];
}

describe('What a turn changed in files', () => {
  let count = 0;
  let conversation: string;
  const { showWarningMessage } = vscode.window;

  beforeEach(async () => {
    count += 1;
    conversation = `checkpoints-${count}`;
    folder = join(scratch, 'one', conversation);
    await mkdir(folder, { recursive: true });
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      await writeFile(file(`${name}.txt`), `one\n${name}\nthree\n`);
  });
  afterEach(async () => {
    Object.assign(vscode.window, { showWarningMessage });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });

  /** Times of calls are compared with those of files, whose clock has steps: until it has left the call behind. */
  async function filesAreLater(): Promise<void> {
    const probe = join(scratch, 'clock');
    const from = Date.now();
    do await writeFile(probe, '');
    while ((await stat(probe)).mtimeMs <= from + 2 * SLACK_MS);
  }

  /** A turn in which the built-in tool, a command, a server and the user change files. */
  async function turn(byCommand = 'by command\n') {
    const { files, engine } = await parts();
    const followed = files().follow(conversation, 'i1') ?? assert.fail('Checkpoints are off.');
    await followed.saved();
    const run = async (id: string, source: ToolSource, name: string, work: () => Promise<unknown>) => {
      const [start, end] = callEvents(id, source, name);
      followed.handle(start);
      await work();
      followed.handle(end);
      await filesAreLater();
    };
    const { tools } = await engine();
    const id = `${conversation}-edit`;
    await run(id, native, 'edit_file', async () => {
      const args = { path: `${conversation}/a.txt`, oldText: 'one', newText: 'ONE' };
      const result = await tools
        .snapshot()
        .get('edit_file')
        ?.call(args, { id, signal: new AbortController().signal, onProgress: () => undefined, approved: [] });
      assert.equal(result?.status, 'success');
    });
    await run('command', native, 'run_command', async () => {
      await writeFile(file('b.txt'), byCommand);
      await writeFile(file('new.bin'), Buffer.from([0, 1, 2]));
    });
    await run('server', { kind: 'mcp', server: 'demo' }, 'write', () =>
      writeFile(file('c.txt'), 'by server\n'),
    );
    await writeFile(file('d.txt'), 'by the user\n');
    const changes = files().diffs.changes.close(new Set([id]), conversation, await followed.end());
    assert.ok(changes);
    const transcript = new Transcript(() => undefined);
    transcript.addChanges(changes, 0);
    const item = () => {
      const found = transcript.items[0];
      return found?.kind === 'changes' ? found : assert.fail();
    };
    const nameOf = (view: ChangedFileView): string => view.label.replace(`${conversation}/`, '');
    return {
      changes,
      views: () => (item().views ?? []).map((view) => `${nameOf(view)} ${view.change} ${view.standing}`),
      by: () => Object.fromEntries((item().views ?? []).map((view) => [nameOf(view), view.by])),
      state: () => item().state,
      parts: (name: string) => {
        const index = (item().views ?? []).findIndex((view) => nameOf(view) === name);
        const diff = changedLinesOf(transcript, files().diffs, { id: item().id, file: index });
        return (diff?.hunks ?? []).map(({ oldStart, newStart, lines }) => ({
          oldStart,
          newStart,
          lines: lines.length,
        }));
      },
      act: (action: 'undo' | 'redo' | 'keep', name?: string, part?: ChangePart) => {
        const index = (item().views ?? []).findIndex((view) => nameOf(view) === name);
        return actOnChanges({ transcript, addNote: () => undefined }, files().diffs, item().id, {
          action,
          ...(name !== undefined && { file: index }),
          ...(part && { part }),
        });
      },
    };
  }

  it('are all files, whoever wrote them, and each says who that was', async () => {
    const { changes, views, by } = await turn();
    assert.equal(changes.files.length, 5);
    assert.deepEqual(views(), [
      'a.txt edited made',
      'b.txt edited made',
      'c.txt edited made',
      'd.txt edited made',
      'new.bin created unkept',
    ]);
    const [edit] = by()['a.txt'] ?? [];
    const title = edit?.kind === 'tool' ? edit.title : assert.fail();
    assert.deepEqual(by(), {
      'a.txt': [{ kind: 'tool', title }],
      'b.txt': [{ kind: 'command' }],
      'c.txt': [{ kind: 'tool', title: 'write', server: 'demo' }],
      'd.txt': [{ kind: 'outside' }],
      'new.bin': [{ kind: 'command' }],
    });
  });

  it('name who deleted a file, though others ran before and after', async () => {
    const { files } = await parts();
    const followed = files().follow(conversation, 'i1') ?? assert.fail('Checkpoints are off.');
    const run = async (id: string, source: ToolSource, name: string, gone: string | undefined) => {
      const [start, end] = callEvents(id, source, name);
      followed.handle(start);
      await followed.saved(id);
      if (gone !== undefined) await rm(file(gone));
      followed.handle(end);
    };
    await run('look', { kind: 'mcp', server: 'demo' }, 'look', undefined);
    await run('command', native, 'run_command', 'a.txt');
    await run('server', { kind: 'mcp', server: 'demo' }, 'remove', 'b.txt');
    // Between two calls, by another program; and by the user, in the editor, while a call runs.
    await rm(file('c.txt'));
    const [start, end] = callEvents('last', native, 'run_command');
    followed.handle(start);
    await followed.saved('last');
    await vscode.workspace.fs.delete(vscode.Uri.file(file('d.txt')));
    const edit = new vscode.WorkspaceEdit();
    edit.deleteFile(vscode.Uri.file(file('e.txt')));
    assert.ok(await vscode.workspace.applyEdit(edit));
    followed.handle(end);
    const observed = await followed.end();
    const by = Object.fromEntries(
      (observed?.files ?? []).map(({ label, by: sources }) => [
        label.replace(`${conversation}/`, ''),
        sources,
      ]),
    );
    assert.deepEqual(by, {
      'a.txt': [{ kind: 'command' }],
      'b.txt': [{ kind: 'tool', title: 'remove', server: 'demo' }],
      'c.txt': [{ kind: 'outside' }],
      // The editor tells nobody of what extensions delete directly.
      'd.txt': [{ kind: 'command' }],
      'e.txt': [{ kind: 'outside' }],
    });
  });

  it('can be undone together, without what the user wrote, and one by one', async () => {
    const warnings: string[] = [];
    Object.assign(vscode.window, { showWarningMessage: (words: string) => void warnings.push(words) });
    const { act, views } = await turn();
    await act('undo');
    assert.deepEqual(
      [await text('a.txt'), await text('b.txt'), await text('c.txt'), await text('d.txt')],
      ['one\na\nthree\n', 'one\nb\nthree\n', 'one\nc\nthree\n', 'by the user\n'],
    );
    assert.match(warnings.join(), /new\.bin/);
    await act('redo', 'b.txt');
    assert.equal(await text('b.txt'), 'by command\n');
    await act('undo', 'd.txt');
    assert.equal(await text('d.txt'), 'one\nd\nthree\n');
    assert.deepEqual(views().slice(0, 4), [
      'a.txt edited undone',
      'b.txt edited made',
      'c.txt edited undone',
      'd.txt edited undone',
    ]);
  });

  it('that the user keeps are not undone with the others, and those that changed since are named and left', async () => {
    const warnings: string[] = [];
    Object.assign(vscode.window, { showWarningMessage: (words: string) => void warnings.push(words) });
    const { act, views } = await turn();
    await act('keep', 'b.txt');
    await writeFile(file('c.txt'), 'newer\n');
    await act('undo');
    assert.deepEqual(
      [await text('a.txt'), await text('b.txt'), await text('c.txt')],
      ['one\na\nthree\n', 'by command\n', 'newer\n'],
    );
    assert.match(warnings.join(), /c\.txt/);
    assert.doesNotMatch(warnings.join(), /b\.txt/);
    assert.deepEqual(views().slice(0, 3), ['a.txt edited undone', 'b.txt edited kept', 'c.txt edited made']);
  });

  it('can be kept and undone in parts, and a part that is no longer so is left alone', async () => {
    const warnings: string[] = [];
    Object.assign(vscode.window, { showWarningMessage: (words: string) => void warnings.push(words) });
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`);
    const edited = lines.with(1, 'first').with(15, 'second').with(28, 'third');
    await writeFile(file('b.txt'), lines.join('\n'));
    const { act, views, parts: partsOf } = await turn(edited.join('\n'));
    const [first, second, third] = partsOf('b.txt');
    assert.ok(first && second && third);
    await act('undo', 'b.txt', second);
    assert.equal(await text('b.txt'), edited.with(15, 'line 15').join('\n'));
    await act('undo', 'b.txt', second);
    assert.match(warnings.join(), /b\.txt/);
    await act('keep', 'b.txt', first);
    assert.equal(partsOf('b.txt').length, 1);
    await act('undo');
    assert.equal(await text('b.txt'), lines.with(1, 'first').join('\n'));
    assert.equal(views()[1], 'b.txt edited undone');
  });

  it('name what could not be compared, in the changes of the turn and before a restore', async () => {
    const { files, controller } = await parts();
    const few = new WorkspaceFiles({
      store: () => files().snapshots.store,
      redact: (words) => words,
      onProblem: assert.fail,
      changes: () => ({
        saveTurn: () => undefined,
        replace: () => undefined,
        of: () => undefined,
        has: () => false,
      }),
      limits: { ...snapshotLimits, files: 1 },
    });
    const { showQuickPick } = vscode.window;
    try {
      const open = controller.shownConversation;
      open.add({ content: { text: 'Look.' }, messages: [{ role: 'user', text: 'Look.' }] });
      const item = open.lastUserItem ?? assert.fail();
      const followed = few.follow(open.id, item) ?? assert.fail();
      await followed.saved();
      const [start, end] = callEvents('look', native, 'run_command');
      followed.handle(start);
      followed.handle(end);
      const changes = few.diffs.changes.close(new Set(), open.id, await followed.end());
      assert.deepEqual(changes?.files, []);
      assert.ok(
        changes.notCompared?.some((name) => name.includes(conversation)),
        String(changes.notCompared),
      );
      const shown: string[] = [];
      Object.assign(vscode.window, {
        showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
          shown.push(...items.map(({ description }) => description ?? ''));
          return Promise.resolve(undefined);
        },
      });
      await restoreCheckpoint(few, controller, item);
      assert.match(shown.join(), new RegExp(`Not compared, so not restored: .*${conversation}`));
    } finally {
      Object.assign(vscode.window, { showQuickPick });
      controller.newChat();
    }
  });

  it('are unknown without calls, and where checkpoints are off nothing is read', async () => {
    const { files } = await parts();
    const followed = files().follow(conversation, undefined) ?? assert.fail();
    await followed.saved();
    await writeFile(file('d.txt'), 'by the user\n');
    assert.equal(await followed.end(), undefined);
    const settings = vscode.workspace.getConfiguration('patchbay');
    await settings.update('checkpoints.enabled', false, vscode.ConfigurationTarget.Global);
    try {
      assert.equal(files().follow(conversation, undefined), undefined);
    } finally {
      await settings.update('checkpoints.enabled', undefined, vscode.ConfigurationTarget.Global);
    }
  });
});

describe('Restoring a checkpoint', () => {
  let count = 0;
  const original = { ...vscode.window };
  let messages: string[];
  /** What the user presses in messages. */
  let presses: Map<RegExp, string>;
  let whatIsChosen: RegExp | undefined;
  /** The rows of the preview. */
  let rows: { readonly label: string; readonly description: string; readonly picked: boolean }[];
  let pick: ((label: string, picked: boolean) => boolean) | undefined;
  let placeholder: string | undefined;

  beforeEach(async () => {
    count += 1;
    folder = join(scratch, 'one', `restoring-${count}`);
    await mkdir(folder, { recursive: true });
    for (const name of ['a', 'b', 'c', 'd']) await writeFile(file(`${name}.txt`), `one\n${name}\nthree\n`);
    [messages, presses, rows, pick, whatIsChosen] = [[], new Map(), [], undefined, undefined];
    const show = (words: string, ...more: readonly (vscode.MessageItem & { modal?: boolean })[]) => {
      messages.push(words);
      const wanted = [...presses].find(([pattern]) => pattern.test(words))?.[1];
      return Promise.resolve(more.find(({ title }) => wanted !== undefined && title === wanted));
    };
    Object.assign(vscode.window, {
      showInformationMessage: show,
      showWarningMessage: show,
      showErrorMessage: show,
      showQuickPick: (items: readonly vscode.QuickPickItem[]) =>
        Promise.resolve(items.find(({ label }) => whatIsChosen?.test(label))),
      createQuickPick: () => fakePicker(),
    });
  });
  afterEach(async () => {
    const { showInformationMessage, showWarningMessage, showErrorMessage, showQuickPick, createQuickPick } =
      original;
    Object.assign(vscode.window, {
      showInformationMessage,
      showWarningMessage,
      showErrorMessage,
      showQuickPick,
      createQuickPick,
    });
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
    (await parts()).controller.newChat();
  });

  /** Shows its rows, and accepts those that `pick` wants, or what was selected. */
  function fakePicker() {
    const listeners = { accept: () => undefined as void, hide: () => undefined as void };
    const picker = {
      items: [] as readonly vscode.QuickPickItem[],
      selectedItems: [] as readonly vscode.QuickPickItem[],
      placeholder: '',
      onDidAccept: (listener: () => void) => (listeners.accept = listener),
      onDidHide: (listener: () => void) => (listeners.hide = listener),
      onDidTriggerItemButton: () => undefined,
      hide: () => listeners.hide(),
      dispose: () => undefined,
      show: () => {
        ({ placeholder } = picker);
        const own = picker.items.filter(({ kind }) => kind !== vscode.QuickPickItemKind.Separator);
        rows = own.map((row) => ({
          label: row.label.replace(/.*\//, ''),
          description: row.description ?? '',
          picked: picker.selectedItems.includes(row),
        }));
        if (pick)
          picker.selectedItems = own.filter((_, index) =>
            pick?.(rows[index]?.label ?? '', rows[index]?.picked === true),
          );
        listeners.accept();
      },
    };
    return picker;
  }

  /** A message, and a turn in which a command changes files. */
  async function asked(work: () => Promise<unknown>): Promise<string> {
    const { controller, files } = await parts();
    const open = controller.shownConversation;
    open.add({ content: { text: 'Change them.' }, messages: [{ role: 'user', text: 'Change them.' }] });
    const item = open.lastUserItem ?? assert.fail();
    const followed = files().follow(open.id, item) ?? assert.fail();
    await followed.saved();
    const [start, end] = callEvents(`${open.id}-${item}`, native, 'run_command');
    followed.handle(start);
    await work();
    followed.handle(end);
    const changes = files().diffs.changes.close(new Set(), open.id, await followed.end());
    if (changes) open.transcript.addChanges(changes, 0);
    open.settle();
    return item;
  }
  const change = async (): Promise<void> => {
    await writeFile(file('a.txt'), 'changed\n');
    await writeFile(file('new.txt'), 'new\n');
    await rm(file('b.txt'));
  };
  const restore = async (item: string): Promise<void> => {
    const { controller, files } = await parts();
    await restoreCheckpoint(files(), controller, item);
  };
  const texts = async (): Promise<readonly (string | undefined)[]> =>
    Promise.all(['a.txt', 'b.txt', 'c.txt', 'new.txt'].map(text));
  const before = ['one\na\nthree\n', 'one\nb\nthree\n', 'one\nc\nthree\n', undefined];

  /** By an answer without a call, which does not wait until the files are saved. */
  async function answered(): Promise<string> {
    const { controller, files } = await parts();
    const open = controller.shownConversation;
    open.add({ content: { text: 'Hello.' }, messages: [{ role: 'user', text: 'Hello.' }] });
    const item = open.lastUserItem ?? assert.fail();
    await (files().follow(open.id, item) ?? assert.fail()).end();
    return item;
  }

  it('waits for files that are still being saved', async () => {
    const item = await answered();
    let said: string | undefined;
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        said = items.map(({ description }) => description).join();
        return Promise.resolve(undefined);
      },
    });
    await restore(item);
    assert.equal(said, 'The files have not changed.');
  });

  it('a branch has a checkpoint that was still being saved when it began', async () => {
    const item = await answered();
    const { controller, files } = await parts();
    const { snapshots } = files();
    snapshots.copyCheckpoints(controller.shownId, 'branch', [item]);
    const copy = await snapshots.checkpoint('branch', item);
    assert.deepEqual(copy?.roots, (await snapshots.checkpoint(controller.shownId, item))?.roots);
    assert.ok(copy);
  });

  it('shows what it does, restores the files, and Undo takes that back', async () => {
    const item = await asked(change);
    whatIsChosen = /^Files only$/;
    await restore(item);
    assert.deepEqual(rows, [
      { label: 'a.txt', description: 'will be restored · +3 −1', picked: true },
      { label: 'b.txt', description: 'will be re-created · +3 −0', picked: true },
      { label: 'new.txt', description: 'will be deleted · +0 −1', picked: true },
    ]);
    assert.deepEqual(await texts(), before);
    assert.deepEqual(messages, ['3 files restored.']);
    await vscode.commands.executeCommand('patchbay.undoRestore');
    assert.deepEqual(await texts(), ['changed\n', undefined, 'one\nc\nthree\n', 'new\n']);
    await vscode.commands.executeCommand('patchbay.undoRestore');
    assert.match(messages.at(-1) ?? '', /no restore to undo/);
  });

  it('leaves what was changed outside of turns, unless the user selects it', async () => {
    const item = await asked(change);
    await writeFile(file('c.txt'), 'my own\n');
    whatIsChosen = /^Files only$/;
    await restore(item);
    assert.deepEqual(rows.find(({ label }) => label === 'c.txt')?.picked, false);
    assert.equal(await text('c.txt'), 'my own\n');
    pick = () => true;
    await restore(item);
    assert.deepEqual(await texts(), before);
  });

  it('goes back in the conversation alone, or with the files, as a branch with the message in the composer', async () => {
    const { controller } = await parts();
    const first = await asked(() => writeFile(file('c.txt'), 'first\n'));
    const item = await asked(change);
    const from = controller.shownId;
    whatIsChosen = /^Conversation only$/;
    await restore(item);
    assert.notEqual(controller.shownId, from);
    assert.deepEqual(
      controller.shown.items.filter(({ kind }) => kind === 'user').map(({ id }) => id),
      [first],
    );
    assert.equal(await text('a.txt'), 'changed\n');
    // The branch has the checkpoints of its messages.
    whatIsChosen = /^Files and conversation$/;
    // What the other branch has changed is not this conversation's.
    assert.equal(await text('c.txt'), 'first\n');
    pick = () => true;
    await restore(first);
    assert.deepEqual(controller.shown.items, []);
    assert.deepEqual(await texts(), before);
    controller.openSaved(from);
    assert.equal(controller.shown.item(item)?.kind, 'user');
  });

  it('does nothing while a turn runs', async () => {
    const item = await asked(change);
    const { files } = await parts();
    const running = files().follow('another', undefined) ?? assert.fail();
    whatIsChosen = /^Files/;
    await restore(item);
    await running.end();
    assert.match(messages.join(), /while a response is running/);
    assert.equal(await text('a.txt'), 'changed\n');
  });

  it('asks about unsaved editors, saves them first, and loses nothing', async () => {
    const item = await asked(change);
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(file('a.txt')));
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'unsaved '));
    whatIsChosen = /^Files only$/;
    await restore(item);
    assert.match(messages.join(), /unsaved changes/);
    assert.equal(editor.document.getText(), 'unsaved changed\n');
    assert.equal(await text('new.txt'), 'new\n');
    presses.set(/unsaved changes/, 'Save and Restore');
    await restore(item);
    assert.deepEqual(await texts(), before);
    await vscode.commands.executeCommand('patchbay.undoRestore');
    assert.equal(await text('a.txt'), 'unsaved changed\n');
  });

  it('leaves a file alone that changes behind the preview, and one that became a link', async () => {
    const item = await asked(change);
    whatIsChosen = /^Files only$/;
    const outside = join(scratch, `outside-${count}.txt`);
    await writeFile(outside, 'not mine');
    pick = () => {
      writeFileSync(file('a.txt'), 'in between\n');
      if (!existsSync(file('b.txt'))) symlinkSync(outside, file('b.txt'));
      return true;
    };
    await restore(item);
    assert.match(messages.join(), /a\.txt \(changed since then\)/);
    assert.match(messages.join(), /b\.txt/);
    assert.equal(await text('a.txt'), 'in between\n');
    assert.equal(await readFile(outside, 'utf8'), 'not mine');
    await rm(outside);
  });

  it('names files whose content was not saved', async () => {
    await writeFile(file('large.bin'), Buffer.alloc(1_500_000));
    const item = await asked(() =>
      Promise.all([change(), writeFile(file('large.bin'), Buffer.alloc(1_600_000))]),
    );
    whatIsChosen = /^Files only$/;
    await restore(item);
    assert.match(placeholder ?? '', /not restored: .*large\.bin/);
    assert.equal((await readFile(file('large.bin'))).length, 1_600_000);
  });

  it('restores bytes as they were, whatever they are', async () => {
    const bytes = Buffer.from([0, 255, 13, 10, 200, 10]);
    await writeFile(file('a.bin'), bytes);
    const item = await asked(() => writeFile(file('a.bin'), 'text'));
    whatIsChosen = /^Files only$/;
    await restore(item);
    assert.deepEqual(await readFile(file('a.bin')), bytes);
  });

  it('says why there are no files to restore', async () => {
    const { controller } = await parts();
    const open = controller.shownConversation;
    open.add({ content: { text: 'Hi' }, messages: [{ role: 'user', text: 'Hi' }] });
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showQuickPick: (items: readonly vscode.QuickPickItem[]) => {
        shown.push(...items.map(({ label, description }) => `${label}: ${description}`));
        return Promise.resolve(undefined);
      },
    });
    await restore(open.lastUserItem ?? '');
    assert.deepEqual(shown, [
      'Conversation only: The files of this message were not saved, or are no longer stored.',
    ]);
  });
});
