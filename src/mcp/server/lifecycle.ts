/** Runs the connection attempts, losses and reconnects of a server. Its state changes only here. */
import { SseError } from '@modelcontextprotocol/client';
import { join } from '../../base/common/message.ts';
import { refusalOf } from '../startPolicy/startPolicy.ts';
import { cancelled, notConnected } from '../runningCalls/callFailure.ts';
import type { Catalog } from '../catalog/catalog.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { describeLaunch, fingerprint } from '../definition/describe.ts';
import { explainExhaustion, explainServerFailure, explainLoss, mayMendItself } from '../failures/explain.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import { ConnectionError, type ServerContext } from '../connection/context.ts';
import { openConnection } from '../connection/attempt.ts';
import { explainCheck, LiveConnection, RetiredConnections } from '../connection/liveConnection.ts';
import { forgotSession, isSuspicious } from '../reconnect/loss.ts';
import type { ServerLog } from '../common/ports.ts';
import { backoffPolicy, ReconnectPolicy } from '../reconnect/reconnectPolicy.ts';
import { knownEra, stillValid, toSavedServer, type SavedServer } from '../catalog/savedServer.ts';
import { CatalogRefresh } from './catalogRefresh.ts';
import { Sequence } from '../../base/common/sequence.ts';
import {
  describeConnection,
  describeRetry,
  describeState,
  failureOf,
  redactState,
  StateHistory,
  type ServerState,
} from './state.ts';
import { Subscriptions } from './subscriptions.ts';
import { untilAborted } from '../../base/common/abort.ts';
import { redactLiterals, type ValueRedactor } from '../definition/valueRedactor.ts';
import { expandDefinition } from '../definition/expansion.ts';
import type { WireRecorder } from '../wire/recorder.ts';

export class Lifecycle {
  definition: ServerDefinition;
  readonly subscriptions: Subscriptions;
  readonly past = new StateHistory();
  private readonly name: string;
  private readonly context: ServerContext;
  private readonly redactor: ValueRedactor;
  private readonly log: ServerLog;
  private readonly wire: WireRecorder;
  private currentState: ServerState = { kind: 'disconnected' };
  private live: LiveConnection | undefined;
  private readonly retired = new RetiredConnections();
  private readonly recovery: ReconnectPolicy;
  private attempt: AbortController | undefined;
  private readonly sequence = new Sequence((error) =>
    this.log.append('error', 'patchbay', `Unexpected: ${String(error)}`),
  );
  private readonly refreshes: CatalogRefresh;

  constructor(
    definition: ServerDefinition,
    context: ServerContext,
    redactor: ValueRedactor,
    log: ServerLog,
    wire: WireRecorder,
  ) {
    this.name = definition.name;
    this.definition = definition;
    this.context = context;
    this.redactor = redactor;
    this.log = log;
    this.wire = wire;
    this.recovery = new ReconnectPolicy(context.clock, context.random);
    this.refreshes = new CatalogRefresh({
      clock: context.clock,
      log,
      isCurrent: (live) => this.live === live,
      adopt: (live, catalog) => {
        const state = this.currentState;
        if (this.live === live && state.kind === 'connected') this.adopt(catalog, state.setupMs);
      },
    });
    this.subscriptions = new Subscriptions(context.clock, (message) =>
      log.append('warning', 'patchbay', message),
    );
  }

  get state(): ServerState {
    return this.currentState;
  }

  get connected(): LiveConnection | undefined {
    return this.live;
  }

  get remembered(): SavedServer | undefined {
    const remembered = this.context.memory.recall(this.name);
    return remembered?.fingerprint === fingerprint(this.definition) ? remembered : undefined;
  }

  connect(): Promise<void> {
    const { kind } = this.currentState;
    if (kind === 'connected' || kind === 'connecting') return this.sequence.ended;
    this.recovery.reset();
    return this.start();
  }

  hurry(): void {
    if (this.currentState.kind === 'error' && this.currentState.retry) void this.start();
  }

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

  /**
   * Resolves when no attempt runs. An attempt that ends without a new state is a fault of ours, and is not waited for.
   */
  async settled(): Promise<void> {
    for (let last; this.currentState.kind === 'connecting' && last !== this.sequence.ended;) {
      last = this.sequence.ended;
      await last;
    }
  }

