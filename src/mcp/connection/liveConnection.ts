import { ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import type { Clock } from '../../base/common/clock.ts';
import type { Connection } from './connection.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { explainServerFailure, explainSilence } from '../failures/explain.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import { forgotSession } from '../reconnect/loss.ts';
import { httpStatus } from '../failures/causes.ts';

export type Check =
  | { readonly kind: 'alive' }
  | { readonly kind: 'silent' }
  /** `overtaken` means that another request was begun meanwhile, which may have found the server up again. */
  | { readonly kind: 'gone'; readonly error: unknown; readonly overtaken: boolean };

const PING_LIMIT_MS = 5_000;
/** The idle time in ms after which a connection is pinged before it is used, because gateways forget idle ones. */
const IDLE_MS = 5 * 60_000;
/** The lead in ms of the wall clock over the monotonic one that shows that the machine has slept. */
const SLEPT_MS = 30_000;

export class LiveConnection {
  readonly connection: Connection;
  private readonly clock: Clock;
  private running = 0;
  private begun = 0;
  private idle: (() => void)[] = [];
  private checking: Promise<Check> | undefined;
  private isForgotten = false;
  private lastHeard: { readonly now: number; readonly monotonic: number };

  constructor(connection: Connection, clock: Clock) {
    this.connection = connection;
    this.clock = clock;
    this.lastHeard = this.moment();
  }

  /** True if the server's process has ended. The last of its output may still be read. */
  get hasExited(): boolean {
    return this.connection.hasExited();
  }

  /**
   * True if the connection should be pinged before it is used. It is false during a request, as a server need not
   * answer pings then, and in the modern era, where no connection is held.
   */
  get isStale(): boolean {
    if (this.running > 0 || this.connection.catalog.era === 'modern') return false;
    const { now, monotonic } = this.moment();
    const idle = monotonic - this.lastHeard.monotonic;
    return idle > IDLE_MS || now - this.lastHeard.now - idle > SLEPT_MS;
  }

  readonly callTool: Connection['callTool'] = (...call) =>
    this.use((connection) => connection.callTool(...call));

  readonly ask: Connection['ask'] = (...request) => this.use((connection) => connection.ask(...request));

  /** Runs `operation`; the connection counts as in use meanwhile, and a result shows that it is alive. */
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

  /** Pings the server, once for all callers that ask meanwhile. Never rejects. */
  check(): Promise<Check> {
    this.checking ??= this.ping().finally(() => (this.checking = undefined));
    return this.checking;
  }

  /** Asks whether the server has forgotten the session: a tool may have sessions of its own. Never rejects. */
  async hasForgotten(): Promise<boolean> {
    if (!this.isForgotten) await this.check();
    return this.isForgotten;
  }

  async whenIdle(): Promise<void> {
    if (this.running > 0) await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private async ping(): Promise<Check> {
    const { begun } = this;
    try {
      await this.connection.ping(PING_LIMIT_MS);
    } catch (error) {
      if (error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout) return { kind: 'silent' };
      // A server that refuses the ping is alive. In the modern era, which has no sessions, any answer shows that.
      const { era } = this.connection.catalog;
      this.isForgotten ||= forgotSession(error, era);
      const refused =
        (error instanceof ProtocolError && !forgotSession(error, era)) ||
        (era === 'modern' && httpStatus(error) !== undefined);
      if (!refused) return { kind: 'gone', error, overtaken: this.begun !== begun };
    }
    this.lastHeard = this.moment();
    return { kind: 'alive' };
  }

  private moment() {
    return { now: this.clock.now(), monotonic: this.clock.monotonic() };
  }
}

export function explainCheck(
  check: Exclude<Check, { kind: 'alive' }>,
  { connection }: LiveConnection,
  definition: ServerDefinition,
): ServerFailure {
  return check.kind === 'silent'
    ? explainSilence(definition, PING_LIMIT_MS)
    : explainServerFailure(check.error, definition, connection.trace());
}

/** Closes replaced connections, each when its last call has ended, because results of running calls may still come. */
export class RetiredConnections {
  private readonly all = new Set<LiveConnection>();

  add(live: LiveConnection): void {
    this.all.add(live);
    void live
      .whenIdle()
      .then(() => live.connection.close())
      .then(() => this.all.delete(live));
  }

  async close(): Promise<void> {
    await Promise.all([...this.all].map(({ connection }) => connection.close()));
  }
}
