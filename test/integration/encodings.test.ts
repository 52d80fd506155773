/** Files that are not UTF-8, and files with mixed line ends: what is changed, undone or restored, by bytes on the disk. */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { swapChanges, writeChange } from '../../src/editor/builtInTools/undoChanges.ts';
import { planRestore, restoreFiles } from '../../src/editor/checkpoints/restoreFiles.ts';
import { CodeProposals } from '../../src/editor/chatPage/applyCode.ts';
import type { ChangedFile, ContentPart } from '../../src/protocol/index.ts';
import { parts, scratch } from './support.ts';

const folder = join(scratch, 'one', 'encodings');
const { Global } = vscode.ConfigurationTarget;
const ascii = (text: string): Buffer => Buffer.from(text, 'latin1');
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');

/** A name line that is changed, and characters that must stay what they are. */
const samples: Readonly<Record<string, Buffer>> = {
  latin1: ascii('name = 1\n// Stra\xdfe, M\xfcller\n'),
  windows1252: ascii('name = 1\n\x93quoted\x94 \x81\x8d\n'),
  gbk: Buffer.concat([ascii('name = 1\n'), Buffer.from([0xb2, 0xe2, 0xca, 0xd4, 0xa0, 0x0a])]),
  shiftJis: Buffer.concat([ascii('name = 1\n'), Buffer.from([0x93, 0xfa, 0x96, 0x7b, 0x0a])]),
  cesu8: Buffer.concat([ascii('name = 1\n'), Buffer.from([0xed, 0xa0, 0xbd, 0xed, 0xb8, 0x80, 0x0a])]),
  mix: Buffer.concat([Buffer.from('name = 1\n// Straße\n'), ascii('M\xfcller\r\nend')]),
  utf16le: utf16('\uFEFFname = 1\né 😀\n'),
  utf16be: utf16('\uFEFFname = 1\né 😀\n').swap16(),
  utf8Bom: Buffer.from('\uFEFFname = 1\r\né\r\n'),
  utf8Replacement: Buffer.from('name = 1\n\uFFFD é\n'),
  mixedEnds: ascii('a\r\nname = 1\nc\r\nd\n'),
  loneCr: ascii('progress 1\rprogress 2\rdone\nname = 1\n'),
  doubleCr: ascii('one\r\r\ntwo\r\r\nname = 1\r\r\n'),
  onlyCr: ascii('one\rname = 1\rtwo\r'),
};
const changedBytes = (bytes: Buffer): Buffer => {
  const at = bytes.indexOf('1', bytes.indexOf('='));
  return Buffer.concat([bytes.subarray(0, at), ascii('2'), bytes.subarray(at + 1)]);
};

