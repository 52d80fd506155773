/** What goes with a message from the editor: suggested, read when it is sent, and nothing that the user did not mean. */
import assert from 'node:assert/strict';
import { mkdir, rm, symlink, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { picturePng } from '../../stories/png.ts';
import type { ComposerService } from '../../src/editor/attachments/composerService.ts';
import type { ComposerTarget } from '../../src/editor/chat/chatHost.ts';
import type { Attachment, ForComposer, HostMessage, Suggestion } from '../../src/protocol/index.ts';
import { configure, fixture, parts, scratch, serverIn } from './support.ts';

const folder = join(scratch, 'one');
const at = (name: string): string => join(folder, name);
const uriOf = (name: string): string => vscode.Uri.file(at(name)).toString();
const file = (name: string): Attachment => ({ kind: 'file', uri: uriOf(name), name });
const never = new AbortController().signal;

describe('attachments', () => {
  let count = 0;
  /** The path of a new file: this host watches none, so a buffer that was once open stays as it was. */
  let path: string;

  before(async () => {
    for (const name of ['lib', 'node_modules', 'ignored']) await mkdir(at(name), { recursive: true });
    await writeFile(at('node_modules/needle.txt'), 'x');
    await writeFile(at('ignored/needle.txt'), 'x');
    await writeFile(at('.gitignore'), 'ignored/\n');
    await writeFile(at('lib/needle.txt'), 'found');
    await writeFile(join(scratch, 'outside.txt'), 'a secret');
    await configure('servers', { modern: fixture('modern') });
    await serverIn('modern', 'connected');
  });
  beforeEach(async () => {
    path = `lib/text${(count += 1)}.txt`;
    await writeFile(at(path), 'one\ntwo\nthree\n');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await configure('servers', undefined);
    for (const name of ['lib', 'node_modules', 'ignored', '.gitignore'])
      await rm(at(name), { recursive: true, force: true });
  });

  /** What the model gets of an attachment, as text, and what the user is told of it. */
  async function read(attachment: Attachment): Promise<{ text: string; note: string | undefined }> {
    const { promptExpansion: openings } = await (await parts()).engine();
    const { content: said, messages } = await openings.expandMessage('', [attachment], never);
    const [message] = messages;
    const content = message?.role === 'user' ? (message.content ?? []) : [];
    const text = content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
    return { text, note: said.attachments?.[0]?.note };
  }
  /** What is suggested; the last answer, which has the symbols. */
  async function suggested(query: string, trigger: '#' | '@' = '#'): Promise<readonly Suggestion[]> {
    const composing = (await parts()).composing();
    const answers: HostMessage[] = [];
    const client = { post: (message: HostMessage) => void answers.push(message) };
    await composing.suggest({ type: 'suggest', request: 1, trigger, query }, client);
    const last = answers.at(-1);
    return last?.type === 'suggestions' ? last.suggestions : [];
  }
  const namesOf = (list: readonly Suggestion[]): string[] =>
    list.map((one) =>
      one.kind === 'attach'
        ? `${one.attachment.kind} ${one.attachment.name}`
        : one.kind === 'toolSet'
          ? `${one.kind} ${one.name}`
          : one.what,
    );
  /** What a chat is told after it gave something to hold or to drop. */
  async function composed(give: (composing: ComposerService, composer: ComposerTarget) => Promise<void>) {
    const told: ForComposer[] = [];
    await give((await parts()).composing(), { compose: (content) => void told.push(content) });
    const [first] = told;
    assert.ok(first);
    return first;
  }

  describe('are suggested', () => {
    it('are announced as unseen where the settings say that the model gets no images', async () => {
      const { controller } = await parts();
      const { promise, resolve } = Promise.withResolvers<void>();
      const leave = controller.attach({
        post: (message) => {
          const patches = message.type === 'patch' ? message.patches : [];
          if (patches.some((patch) => patch.op === 'status' && patch.status.seesImages === false)) resolve();
        },
      });
      // Who looks at a chat has it opened.
      assert.ok(controller.shown);
      try {
        await configure('model.images', false);
        await promise;
      } finally {
        leave();
        await configure('model.images', undefined);
      }
    });

    it('from files and folders, without what the search and git leave out', async () => {
      assert.deepEqual(namesOf(await suggested('needle')), ['file needle.txt']);
      assert.ok(namesOf(await suggested('lib')).includes('folder lib/'));
      assert.deepEqual(namesOf(await suggested('zzzz')), []);
    });

    it('from the active editor first, then its selection, then recent files, closed ones too', async () => {
      await vscode.window.showTextDocument(vscode.Uri.file(at('lib/needle.txt')), { preview: false });
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(at(path)), { preview: false });
      editor.selection = new vscode.Selection(0, 0, 2, 0);
      const name = path.slice(4);
      assert.deepEqual(namesOf(await suggested('')).slice(0, 3), [
        `file ${name}`,
        `selection ${name}:1-2`,
        'file needle.txt',
      ]);
      await writeFile(at('lib/gone.txt'), 'x');
      await vscode.window.showTextDocument(vscode.Uri.file(at('lib/gone.txt')), { preview: false });
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await unlink(at('lib/gone.txt'));
      assert.deepEqual(namesOf(await suggested('')).slice(0, 2), [`file ${name}`, 'file needle.txt']);
    });

    it('to the page as what the editor shows: the selection, else the file, and no file from outside', async () => {
      const { controller, composing } = await parts();
      let [shown, wanted]: [string, string] = ['', ''];
      let { promise, resolve } = Promise.withResolvers<void>();
      const page = {
        post: (message: HostMessage) => {
          if (message.type !== 'editorContext') return;
          shown = message.attachment?.name ?? 'nothing';
          if (shown === wanted) resolve();
        },
      };
      const leave = controller.attach(page);
      const until = async (name: string): Promise<void> => {
        wanted = name;
        ({ promise, resolve } = Promise.withResolvers<void>());
        if (shown !== wanted) await promise;
      };
      try {
        composing().showContext(page, controller.clients);
        await until('nothing');
        const editor = await vscode.window.showTextDocument(vscode.Uri.file(at(path)));
        await until(path.slice(4));
        editor.selection = new vscode.Selection(1, 0, 1, 2);
        await until(`${path.slice(4)}:2`);
        await vscode.window.showTextDocument(vscode.Uri.file(join(scratch, 'outside.txt')));
        await until('nothing');
      } finally {
        leave();
      }
    });

    it('from resources of servers, but not the pages of their apps', async () => {
      const all = namesOf(await suggested('app'));
      assert.ok(!all.includes('resource app'), all.join(', '));
      assert.ok(namesOf(await suggested('note')).includes('resource note'));
    });

    it('from problems, resources, servers and dialogs', async () => {
      const found = vscode.languages.createDiagnosticCollection('test');
      found.set(vscode.Uri.file(at(path)), [new vscode.Diagnostic(new vscode.Range(1, 0, 1, 3), 'Not two.')]);
      try {
        const all = namesOf(await suggested(''));
        for (const wanted of ['problems Problems', 'resource note', 'server modern', 'file', 'resource'])
          assert.ok(all.includes(wanted), `${wanted} in ${all.join(', ')}`);
        // Files that nobody has opened come before what servers have.
        const place = all.indexOf('file .gitignore');
        assert.ok(place >= 0 && place < all.indexOf('resource note'), all.join(', '));
        assert.equal(namesOf(await suggested('', '@'))[0], 'server modern');
        assert.match(
          (await read({ kind: 'problems', name: 'Problems' })).text,
          /text\d+\.txt:2:1 error Not two\./,
        );
        const here = { kind: 'problems', name: 'Problems', uri: uriOf(path) } as const;
        assert.match((await read(here)).text, /Not two/);
      } finally {
        found.dispose();
      }
    });

    it('from the symbols that language services know, with their whole text', async () => {
      const uri = vscode.Uri.file(at(path));
      const name = new vscode.Range(1, 0, 1, 3);
      const services = [
        vscode.languages.registerWorkspaceSymbolProvider({
          provideWorkspaceSymbols: () => [
            new vscode.SymbolInformation(
              'secondThing',
              vscode.SymbolKind.Function,
              '',
              new vscode.Location(uri, name),
            ),
            new vscode.SymbolInformation(
              'secondSecret',
              vscode.SymbolKind.Function,
              '',
              new vscode.Location(vscode.Uri.file(join(scratch, 'outside.txt')), name),
            ),
          ],
        }),
        vscode.languages.registerDocumentSymbolProvider('plaintext', {
          provideDocumentSymbols: () => [
            new vscode.DocumentSymbol(
              'secondThing',
              '',
              vscode.SymbolKind.Function,
              new vscode.Range(1, 0, 2, 5),
              name,
            ),
          ],
        }),
      ];
      try {
        const found = (await suggested('second')).filter(
          (one) => one.kind === 'attach' && one.attachment.kind === 'symbol',
        );
        assert.deepEqual(namesOf(found), ['symbol secondThing']);
        const [symbol] = found;
        assert.ok(symbol?.kind === 'attach');
        const { text } = await read(symbol.attachment);
        assert.match(
          text,
          /^\[Symbol secondThing in lib\/text\d+\.txt, lines 2 to 3; line numbers are not part of it\]\n2\ttwo\n3\tthree$/,
        );
      } finally {
        services.forEach((service) => service.dispose());
      }
    });
  });

  describe('are read', () => {
    it('when the message is sent, with what is not saved yet', async () => {
      assert.equal(
        (await read(file(path))).text,
        `[File: ${path}; line numbers are not part of it]\n1\tone\n2\ttwo\n3\tthree`,
      );
      const editor = await vscode.window.showTextDocument(vscode.Uri.file(at(path)));
      await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), 'zero\n'));
      assert.match((await read(file(path))).text, /\]\n1\tzero\n2\tone\n/);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    });

    it('in part when they are long, which user and model are told', async () => {
      await writeFile(at(path), 'a line of twenty ch.\n'.repeat(5_000));
      const { text, note } = await read(file(path));
      assert.ok(text.length < 76_000);
      assert.match(
        text,
        /^\[File: lib\/text\d+\.txt; line numbers are not part of it; only the first 2,\d+ of 5,000 lines, as the whole is too long/,
      );
      assert.match(note ?? '', /^The model received the first 2,\d+ of 5,000 lines\.$/);
    });

    it('as images or not at all where they are no text', async () => {
      await writeFile(at('lib/picture.txt'), picturePng(4, 4));
      assert.equal((await read(file('lib/picture.txt'))).text, '[Image: lib/picture.txt]\n(image)');
      await writeFile(at('lib/data.txt'), Buffer.from([1, 0, 2, 0]));
      await assert.rejects(
        read(file('lib/data.txt')),
        /"lib\/data\.txt" could not be read\. The file is neither text nor/,
      );
      await unlink(at(path));
      await assert.rejects(read(file(path)), /The file no longer exists/);
    });

    it('as names where they are folders', async () => {
      const { text } = await read({ kind: 'folder', uri: uriOf('lib'), name: 'lib/' });
      assert.match(text, /^\[Folder: lib, with these files:\]\nlib\//);
      assert.match(text, /^lib\/needle\.txt$/m);
    });

    it('not from outside of the workspace, by a link either, unless the user has pointed at them', async () => {
      const outside = vscode.Uri.file(join(scratch, 'outside.txt'));
      const attachment = { kind: 'file', uri: outside.toString(), name: 'outside.txt' } as const;
      const refusal = /"outside\.txt" could not be read\. .*outside\.txt is outside the workspace/;
      await assert.rejects(read(attachment), refusal);
      await assert.rejects(read({ ...attachment, uri: `${uriOf('lib')}/../../outside.txt` }), refusal);
      const range = { startLine: 0, startCharacter: 0, endLine: 1, endCharacter: 0 };
      await assert.rejects(read({ ...attachment, kind: 'selection', range }), refusal);
      await symlink(outside.fsPath, at('lib/link.txt'));
      await assert.rejects(read(file('lib/link.txt')), /link\.txt is outside the workspace/);
      const composing = (await parts()).composing();
      await composing.pickFiles(outside);
      assert.match((await read(attachment)).text, /a secret/);
    });
  });

  describe('from the page', () => {
    const hold = (name: string, bytes: Buffer, thumbnail?: string) =>
      composed((composing, client) =>
        composing.hold(
          {
            type: 'hold',
            name,
            data: bytes.toString('base64'),
            ...(thumbnail !== undefined && { thumbnail }),
          },
          client,
        ),
      );

    it('are held by what they are, whatever they are called, and survive until they are sent', async () => {
      const { attachments = [] } = await hold('notes.png', Buffer.from('plain words'), 'javascript:alert(1)');
      assert.deepEqual(Object.keys(attachments[0] ?? {}), ['kind', 'id', 'name']);
      assert.equal((await read(attachments[0] as Attachment)).text, '[File: notes.png]\nplain words');
      const thumbnail = 'data:image/png;base64,AAAA';
      const { attachments: [picture] = [] } = await hold('a\u202egnp.txt', picturePng(3, 3), thumbnail);
      assert.ok(picture?.kind === 'data');
      assert.deepEqual([picture.name, picture.thumbnail], ['agnp.txt', thumbnail]);
      assert.match((await read(picture)).text, /\(image\)/);
    });

    it('are refused with the reason', async () => {
      assert.match(
        (await hold('a.zip', Buffer.from([80, 75, 0, 0]))).problem ?? '',
        /"a\.zip" cannot be attached\. The file is neither/,
      );
      assert.match((await hold('big', Buffer.alloc(5_000_001, 65))).problem ?? '', /larger than 5 MB/);
      const escape = { kind: 'data', id: '../../outside.txt', name: 'x' } as const;
      await assert.rejects(read(escape), /The file does not exist/);
      await assert.rejects(read({ ...escape, id: '0'.repeat(64) }), /no longer exists/);
    });

    it('can be files that are dragged from the editor, but none outside of the workspace', async () => {
      const drop = (...uris: string[]) =>
        composed((composing, client) => composing.drop({ type: 'drop', uris }, client));
      const { attachments = [] } = await drop(uriOf(path), uriOf('lib'));
      assert.deepEqual(
        attachments.map(({ kind, name }) => `${kind} ${name}`),
        [`file ${path.slice(4)}`, 'folder lib/'],
      );
      const { problem = '' } = await drop(vscode.Uri.file('/etc/passwd').toString());
      assert.match(problem, /\/etc\/passwd is outside the workspace/);
    });
  });
});
