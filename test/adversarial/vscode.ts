/**
 * A stand-in for the editor's API, with what the attacked modules use of it: the real file system, a workspace that
 * the attack sets, and a note of what the editor was asked to do. It grows with the attacks.
 */
import * as fs from 'node:fs/promises';
import { basename, isAbsolute, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { applyEdit, decode, documents, encode, openTextDocument, type TextDocument } from './documents.ts';

/** What the editor was asked to do, oldest first. */
export const asked: { readonly what: string; readonly args: readonly unknown[] }[] = [];
const note =
  (what: string, result?: unknown) =>
  (...args: readonly unknown[]): Promise<unknown> => {
    asked.push({ what, args });
    return Promise.resolve(result);
  };

export class Uri {
  readonly scheme: string;
  readonly authority: string;
  readonly path: string;
  readonly query: string;
  readonly fragment: string;

  constructor(parts: Partial<Pick<Uri, 'scheme' | 'authority' | 'path' | 'query' | 'fragment'>>) {
    const { scheme = 'file', authority = '', path = '', query = '', fragment = '' } = parts;
    this.scheme = scheme;
    this.authority = authority;
    this.path = path;
    this.query = query;
    this.fragment = fragment;
  }

  static file(path: string): Uri {
    return new Uri({ path });
  }

  static parse(text: string): Uri {
    const { protocol, host, pathname, search, hash } = new URL(text);
    return new Uri({
      scheme: protocol.slice(0, -1),
      authority: host,
      path: decodeURIComponent(pathname),
      query: search.slice(1),
      fragment: hash.slice(1),
    });
  }

  static joinPath(uri: Uri, ...parts: readonly string[]): Uri {
    return uri.with({ path: join(uri.path, ...parts) });
  }

  get fsPath(): string {
    return this.path;
  }

  with(change: Partial<Pick<Uri, 'scheme' | 'authority' | 'path' | 'query' | 'fragment'>>): Uri {
    const { scheme, authority, path, query, fragment } = this;
    return new Uri({ scheme, authority, path, query, fragment, ...change });
  }

  toString(): string {
    if (this.scheme === 'file') return pathToFileURL(this.path).href;
    const query = this.query === '' ? '' : `?${this.query}`;
    return `${this.scheme}://${this.authority}${encodeURI(this.path)}${query}`;
  }
}

export class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}

/** Of two positions, or of four numbers. */
export class Range {
  readonly start: Position;
  readonly end: Position;
  constructor(...ends: readonly [Position, Position] | readonly [number, number, number, number]) {
    const [first, second] = ends;
    [this.start, this.end] =
      ends.length === 4
        ? [new Position(ends[0], ends[1]), new Position(ends[2], ends[3])]
        : [first as Position, second as Position];
  }
}

export class Disposable {
  readonly dispose: () => void;
  constructor(dispose: () => void) {
    this.dispose = dispose;
  }

  static from(...all: readonly { dispose(): unknown }[]): Disposable {
    return new Disposable(() => all.forEach((each) => each.dispose()));
  }
}

export class MarkdownString {
  readonly value: string;
  readonly supportThemeIcons: boolean;
  isTrusted: unknown;
  constructor(value: string, supportThemeIcons = false) {
    this.value = value;
    this.supportThemeIcons = supportThemeIcons;
  }
}

/** Tells every listener, in the order in which they came. */
export class EventEmitter<T> {
  private readonly listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): Disposable => {
    this.listeners.add(listener);
    return new Disposable(() => this.listeners.delete(listener));
  };

  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }

  dispose(): void {
    this.listeners.clear();
  }
}

export class ThemeIcon {
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }
}

export class TreeItem {
  readonly label: string;
  constructor(label: string) {
    this.label = label;
  }
}

export class RelativePattern {
  readonly base: { readonly uri: Uri };
  readonly pattern: string;
  constructor(base: { readonly uri: Uri }, pattern: string) {
    this.base = base;
    this.pattern = pattern;
  }
}

export class CancellationTokenSource {
  readonly token = {};
  cancel(): void {}
  dispose(): void {}
}

interface Encoding {
  readonly encoding?: string;
}

export { WorkspaceEdit } from './documents.ts';
const nothing = new Disposable(() => undefined);

export const languages = { getDiagnostics: () => [], onDidChangeDiagnostics: () => nothing };

export const l10n = { bundle: undefined };

export const DiagnosticSeverity = { Error: 0, Warning: 1, Information: 2, Hint: 3 } as const;
export const ViewColumn = { Active: -1 } as const;
export const EndOfLine = { LF: 1, CRLF: 2 } as const;

