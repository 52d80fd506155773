/** Shows code of an answer as a diff of a file, and applies it as one edit when the user accepts it. */
import { t } from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { messageOf } from '../../base/common/message.ts';
import { commands } from '../../contributions/index.ts';
import { openDiff, showErrorMessage, showInformationMessage, showWarningMessage } from '../ui/index.ts';
import { askBeforeChange } from '../builtInTools/askBeforeChange.ts';
import { PROPOSAL_SCHEME } from '../common/schemes.ts';
import { openAsText } from '../builtInTools/openAsText.ts';
import { fileLabel } from '../builtInTools/labels.ts';
import { bytesToApply } from '../builtInTools/exactFiles.ts';
import { locateToChange } from '../builtInTools/paths.ts';

interface Proposal {
  readonly file: vscode.Uri;
  /** The text that the file had; undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export class CodeProposals {
  private readonly proposals = new Map<string, Proposal>();
  private count = 0;

  register(): vscode.Disposable {
    const command = (id: string, run: (proposal: string) => Promise<void>): vscode.Disposable =>
      vscode.commands.registerCommand(id, async (given?: vscode.Uri) => {
        const uri = given?.scheme === PROPOSAL_SCHEME ? given : activeProposal();
        if (uri) await run(uri.path);
        else void showInformationMessage(t('No proposed change is open.'));
      });
    return vscode.Disposable.from(
      vscode.workspace.onDidCloseTextDocument(({ uri }) => {
        if (uri.scheme === PROPOSAL_SCHEME) this.proposals.delete(uri.path);
      }),
      command(commands.acceptChange, (path) => this.accept(path).catch(failed)),
      command(commands.discardChange, (path) => this.close(path)),
    );
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.proposals.get(uri.path)?.after ?? '';
  }

  async propose(code: string, file: string | undefined): Promise<void> {
    try {
      await this.show(file === undefined ? ofOpenFile(code) : await ofNamedFile(code, file));
    } catch (error) {
      failed(error);
    }
  }

  private async show(proposal: Proposal): Promise<void> {
    const { file, before, after: proposed } = proposal;
    await bytesToApply(file, before, proposed);
    this.count += 1;
    const name = basename(file.path);
    const after = vscode.Uri.from({ scheme: PROPOSAL_SCHEME, path: `/${this.count}/${name}` });
    this.proposals.set(after.path, proposal);
    // A new file is compared with an empty document.
    const left =
      before === undefined ? vscode.Uri.from({ scheme: PROPOSAL_SCHEME, path: `/none/${name}` }) : file;
    await openDiff(left, after, t('{0} (proposed change)', name));
  }

  private async accept(path: string): Promise<void> {
    const proposal = this.proposals.get(path);
    if (!proposal) return;
    const { file, before, after } = proposal;
    // Links may have changed since the diff was shown.
    if (!(await askBeforeChange(file, before, after))) return;
    const contents = await bytesToApply(file, before, after);
    const edit = new vscode.WorkspaceEdit();
    if (before === undefined) edit.createFile(file, { contents });
    else {
      const document = await vscode.workspace.openTextDocument(file);
      if (document.getText() !== before) {
        void showWarningMessage(
          t(
            '{0} has changed in the meantime. Nothing was applied. Apply the code again to see the current changes.',
            fileLabel(file),
          ),
        );
        return;
      }
      edit.replace(file, new vscode.Range(document.positionAt(0), document.positionAt(before.length)), after);
    }
    if (!(await vscode.workspace.applyEdit(edit))) {
      void showErrorMessage(t('The editor did not allow {0} to be changed.', fileLabel(file)));
      return;
    }
    await this.close(path);
    await openAsText(file);
  }

  private async close(path: string): Promise<void> {
    this.proposals.delete(path);
    const tabs = vscode.window.tabGroups.all.flatMap(({ tabs: all }) => all);
    await vscode.window.tabGroups.close(tabs.filter((tab) => proposalOf(tab)?.path === path));
  }
}

function failed(error: unknown): void {
  void showErrorMessage(t('The code cannot be applied. {0}', messageOf(error).localized));
}

function activeProposal(): vscode.Uri | undefined {
  const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
  return tab && proposalOf(tab);
}

function proposalOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputTextDiff && input.modified.scheme === PROPOSAL_SCHEME
    ? input.modified
    : undefined;
}

function ofOpenFile(code: string): Proposal {
  const editors = [vscode.window.activeTextEditor, ...vscode.window.visibleTextEditors];
  const editor = editors.find((each) => each?.document.uri.scheme === 'file');
  if (!editor) throw new Error(t('No file is open. Open the file that the code is for, and try again.'));
  const { document, selection } = editor;
  const before = document.getText();
  if (selection.isEmpty) return { file: document.uri, before, after: withEnds(code, document) };
  const [start, end] = [document.offsetAt(selection.start), document.offsetAt(selection.end)];
  const piece = before.slice(start, end).endsWith('\n') ? code : code.replace(/\r?\n$/, '');
  return {
    file: document.uri,
    before,
    after: before.slice(0, start) + withEnds(piece, document) + before.slice(end),
  };
}

/** @throws Error when the path leads out of the workspace. */
async function ofNamedFile(code: string, path: string): Promise<Proposal> {
  const { uri } = await locateToChange(path);
  const exists = await vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
  if (!exists) return { file: uri, before: undefined, after: code };
  const document = await vscode.workspace.openTextDocument(uri);
  return { file: uri, before: document.getText(), after: withEnds(code, document) };
}

function withEnds(code: string, { eol }: vscode.TextDocument): string {
  const lines = code.replaceAll('\r\n', '\n');
  return eol === vscode.EndOfLine.CRLF ? lines.replaceAll('\n', '\r\n') : lines;
}
