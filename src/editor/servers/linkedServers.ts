/** The servers of `.vscode/mcp.json`, followed as the file changes, for who wants that. It is never written. */
import * as vscode from 'vscode';
import type { Found, RawEntry } from '../../mcp/index.ts';
import type { InputEntry } from '../inputs.ts';
import { linksVscodeServers } from '../settings.ts';

const FILE = '.vscode/mcp.json';

/** What one file holds. */
interface LinkedFile {
  readonly uri: vscode.Uri;
  readonly found: Extract<Found, { kind: 'servers' }>;
}

export class LinkedServers {
  private readonly warn: (message: string) => void;
  private files: readonly LinkedFile[] = [];
  private parse: ((text: string) => Found) | undefined;
  private onChange: () => void = () => undefined;
  /** Counts readings: of two that overlap the later one counts. */
  private reading = 0;

  /** `warn` hears of files that cannot be used. */
  constructor(warn: (message: string) => void) {
    this.warn = warn;
  }

  /** Definitions of inputs, each of its file. */
  get inputs(): InputEntry[] {
    return this.files.flatMap(({ uri, found }) =>
      found.inputs.map((value) => ({ value, scope: uri.toString() })),
    );
  }

  /** `settings`, the value of `patchbay.servers`, with the linked servers whose names it does not have. */
  under(settings: unknown): unknown {
    const linked = this.files.flatMap(({ found }) => found.servers).map(({ name, entry }) => [name, entry]);
    if (linked.length === 0) return settings;
    const entries = Object.fromEntries(linked) as Record<string, RawEntry>;
    if (settings === undefined) return entries;
    return isObject(settings) ? { ...entries, ...settings } : settings;
  }

  /** The names of the linked servers. */
  get names(): string[] {
    return this.files.flatMap(({ found }) => found.servers.map(({ name }) => name));
  }

  /** The file that a linked server is from. */
  fileOf(name: string): vscode.Uri | undefined {
    return this.files.find(({ found }) => found.servers.some((server) => server.name === name))?.uri;
  }

  /** Reads the files, now and after each change, and calls `onChange` when that has made a difference. */
  follow(parse: (text: string) => Found, onChange: () => void): vscode.Disposable {
    this.parse = parse;
    this.onChange = onChange;
    const watcher = vscode.workspace.createFileSystemWatcher(`**/${FILE}`);
    const again = (): void => void this.read();
    watcher.onDidChange(again);
    watcher.onDidCreate(again);
    watcher.onDidDelete(again);
    void this.read();
    // Where nothing is watched, a save in the editor is still seen.
    const saved = vscode.workspace.onDidSaveTextDocument(({ uri }) => {
      if (uri.path.endsWith(`/${FILE}`)) again();
    });
    return vscode.Disposable.from(watcher, saved);
  }

  /** Reads the files, if they are to be linked now. */
  async read(): Promise<void> {
    const reading = (this.reading += 1);
    const folders = linksVscodeServers() ? (vscode.workspace.workspaceFolders ?? []) : [];
    const read = await Promise.all(folders.map(({ uri }) => this.readFile(vscode.Uri.joinPath(uri, FILE))));
    if (reading !== this.reading) return;
    const files = read.filter((file) => file !== undefined);
    const changed = files.length > 0 || this.files.length > 0;
    this.files = files;
    if (changed) this.onChange();
  }

  private async readFile(uri: vscode.Uri): Promise<LinkedFile | undefined> {
    let text: string;
    try {
      text = new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    } catch {
      // There need not be one.
      return undefined;
    }
    const found = this.parse?.(text);
    if (found?.kind === 'servers') return { uri, found };
    if (found) this.warn(`${uri.fsPath} is not linked. ${found.why}`);
    // What is being typed is not yet valid: what was there stays until it is.
    return this.files.find((file) => file.uri.toString() === uri.toString());
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
