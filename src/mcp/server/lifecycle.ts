/**
 * The coming and going of a server's connections: attempt, the state, what is lost and comes back. The state
 * changes only here, and each change is told to `onChange`.
 */
import { SseError } from '@modelcontextprotocol/client';
import { join } from '../../base/common/message.ts';
import { refusalOf } from '../startPolicy/startPolicy.ts';
import { backoffPolicy } from '../reconnect/backoff.ts';
import { cancelled, notConnected } from '../runningCalls/callFailure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { describeLaunch, fingerprint } from '../definition/describe.ts';
import { describeConnection, describeRetry } from './state.ts';
import { explainExhaustion, explainFailure, explainLoss, mayMendItself } from '../failures/explain.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import { ConnectionError } from '../connection/context.ts';
import { startConnection } from '../connection/start.ts';
import { explainCheck, type LiveConnection } from '../connection/liveConnection.ts';
import { forgotSession, isSuspicious } from '../reconnect/loss.ts';
import type { ServerLog } from '../common/ports.ts';
import type { SavedServer } from '../catalog/savedServer.ts';
import { RetiredConnections } from '../connection/liveConnection.ts';
import { ReconnectPolicy } from '../reconnect/reconnectPolicy.ts';
import { toSavedServer } from '../catalog/savedServer.ts';
import { Sequence } from '../../base/common/sequence.ts';
import { StateHistory, describeState } from './state.ts';
import type { ServerState } from './state.ts';
import { Subscriptions } from './subscriptions.ts';
import { untilAborted } from '../../base/common/abort.ts';
import type { ValueMask } from '../definition/valueMask.ts';
import type { WireRecorder } from '../wire/recorder.ts';
import { redactState } from './state.ts';
import { failureOf } from './state.ts';

export class Lifecycle {
  /** What the next launch goes by. */
  definition: ServerDefinition;
  readonly subscriptions: Subscriptions;
  readonly past = new StateHistory();
  private readonly name: string;
  private readonly context: ServerContext;
  private readonly mask: ValueMask;
  private readonly log: ServerLog;
  private readonly wire: WireRecorder;
  private currentState: ServerState = { kind: 'disconnected' };
  private live: LiveConnection | undefined;
  private readonly retired = new RetiredConnections();
  private readonly recovery: ReconnectPolicy;
  /** Cancels the connection attempt that runs. */
  private attempt: AbortController | undefined;
  /** Connection attempts and closings of this server, one after the other. */
  private readonly sequence = new Sequence((error) =>
    this.log.append('error', 'patchbay', `Unexpected: ${String(error)}`),
  );
  /** The connection whose lists are to be fetched again, once the fetch under way has ended. */
  private refreshWaitsFor: LiveConnection | undefined;
  /** Fetches of changed lists, at most one at a time. */
  private readonly refreshes = new Sequence((error) =>
    this.log.append(
      'warning',
      'patchbay',
      `Its changed lists could not be fetched: ${(error as Error).message}`,
    ),
  );

  constructor(
    definition: ServerDefinition,
    context: ServerContext,
    mask: ValueMask,
    log: ServerLog,
    wire: WireRecorder,
  ) {
    this.name = definition.name;
    this.definition = definition;
    this.context = context;
    this.mask = mask;
    this.log = log;
    this.wire = wire;
    this.recovery = new ReconnectPolicy(context.clock, context.random);
    this.subscriptions = new Subscriptions(context.clock, (message) =>
      log.append('warning', 'patchbay', message),
    );
  }

  get state(): ServerState {
    return this.currentState;
  }

  /** The connection that is up. */
  get connected(): LiveConnection | undefined {
    return this.live;
  }

  /** What was learnt of this server, as it is defined now, in an earlier connection. */
  get remembered(): SavedServer | undefined {
    const remembered = this.context.memory.recall(this.name);
    return remembered?.fingerprint === fingerprint(this.definition) ? remembered : undefined;
  }

