/** A connection in use: what runs on it, when it was last heard of, and whether it is still there. */
import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/common/clock.ts';
import type { Connection } from './connection.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { explainFailure, explainSilence } from '../failures/explain.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import { httpStatus } from '../failures/causes.ts';

/** What asking a server whether it is still there has shown. */
export type Check =
  | { readonly kind: 'alive' }
  | { readonly kind: 'silent' }
  /** `overtaken`: something was begun since it was asked, which may have found it up again. */
  | { readonly kind: 'gone'; readonly error: unknown; readonly overtaken: boolean };

/** How long in ms a server may take to answer a ping. */
const PING_LIMIT_MS = 5_000;
/** A connection unused for this many ms is asked before it is relied on: gateways forget idle ones. */
const IDLE_MS = 5 * 60_000;
/** The wall clock this many ms ahead of the other: the machine slept. */
const SLEPT_MS = 30_000;

export class LiveConnection {
  readonly connection: Connection;
  private readonly clock: Clock;
  private running = 0;
  /** Calls and requests so far. */
  private begun = 0;
  private idle: (() => void)[] = [];
  private checking: Promise<Check> | undefined;
  private lastHeard: { readonly now: number; readonly monotonic: number };

  constructor(connection: Connection, clock: Clock) {
    this.connection = connection;
    this.clock = clock;
    this.lastHeard = this.moment();
  }

  /** Whether its process is known to have ended, though the last of its output may still be read. */
  get hasExited(): boolean {
    return this.connection.hasExited();
  }

  /**
   * Whether so much time has passed that it may be gone without a word. Not asked of one that is at work, as
   * a server need not answer pings meanwhile, nor in the modern era, where no connection is held.
   */
  get isStale(): boolean {
    if (this.running > 0 || this.connection.catalog.era === 'modern') return false;
    const { now, monotonic } = this.moment();
    const idle = monotonic - this.lastHeard.monotonic;
    return idle > IDLE_MS || now - this.lastHeard.now - idle > SLEPT_MS;
  }

  /** Calls a tool. @throws as `Connection.callTool` does. */
  readonly callTool: Connection['callTool'] = (...call) =>
    this.use((connection) => connection.callTool(...call));

  /** Makes a request. @throws as `Connection.ask` does. */
  readonly ask: Connection['ask'] = (...request) => this.use((connection) => connection.ask(...request));

  /**
   * Does something over the connection, which counts as in use meanwhile; its answer is a sign of life.
   * @throws what `operation` does.
   */
  async use<T>(operation: (connection: Connection) => Promise<T>): Promise<T> {
    this.running += 1;
    this.begun += 1;
    try {
      const result = await operation(this.connection);
      this.lastHeard = this.moment();
      return result;
    } finally {
      this.running -= 1;
      if (this.running === 0) for (const resolve of this.idle.splice(0)) resolve();
    }
  }

  /** Asks the server whether it is still there; who asks meanwhile shares the answer. Never rejects. */
  check(): Promise<Check> {
    this.checking ??= this.ping().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Resolves when no call runs on it any more. */
  async whenIdle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private async ping(): Promise<Check> {
    const { begun } = this;
    try {
      await this.connection.ping(PING_LIMIT_MS);
    } catch (error) {
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { kind: 'silent' };
      // A server that refuses the question is there. Without sessions, any answer shows that.
      const { era } = this.connection.catalog;
      const refused = error instanceof ProtocolError || (era === 'modern' && httpStatus(error) !== undefined);
      if (!refused) return { kind: 'gone', error, overtaken: this.begun !== begun };
    }
    this.lastHeard = this.moment();
    return { kind: 'alive' };
  }

  private moment() {
    return { now: this.clock.now(), monotonic: this.clock.monotonic() };
  }
}

/** Explains why a connection that was asked for a sign of life is given up. */
export function explainCheck(
  check: Exclude<Check, { kind: 'alive' }>,
  { connection }: LiveConnection,
  definition: ServerDefinition,
): ServerFailure {
  return check.kind === 'silent'
    ? explainSilence(definition, PING_LIMIT_MS)
    : explainFailure(check.error, definition, connection.trace());
}

/** Closes each when its last call has ended: answers to what runs already may still come. */
export class RetiredConnections {
  private readonly all = new Set<LiveConnection>();

  add(live: LiveConnection): void {
    this.all.add(live);
    void live
      .whenIdle()
      .then(() => live.connection.close())
      .then(() => this.all.delete(live));
  }

  /** Closes those that are left, whatever runs on them. */
  async close(): Promise<void> {
    await Promise.all([...this.all].map(({ connection }) => connection.close()));
  }
}
