// A tool call, plain or as a task (2025-11-25, basic/utilities/tasks). From the outside in it passes: `OutputChecks`
// (server/server.ts); `query`, which gets a connection and repeats what was not carried out; `LiveConnection.use`; and,
// in connection/connection.ts, pages to visit, sign-in, time limits, and headers of an outdated definition.
import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { untilAborted } from '../../base/common/abort.ts';
import { msg } from '../../base/common/message.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { mayRunAsTask, type Started } from '../connection/taskRequests.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { CallFailure, cancelled } from '../runningCalls/callFailure.ts';
import { CallLimits } from '../runningCalls/callLimits.ts';
import type { CallOptions } from '../runningCalls/runningCalls.ts';
import { query, type CallHost } from './query.ts';
import { TaskFollower, type StartedTask } from './taskFollower.ts';

const CANCEL_LIMIT_MS = 15_000;

/**
 * Calls a tool, as a task if the tool and the server allow that. A lost call is repeated as `query` does. @throws
 * CallFailure
 */
export async function callTool(
  host: CallHost,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<CallToolResult> {
  const { definition } = host;
  const started = await query(host, {
    what: msg('Tool execution'),
    signal: options.signal,
    isRepeatable: tool.annotations?.readOnlyHint === true || tool.annotations?.idempotentHint === true,
    send: async (live) =>
      mayRunAsTask(tool, live.connection.catalog)
        ? startTask(live, tool, args, definition, options)
        : { kind: 'result' as const, result: await live.callTool(tool, args, options, definition) },
  });
  if (started.kind === 'result') return started.result;
  try {
    return await followTask(host, started, options);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    throw new CallFailure(error.reason, error.text.map(host.redact), error.cause);
  }
}

let tasksSoFar = 0;

/** Creates a task. If `signal` is aborted, rejects at once, and cancels the task as soon as its id is known. */
async function startTask(
  live: LiveConnection,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { timeout, maxTimeout }: ServerDefinition,
  { signal, onProgress }: CallOptions,
): Promise<Exclude<Started, { kind: 'task' }> | ({ readonly kind: 'task' } & StartedTask)> {
  const token = `task-${++tasksSoFar}`;
  // The request itself is not cancelled, because the specification has tasks ended by `tasks/cancel` alone.
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
async function followTask(host: CallHost, start: StartedTask, caller: CallOptions): Promise<CallToolResult> {
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
  // A failure is ignored, because nobody waits for the task any more.
  await live.use(({ tasks }) => tasks.cancel(id, { timeout: CANCEL_LIMIT_MS })).catch(() => undefined);
}
