/** Resources of servers as read-only files. Visible ones are subscribed to and read again when they change. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { messageOf } from '../../base/common/message.ts';
import { hasRemoteSchema } from '../../tools/index.ts';
import type { Engine } from '../../engine.ts';
import { PLAIN_ENDING, resourceOf, type ResourceId } from './resourceUri.ts';
import { sha256 } from '../../base/node/hash.ts';
import { type Disposable } from '../../base/common/event.ts';

/** `mtime` changes only when the content does. */
interface Read {
  readonly content: Buffer;
  readonly mtime: number;
}

/** Facts about a read that are kept after its content is dropped, so that `mtime` can stay. */
interface Known {
  readonly hash: string;
  readonly mtime: number;
}

/** One read serves this long: VS Code asks for the size, the content and the size again. */
const FRESH_MS = 5_000;

export class ResourceFiles implements vscode.FileSystemProvider {
  private readonly engine: () => Promise<Engine>;
  private readonly changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  private readonly known = new Map<string, Known>();
  private readonly reads = new Map<string, Promise<Read>>();

  readonly onDidChangeFile = this.changes.event;

  constructor(engine: () => Promise<Engine>) {
    this.engine = engine;
  }

  /** VS Code watches what it shows: a file that becomes visible again is read again. */
  watch(uri: vscode.Uri): vscode.Disposable {
    const resource = resourceOf(uri);
    if (!resource) return new vscode.Disposable(() => undefined);
    const changed = (): void => {
      this.reads.delete(uri.toString());
      this.changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
    };
    if (this.known.has(uri.toString()) && !this.reads.has(uri.toString())) changed();
    let subscription: Disposable | undefined;
    let ended = false;
    void this.engine().then(({ manager }) => {
      if (!ended) subscription = manager.server(resource.server)?.subscribe(resource.uri, changed);
    });
    return new vscode.Disposable(() => {
      ended = true;
      subscription?.dispose();
      this.reads.delete(uri.toString());
    });
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { content, mtime } = await this.load(uri);
    return {
      type: vscode.FileType.File,
      permissions: vscode.FilePermission.Readonly,
      size: content.length,
      ctime: 0,
      mtime,
    };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return (await this.load(uri)).content;
  }

  readDirectory(): never {
    throw vscode.FileSystemError.NoPermissions(t('Resources of MCP servers have no folders.'));
  }

  createDirectory = refuse;
  writeFile = refuse;
  delete = refuse;
  rename = refuse;

  private load(uri: vscode.Uri): Promise<Read> {
    const key = uri.toString();
    const fresh = this.reads.get(key);
    if (fresh) return fresh;
    const reading = this.read(uri);
    this.reads.set(key, reading);
    const forget = (): void => {
      if (this.reads.get(key) === reading) this.reads.delete(key);
    };
    // A failed read is dropped at once, so that the next request tries again.
    reading.then(() => setTimeout(forget, FRESH_MS), forget);
    return reading;
  }

  private async read(uri: vscode.Uri): Promise<Read> {
    const resource = resourceOf(uri);
    if (!resource) throw vscode.FileSystemError.FileNotFound(uri);
    const { manager } = await this.engine();
    const server = manager.server(resource.server);
    if (!server)
      throw vscode.FileSystemError.Unavailable(t('The server "{0}" does not exist.', resource.server));
    let content: Buffer;
    try {
      const { contents } = await server.readResource(resource.uri, new AbortController().signal);
      content = contentOf(contents, resource);
    } catch (error) {
      throw vscode.FileSystemError.Unavailable(messageOf(error).localized);
    }
    // VS Code would fetch the schema, from wherever the server says.
    if (!uri.path.endsWith(PLAIN_ENDING) && (await hasRemoteSchema(content.toString(), uri.path)))
      throw vscode.FileSystemError.NoPermissions(
        t(
          'The content refers to a schema that would be downloaded. Open the resource again to see it as plain text.',
        ),
      );
    return { content, mtime: this.mtimeOf(uri, content) };
  }

  private mtimeOf(uri: vscode.Uri, content: Buffer): number {
    const hash = sha256(content, 'base64');
    const before = this.known.get(uri.toString());
    if (before?.hash === hash) return before.mtime;
    // Two changes within a millisecond need two times.
    const mtime = Math.max(Date.now(), (before?.mtime ?? 0) + 1);
    this.known.set(uri.toString(), { hash, mtime });
    return mtime;
  }
}

type Contents = readonly ({ readonly uri: string } & (
  | { readonly text: string }
  | { readonly blob: string }
))[];

function contentOf(contents: Contents, { uri }: ResourceId): Buffer {
  const [first] = contents;
  if (!first) return Buffer.alloc(0);
  if (contents.length === 1) return bytesOf(first);
  const own = contents.find((content) => content.uri === uri);
  if (own && 'blob' in own) return bytesOf(own);
  const texts = contents.map((content) =>
    'text' in content ? `--- ${content.uri}\n${content.text}` : `--- ${content.uri} ${t('(binary)')}`,
  );
  return Buffer.from(texts.join('\n\n'));
}

function bytesOf(content: Contents[number]): Buffer {
  return 'text' in content ? Buffer.from(content.text) : Buffer.from(content.blob, 'base64');
}

function refuse(): never {
  throw vscode.FileSystemError.NoPermissions(t('Resources of MCP servers are read-only.'));
}