export const QuickPickItemKind = { Separator: -1, Default: 0 } as const;
export const FileType = { Unknown: 0, File: 1, Directory: 2, SymbolicLink: 64 } as const;

/** The folders of the workspace. */
export function openFolders(...paths: readonly string[]): void {
  workspace.workspaceFolders = paths.map((path, index) => ({
    uri: Uri.file(path),
    name: basename(path),
    index,
  }));
}

const typeOf = (entry: { isDirectory(): boolean; isSymbolicLink(): boolean }): number =>
  entry.isDirectory() ? FileType.Directory : entry.isSymbolicLink() ? FileType.SymbolicLink : FileType.File;

export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined as { uri: Uri; name: string; index: number }[] | undefined,
  get textDocuments(): readonly TextDocument[] {
    return [...documents.values()];
  },
  notebookDocuments: [] as readonly { readonly uri: Uri; readonly isDirty: boolean }[],
  openTextDocument,
  applyEdit,
  asRelativePath: (place: Uri | string): string => {
    const path = typeof place === 'string' ? place : place.path;
    const folder = workspace.workspaceFolders?.find(({ uri: root }) => {
      const way = relative(root.path, path);
      return !way.startsWith('..') && !isAbsolute(way);
    });
    return folder ? relative(folder.uri.path, path) : path;
  },
  registerTextDocumentContentProvider: () => nothing,
  getConfiguration: () => ({
    get: (_name: string, otherwise?: unknown): unknown => otherwise,
    inspect: () => undefined,
  }),
  onDidChangeConfiguration: () => nothing,
  getWorkspaceFolder: (uri: Uri) =>
    workspace.workspaceFolders?.find(({ uri: root }) => `${uri.path}/`.startsWith(`${root.path}/`)),
  /** All files of the folder, whatever the pattern. */
  findFiles: async ({ base: { uri } }: RelativePattern): Promise<readonly Uri[]> => {
    const entries = await fs.readdir(uri.path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => Uri.file(join(entry.parentPath, entry.name)));
  },
  decode: async (bytes: Uint8Array, { encoding }: Encoding = {}) => decode(bytes, encoding),
  encode: async (text: string, { encoding }: Encoding = {}) => encode(text, encoding),
  fs: {
    stat: async ({ path }: Uri) => {
      const { size, mtimeMs } = await fs.stat(path);
      return { type: typeOf(await fs.stat(path)), size, ctime: 0, mtime: mtimeMs };
    },
    readFile: ({ path }: Uri): Promise<Uint8Array> => fs.readFile(path),
    writeFile: ({ path }: Uri, bytes: Uint8Array): Promise<void> => fs.writeFile(path, bytes),
    createDirectory: async ({ path }: Uri): Promise<void> => void (await fs.mkdir(path, { recursive: true })),
    readDirectory: async ({ path }: Uri): Promise<[string, number][]> => {
      const entries = await fs.readdir(path, { withFileTypes: true });
      return entries.map((entry) => [entry.name, typeOf(entry)]);
    },
    delete: ({ path }: Uri): Promise<void> => fs.rm(path, { recursive: true, force: true }),
  },
};

/** Commands that were registered, by name. */
export const registered = new Map<string, (...args: readonly unknown[]) => unknown>();
export const commands = {
  executeCommand: note('executeCommand'),
  registerCommand: (name: string, run: (...args: readonly unknown[]) => unknown): Disposable => {
    registered.set(name, run);
    return new Disposable(() => registered.delete(name));
  },
};
export const env = {
  language: 'en',
  appRoot: '',
  openExternal: note('openExternal', true),
  clipboard: { writeText: note('writeText') },
};
export const window = {
  showErrorMessage: note('showErrorMessage'),
  showWarningMessage: note('showWarningMessage'),
  showInformationMessage: note('showInformationMessage'),
  showTextDocument: note('showTextDocument'),
  showQuickPick: note('showQuickPick'),
  createTerminal: (options: unknown): Disposable => {
    asked.push({ what: 'createTerminal', args: [options] });
    return nothing;
  },
};

/** Extensions that are installed, and what hears of a change. */
export const extensions = {
  all: [] as readonly { readonly id: string; readonly packageJSON?: unknown }[],
  getExtension: (id: string) => extensions.all.find((each) => each.id.toLowerCase() === id.toLowerCase()),
  listeners: new Set<() => void>(),
  onDidChange: (listener: () => void): Disposable => {
    extensions.listeners.add(listener);
    return new Disposable(() => extensions.listeners.delete(listener));
  },
};

/** Tools that the editor lists. */
export const lm = {
  tools: [] as readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema?: unknown;
  }[],
};
