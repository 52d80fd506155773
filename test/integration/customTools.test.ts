/** The user's own tools in the editor: rows, switches, commands, trust (features.md, C10). */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { customFolders, userToolsFolder } from '../../src/editor/customTools/folders.ts';
import { parts, scratch, tooltip } from './support.ts';

const folder = join(scratch, 'one', '.patchbay', 'tools');

describe('custom tools in the editor', () => {
  beforeEach(() => mkdir(folder, { recursive: true }));
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(join(scratch, 'one', '.patchbay'), { recursive: true, force: true });
    await vscode.commands.executeCommand('patchbay.reloadCustomTools');
  });

  /** The rows of the files in the workspace's folder. */
  async function rows(): Promise<vscode.TreeItem[]> {
    const { tree } = await parts();
    const root = (await tree.getChildren()).find(({ kind }) => kind === 'custom');
    const nodes = root ? await tree.getChildren(root) : [];
    return nodes
      .filter((node) => node.kind === 'customFile' && node.file.file.startsWith(folder))
      .map((node) => tree.getTreeItem(node));
  }

  it('are made by a command, opened, switched by a checkbox, and run', async () => {
    await vscode.commands.executeCommand('patchbay.newCustomTool', { folder, name: 'count_files' });
    const path = join(folder, 'count_files.tool.mjs');
    assert.equal(vscode.window.activeTextEditor?.document.uri.fsPath, path);
    const [row] = await rows();
    assert.equal(row?.label, 'count_files');
    assert.match(tooltip(row), /Counts the files in a folder of the workspace\./);
    const isOn = async () => ((await rows())[0]?.checkboxState as { state: number } | undefined)?.state;
    assert.equal(await isOn(), vscode.TreeItemCheckboxState.Checked);
    const { tools, enablement } = await (await parts()).engine();
    const tool = tools.snapshot().get('count_files');
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    assert.deepEqual(await tool?.call({ folder: '.patchbay/tools' }, context), {
      status: 'success',
      content: [{ type: 'json', value: { folder: '.patchbay/tools', files: 1 } }],
    });
    enablement.set(tools.customSource, ['count_files'], false);
    assert.equal(await isOn(), vscode.TreeItemCheckboxState.Unchecked);
    assert.equal(tools.snapshot().has('count_files'), false);
    enablement.set(tools.customSource, ['count_files'], true);
  });

  it('that are broken are a row with the line and the reason, which opens there', async () => {
    await writeFile(join(folder, 'bad.tool.mjs'), "export const name = 'bad';\n\nexport const run = ;\n");
    await vscode.commands.executeCommand('patchbay.reloadCustomTools');
    const { engine, toolConfirmations } = await parts();
    for (const file of (await engine()).custom?.files ?? [])
      if (file.kind === 'unconfirmed') await toolConfirmations.decide(file, true);
    await vscode.commands.executeCommand('patchbay.reloadCustomTools');
    const [row] = await rows();
    assert.equal(row?.label, 'bad.tool.mjs');
    assert.equal(row.description, "line 3: SyntaxError: Unexpected token ';'");
    assert.equal(row.checkboxState, undefined);
    const [uri, options] = (row.command?.arguments ?? []) as [vscode.Uri?, { selection: vscode.Range }?];
    assert.deepEqual([uri?.fsPath, options?.selection.start.line], [join(folder, 'bad.tool.mjs'), 2]);
  });

  it('are not written by the model, as a file there runs without being asked about', async () => {
    const { tools } = await (await parts()).engine();
    const args = { path: '.patchbay/tools/new.tool.mjs', content: 'export const run = () => 1;' };
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    const result = await tools.snapshot().get('write_file')?.call(args, context);
    assert.equal(result?.status, 'error');
    assert.match(JSON.stringify(result.content), /Only the user may change/);
    assert.deepEqual(await readdir(folder), []);
  });

  it('of the workspace are not looked for before it is trusted, and have to be confirmed then', () => {
    const { workspaceFolders } = vscode.workspace;
    const paths = (isTrusted: boolean) =>
      customFolders({ isTrusted, workspaceFolders }).map(({ path }) => path);
    assert.deepEqual(paths(false), [userToolsFolder]);
    assert.deepEqual(paths(true), [userToolsFolder, folder]);
    const waits = customFolders({ isTrusted: true, workspaceFolders }).map((each) => each.needsConfirmation);
    assert.deepEqual(waits, [false, true]);
  });
});
