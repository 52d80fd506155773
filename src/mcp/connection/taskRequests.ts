/**
 * Sends the requests of tasks (2025-11-25, basic/utilities/tasks), for which the SDK's client has types but no methods.
 */
import {
  SdkError,
  SdkErrorCode,
  specTypeSchemas,
  type CallToolResult,
  type Client,
  type RequestOptions,
  type Tool,
  type Transport,
} from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { CallOptions, RunningCalls, RunningCall } from '../runningCalls/runningCalls.ts';
import { plainText } from '../../base/common/text.ts';
import { pathToMember } from '../common/unreadable.ts';

export interface Task {
  readonly id: string;
  readonly status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
  /** The server's words about the status, as plain and bounded text. */
  readonly message: string | undefined;
  /** The time in ms between two questions that the server wants, not bounded yet. */
  readonly pollInterval: number | undefined;
}

/** A server may answer with the result instead of a task. */
export type Started =
  | { readonly kind: 'task'; readonly task: Task }
  | { readonly kind: 'result'; readonly result: CallToolResult };

export interface TaskListener {
  readonly call: RunningCall;
  readonly onStatus: (task: Task) => void;
  readonly onProgress: CallOptions['onProgress'];
}

export interface TaskOptions {
  readonly ttl: number;
  readonly token: string;
  readonly onProgress: CallOptions['onProgress'];
}

/** Tasks over one connection. Every request throws as the SDK's `client.request` does. */
export interface TaskRequests {
  /**
   * Calls a tool as a task that the server keeps for `ttl` ms. Progress goes to `onProgress` until `listen`. The caller
   * calls `listen` or `forget` for each task.
   */
  create(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    task: TaskOptions,
    options: RequestOptions,
  ): Promise<Started>;
  get(id: string, options: RequestOptions): Promise<Task>;
  result(id: string, options: RequestOptions): Promise<CallToolResult>;
  cancel(id: string, options: RequestOptions): Promise<void>;
  listen(id: string, token: string, listener: TaskListener): () => void;
  forget(token: string): void;
}

/** The longest id of a task, in characters. It is far longer than any id in use, and bounds memory. */
const MAX_ID = 1_000;
const MAX_MESSAGE = 500;

const taskSchema = z
  .object({
    taskId: z.string().min(1).max(MAX_ID),
    status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled']),
    statusMessage: z.unknown().optional(),
    pollInterval: z.number().optional().catch(undefined),
  })
  .transform(({ taskId, status, statusMessage, pollInterval }): Task => {
    return { id: taskId, status, message: plainText(statusMessage, MAX_MESSAGE), pollInterval };
  });
const createdSchema = z.object({ task: taskSchema });
const anything = z.looseObject({});
const progressSchema = z.object({
  method: z.literal('notifications/progress'),
  params: z.object({
    progressToken: z.string(),
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().optional(),
  }),
});

export function mayRunAsTask(
  tool: Tool,
  {
    era,
    capabilities,
  }: { era: 'legacy' | 'modern'; capabilities: ReturnType<Client['getServerCapabilities']> },
): boolean {
  const support = tool.execution?.taskSupport;
  if (support !== 'required' && support !== 'optional') return false;
  return era === 'legacy' && capabilities?.tasks?.requests?.tools?.call !== undefined;
}

/**
 * Returns the requests for tasks of a client, and has to be called before the client is connected. Tasks with a
 * listener count as `running`.
 */
export function taskRequests(
  client: Client,
  transport: Transport,
  running: RunningCalls,
  send: <T>(signal: AbortSignal | undefined, request: () => Promise<T>) => Promise<T>,
): TaskRequests {
  const listeners = new Map<string, TaskListener>();
  client.setNotificationHandler('notifications/tasks/status', { params: taskSchema }, (task) =>
    listeners.get(task.id)?.onStatus(task),
  );
  // The SDK drops the progress handler at the first answer, and a task is answered at once.
  const tokens = new Map<string, TaskListener['onProgress']>();
  const before = transport.onmessage;
  transport.onmessage = (message, extra) => {
    before?.(message, extra);
    if (tokens.size === 0 || !('method' in message) || message.method !== 'notifications/progress') return;
    const told = progressSchema.safeParse(message);
    if (told.success) tokens.get(told.data.params.progressToken)?.(told.data.params);
  };
  const request = <S extends z.ZodType>(
    method: string,
    params: Record<string, unknown>,
    schema: S,
    options: RequestOptions,
  ): Promise<z.output<S>> =>
    send(options.signal, () => client.request({ method, params }, schema, options) as Promise<z.output<S>>);
  return {
    create: async (tool, args, { ttl, token, onProgress }, options) => {
      const params = {
        name: tool.name,
        arguments: { ...args },
        task: { ttl },
        _meta: { progressToken: token },
      };
      // The token is set before the request, because progress can arrive in one piece with the answer.
      tokens.set(token, onProgress);
      let started: Started | undefined;
      try {
        started = startedBy(await request('tools/call', params, anything, options));
        return started;
      } finally {
        if (started?.kind !== 'task') tokens.delete(token);
      }
    },
    get: (taskId, options) => request('tasks/get', { taskId }, taskSchema, options),
    result: async (taskId, options) =>
      toolResult(await request('tasks/result', { taskId }, anything, options)),
    cancel: async (taskId, options) => {
      await request('tasks/cancel', { taskId }, anything, options);
    },
    listen: (id, token, listener) => {
      listeners.set(id, listener);
      tokens.set(token, listener.onProgress);
      const remove = running.addTask(id, listener.call);
      return () => {
        remove();
        listeners.delete(id);
        tokens.delete(token);
      };
    },
    forget: (token) => void tokens.delete(token),
  };
}

function startedBy(answer: Record<string, unknown>): Started {
  if (answer['task'] === undefined) return { kind: 'result', result: toolResult(answer) };
  const created = createdSchema.safeParse(answer);
  if (!created.success) throw invalid('The server answered with a task that is none.');
  return { kind: 'task', task: created.data.task };
}

function toolResult(answer: unknown): CallToolResult {
  const judged = specTypeSchemas.CallToolResult['~standard'].validate(answer);
  if (judged.issues === undefined) return judged.value;
  const member = pathToMember(judged.issues[0]?.path ?? []);
  throw invalid(
    `The result of the task cannot be read: its member "${member}" is missing or of the wrong type.`,
  );
}

function invalid(message: string): SdkError {
  return new SdkError(SdkErrorCode.InvalidResult, message);
}
