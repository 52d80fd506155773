/**
 * The calls that run over one connection: how long each may take, and which of them a question of the server
 * belongs to.
 *
 * No question names its call, except that of a task. But each belongs to one (2025-11-25, basic/transports,
 * "Sending Messages to the Server"; 2026-07-28, where questions are part of an answer): over HTTP it comes in the
 * answer to the call's own request, and what is done with an answer goes on in the asynchronous context of the
 * request. Over a pipe all comes from one place; there an answer is given the context of its request by its id.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import {
  RELATED_TASK_META_KEY,
  type CallToolRequestOptions,
  type RequestId,
  type Transport,
} from '@modelcontextprotocol/client';
import { CallLimits } from './callLimits.ts';
import type { Clock } from '../../base/common/clock.ts';

/** A call, as far as a question needs to know it. */
export interface RunningCall {
  /** What the embedder knows it by. */
  readonly id: string | undefined;
  /** Stops its time while the user is waited for. Returns how to let it go on. */
  hold(): () => void;
}

/** How a tool is called. Times in ms: `timeout` from one sign of life to the next, `maxTimeout` in all. */
export interface PlainCallOptions {
  readonly id: string | undefined;
  readonly signal: AbortSignal;
  readonly onprogress: NonNullable<CallToolRequestOptions['onprogress']>;
  readonly timeout: number;
  readonly maxTimeout: number;
}

/** The longest that a timer can be set to: the SDK's own limit, which does not know of the user, is out of the way. */
const NO_LIMIT_MS = 2 ** 31 - 1;

/** The SDK's own words when it has a question answered within a call: no progress of the server's. */
const OWN_PROGRESS = "Fulfilling input required by '";

export class RunningCalls {
  /** Whether anything but being the only one tells which call a question belongs to. */
  isTold = true;
  private readonly clock: Clock;
  private readonly running = new Set<RunningCall>();
  private readonly tasks = new Map<string, RunningCall>();
  private readonly context = new AsyncLocalStorage<RunningCall>();
  private readonly requests = new Map<RequestId, RunningCall>();

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** To be called when a client is connected through `transport`, after which nobody else listens to it. */
  follow(transport: Transport): void {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const call = this.context.getStore();
      if (call && this.running.has(call) && 'method' in message && 'id' in message)
        this.requests.set(message.id, call);
      return send(message, options);
    };
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      const answered = 'method' in message ? undefined : message.id;
      const call = answered === undefined ? undefined : this.requests.get(answered);
      if (answered === undefined || !call) return receive?.(message, extra);
      this.requests.delete(answered);
      this.context.run(call, () => receive?.(message, extra));
    };
  }

  /**
   * Makes a call within its limits. `send` gets the options of the request.
   * @throws CallFailure when either time is over, and what `send` throws.
   */
  async run<T>(
    { id, signal, onprogress, timeout, maxTimeout }: PlainCallOptions,
    send: (options: CallToolRequestOptions) => Promise<T>,
  ): Promise<T> {
    const limits = new CallLimits(this.clock, { timeout, maxTimeout }, signal);
    const call: RunningCall = { id, hold: () => limits.hold() };
    this.running.add(call);
    try {
      const limited: CallToolRequestOptions = {
        signal: limits.signal,
        timeout: NO_LIMIT_MS,
        onprogress: (progress) => {
          limits.restart();
          if (progress.message?.startsWith(OWN_PROGRESS) !== true) onprogress(progress);
        },
      };
      return await (this.isTold ? this.context.run(call, () => send(limited)) : send(limited));
    } catch (error) {
      throw limits.failure ?? error;
    } finally {
      limits.dispose();
      this.running.delete(call);
      for (const [request, of] of this.requests) if (of === call) this.requests.delete(request);
    }
  }

  /** A call that runs as the task with this id. Returns how to say that it is no longer followed here. */
  addTask(taskId: string, call: RunningCall): () => void {
    this.running.add(call);
    this.tasks.set(taskId, call);
    return () => {
      this.running.delete(call);
      this.tasks.delete(taskId);
    };
  }

  /**
   * Has a question answered whose `_meta` this is; `ask` gets the id of the call that it belongs to, if that is
   * known. The time of that call stands still meanwhile, or that of all calls, as any of them may be waiting.
   */
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

  private asker(meta: Readonly<Record<string, unknown>> | undefined): RunningCall | undefined {
    const related = meta?.[RELATED_TASK_META_KEY] as { readonly taskId?: unknown } | null | undefined;
    if (typeof related?.taskId === 'string') return this.tasks.get(related.taskId);
    const call = this.context.getStore();
    if (call && this.running.has(call)) return call;
    const [only, ...others] = this.running;
    return others.length === 0 ? only : undefined;
  }
}
