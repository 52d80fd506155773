import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../base/common/clock.ts';
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition, ServerEntry } from '../definition/definition.ts';
import { deleteCacheFolder, type LauncherCache } from '../failures/launcherCache.ts';
import { cleanUvCache } from '../failures/uvCache.ts';
import { limitQuestions } from '../questions/interaction.ts';
import type { Variables } from '../common/ports.ts';
import { LoginShell } from '../process/loginShell.ts';
import { Reaper } from '../../base/node/reaper.ts';
import { Server } from './server.ts';
import { testConnection, type ConnectionTest } from './connectionTest.ts';
import { Emitter } from '../../base/common/event.ts';
import { observableValue, type Observable } from '../../base/common/observable.ts';

export type InvalidServer = Extract<ServerEntry, { kind: 'invalid' }>;

/** `loginShell` is the user's, `clock` and `random` are the system's unless given. */
export type McpManagerOptions = Omit<ServerContext, 'reaper' | 'onChange' | Defaulted> &
  Partial<Pick<ServerContext, Defaulted>>;
type Defaulted = 'loginShell' | 'clock' | 'random';

export class McpManager {
  private readonly context: ServerContext;
  private readonly reaper = new Reaper();
  readonly loginShell: LoginShell;
  private readonly byName = new Map<string, Server>();
  private readonly changes = new Emitter<ReadonlySet<string>>();
  /** Names of changed and removed servers, once for all changes of a tick. */
  readonly onDidChange = this.changes.event;
  private invalidEntries: readonly InvalidServer[] = [];
  private order: readonly string[] = [];
  private readonly current = observableValue<readonly Server[]>([]);
  /** Servers in the order of the settings: another list after each change of one of them. */
  readonly state: Observable<readonly Server[]> = this.current;
  private pending: Set<string> | undefined;
  private disposed = false;

  constructor(options: McpManagerOptions) {
    this.loginShell = options.loginShell ?? new LoginShell(process.env);
    const { clock = systemClock, interaction, openLog } = options;
    this.context = {
      random: Math.random,
      ...options,
      clock,
      ...(interaction && {
        interaction: limitQuestions(interaction, clock, (server, english) =>
          openLog(server).append('warning', 'patchbay', english),
        ),
      }),
      reaper: this.reaper,
      loginShell: this.loginShell,
      onChange: (server) => this.changed(server),
    };
  }

  get servers(): readonly Server[] {
    return this.current.get();
  }

  get invalid(): readonly InvalidServer[] {
    return this.invalidEntries;
  }

  get names(): ReadonlySet<string> {
    return new Set(this.order);
  }

  server(name: string): Server | undefined {
    return this.byName.get(name);
  }

  /** Adds, restarts and removes servers; unchanged ones are left alone. Returns at once. */
  configure(entries: readonly ServerEntry[]): void {
    if (this.disposed) return;
    const valid = entries.filter((entry) => entry.kind === 'valid');
    const wanted = new Map(valid.map((entry) => [entry.name, entry.definition]));
    for (const [name, server] of this.byName) {
      if (wanted.has(name)) continue;
      this.byName.delete(name);
      void server.disconnect();
      this.changed(name);
    }
    for (const [name, definition] of wanted) {
      const server = this.byName.get(name);
      if (!server) {
        const added = new Server(definition, this.context);
        this.byName.set(name, added);
        this.changed(name);
        if (definition.enabled) void added.connect();
      } else if (!isDeepStrictEqual(server.definition, definition)) {
        const wasEnabled = server.definition.enabled;
        const wasDown = server.state.kind === 'disconnected';
        server.redefine(definition);
        if (!definition.enabled) void server.disconnect();
        // A server that the user disconnected stays so.
        else if (!wasDown || !wasEnabled) void server.reconnect();
      }
    }
    for (const { name } of this.invalidEntries) this.changed(name);
    this.invalidEntries = entries.filter((entry) => entry.kind === 'invalid');
    for (const { name } of this.invalidEntries) this.changed(name);
    this.order = [...wanted.keys()];
    this.renew();
  }

  /** Connects once with a definition that need not be configured. Never rejects for errors of the server. */
  test(
    definition: ServerDefinition,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<ConnectionTest> {
    return testConnection(definition, this.context, variables, signal);
  }

  /** Stops servers that may no longer run, and starts those that may now. */
  recheck(changed: 'policy' | 'confirmed'): void {
    for (const server of this.servers) server.recheck(changed);
  }

  /**
   * Clears the cache of a server's launcher. Disconnects the server, so that the launcher does not write there
   * meanwhile. @throws Error
   */
  async clearCache(name: string, cache: LauncherCache): Promise<void> {
    const server = this.byName.get(name);
    if (!server) return;
    await server.disconnect();
    if (cache.kind === 'npx') await deleteCacheFolder(cache);
    else await cleanUvCache(cache, { loginShell: this.loginShell, log: server.log });
  }

  connectAll(): Promise<void> {
    return this.all((server) => server.connect());
  }

  disconnectAll(): Promise<void> {
    return this.all((server) => server.disconnect());
  }

  reconnectAll(): Promise<void> {
    return this.all((server) => server.reconnect());
  }

  /** Skips the backoff of all servers. Resolves when no attempt runs, after `graceMs`, or when `signal` is aborted. */
  async settled(graceMs: number, signal: AbortSignal): Promise<void> {
    if (!signal.aborted) for (const server of this.servers) server.hurry();
    const connecting = this.servers.filter((server) => server.state.kind === 'connecting');
    if (connecting.length === 0 || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, graceMs);
      signal.addEventListener('abort', done, { once: true });
      void Promise.all(connecting.map((server) => server.settled())).then(done);
    });
  }

  async dispose(): Promise<void> {
    this.disposed = true;
    this.changes.dispose();
    await Promise.all([...this.byName.values()].map((server) => server.disconnect()));
    this.reaper.dispose();
  }

  private async all(operation: (server: Server) => Promise<void>): Promise<void> {
    await Promise.all(this.servers.filter((server) => server.definition.enabled).map(operation));
  }

  private renew(): void {
    this.current.set(this.order.flatMap((name) => this.byName.get(name) ?? []));
  }

  private changed(name: string): void {
    this.renew();
    if (this.pending) {
      this.pending.add(name);
      return;
    }
    this.pending = new Set([name]);
    queueMicrotask(() => {
      const changed = this.pending ?? new Set();
      this.pending = undefined;
      this.changes.fire(changed);
    });
  }
}
