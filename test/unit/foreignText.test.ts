/** The lint rules that keep all text in the editor's interface on its way through src/editor/ui, seen to fail. */
import assert from 'node:assert/strict';
import { lint } from './lint.ts';

describe('text in the interface of the editor', () => {
  const calls = [
    'showInformationMessage',
    'showWarningMessage',
    'showErrorMessage',
    'showQuickPick',
    'createQuickPick',
    'showInputBox',
    'createInputBox',
    'withProgress',
    'createStatusBarItem',
    'setStatusBarMessage',
    'createTreeView',
    'registerTreeDataProvider',
    'createWebviewPanel',
    'registerWebviewViewProvider',
    'registerWebviewPanelSerializer',
    'createOutputChannel',
    'createTerminal',
    'showSaveDialog',
    'showOpenDialog',
  ].map((name) => `const probe = vscode.window.${name};`);
  const others = [
    "const probe = new vscode.TreeItem('x');",
    "const probe = new vscode.MarkdownString('x');",
    'const probe = (r: vscode.Range) => new vscode.CodeLens(r);',
    'const probe = (u: vscode.Uri) => vscode.env.openExternal(u);',
    'const { showErrorMessage } = vscode.window; const probe = showErrorMessage;',
    "const probe = vscode['window']['showErrorMessage'];",
    'const probe = (panel: vscode.WebviewPanel, x: string) => { panel.title = x; };',
    'const probe = (view: vscode.WebviewView, x: string) => { view.description = x; };',
    'const probe = (item: vscode.TreeItem, x: string) => { item.label = x; };',
    'const probe: vscode.QuickPickItem[] = [];',
  ];
  it('goes through src/editor/ui: each other way is refused', async () => {
    const lines = [...calls, ...others];
    const source = ["import * as vscode from 'vscode';", ...lines.map((line) => `{ ${line} }`)].join('\n');
    const output = await lint('src/editor/foreignTextProbe.ts', `${source}\n`);
    const refused = output.split('\n').filter((line) => /no-restricted-(?:properties|types)/.test(line));
    const numbers = new Set(refused.map((line) => Number(line.split(':')[1])));
    assert.deepEqual(
      lines.filter((_, index) => !numbers.has(index + 2)),
      [],
    );
  });

  it('is what that folder is for', async () => {
    const output = await lint(
      'src/editor/ui/foreignTextProbe.ts',
      "import * as vscode from 'vscode';\nexport const x = vscode.window.showErrorMessage;\n",
    );
    assert.doesNotMatch(output, /no-restricted/);
  });
});