describe('A file with an encoding or line ends of its own', () => {
  let count = 0;
  const files = vscode.workspace.getConfiguration('files');
  const editorSettings = vscode.workspace.getConfiguration('editor');

  beforeEach(async () => {
    count += 1;
    await mkdir(folder, { recursive: true });
  });
  afterEach(async () => {
    for (const name of ['encoding', 'autoGuessEncoding', 'trimTrailingWhitespace', 'insertFinalNewline'])
      await files.update(name, undefined, Global);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(folder, { recursive: true, force: true });
  });
  after(() => editorSettings.update('formatOnSave', undefined, Global));

  /** Each test has names of its own: the editor keeps documents for a while. */
  const nameOf = (name: string): string => `encodings/${count}-${name}.txt`;
  const pathOf = (name: string): string => join(scratch, 'one', nameOf(name));
  const uriOf = (name: string): vscode.Uri => vscode.Uri.file(pathOf(name));
  const make = (name: string, bytes = samples[name] ?? assert.fail(name)): Promise<void> =>
    writeFile(pathOf(name), bytes);
  const isNow = async (name: string, bytes: Uint8Array): Promise<void> =>
    assert.equal((await readFile(pathOf(name))).toString('hex'), Buffer.from(bytes).toString('hex'), name);

  async function use(tool: string, args: Record<string, unknown>) {
    const { engine, diffs } = await parts();
    const id = crypto.randomUUID();
    const context = { id, signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    const found = (await engine()).tools.snapshot().get(tool) ?? assert.fail(tool);
    const { status, content } = await found.call(args, context);
    const said = content.map((part: ContentPart) => (part.type === 'text' ? part.text : '')).join('');
    const changes = diffs.changes.close(new Set([id]), 'encodings');
    return { status, said, changed: () => changesOf(diffs.changes.of(changes?.turn ?? '')) };
  }
  const changesOf = (changed: readonly ChangedFile[] | undefined): readonly ChangedFile[] =>
    changed ?? assert.fail('Nothing was changed.');
  const edit = (name: string, oldText = 'name = 1', newText = 'name = 2') =>
    use('edit_file', { path: nameOf(name), oldText, newText });
  const write = (name: string, content: string) => use('write_file', { path: nameOf(name), content });

  const keepsBytes = async (name: string): Promise<void> => {
    const bytes = samples[name] ?? assert.fail();
    await make(name);
    const { status, said, changed } = await edit(name);
    assert.equal(status, 'success', said);
    await isNow(name, changedBytes(bytes));
    const undone = await swapChanges(changed(), 'undo');
    assert.deepEqual([undone.left, undone.unsaved], [[], []]);
    await isNow(name, bytes);
    assert.deepEqual((await swapChanges(undone.done, 'redo')).left, []);
    await isNow(name, changedBytes(bytes));
    // A second edit, at once: the editor must not take the file for a newer one.
    assert.equal((await edit(name, 'name = 2', 'name = 1')).status, 'success');
    await isNow(name, bytes);
  };

  for (const name of Object.keys(samples))
    it(`keeps each byte outside of an edit, and gets its former bytes by Undo and back by Redo: ${name}`, () =>
      keepsBytes(name));

  for (const name of ['latin1', 'gbk', 'mix', 'utf16le', 'utf8Bom'])
    it(`is what it was after an edit, Undo of the editor and Save: ${name}`, async () => {
      await make(name);
      assert.equal((await edit(name)).status, 'success');
      await vscode.window.showTextDocument(uriOf(name));
      await vscode.commands.executeCommand('undo');
      await vscode.commands.executeCommand('workbench.action.files.save');
      const bytes = samples[name] ?? assert.fail();
      // The editor itself makes all line ends alike.
      await isNow(name, name === 'mix' ? ascii(bytes.toString('latin1').replace('\r\n', '\n')) : bytes);
    });

  it('takes characters of its encoding where the editor knows it, and no others', async () => {
    await files.update('encoding', 'shiftjis', Global);
    await make('shiftJis');
    assert.match((await use('read_file', { path: nameOf('shiftJis') })).said, /日本/);
    assert.equal((await edit('shiftJis', 'name = 1', 'name = 日')).status, 'success');
    const now = Buffer.concat([
      ascii('name = '),
      Buffer.from([0x93, 0xfa, 0x0a, 0x93, 0xfa, 0x96, 0x7b, 0x0a]),
    ]);
    await isNow('shiftJis', now);
    for (const call of [edit('shiftJis', 'name', '😀'), write('shiftJis', 'all é\n'), write('new', 'é\n')]) {
      const { status, said } = await call;
      assert.equal(status, 'error');
      assert.match(said, /shiftjis.*(😀 \(U\+1F600\)|é \(U\+00E9\))/);
    }
    await isNow('shiftJis', now);
    await assert.rejects(readFile(pathOf('new')));
    assert.equal((await write('new', '日\r\n')).status, 'success');
    await isNow('new', Buffer.from([0x93, 0xfa, 0x0d, 0x0a]));
    const { status, changed } = await write('shiftJis', '本\n');
    assert.equal(status, 'success');
    await isNow('shiftJis', Buffer.from([0x96, 0x7b, 0x0a]));
    await swapChanges(changed(), 'undo');
    await isNow('shiftJis', now);
  });

  it('is edited in the encoding that a setting for its language, a guess or the user chose', async () => {
    const python = vscode.workspace.getConfiguration('', { languageId: 'python' });
    await python.update('files.encoding', 'iso88591', Global, true);
    try {
      const path = `encodings/${count}.py`;
      await writeFile(join(scratch, 'one', path), ascii('caf\xe9 = 1\n'));
      assert.equal((await use('edit_file', { path, oldText: 'café', newText: 'thé' })).status, 'success');
      assert.deepEqual(await readFile(join(scratch, 'one', path)), ascii('th\xe9 = 1\n'));
    } finally {
      await python.update('files.encoding', undefined, Global, true);
    }
    await files.update('autoGuessEncoding', true, Global);
    await make('latin1');
    assert.equal((await edit('latin1', 'Straße', 'Gäßchen')).status, 'success');
    await isNow('latin1', ascii('name = 1\n// G\xe4\xdfchen, M\xfcller\n'));
    await files.update('autoGuessEncoding', undefined, Global);
    const gbk = Buffer.concat([ascii('name = 1\n'), Buffer.from([0xb2, 0xe2, 0xca, 0xd4, 0x0a])]);
    await writeFile(pathOf('chosen'), gbk);
    await vscode.workspace.openTextDocument(uriOf('chosen'), { encoding: 'gbk' });
    assert.equal((await edit('chosen', '测试', '试')).status, 'success');
    await isNow('chosen', Buffer.concat([ascii('name = 1\n'), Buffer.from([0xca, 0xd4, 0x0a])]));
  });

  it('follows a setting that comes after it was opened', async () => {
    await make('latin1');
    await vscode.workspace.openTextDocument(uriOf('latin1'));
    assert.equal((await edit('latin1', 'Müller', 'Maier')).status, 'error');
    assert.equal((await edit('latin1')).status, 'success');
    await files.update('encoding', 'iso88591', Global);
    assert.equal((await edit('latin1', 'Müller', 'Mäuse')).status, 'success');
    await isNow('latin1', ascii('name = 2\n// Stra\xdfe, M\xe4use\n'));
  });

  it('is read with a word where characters could not be read, and is changed there by ASCII only', async () => {
    await make('gbk');
    const read = await use('read_file', { path: nameOf('gbk') });
    assert.match(read.said, /encoding of encodings.* is not known.*\n.*name = 1/s);
    const search = await use('search_text', {
      query: 'name = 1|\uFFFD',
      isRegex: true,
      include: 'encodings/**',
    });
    assert.match(search.said, /encoding of 1 file with matches is not known/);
    for (const call of [edit('gbk', 'name = 1', 'näme'), edit('gbk', '\uFFFD', ''), write('gbk', 'é')]) {
      const { status, said } = await call;
      assert.equal(status, 'error');
      assert.match(said, /encoding .* is not known.*files\.encoding/s);
    }
    await isNow('gbk', samples['gbk'] ?? assert.fail());
    // The brace is the second half of a character.
    const half = Buffer.concat([ascii('a = 1\n'), Buffer.from([0x96, 0x7b, 0x0a])]);
    await make('half', half);
    assert.equal((await edit('half', '{', '(')).status, 'error');
    await isNow('half', half);
    await make('utf8Replacement');
    assert.doesNotMatch((await use('read_file', { path: nameOf('utf8Replacement') })).said, /not known/);
  });

  it('is not changed while it has unsaved changes that cannot be saved without loss', async () => {
    await make('latin1');
    const document = await vscode.workspace.openTextDocument(uriOf('latin1'));
    const typed = new vscode.WorkspaceEdit();
    typed.insert(document.uri, new vscode.Position(0, 0), 'typed\n');
    await vscode.workspace.applyEdit(typed);
    const { status, said } = await edit('latin1');
    assert.equal(status, 'error');
    assert.match(said, /without loss/);
    await isNow('latin1', samples['latin1'] ?? assert.fail());
    assert.match((await use('read_file', { path: nameOf('latin1') })).said, /is not known.*typed/s);
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('is refused where no encoding gives its bytes again', async () => {
    for (const bytes of [
      utf16('\uFEFFname = 1\n').subarray(0, -1),
      utf16('name = 1\n'),
      ascii('name = 1\0'),
    ]) {
      count += 1;
      await make('odd', bytes);
      assert.equal((await edit('odd')).status, 'error');
      assert.equal((await write('odd', 'new')).status, 'error');
      await isNow('odd', bytes);
    }
  });

  it('keeps the ends of lines that saving leaves, and bytes that only look like white space', async () => {
    await files.update('trimTrailingWhitespace', true, Global);
    await files.update('insertFinalNewline', true, Global);
    await make('ends', ascii('a\r\nname = 1  \nc\r\nd'));
    assert.equal((await edit('ends')).status, 'success');
    await isNow('ends', ascii('a\r\nname = 2\nc\r\nd\r\n'));
    await make('gbk');
    assert.equal((await edit('gbk')).status, 'success');
    await isNow('gbk', changedBytes(samples['gbk'] ?? assert.fail()));
    // White space is put in, which is no part of any character.
    await make('open', ascii('name = 1\n\x96{'));
    assert.equal((await edit('open')).status, 'success');
    assert.equal((await edit('open', 'name = 2', 'name = 3')).status, 'success');
    await isNow('open', ascii('name = 3\n\x96{\n'));
  });

  it('keeps the ends of its lines when it is written as a whole or a part is undone', async () => {
    await make('ends', ascii('a\r\nb\nc\rd\r\n'));
    const { status, changed } = await write('ends', 'a\nB\nc\nd\nE\n');
    assert.equal(status, 'success');
    await isNow('ends', ascii('a\r\nB\nc\rd\r\nE\r\n'));
    const [file] = changed();
    const { done, left } = await writeChange(file ?? assert.fail(), 'a\nb\nc\nd\nE\n');
    assert.deepEqual(left, []);
    await isNow('ends', ascii('a\r\nb\nc\rd\r\nE\r\n'));
    assert.equal(done[0]?.after, 'a\nb\nc\nd\nE\n');
  });

  it('comes back with its bytes by Undo and by a checkpoint when a command has deleted or converted it', async () => {
    const names = ['latin1', 'utf16le', 'mixedEnds'];
    for (const name of names) await make(name);
    const workspace = (await parts()).files();
    const followed = workspace.follow(`encodings-${count}`, 'i1') ?? assert.fail('Checkpoints are off.');
    await followed.saved();
    const about = { id: 'c', result: { status: 'success', content: [] }, durationMs: 1 } as const;
    const run = {
      step: 1,
      source: { kind: 'native' },
      toolName: 'run_command',
      wireName: 'run_command',
    } as const;
    followed.handle({ type: 'callStart', id: 'c', argsText: '{}', ...run });
    await rm(pathOf('utf16le'));
    await writeFile(pathOf('latin1'), 'name = 1\n// Straße, Maier\n');
    await writeFile(pathOf('mixedEnds'), 'a\nname = 3\nc\nd\n');
    followed.handle({ type: 'callEnd', ...about });
    const observed = await followed.end();
    const changed = observed?.files.filter(({ label }) => label.startsWith('encodings/')) ?? [];
    const { left } = await swapChanges(changed, 'undo');
    assert.deepEqual(left, []);
    for (const name of names) await isNow(name, samples[name] ?? assert.fail());
    const { snapshots } = workspace;
    const before = (await snapshots.take()) ?? assert.fail();
    await rm(pathOf('utf16le'));
    await writeFile(pathOf('latin1'), 'name = 4\n');
    const plan = await planRestore((await snapshots.take()) ?? assert.fail(), before, snapshots);
    assert.deepEqual((await restoreFiles(plan, snapshots)).left, []);
    for (const name of names) await isNow(name, samples[name] ?? assert.fail());
  });

  it('is not proposed for a change that would lose characters, and a change of it is applied as it is', async () => {
    const errors: string[] = [];
    const { showErrorMessage } = vscode.window;
    Object.assign(vscode.window, { showErrorMessage: (text: string) => void errors.push(text) });
    const proposals = new CodeProposals();
    try {
      await make('latin1');
      await proposals.propose('code\n', nameOf('latin1'));
      assert.match(errors.join(), /without loss/);
      await files.update('encoding', 'iso88591', Global);
      await make('known', samples['latin1']);
      await proposals.propose('日\n', nameOf('known'));
      assert.match(errors.at(-1) ?? '', /日 \(U\+65E5\)/);
      assert.equal(errors.length, 2);
      await proposals.propose('é\n', nameOf('known'));
      assert.equal(errors.length, 2);
    } finally {
      Object.assign(vscode.window, { showErrorMessage });
    }
    await isNow('latin1', samples['latin1'] ?? assert.fail());
  });
});
