/** Follows what the user looks at in the editor: the active file, the selection, and the files before it. */
import * as vscode from 'vscode';
import type { Attachment } from '../../protocol/index.ts';
import { lastEditor } from './lastEditor.ts';
import { ofFile, ofSelection } from './makeAttachment.ts';
import type { ReadableFiles } from './readableFiles.ts';

const MAX_RECENT = 30;
/**
 * Milliseconds after which a change is reported if no other follows: a selection that is being drawn changes with each
 * move of the pointer.
 */
const PAUSE_MS = 150;

export class EditorContext implements vscode.Disposable {
  private readonly granted: ReadableFiles;
  private readonly subscriptions: vscode.Disposable;
  /** Files that were active, by address; the one that was active last is at the end. */
  private readonly opened = new Map<string, vscode.Uri>();
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(granted: ReadableFiles, changed: () => void) {
    this.granted = granted;
    const follow = (): void => {
      this.follow();
      clearTimeout(this.timer);
      this.timer = setTimeout(changed, PAUSE_MS);
    };
    this.follow();
    this.subscriptions = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(follow),
      vscode.window.onDidChangeTextEditorSelection(follow),
      vscode.window.tabGroups.onDidChangeTabs(follow),
      vscode.window.tabGroups.onDidChangeTabGroups(follow),
    );
  }

  get file(): vscode.Uri | undefined {
    const { activeTab } = vscode.window.tabGroups.activeTabGroup;
    const uri = (activeTab && uriOf(activeTab)) ?? lastEditor()?.document.uri;
    return uri && isInWorkspace(uri) ? uri : undefined;
  }

  get selection(): Attachment | undefined {
    const editor = lastEditor();
    const selection = editor && ofSelection(editor);
    if (editor && selection) this.granted.allowFile(editor.document.uri);
    return selection;
  }

  get offered(): Attachment | undefined {
    const { file, selection } = this;
    return selection ?? (file && ofFile(file));
  }

  /**
   * Returns files that were active, the newest first, then others that are open. Leaves out the active one and those
   * that no longer exist.
   */
  async recent(): Promise<readonly vscode.Uri[]> {
    const open = vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.flatMap((tab) => uriOf(tab) ?? []));
    const openKeys = new Set(open.map(String));
    const closed = [...this.opened.values()].filter((uri) => !openKeys.has(uri.toString()));
    const isThere = await Promise.all(closed.map(exists));
    const gone = new Set(closed.filter((_, index) => !isThere[index]).map(String));
    const known = [...this.opened.values()].toReversed();
    const active = this.file?.toString();
    const byKey = new Map([...known, ...open].map((uri) => [uri.toString(), uri]));
    return [...byKey.values()].filter(
      (uri) => isInWorkspace(uri) && uri.toString() !== active && !gone.has(uri.toString()),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private follow(): void {
    const { file } = this;
    if (!file) return;
    const key = file.toString();
    this.opened.delete(key);
    this.opened.set(key, file);
    const [oldest] = this.opened.keys();
    if (this.opened.size > MAX_RECENT && oldest !== undefined) this.opened.delete(oldest);
  }
}

function uriOf({ input }: vscode.Tab): vscode.Uri | undefined {
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom
    ? input.uri
    : undefined;
}

function isInWorkspace(uri: vscode.Uri): boolean {
  return vscode.workspace.getWorkspaceFolder(uri) !== undefined;
}

function exists(uri: vscode.Uri): PromiseLike<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
