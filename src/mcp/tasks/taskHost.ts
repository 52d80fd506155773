/** What a task needs of its server and of whoever waits for it. */
import type { Clock } from '../../base/common/clock.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { LiveConnection } from '../connecting/live.ts';
import type { Task, TaskProgress } from './taskRequests.ts';

/** The server, as a task needs it. */
export interface TaskHost {
  readonly name: string;
  readonly definition: ServerDefinition;
  readonly clock: Clock;
  /** A connection that is up. @throws CallFailure when there is none to be had. */
  acquire(signal: AbortSignal): Promise<LiveConnection>;
  /** Replaces that connection, which turned out to be of no use; once for all who ask. */
  renew(live: LiveConnection, error: unknown): void;
}

/** Who waits for the task. */
export interface TaskCaller {
  /** What the embedder knows the call by. */
  readonly id?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: TaskProgress) => void;
}

/** A task, and the connection over which it was started. */
export interface StartedTask {
  readonly live: LiveConnection;
  readonly task: Task;
  readonly token: string;
}
