/** All of Patchbay that lives as long as a window, without an editor, and random actions of its user. */
import { setTimeout as sleep } from 'node:timers/promises';
import { Engine } from '../../src/engine.ts';
import { ConversationStore } from '../../src/store/index.ts';
import { OpenConversation } from '../../src/agent/index.ts';
import { parseServers } from '../../src/mcp/index.ts';
import { createOpenAiModel, type ChatModel } from '../../src/models/index.ts';
import type { NativeTool } from '../../src/tools/index.ts';
import { fixtureCommand } from '../../test/fixtures/servers/command.ts';
import { makePlan, stdioServers, type SoakAddresses } from './plan.ts';
import type { floatsOf } from './random.ts';
import { Emitter } from '../../src/base/common/event.ts';

type Random = ReturnType<typeof floatsOf>;

/** Ms until the user stops a hanging turn. */
const PATIENCE_MS = 300;
/** Older stored conversations are deleted. */
const MAX_STORED = 20;

export class Subject {
  readonly engine: Engine;
  readonly counts: Record<string, number> = {};
  private readonly store: ConversationStore;
  private readonly model: ChatModel;
  private readonly addresses: SoakAddresses;
  private readonly random: Random;
  /** Ends with the window: its listeners must be removed before. */
  readonly window = new AbortController();
  private readonly stored: string[] = [];
  private made = 0;
  private readonly memory = new Map<string, unknown>();

  constructor(folder: string, addresses: SoakAddresses, random: Random) {
    this.addresses = addresses;
    this.random = random;
    const preferences = {
      get: (key: string) => this.memory.get(key),
      set: (key: string, value: unknown) => void this.memory.set(key, value),
    };
    const remembered = new Map<string, never>();
    this.engine = new Engine({
      version: '0.0.0',
      workspace: { folders: () => [], onDidChangeFolders: new Emitter().event },
      memory: {
        recall: (server) => remembered.get(server),
        remember: (server, what) =>
          void (what ? remembered.set(server, what as never) : remembered.delete(server)),
      },
      preferences,
      rules: { workspace: preferences, always: preferences },
      openLog: () => ({ append: () => this.count('log lines') }),
      recordsMessages: () => true,
      interaction: {
        form: async (_, { signal }) => {
          this.count('questions');
          // Users take their time, and servers may withdraw a question meanwhile.
          await sleep(random.below(300), undefined, { signal });
          return { action: 'accept', content: { name: 'somebody' } };
        },
      },
      history: {
        folder,
        retention: () => ({ maxAgeDays: 1, maxSizeMB: 20 }),
        onProblem: ({ english }) => this.problem(english),
        now: () => Date.now(),
      },
      nativeTools: ({ matcherFor }) => [matchLines(matcherFor)],
    });
    this.store = new ConversationStore({
      folder,
      workspace: 'soak',
      onProblem: ({ english }) => this.problem(english),
      now: () => Date.now(),
    });
    this.model = createOpenAiModel({ baseURL: addresses.baseURL, model: 'scripted', canCallTools: true });
    this.engine.configure(this.servers());
  }

  /** Failed writes: the run has failed. */
  readonly problems: string[] = [];

  async act(): Promise<void> {
    switch (this.random.below(24)) {
      case 0:
        return this.kill();
      case 1:
        this.count('reconnects');
        return this.someServer()?.reconnect();
      case 2:
        this.count('disconnects');
        await this.someServer()?.disconnect();
        return this.engine.manager.connectAll();
      case 3:
        this.count('changed settings');
        this.engine.configure(this.servers(this.random.from(stdioServers)));
        await sleep(this.random.below(100));
        return this.engine.configure(this.servers());
      case 4:
        return this.test();
      case 5:
        return this.reopen();
      case 6:
        await this.engine.history?.clean();
        this.engine.history?.list({ text: '', server: '', tool: '', status: '' }, { limit: 20 });
        return undefined;
      default:
        return this.turn();
    }
  }

  /** Waits until all servers are up, nothing is recorded and nothing waits to be written. */
  async rest(): Promise<void> {
    this.engine.configure(this.servers());
    await this.engine.manager.connectAll();
    await this.engine.manager.settled(30_000, new AbortController().signal);
    for (const server of this.engine.manager.servers) {
      server.wire.clear();
      server.wire.start();
    }
    while (this.stored.length > 0) this.drop();
    this.engine.history?.deleteAll();
  }

  async dispose(): Promise<void> {
    this.store.dispose();
    await this.engine.dispose();
  }

