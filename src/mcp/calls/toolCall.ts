import type { CallToolResult, Tool } from '@modelcontextprotocol/client';
import { msg } from '../../base/common/message.ts';
import { CallFailure } from '../runningCalls/callFailure.ts';
import type { LiveConnection } from '../connection/liveConnection.ts';
import { query, type CallHost } from './query.ts';
import { followTask, startTask } from '../tasks/task.ts';
import { mayRunAsTask } from '../connection/taskRequests.ts';

export interface CallOptions {
  /** Questions that the server asks during the call carry this id. */
  readonly id?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: {
    progress: number;
    total?: number | undefined;
    message?: string | undefined;
  }) => void;
}

/** Calls a tool as `query` makes requests; as a task, where tool and server want that. @throws CallFailure */
export async function callTool(
  host: CallHost,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  options: CallOptions,
): Promise<CallToolResult> {
  const { signal } = options;
  const started = await query(host, {
    what: msg('Tool execution'),
    signal,
    send: (live) => start(live, host, tool, args, options),
  });
  if (started.kind === 'result') return started.result;
  try {
    return await followTask(host, started, options);
  } catch (error) {
    if (!(error instanceof CallFailure)) throw error;
    throw new CallFailure(error.reason, error.text.map(host.mask), error.cause);
  }
}

async function start(
  live: LiveConnection,
  { definition }: CallHost,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { id, signal, onProgress }: CallOptions,
) {
  if (mayRunAsTask(tool, live.connection.catalog))
    return startTask(live, tool, args, definition, { signal, onProgress });
  const result = await live.callTool(tool, args, {
    id,
    signal,
    onprogress: onProgress,
    timeout: definition.timeout,
    maxTimeout: definition.maxTimeout,
  });
  return { kind: 'result', result } as const;
}