  /** Connects unless it is connected or connecting. Resolves when that has ended; the state tells how. */
  connect(): Promise<void> {
    const { kind } = this.currentState;
    if (kind === 'connected' || kind === 'connecting') return this.sequence.ended;
    this.recovery.reset();
    return this.start();
  }

  /** Starts a server that waits for its next attempt at once. To be called when it is likely to be needed. */
  hurry(): void {
    if (this.currentState.kind === 'error' && this.currentState.retry) void this.start();
  }

  /** Disconnects, also in the middle of a launch. Resolves when the process is gone. The definition stays. */
  disconnect(): Promise<void> {
    this.attempt?.abort(new Error('Disconnected.'));
    this.attempt = undefined;
    this.recovery.reset();
    const { live } = this;
    this.live = undefined;
    if (this.currentState.kind !== 'disconnected') this.change({ kind: 'disconnected' });
    return this.sequence.run(async () => {
      await Promise.all([this.retired.close(), live?.connection.close()]);
    });
  }

  /** Resolves when no launch of this server is under way. */
  async settled(): Promise<void> {
    while (this.currentState.kind === 'connecting') await this.sequence.ended;
  }

  /** For a call: a connection that is up, started or asked for a sign of life first if need be. */
  async acquire(signal: AbortSignal): Promise<LiveConnection> {
    // The end of a process is told only when its output has been read; nothing would answer meanwhile.
    if (this.live?.hasExited) this.lost(this.live);
    try {
      if (this.live?.isStale) await untilAborted(this.verify(this.live), signal);
      if (this.currentState.kind === 'error' && !signal.aborted) void this.start();
      if (this.currentState.kind === 'connecting') await untilAborted(this.settled(), signal);
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    if (signal.aborted) throw cancelled();
    if (!this.live) throw notConnected(this.name, failureOf(this.currentState));
    return this.live;
  }

  /** Asks a connection that was long unused whether it is still there, and replaces it if not. */
  private async verify(live: LiveConnection): Promise<void> {
    this.log.append('debug', 'patchbay', 'Long unused; asking whether it is still there.');
    const check = await live.check();
    if (check.kind !== 'alive') this.renew(live, explainCheck(check, live, this.definition));
  }

  /** What a URL's transport reports while nobody waits for an answer. */
  private suspect(live: LiveConnection, error: Error): void {
    if (this.live !== live) return;
    // Over SSE the stream is the session: without it no answer can come.
    if (error instanceof SseError) return this.lost(live);
    if (!isSuspicious(error)) return;
    void live.check().then((check) => {
      if (this.live !== live || check.kind !== 'gone') return;
      // What was begun since would be ended with the connection.
      if (check.overtaken) return this.suspect(live, error);
      if (forgotSession(check.error, live.connection.catalog.era))
        this.renew(live, explainCheck(check, live, this.definition));
      else this.lost(live, check.error);
    });
  }

  /** Replaces a connection that is of no use any more. Whoever asks second finds it done. */
  renew(live: LiveConnection, failure: ServerFailure): void {
    if (this.live !== live) return;
    this.live = undefined;
    this.log.append('info', 'patchbay', `Reconnecting. ${failure.message.english}`);
    // A process ends before the next one starts; over HTTP nothing needs to.
    if (this.definition.launch.kind === 'stdio') void this.sequence.run(() => live.connection.close());
    else this.retired.add(live);
    void this.start(failure);
  }

  /** Begins a connection attempt. `after` is what the last connection was lost to, unless the state says it. */
  private start(after?: ServerFailure): Promise<void> {
    this.recovery.hold();
    const attempt = new AbortController();
    this.attempt = attempt;
    const shown = failureOf(this.currentState);
    this.change({ kind: 'connecting', after: after ?? shown });
    return this.sequence.run(() => this.connectOnce(attempt.signal));
  }

  private async connectOnce(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const { definition } = this;
    const refusal = refusalOf(definition, this.context);
    if (refusal) return this.failed(refusal, definition);
    this.log.append('info', 'patchbay', `Connecting (${describeLaunch(definition)}).`);
    try {
      await startConnection(
        definition,
        {
          ...this.context,
          mask: this.mask,
          log: this.log,
          wire: this.wire,
          remembered: () => this.remembered,
          onUp: (live, setupMs) => this.wentUp(live, setupMs),
          onClose: (live) => this.lost(live),
          onTrouble: (live, error) => this.suspect(live, error),
          onResourceUpdated: (uri) => this.subscriptions.updated(uri),
          onListChanged: (live) => this.refresh(live),
        },
        signal,
      );
    } catch (error) {
      if (!signal.aborted) this.failed(error, definition);
    }
  }

  private wentUp(live: LiveConnection, setupMs: number): void {
    const { catalog } = live.connection;
    this.live = live;
    this.recovery.wentUp();
    this.adopt(catalog, setupMs);
    this.log.append('info', 'patchbay', describeConnection(catalog, setupMs));
    this.subscriptions.renew(live);
  }

  private adopt(catalog: Catalog, setupMs: number): void {
    for (const { english } of catalog.problems) this.log.append('warning', 'patchbay', english);
    this.context.memory.remember(
      this.name,
      toSavedServer(this.definition, catalog, this.live?.connection.offer, this.context.clock.now()),
    );
    this.change({ kind: 'connected', catalog, setupMs });
  }

  private failed(error: unknown, definition: ServerDefinition): void {
    const cause = error instanceof ConnectionError ? error.cause : error;
    const failure = explainFailure(
      cause,
      definition,
      error instanceof ConnectionError ? error.trace : undefined,
    );
    const { message, next, details } = failure;
    this.log.append('error', 'patchbay', join('\n', join(' ', message, next), details).english);
    // The verdict on its era may be what was wrong.
    const { remembered } = this;
    if (failure.reason === 'protocol' && remembered) this.context.memory.remember(this.name, undefined);
    this.down(failure);
  }

  /** The connection has ended, or is as good as ended by `error`. */
  lost(live: LiveConnection, error?: unknown): void {
    if (this.live !== live) return;
    this.live = undefined;
    const failure = explainLoss(this.definition, live.connection.trace(), error);
    this.log.append('error', 'patchbay', `Connection lost. ${failure.message.english}`);
    // Clears away what the transport still holds, before anything is started again.
    void this.sequence.run(() => live.connection.close());
    this.down(failure);
  }

  /** Shows why it is down, and sees to it that it comes back, if that is to be hoped for. */
  private down(failure: ServerFailure): void {
    const policy = backoffPolicy(this.definition.launch.kind);
    const next = mayMendItself(failure)
      ? this.recovery.wentDown(policy, () => void this.start())
      : ({ kind: 'unproven' } as const);
    const shown = next.kind === 'exhausted' ? explainExhaustion(failure, next.attempts) : failure;
    const retry = next.kind === 'retry' ? next.retry : undefined;
    if (retry) this.log.append('info', 'patchbay', describeRetry(retry, this.context.clock.now()));
    this.change({ kind: 'error', failure: shown, retry });
  }

  /** Fetches the catalog again, after the server said that a list has changed. */
  private refresh(live: LiveConnection): void {
    // One that has not begun yet will see this change as well.
    if (this.live !== live || this.refreshWaitsFor === live) return;
    this.refreshWaitsFor = live;
    void this.refreshes.run(async () => {
      if (this.refreshWaitsFor === live) this.refreshWaitsFor = undefined;
      const catalog = await live.connection.refresh();
      const state = this.currentState;
      if (this.live === live && state.kind === 'connected') this.adopt(catalog, state.setupMs);
    });
  }

  private change(state: ServerState): void {
    this.currentState = redactState(state, this.mask);
    const isNews = this.past.add(this.currentState, this.context.clock.now());
    // That it connects is noted for each way in which that is tried.
    if (isNews && state.kind !== 'connecting') this.wire.note(describeState(this.currentState));
    this.context.onChange(this.name);
  }
}
