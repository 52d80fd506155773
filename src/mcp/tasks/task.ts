/** A tool call that runs as a task (2025-11-25, basic/utilities/tasks). */
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { cancelled } from '../runningCalls/callFailure.ts';
import { CallLimits } from '../runningCalls/callLimits.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { TaskFollower } from './taskFollower.ts';
import type { StartedTask, TaskCaller, TaskHost } from './taskFollower.ts';
import type { Started } from '../connection/taskRequests.ts';
import { untilAborted } from '../../base/common/abort.ts';

const CANCEL_LIMIT_MS = 15_000;

let started = 0;

/** Rejects at once when aborted; the task is then cancelled as soon as its id is known. */
export async function startTask(
  live: LiveConnection,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { timeout, maxTimeout }: ServerDefinition,
  { signal, onProgress }: TaskCaller,
): Promise<Exclude<Started, { kind: 'task' }> | ({ readonly kind: 'task' } & StartedTask)> {
  const token = `task-${++started}`;
  // The specification has tasks ended by `tasks/cancel` alone: the request itself is not cancelled.
  const creating = live.use(({ tasks }) =>
    tasks.create(tool, args, { ttl: maxTimeout, token, onProgress }, { timeout }),
  );
  try {
    const answer = await untilAborted(creating, signal);
    return answer.kind === 'task' ? { ...answer, live, token } : answer;
  } catch (error) {
    if (signal.aborted)
      void creating.then(
        (late) => {
          live.connection.tasks.forget(token);
          return late.kind === 'task' ? cancel(live, late.task.id) : undefined;
        },
        () => undefined,
      );
    throw error;
  }
}

/** @throws CallFailure if the task failed, was cancelled, timed out, or its server forgot it */
export async function followTask(
  host: TaskHost,
  start: StartedTask,
  caller: TaskCaller,
): Promise<CallToolResult> {
  const { timeout, maxTimeout } = host.definition;
  const limits = new CallLimits(host.clock, { timeout, maxTimeout }, caller.signal);
  const follower = new TaskFollower(host, start, caller, limits);
  try {
    return await follower.run();
  } catch (error) {
    if (!limits.signal.aborted) throw error;
    void cancel(follower.live, start.task.id);
    if (caller.signal.aborted) throw cancelled(error);
    throw limits.failure ?? error;
  } finally {
    limits.dispose();
  }
}

async function cancel(live: LiveConnection, id: string): Promise<void> {
  // Nobody waits any more, whether the server got it or not.
  await live.use(({ tasks }) => tasks.cancel(id, { timeout: CANCEL_LIMIT_MS })).catch(() => undefined);
}
