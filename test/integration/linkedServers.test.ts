/** `.vscode/mcp.json` and `.mcp.json` as a source of servers that is only read (features.md, A13; issue 6, part 3). */
import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { allowWhatIsAsked, configure, fixture, parts, scratch, serverIn, when } from './support.ts';

const folder = join(scratch, 'one', '.vscode');
const file = join(folder, 'mcp.json');

describe('linked servers', () => {
  let allowing: vscode.Disposable;
  before(async () => {
    await mkdir(folder);
    allowing = await allowWhatIsAsked();
  });
  beforeEach(() => write({}));
  afterEach(async () => {
    await configure('linkVscodeServers', undefined);
    await configure('servers', undefined);
  });
  after(async () => {
    allowing.dispose();
    await rm(folder, { recursive: true });
  });

  /** Another program writes the file. The editor reads it again if it has it open, as it saves only over what it knows. */
  const write = async (servers: object): Promise<void> => {
    await writeFile(file, `{\n  // Of the team.\n  "servers": ${JSON.stringify(servers)},\n}\n`);
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.fsPath === file);
    if (!open) return;
    await vscode.window.showTextDocument(open);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  };
  /** Has the editor save the file, as somebody who edits it does: this host watches no files. */
  const saveText = async (text: string): Promise<void> => {
    const document = await vscode.workspace.openTextDocument(file);
    const edit = new vscode.WorkspaceEdit();
    const all = new vscode.Range(0, 0, document.lineCount, 0);
    edit.replace(document.uri, all, text);
    await vscode.workspace.applyEdit(edit);
    assert.ok(await document.save());
  };
  const saveAs = (servers: object): Promise<void> => saveText(JSON.stringify({ servers }));
  const gone = async (name: string): Promise<void> => {
    const engine = await (await parts()).engine();
    await when(() => (engine.manager.server(name) ? undefined : true));
  };

  /** Problems of a file may come after its servers. */
  const problemShown = (path: string, words: string): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        const problems = vscode.languages.getDiagnostics(vscode.Uri.file(path));
        if (!problems.some(({ message }) => message.includes(words))) return;
        subscription.dispose();
        resolve();
      };
      const subscription = vscode.languages.onDidChangeDiagnostics(look);
      look();
    });

  it('are used when the setting is on, follow the file, and leave with the setting', async () => {
    await write({ team: fixture('recorder') });
    const engine = await (await parts()).engine();
    assert.equal(engine.manager.server('team'), undefined);
    await configure('linkVscodeServers', true);
    await serverIn('team', 'connected');
    await saveAs({ other: fixture('recorder') });
    await serverIn('other', 'connected');
    await gone('team');
    await saveAs({});
    await gone('other');
    await saveAs({ other: fixture('recorder') });
    await serverIn('other', 'connected');
    await configure('linkVscodeServers', false);
    await gone('other');
    assert.match(await readFile(file, 'utf8'), /"other"/);
  });

  it('that cannot be read leave what was there, say why at the place, and touch nobody else', async () => {
    await configure('linkVscodeServers', true);
    await saveAs({ other: fixture('recorder') });
    const { pid } = await serverIn('other', 'connected');
    const problems = () =>
      vscode.languages
        .getDiagnostics(vscode.Uri.file(file))
        .filter(({ source }) => source === 'Patchbay')
        .map(({ message, range }) => `${range.start.line + 1}: ${message}`);
    const said = async (text: string, words: RegExp): Promise<void> => {
      const heard = new Promise<void>((resolve) => {
        const stopListening = vscode.languages.onDidChangeDiagnostics(() => {
          if (!problems().some((problem) => words.test(problem))) return;
          stopListening.dispose();
          resolve();
        });
      });
      await saveText(text);
      await heard;
      assert.equal(await readFile(file, 'utf8'), text);
    };
    await said('{\n  "servers": {\n    "a": \n', /^\d: The JSON is not valid/);
    const conflict = '{\n<<<<<<< mine\n"servers": {}\n=======\n"servers": {}\n>>>>>>> theirs\n}\n';
    await said(conflict, /^2: The file has a merge conflict in line 2/);
    assert.equal((await serverIn('other', 'connected')).pid, pid);
    const { command, args } = fixture('recorder');
    const odd = JSON.stringify({ servers: { odd: { command: 5 }, other: { command, args } } }, null, 2);
    await said(odd, /^4: "command" must be of type string/);
    assert.equal((await serverIn('other', 'connected')).pid, pid);
  });

  it('give way to an entry of the same name in the settings', async () => {
    await saveAs({ demo: fixture('recorder', '--name', 'linked') });
    await configure('linkVscodeServers', true);
    const named = async (name: string): Promise<void> => {
      const engine = await (await parts()).engine();
      await when(() => {
        const state = engine.manager.server('demo')?.state;
        return state?.kind === 'connected' && state.catalog.server?.name === name ? true : undefined;
      });
    };
    await named('linked');
    await configure('servers', { demo: fixture('recorder', '--name', 'own') });
    await named('own');
    await configure('servers', undefined);
    await named('linked');
  });

  it('leave a server of the settings valid whose name differs only in case', async () => {
    await saveAs({ demo: fixture('recorder', '--name', 'linked'), more: fixture('recorder') });
    await configure('linkVscodeServers', true);
    await configure('servers', { Demo: fixture('recorder', '--name', 'own') });
    const engine = await (await parts()).engine();
    await serverIn('more', 'connected');
    const state = await when(() => {
      const found = engine.manager.server('Demo')?.state;
      return found?.kind === 'connected' ? found : undefined;
    });
    assert.equal(state.catalog.server?.name, 'own');
    assert.deepEqual(engine.manager.invalid, []);
    await configure('servers', undefined);
    await serverIn('demo', 'connected');
  });

  it('come from `.mcp.json`, too, which counts first, and are linked where only one of the files has them', async () => {
    const shared = join(scratch, 'one', '.mcp.json');
    await write({ demo: fixture('recorder', '--name', 'second'), more: fixture('recorder') });
    await writeFile(
      shared,
      JSON.stringify({ mcpServers: { demo: fixture('recorder', '--name', 'first'), odd: { url: 1 } } }),
    );
    try {
      await configure('linkVscodeServers', true);
      const { state } = await serverIn('demo', 'connected');
      assert.equal(state.catalog.server?.name, 'first');
      await serverIn('more', 'connected');
      await problemShown(shared, '"url"');
    } finally {
      await rm(shared);
    }
  });

  it('leave with a file that vanishes, and the user’s own stay', async () => {
    await write({ demo: fixture('recorder') });
    await configure('linkVscodeServers', true);
    await configure('servers', { own: fixture('recorder') });
    const { pid } = await serverIn('own', 'connected');
    await serverIn('demo', 'connected');
    await rm(file);
    await configure('linkVscodeServers', false);
    await configure('linkVscodeServers', true);
    await gone('demo');
    assert.equal((await serverIn('own', 'connected')).pid, pid);
  });
});
