import { t } from '@vscode/l10n';
import { type CallToolResult, ProtocolError, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { CallFailure } from '../runningCalls/callFailure.ts';
import type { CallLimits } from '../runningCalls/callLimits.ts';
import { causeCode, httpStatus } from '../failures/causes.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { forgotSession, neverArrived } from '../reconnect/loss.ts';
import type { Task } from '../connection/taskRequests.ts';
import { whenAborted } from '../../base/common/abort.ts';
import type { CallOptions } from '../runningCalls/runningCalls.ts';
import type { CallHost } from './query.ts';

/**
 * The times in ms between two questions for a task's status: the default, and the bounds of what the server may ask
 * for.
 */
const POLL = { usual: 1_000, least: 100, most: 10_000 };
/** The time limit in ms for a request about a task that the server can answer at once. */
const ANSWER_LIMIT_MS = 15_000;
/** The number of connection losses in a row that a task survives. */
const MAX_LOSSES = 6;

type Event =
  | { readonly kind: 'due' }
  | { readonly kind: 'status'; readonly task: Task }
  | { readonly kind: 'statusFailed'; readonly error: unknown }
  | { readonly kind: 'result'; readonly result: CallToolResult }
  | { readonly kind: 'resultFailed'; readonly error: unknown };

export class TaskFollower {
  live: LiveConnection;
  private readonly host: CallHost;
  private readonly token: string;
  private readonly onProgress: CallOptions['onProgress'];
  private readonly callId: string | undefined;
  private readonly limits: CallLimits;
  private releaseLimits: () => void = () => undefined;
  private readonly stop: AbortSignal;
  private readonly stopped: Promise<never>;
  private task: Task;
  private asking: Promise<Event> | undefined;
  private awaiting: Promise<Event> | undefined;
  private awaitedIn: Task['status'] | undefined;
  private round = new AbortController();
  private refusedIn: Task['status'] | undefined;
  private reported: Task | undefined;
  private wake: () => void = () => undefined;
  private losses = 0;
  private changes = 0;

  constructor(
    host: CallHost,
    { live, task, token }: StartedTask,
    { id, onProgress }: CallOptions,
    limits: CallLimits,
  ) {
    this.host = host;
    this.live = live;
    this.task = task;
    this.token = token;
    this.callId = id;
    this.onProgress = onProgress;
    this.limits = limits;
    this.stop = limits.signal;
    this.stopped = whenAborted(this.stop);
  }

  /** @throws CallFailure if there is no result, and the reason of `stop` */
  async run(): Promise<CallToolResult> {
    let stopListening = this.listen();
    try {
      this.show();
      for (;;) {
        if (this.isToBeAwaited()) this.awaiting = this.askResult();
        const event = await this.next();
        const lost = this.handle(event);
        if (event.kind === 'result')
          return this.task.status === 'failed' ? { ...event.result, isError: true } : event.result;
        if (!lost) continue;
        stopListening();
        await this.reconnect(lost.error);
        stopListening = this.listen();
      }
    } finally {
      stopListening();
      this.round.abort();
    }
  }

  /**
   * Returns true if the result is to be requested: the task has ended, or it waits for input, because a server asks its
   * questions only while the result is requested. A request that was refused is not repeated before the status changes.
   */
  private isToBeAwaited(): boolean {
    const { status } = this.task;
    return this.awaiting === undefined && status !== 'working' && status !== this.refusedIn;
  }

  private async next(): Promise<Event> {
    let cancelAlarm = (): void => undefined;
    const heard = new Promise<Event>((resolve) => {
      this.wake = () => {
        if (!this.reported) return;
        resolve({ kind: 'status', task: this.reported });
        this.reported = undefined;
      };
      this.wake();
    });
    const due = new Promise<Event>((resolve) => {
      if (this.asking === undefined)
        cancelAlarm = this.host.clock.after(this.interval(), () => resolve({ kind: 'due' }));
    });
    try {
      const open = [this.awaiting, this.asking].filter((question) => question !== undefined);
      return await Promise.race([...open, heard, due, this.stopped]);
    } finally {
      this.wake = () => undefined;
      cancelAlarm();
    }
  }

  private handle(event: Event): { readonly error: unknown } | undefined {
    switch (event.kind) {
      case 'due':
        if (!hasEnded(this.task)) this.asking = this.askStatus();
        // The result is requested again if the open request began before the task ended: it would have been answered by
        // now, so its stream has probably broken unnoticed.
        else if (this.awaitedIn !== this.task.status) this.awaiting = undefined;
        return;
      case 'status':
        this.asking = undefined;
        this.losses = 0;
        this.learn(event.task);
        return;
      case 'statusFailed':
        this.asking = undefined;
        if (isLoss(event.error)) return event;
        // A busy server may answer next time; the call's own limits still run.
        if (isTimeout(event.error)) return;
        throw this.unanswered(event.error);
      case 'resultFailed':
        this.awaiting = undefined;
        if (isLoss(event.error)) return event;
        this.handleRefusal(event.error);
        return;
      case 'result':
        return;
    }
  }

  /**
   * Throws if there will be no result. Otherwise the status is asked for again, because some servers refuse a request
   * for a result that is not there yet.
   */
  private handleRefusal(error: unknown): void {
    const { status, message } = this.task;
    if (isTimeout(error)) return;
    if (!(error instanceof ProtocolError) || hasEnded(this.task)) {
      const why = message ?? (error as Error).message;
      throw new CallFailure(
        'refused',
        status === 'cancelled' ? `The server cancelled the task: ${why}` : why,
        error,
      );
    }
    this.refusedIn = status;
  }

  private learn(task: Task): void {
    const { status, message } = this.task;
    this.task = task;
    if (task.status === status && task.message === message) return;
    this.refusedIn = undefined;
    this.show();
  }

  /**
   * Reports the status as progress. A new status restarts the time limit, which pauses while the server waits for the
   * user.
   */
  private show(): void {
    const { status, message } = this.task;
    this.releaseLimits();
    if (status === 'input_required') this.releaseLimits = this.limits.hold();
    else this.limits.restart();
    const name = statusName(status);
    this.onProgress({
      progress: ++this.changes,
      message: message === undefined ? name : `${name}: ${message}`,
    });
  }

  private listen(): () => void {
    return this.live.connection.tasks.listen(this.task.id, this.token, {
      call: { id: this.callId, hold: () => this.limits.hold() },
      onStatus: (task) => {
        this.reported = task;
        this.wake();
      },
      onProgress: (progress) => {
        if (this.task.status === 'working') this.limits.restart();
        this.onProgress(progress);
      },
    });
  }

  private askStatus(): Promise<Event> {
    const { signal } = this.round;
    return this.live
      .use(({ tasks }) => tasks.get(this.task.id, { signal, timeout: ANSWER_LIMIT_MS }))
      .then(
        (task) => ({ kind: 'status', task }),
        (error: unknown) => ({ kind: 'statusFailed', error }),
      );
  }

  private askResult(): Promise<Event> {
    const { signal } = this.round;
    const { maxTimeout } = this.host.definition;
    const limit = hasEnded(this.task) ? ANSWER_LIMIT_MS : maxTimeout;
    this.awaitedIn = this.task.status;
    return this.live
      .use(({ tasks }) => tasks.result(this.task.id, { signal, timeout: limit }))
      .then(
        (result) => ({ kind: 'result', result }),
        (error: unknown) => ({ kind: 'resultFailed', error }),
      );
  }

  /**
   * Goes on with the task over a new connection: a task outlives the connection that it began on, if its server does.
   */
  private async reconnect(error: unknown): Promise<void> {
    this.round.abort();
    this.round = new AbortController();
    this.asking = undefined;
    this.awaiting = undefined;
    this.losses += 1;
    if (this.losses > MAX_LOSSES) throw this.lost(error);
    if (this.losses > 1) await this.pause(Math.min(POLL.most, POLL.usual * 2 ** (this.losses - 2)));
    const isProcess = this.host.definition.launch.kind === 'stdio';
    if ((!isProcess && forgotSession(error, this.live.connection.catalog.era)) || neverArrived(error))
      this.host.renew(this.live, error);
    try {
      this.live = await this.host.acquire(this.stop);
    } catch (failure) {
      this.stop.throwIfAborted();
      throw this.lost(failure);
    }
    this.asking = this.askStatus();
  }

  private async pause(ms: number): Promise<void> {
    let cancelAlarm = (): void => undefined;
    const over = new Promise<void>((resolve) => (cancelAlarm = this.host.clock.after(ms, resolve)));
    await Promise.race([over, this.stopped]).finally(cancelAlarm);
  }

  private interval(): number {
    const asked = this.task.pollInterval ?? POLL.usual;
    return Math.min(POLL.most, Math.max(POLL.least, asked));
  }

  private unanswered(error: unknown): CallFailure {
    if (!(error instanceof ProtocolError)) return new CallFailure('refused', (error as Error).message, error);
    const why = `Server "${this.host.name}" no longer knows the task of this call`;
    return new CallFailure('lost', `${why}: ${(error as Error).message}`, error);
  }

  private lost(error: unknown): CallFailure {
    const why = `Server "${this.host.name}" went away while the task of this call was running`;
    return new CallFailure('lost', `${why}. ${(error as Error).message}`, error);
  }
}

function statusName(status: Task['status']): string {
  const names = {
    working: t({ message: 'working', comment: 'the status of a task' }),
    input_required: t({ message: 'input required', comment: 'the status of a task' }),
    completed: t({ message: 'completed', comment: 'the status of a task' }),
    failed: t({ message: 'failed', comment: 'the status of a task' }),
    cancelled: t({ message: 'cancelled', comment: 'the status of a task' }),
  };
  return names[status];
}

function hasEnded({ status }: Task): boolean {
  return status !== 'working' && status !== 'input_required';
}

function isLoss(error: unknown): boolean {
  if (httpStatus(error) !== undefined || causeCode(error) !== undefined) return true;
  if (error instanceof SdkError)
    return error.code === SdkErrorCode.ConnectionClosed || error.code === SdkErrorCode.NotConnected;
  return (error as Error).message === 'fetch failed' || (error as Error).message === 'Not connected';
}

function isTimeout(error: unknown): boolean {
  return error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
}

export interface StartedTask {
  readonly live: LiveConnection;
  readonly task: Task;
  readonly token: string;
}
