/** What changes while a turn runs, by whom, and restoring files (features.md, C14), on real files in the editor. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Transcript, type TurnEvent } from '../../src/agent/index.ts';
import { actOnChanges } from '../../src/editor/chatPage/turnChanges.ts';
import type { ChangedFileView, ToolSource } from '../../src/protocol/index.ts';
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

  const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

  /** A turn in which the built-in tool, a command, a server and the user change files. */
  async function turn() {
    const { files, engine } = await parts();
    const followed = files().follow(conversation, 'i1') ?? assert.fail('Checkpoints are off.');
    await followed.saved();
    const run = async (id: string, source: ToolSource, name: string, work: () => Promise<unknown>) => {
      const [start, end] = callEvents(id, source, name);
      followed.handle(start);
      await work();
      followed.handle(end);
      // Their times are compared with those of files, whose clock has steps.
      await wait(120);
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
      await writeFile(file('b.txt'), 'by command\n');
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
      act: (action: 'undo' | 'redo' | 'keep', name?: string) => {
        const index = (item().views ?? []).findIndex((view) => nameOf(view) === name);
        return actOnChanges({ transcript, addNote: () => undefined }, files().diffs, item().id, {
          action,
          ...(name !== undefined && { file: index }),
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