  /** Returns a connection for a call that is up, started or pinged first if need be. */
  async acquire(signal: AbortSignal): Promise<LiveConnection> {
    // The end of a process is reported after its output has been read; a call would get no answer meanwhile.
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

  private async verify(live: LiveConnection): Promise<void> {
    this.log.append('debug', 'patchbay', 'Long unused; asking whether it is still there.');
    const check = await live.check();
    if (check.kind !== 'alive') this.renew(live, explainCheck(check, live, this.definition));
  }

  private suspect(live: LiveConnection, error: Error): void {
    if (this.live !== live) return;
    // Over SSE the stream is the session: without it no answer can come.
    if (error instanceof SseError) return this.lost(live);
    if (!isSuspicious(error)) return;
    void live.check().then((check) => {
      if (this.live !== live || check.kind !== 'gone') return;
      // Requests that were begun since would be ended with the connection, so the server is asked once more.
      if (check.overtaken) return this.suspect(live, error);
      if (forgotSession(check.error, live.connection.catalog.era))
        this.renew(live, explainCheck(check, live, this.definition));
      else this.lost(live, check.error);
    });
  }

  renew(live: LiveConnection, failure: ServerFailure): void {
    if (this.live !== live) return;
    this.live = undefined;
    this.log.append('info', 'patchbay', `Reconnecting. ${failure.message.english}`);
    // A process ends before the next one starts; over HTTP that is not needed.
    if (this.definition.launch.kind === 'stdio') void this.sequence.run(() => live.connection.close());
    else this.retired.add(live);
    void this.start(failure);
  }

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
    try {
      const refusal = refusalOf(definition, this.context);
      if (refusal) return this.failed(refusal, definition);
      this.log.append('info', 'patchbay', `Connecting (${describeLaunch(definition)}).`);
      await this.open(definition, signal);
    } catch (error) {
      if (!signal.aborted) this.failed(error, definition);
    }
  }

  /**
   * Makes one attempt to connect. A connection that comes up after `signal` was aborted is closed. @throws
   * VariableError, and like `openConnection`
   */
  private async open(definition: ServerDefinition, signal: AbortSignal): Promise<void> {
    const { context, redactor, log, wire } = this;
    let live: LiveConnection | undefined = undefined;
    let changedMeanwhile = false;
    redactLiterals(definition, redactor);
    const expanded = await this.expand(definition, signal);
    // The time counts from here, because that in which the user has entered values is not the server's.
    const startedAt = context.clock.monotonic();
    const { remembered } = this;
    const connection = await openConnection(
      expanded,
      {
        ...context,
        redactor,
        log,
        wire,
        knownEra: knownEra(remembered, context.clock.now()),
        knownDiscovery: stillValid(remembered?.offer),
        onClose: () => live && this.lost(live),
        onTrouble: (error) => live && this.suspect(live, error),
        onResourceUpdated: (uri) => this.subscriptions.updated(uri),
        onInstalling: (output) => {
          const { currentState: state } = this;
          if (!signal.aborted && state.kind === 'connecting') this.change({ ...state, installing: output });
        },
        onListChanged: () => {
          changedMeanwhile = true;
          if (live) this.refreshes.changed(live);
        },
      },
      signal,
    );
    if (signal.aborted) return connection.close();
    live = new LiveConnection(connection, context.clock);
    this.wentUp(live, context.clock.monotonic() - startedAt);
    if (changedMeanwhile) this.refreshes.changed(live);
  }

  /** Returns the definition with the values of its variables. @throws VariableError */
  expand(definition: ServerDefinition, signal: AbortSignal): Promise<ServerDefinition> {
    const { workspace, variables, installFolder } = this.context;
    const sources = {
      folders: workspace.folders(),
      installFolder,
      environment: process.env,
      variables,
      redactor: this.redactor,
    };
    return expandDefinition(definition, sources, signal);
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
      toSavedServer(this.definition, catalog, this.live?.connection.discovery, this.context.clock.now()),
    );
    this.change({ kind: 'connected', catalog, setupMs });
  }

  private failed(error: unknown, definition: ServerDefinition): void {
    const cause = error instanceof ConnectionError ? error.cause : error;
    const failure = explainServerFailure(
      cause,
      definition,
      error instanceof ConnectionError ? error.trace : undefined,
    );
    const { message, next, details } = failure;
    // The details of an exit are the output of the process, which is in the log already.
    const more = failure.reason === 'exited' ? undefined : details;
    this.log.append('error', 'patchbay', join('\n', join(' ', message, next), more).english);
    // The saved era is dropped, because it may have been wrong.
    const { remembered } = this;
    if (failure.reason === 'protocol' && remembered) this.context.memory.remember(this.name, undefined);
    this.down(failure);
  }

  /** Drops a connection that has ended, or that `error` shows to be of no use. */
  lost(live: LiveConnection, error?: unknown): void {
    if (this.live !== live) return;
    this.live = undefined;
    const failure = explainLoss(this.definition, live.connection.trace(), error);
    this.log.append('error', 'patchbay', `Connection lost. ${failure.message.english}`);
    // Closing releases what the transport still holds, before the next attempt.
    void this.sequence.run(() => live.connection.close());
    this.down(failure);
  }

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

  private change(state: ServerState): void {
    this.currentState = redactState(state, this.redactor);
    const isNews = this.past.add(this.currentState, this.context.clock.now());
    // Attempts are left out, because the recorder notes each of them itself.
    if (isNews && state.kind !== 'connecting') this.wire.addNote(describeState(this.currentState));
    this.context.onChange(this.name);
  }
}
