import * as vscode from 'vscode';
import {
  firstOfEachName,
  isLinkedFile,
  linkedFileNames,
  problemsInLinked,
  readLinkedFile,
  type Found,
  type LinkedFileName,
  type LinkedServer,
  type RawEntry,
} from '../../mcp/index.ts';
import type { InputEntry } from '../settings/inputs.ts';
import { linksVscodeServers, readInputs, readServersOf } from '../settings/settings.ts';
import { isRecord } from '../../base/common/guards.ts';

interface LinkedFile {
  readonly uri: vscode.Uri;
  readonly found: Extract<Found, { kind: 'servers' }>;
}

export class LinkedServers {
  private readonly warn: (message: string) => void;
  private files: readonly LinkedFile[] = [];
  private readonly diagnostics = vscode.languages.createDiagnosticCollection('patchbay.linked');
  private onChange: () => void = () => undefined;
  /** Number of the latest read. It alone counts when reads overlap. */
  private reading = 0;

  constructor(warn: (message: string) => void) {
    this.warn = warn;
  }

  /**
   * Returns the inputs that a server may use, of which the last with an id counts. Without a server, returns all. A
   * user's server never gets inputs of a workspace: the workspace would answer for it.
   */
  inputsFor(server: string | undefined, isOfWorkspace: boolean): readonly InputEntry[] {
    const all = readInputs();
    if (server === undefined) return [...this.inputs, ...all];
    const ofUser = all.filter(({ scope }) => scope === undefined);
    if (!isOfWorkspace) return ofUser;
    if (Object.hasOwn(readServersOf('workspace'), server)) return all;
    const file = this.fileOf(server)?.toString();
    return [...ofUser, ...this.inputs.filter(({ scope }) => scope === file)];
  }

  /**
   * Adds the linked servers to the value of `patchbay.servers`. Of names that differ only in case, only one can be
   * used, and the settings' own takes precedence.
   */
  under(settings: unknown): unknown {
    if (settings !== undefined && !isRecord(settings)) return settings;
    const taken = new Set(Object.keys(settings ?? {}).map((name) => name.toLowerCase()));
    const linked = this.servers
      .filter(({ name }) => !taken.has(name.toLowerCase()))
      .map(({ name, entry }): [string, RawEntry] => [name, entry]);
    return linked.length === 0 ? settings : { ...Object.fromEntries(linked), ...settings };
  }

  get names(): string[] {
    return this.servers.map(({ name }) => name);
  }

  fileOf(name: string): vscode.Uri | undefined {
    return this.servers.find((server) => server.name === name)?.file.uri;
  }

  private get servers(): LinkedServer<LinkedFile>[] {
    return firstOfEachName(this.files);
  }

  private get inputs(): InputEntry[] {
    return this.files.flatMap(({ uri, found }) =>
      found.inputs.map((value) => ({ value, scope: uri.toString() })),
    );
  }

  follow(onChange: () => void): vscode.Disposable {
    this.onChange = onChange;
    const watcher = vscode.workspace.createFileSystemWatcher(`**/{${linkedFileNames.join(',')}}`);
    const again = (): void => void this.read();
    watcher.onDidChange(again);
    watcher.onDidCreate(again);
    watcher.onDidDelete(again);
    void this.read();
    // Some file systems cannot be watched, so the file is also read again when it is saved here.
    const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (isLinkedFile(uri.path)) again();
    });
    return vscode.Disposable.from(watcher, saved, this.diagnostics);
  }

  async read(): Promise<void> {
    const reading = (this.reading += 1);
    this.diagnostics.clear();
    const folders = linksVscodeServers() ? (vscode.workspace.workspaceFolders ?? []) : [];
    const read = await Promise.all(
      folders.flatMap(({ uri }) =>
        linkedFileNames.map((name) => this.readFile(name, vscode.Uri.joinPath(uri, name))),
      ),
    );
    if (reading !== this.reading) return;
    const files = read.filter((file) => file !== undefined);
    const changed = files.length > 0 || this.files.length > 0;
    this.files = files;
    if (changed) this.onChange();
  }

  private async readFile(name: LinkedFileName, uri: vscode.Uri): Promise<LinkedFile | undefined> {
    let text: string;
    try {
      text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      // The file is optional.
      return undefined;
    }
    this.showProblems(uri, text);
    const found = readLinkedFile(name, text);
    if (found.kind === 'servers') {
      for (const { name: server, why } of found.unread)
        this.warn(`${uri.fsPath}: "${server}" is not linked in full: ${why.english}`);
      return { uri, found };
    }
    this.warn(`${uri.fsPath} is not linked. ${found.why.english}`);
    // While the user types, the file may be invalid: the last valid content stays.
    return this.files.find((file) => file.uri.toString() === uri.toString());
  }

  private showProblems(uri: vscode.Uri, text: string): void {
    const problems = problemsInLinked(text);
    this.diagnostics.set(
      uri,
      problems.map(({ message, offset, length }) => {
        const range = new vscode.Range(positionAt(text, offset), positionAt(text, offset + length));
        const diagnostic = new vscode.Diagnostic(range, message);
        diagnostic.source = 'Patchbay';
        return diagnostic;
      }),
    );
  }
}

function positionAt(text: string, offset: number): vscode.Position {
  const before = text.slice(0, offset).split('\n');
  return new vscode.Position(before.length - 1, before.at(-1)?.length ?? 0);
}
