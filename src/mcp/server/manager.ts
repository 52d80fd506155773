/** All servers: follows the setting, starts what is enabled, and says what has changed. */
import { isDeepStrictEqual } from 'node:util';
import type { Implementation } from '@modelcontextprotocol/client';
import type { StartChecks } from '../startPolicy/startPolicy.ts';
import { systemClock, type Clock } from '../../base/common/clock.ts';
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition, ServerEntry } from '../definition/definition.ts';
import type { Interaction } from '../questions/interaction.ts';
import { limitQuestions } from '../questions/questionLimit.ts';
import type { Authorization } from '../oauth/authorization.ts';
import type { ServerLog, Variables, Workspace } from '../common/ports.ts';
import type { ServerStorage } from '../catalog/savedServer.ts';
import { LoginShell } from '../process/loginShell.ts';
import { Reaper } from '../../base/node/reaper.ts';
import { Server } from './server.ts';
import { testConnection, type ConnectionTest } from './connectionTest.ts';
import { Emitter } from '../../base/common/event.ts';

/** An entry of the setting that cannot be used, with the reasons. */
export type InvalidServer = Extract<ServerEntry, { kind: 'invalid' }>;

/** What the manager needs from whoever embeds it. */
export interface McpManagerOptions extends StartChecks {
  readonly client: Implementation;
  readonly workspace: Workspace;
  readonly memory: ServerStorage;
  /** Without it `${input:…}` and `${secret:…}` have no value. */
  readonly variables?: Variables;
  /** The folder that the embedder is installed in; without it `${extensionInstallFolder}` has no value. */
  readonly installFolder?: string;
  readonly openLog: (server: string) => ServerLog;
  /** Whether the messages of a new server are recorded before anybody looks at them; not unless given. */
  readonly recordsMessages?: () => boolean;
  /** That of the user unless given. */
  readonly loginShell?: LoginShell;
  /** The system's unless given. */
  readonly clock?: Clock;
  /** Gives numbers from 0 to 1; `Math.random` unless given. */
  readonly random?: () => number;
  /** The user, for servers that ask in the middle of their work. Servers are told what it can be asked. */
  readonly interaction?: Interaction;
  /** How to sign in to remote servers (OAuth 2.1). */
  readonly authorization?: Authorization;
}

export class McpManager {
  private readonly context: ServerContext;
  private readonly reaper = new Reaper();
  /** Whom servers can be found by whose command the editor's own PATH lacks. */
  readonly loginShell: LoginShell;
  private readonly byName = new Map<string, Server>();
  private readonly changes = new Emitter<ReadonlySet<string>>();
  /**
   * With the names of what has changed, once for all changes of a tick; a name that is no longer there has been
   * removed.
   */
  readonly onDidChange = this.changes.event;
  private invalidEntries: readonly InvalidServer[] = [];
  /** Names in the order of the setting. */
  private order: readonly string[] = [];
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

  /** The servers in the order of the setting. */
  get servers(): readonly Server[] {
    return this.order.flatMap((name) => this.byName.get(name) ?? []);
  }

  get invalid(): readonly InvalidServer[] {
    return this.invalidEntries;
  }

  /** Their names. */
  get names(): ReadonlySet<string> {
    return new Set(this.order);
  }

  server(name: string): Server | undefined {
    return this.byName.get(name);
  }

  /**
   * Makes the servers those of `entries`: starts new ones that are enabled, ends removed ones, starts
   * changed ones again. Unchanged ones are not touched. Returns at once; the states tell the rest.
   */
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
        // A server that the user took down stays down until somebody connects it.
        else if (!wasDown || !wasEnabled) void server.reconnect();
      }
    }
    for (const { name } of this.invalidEntries) this.changed(name);
    this.invalidEntries = entries.filter((entry) => entry.kind === 'invalid');
    for (const { name } of this.invalidEntries) this.changed(name);
    this.order = [...wanted.keys()];
  }

  /**
   * Tries a definition out, with `variables` in the place of the usual ones. A live server of the same name is
   * not touched. Never rejects for what the server does.
   */
  test(
    definition: ServerDefinition,
    variables: Variables | undefined,
    signal: AbortSignal,
  ): Promise<ConnectionTest> {
    return testConnection(definition, this.context, variables, signal);
  }

  /**
   * To be called when the policy or what the user has confirmed is another one: what may no longer run ends, what
   * was refused and may run now starts.
   */
  recheck(changed: 'policy' | 'confirmed'): void {
    for (const server of this.servers) server.recheck(changed);
  }

  /** Connects every enabled server that is down. */
  connectAll(): Promise<void> {
    return this.all((server) => server.connect());
  }

  /** Disconnects every server. */
  disconnectAll(): Promise<void> {
    return this.all((server) => server.disconnect());
  }

  /** Takes every enabled server down and up again. */
  reconnectAll(): Promise<void> {
    return this.all((server) => server.reconnect());
  }

  /**
   * For somebody who is about to use the servers: starts those at once that wait for their next attempt.
   * Resolves when no launch is under way, but after `graceMs` at the latest, or when `signal` is aborted.
   */
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

  /** Ends every connection and every process. Resolves when they are gone. */
  async dispose(): Promise<void> {
    this.disposed = true;
    this.changes.dispose();
    await Promise.all([...this.byName.values()].map((server) => server.disconnect()));
    this.reaper.dispose();
  }

  private async all(operation: (server: Server) => Promise<void>): Promise<void> {
    await Promise.all(this.servers.filter((server) => server.definition.enabled).map(operation));
  }

  private changed(name: string): void {
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
