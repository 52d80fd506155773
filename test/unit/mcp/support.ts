/** A manager over real server processes, with everything it says kept for the test to look at. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  McpManager,
  parseServers,
  type Folder,
  type McpManagerOptions,
  type SavedServer,
  type Server,
  type ServerState,
  type Verbosity,
} from '../../../src/mcp/index.ts';

/** How it is told that a server was killed. Windows has exit codes and no signals. */
export const KILLED = process.platform === 'win32' ? /with exit code 1 / : /by signal SIGKILL/;

/** A folder as the workspace has it. */
export function folder(path: string): Folder {
  return { uri: pathToFileURL(path).href, name: basename(path), path };
}

/** A manager with a workspace that can change and a memory that can be looked at. */
export class Bench {
  readonly folders: Folder[] = [];
  readonly memory = new Map<string, SavedServer>();
  readonly log: string[] = [];
  /** How much servers shall log; nothing is said of it unless it is set before they start. */
  verbosity: Verbosity | undefined;
  private readonly verbosityListeners = new Set<() => void>();
  readonly manager: McpManager;
  private readonly folderListeners = new Set<() => void>();
  private readonly scratch: string[] = [];

  /** `options`: time and chance, for tests of what takes time, and the user's answers. */
  constructor(
    options: Pick<
      McpManagerOptions,
      | 'clock'
      | 'random'
      | 'variables'
      | 'installFolder'
      | 'interaction'
      | 'authorization'
      | 'recordsMessages'
      | 'loginShell'
      | 'policy'
      | 'unconfirmed'
      | 'isOfWorkspace'
      | 'unconfirmedFile'
    > = {},
  ) {
    this.manager = new McpManager({
      ...options,
      client: { name: 'patchbay-test', version: '0.0.0' },
      workspace: {
        folders: () => this.folders,
        onDidChangeFolders: (listener) => {
          this.folderListeners.add(listener);
          return { dispose: () => void this.folderListeners.delete(listener) };
        },
      },
      memory: {
        recall: (server) => this.memory.get(server),
        remember: (server, what) => void (what ? this.memory.set(server, what) : this.memory.delete(server)),
      },
      openLog: (server) => ({
        append: (level, from, text) => void this.log.push(`${server} ${level} ${from}: ${text}`),
        ...(this.verbosity !== undefined && {
          verbosity: {
            current: () => this.verbosity ?? 'off',
            onDidChange: (listener: () => void) => {
              this.verbosityListeners.add(listener);
              return { dispose: () => void this.verbosityListeners.delete(listener) };
            },
          },
        }),
      }),
    });
  }

  configure(servers: Readonly<Record<string, unknown>>): void {
    this.manager.configure(parseServers(servers));
  }

  /** Configures, and waits until every server is up or has failed. */
  async start(servers: Readonly<Record<string, unknown>>): Promise<void> {
    this.configure(servers);
    await Promise.all(this.manager.servers.map((server) => server.settled()));
  }

  setFolders(...folders: readonly Folder[]): void {
    this.folders.splice(0, this.folders.length, ...folders);
    for (const listener of this.folderListeners) listener();
  }

  server(name: string): Server {
    const server = this.manager.server(name);
    if (!server) throw new Error(`There is no server ${name}.`);
    return server;
  }

  setVerbosity(verbosity: Verbosity): void {
    this.verbosity = verbosity;
    for (const listener of this.verbosityListeners) listener();
  }

  /** How many servers wait for a change of the verbosity. */
  get verbosityListenerCount(): number {
    return this.verbosityListeners.size;
  }

  /** Resolves when the server has come into that state. */
  async until<K extends ServerState['kind']>(
    name: string,
    kind: K,
  ): Promise<Extract<ServerState, { kind: K }>> {
    return this.when(() => {
      const { state } = this.server(name);
      return state.kind === kind ? (state as Extract<ServerState, { kind: K }>) : undefined;
    });
  }

  /** Resolves with the first value that `look` finds, looking after each change. */
  when<T>(look: () => T | undefined): Promise<T> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = look();
        if (found === undefined) return;
        subscription.dispose();
        resolve(found);
      };
      const subscription = this.manager.onDidChange(check);
      check();
    });
  }

  /** Calls a tool by name. Rejects as `Server.callTool` does. */
  call(
    name: string,
    tool: string,
    args: Record<string, unknown> = {},
    {
      id,
      signal = new AbortController().signal,
      onProgress = () => {},
    }: {
      id?: string;
      signal?: AbortSignal;
      onProgress?: (progress: unknown) => void;
    } = {},
  ) {
    const server = this.server(name);
    const found =
      server.state.kind === 'connected'
        ? server.state.catalog.tools.find((each) => each.name === tool)
        : undefined;
    if (!found) throw new Error(`${name} has no tool ${tool}: ${JSON.stringify(server.state)}`);
    return server.callTool(found, args, { id, signal, onProgress });
  }

  /** A folder that is gone after the test. */
  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'patchbay-'));
    this.scratch.push(path);
    return path;
  }

  async dispose(): Promise<void> {
    await this.manager.dispose();
    await Promise.all(this.scratch.map((path) => rm(path, { recursive: true, force: true })));
  }
}

/** The text of a result's first part. */
export function textOf(result: { content?: readonly unknown[] | undefined }): string {
  return (result.content?.[0] as { text?: string } | undefined)?.text ?? '';
}

/** Looks again and again until the condition holds; for what other processes do and tell nobody. */
export async function eventually<T>(
  look: () => T | undefined | false,
  what: string,
  limitMs = 30_000,
): Promise<T> {
  const deadline = Date.now() + limitMs;
  for (;;) {
    const found = look();
    if (found !== undefined && found !== false) return found;
    if (Date.now() > deadline) throw new Error(`Not within ${limitMs} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