  private async turn(): Promise<void> {
    const open = this.open();
    const { text, hangs } = makePlan(this.random);
    open.add({ content: { text }, messages: [{ role: 'user', text }] });
    const stop = new AbortController();
    const timer = setTimeout(() => stop.abort(new Error('Stopped.')), PATIENCE_MS);
    // Turns that end by themselves get the window's signal, where a leaked listener is found.
    const signal = hangs ? stop.signal : this.window.signal;
    open.setRunning(true);
    open.transcript.beginTurn(Date.now(), 'scripted');
    await this.engine.turns.run({
      conversation: open.conversation,
      model: this.model,
      maxIterations: 10,
      maxResultTokens: 10_000,
      graceMs: 2_000,
      approve: async () => ({ kind: 'allowed', approved: [] }),
      signal,
      onEvent: (event) => {
        open.transcript.apply(event, Date.now());
        if (event.type === 'callEnd') this.count(`calls: ${event.result.status}`);
        if (event.type === 'turnEnd') this.count(`turns: ${event.end.why}`);
      },
    });
    clearTimeout(timer);
    open.setRunning(false);
    this.store.leave(open.id);
    this.stored.push(open.id);
    if (this.stored.length > MAX_STORED) this.drop();
  }

  /** A new or a stored conversation; removed from the list while in use. */
  private open(): OpenConversation {
    const id = this.random.below(3) === 0 ? this.stored.pop() : undefined;
    const kept = id === undefined ? undefined : this.store.read(id);
    if (kept) return OpenConversation.restore(kept, this.surroundings());
    this.made += 1;
    return OpenConversation.begin(`soak-${this.made}`, this.surroundings());
  }

  private surroundings() {
    return {
      target: {
        write: (id: string, change: Parameters<ConversationStore['write']>[1]) =>
          this.store.write(id, change),
        redact: (text: string) => this.engine.redact(text),
      },
      show: () => this.count('patches'),
    };
  }

  private async reopen(): Promise<void> {
    this.count('reopened');
    this.store.list('Done', 20);
    const kept = this.store.read(this.random.from(this.stored) ?? '');
    if (kept) OpenConversation.restore(kept, { show: () => undefined }).freeze();
  }

  private drop(): void {
    const id = this.stored.shift() ?? '';
    this.store.delete(id);
    this.store.purge(id);
  }

  private kill(): void {
    const pid = this.someServer()?.pid;
    if (pid === undefined) return;
    this.count('kills');
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Ended already.
    }
  }

  private async test(): Promise<void> {
    this.count('connection tests');
    const broken = this.random.below(2) === 0;
    const [entry] = parseServers({
      tried: broken ? fixtureCommand('misbehaving', 'exit-at-once') : fixtureCommand('soak'),
    });
    if (entry?.kind !== 'valid') throw new Error('The definition is not valid.');
    await this.engine.manager.test(entry.definition, undefined, this.window.signal);
  }

  private someServer() {
    return this.random.from(this.engine.manager.servers);
  }

  /** The setting, with one server changed. */
  private servers(changed?: string): Record<string, unknown> {
    const stdio = stdioServers.map((name) => [
      name,
      { ...fixtureCommand('soak'), ...(name === changed && { env: { CHANGED: String(this.made) } }) },
    ]);
    return {
      ...Object.fromEntries(stdio),
      http: { url: this.addresses.http },
      sse: { type: 'sse', url: this.addresses.sse },
      // Never comes up; its attempts go on all the time.
      ...(changed !== undefined && { broken: fixtureCommand('misbehaving', 'exit-at-once') }),
    };
  }

  private problem(message: string): void {
    this.problems.push(message);
  }

  private count(what: string): void {
    this.counts[what] = (this.counts[what] ?? 0) + 1;
  }
}

/** Searches in a worker, as `search_text` does. */
function matchLines(
  matcherFor: (expression: { source: string; flags: string }) => {
    match(text: string): Promise<unknown>;
    dispose(): void;
  },
): NativeTool {
  return {
    name: 'match_lines',
    title: 'Match lines',
    description: 'Matches lines.',
    inputSchema: { type: 'object', properties: { text: { type: 'string' }, source: { type: 'string' } } },
    hints: {},
    permission: 'free',
    run: async ({ text, source }) => {
      const matcher = matcherFor({ source: String(source), flags: '' });
      try {
        return [{ type: 'text', text: JSON.stringify(await matcher.match(String(text))) }];
      } finally {
        matcher.dispose();
      }
    },
  };
}
