// Runs the calls of one connection within their limits, and finds the call that a question of the server belongs to.
// Only a task's question names its call, but each belongs to one (2025-11-25, basic/transports, "Sending Messages to
// the Server"; in 2026-07-28, questions are parts of answers). Over HTTP a question arrives within the asynchronous
// context of the call's request. Over a pipe, answers are given that context by their ids. Sockets keep the context
// long, so it holds calls weakly.
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  RELATED_TASK_META_KEY,
  type CallToolRequestOptions,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';
import { CallLimits, type CallTimes } from './callLimits.ts';
import { MAX_TIMER_MS, type Clock } from '../../base/common/clock.ts';

export interface RunningCall {
  readonly id: string | undefined;
  /** Pauses its time limit while the user is waited for. Returns how to resume it. */
  hold(): () => void;
}

export interface CallOptions {
  /** The embedder's id. Questions of the server during the call carry it. */
  readonly id?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: NonNullable<CallToolRequestOptions['onprogress']>;
}

/** The beginning of progress that the SDK itself reports when it answers a question within a call. */
const OWN_PROGRESS = "Fulfilling input required by '";

export class RunningCalls {
  /**
   * True if the connection tells which call a question belongs to. If it is false, a question belongs to a call only if
   * no other one runs.
   */
  isTold = true;
  private readonly clock: Clock;
  private readonly running = new Set<RunningCall>();
  private readonly tasks = new Map<string, RunningCall>();
  private readonly context = new AsyncLocalStorage<WeakRef<RunningCall>>();
  private readonly requests = new Map<RequestId, RunningCall>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Follows the requests and answers of a connected client. No other listener may be set afterwards. */
  follow(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const call = this.current;
      if (call && 'method' in message && 'id' in message) this.requests.set(message.id, call);
      return send(message, options);
    };
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      const answered = 'method' in message ? undefined : message.id;
      const call = answered === undefined ? undefined : this.requests.get(answered);
      if (answered === undefined || !call) return receive?.(message, extra);
      this.requests.delete(answered);
      this.context.run(new WeakRef(call), () => receive?.(message, extra));
    };
  }

  /** Runs a call within its limits. @throws CallFailure at a limit, and what `send` throws */
  async run<T>(
    { id, signal, onProgress }: CallOptions,
    times: CallTimes,
    send: (options: CallToolRequestOptions) => Promise<T>,
  ): Promise<T> {
    const limits = new CallLimits(this.clock, times, signal);
    const call: RunningCall = { id, hold: () => limits.hold() };
    this.running.add(call);
    try {
      const limited: CallToolRequestOptions = {
        signal: limits.signal,
        // The SDK's own limit does not pause for the user.
        timeout: MAX_TIMER_MS,
        onprogress: (progress) => {
          limits.restart();
          if (progress.message?.startsWith(OWN_PROGRESS) !== true) onProgress(progress);
        },
      };
      return await (this.isTold ? this.context.run(new WeakRef(call), () => send(limited)) : send(limited));
    } catch (error) {
      throw limits.failure ?? error;
    } finally {
      limits.dispose();
      this.running.delete(call);
      for (const [request, of] of this.requests) if (of === call) this.requests.delete(request);
    }
  }

  addTask(taskId: string, call: RunningCall): () => void {
    this.running.add(call);
    this.tasks.set(taskId, call);
    return () => {
      this.running.delete(call);
      this.tasks.delete(taskId);
    };
  }

  /** Runs `ask` for a question. The limits of its call, or else of all calls, pause meanwhile. */
  async whileAsked<T>(
    meta: Readonly<Record<string, unknown>> | undefined,
    ask: (call: string | undefined) => Promise<T>,
  ): Promise<T> {
    const asker = this.asker(meta);
    const releases = (asker ? [asker] : [...this.running]).map((call) => call.hold());
    try {
      return await ask(asker?.id);
    } finally {
      for (const release of releases) release();
    }
  }

  private get current(): RunningCall | undefined {
    const call = this.context.getStore()?.deref();
    return call && this.running.has(call) ? call : undefined;
  }

  private asker(meta: Readonly<Record<string, unknown>> | undefined): RunningCall | undefined {
    const related = meta?.[RELATED_TASK_META_KEY] as { readonly taskId?: unknown } | null | undefined;
    if (typeof related?.taskId === 'string') return this.tasks.get(related.taskId);
    const { current } = this;
    if (current) return current;
    const [only, ...others] = this.running;
    return others.length === 0 ? only : undefined;
  }
}
