/** Runs the tool calls of one step, all at once. */
import type { CallRequest, Message } from '../../models/index.ts';
import type { Approval, ApprovalReason, ProgressUpdate } from '../../protocol/index.ts';
import {
  cancelledResult,
  failedResult,
  marksOfResult,
  textContent,
  type Tool,
  type ToolResult,
  type ToolSet,
} from '../../tools/index.ts';
import { EventQueue } from './eventQueue.ts';
import type { TurnEvent } from '../conversation/events.ts';
import { isRecord } from '../../base/common/guards.ts';
import { untilAborted } from '../../base/common/abort.ts';

/** What the user said to a call; a refusal's reason is for the model to read. */
export type ApprovalOutcome =
  | {
      readonly allowed: true;
      /** Where the user has changed them. */
      readonly args?: Readonly<Record<string, unknown>> | undefined;
      /** The reasons that the user was told. */
      readonly approved: readonly ApprovalReason[];
    }
  | { readonly allowed: false; readonly reason: string };

/** A call that may not run before the user has spoken. */
export interface ApprovalNeeded {
  readonly kind: 'ask';
  readonly approval: Approval;
  /** Asks, about the call of that id. When the signal is aborted nobody waits any more. */
  ask(id: string, signal: AbortSignal): Promise<ApprovalOutcome>;
}

/** Whether a call may run, or what has to be asked first. */
export type ApprovalDecision =
  | { readonly kind: 'allowed'; readonly approved: readonly ApprovalReason[] }
  | ApprovalNeeded;

/** Decides about a call, before it runs. */
export type Approve = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  call: CallRequest,
) => Promise<ApprovalDecision>;

/** What the calls of a step need. */
export interface StepCalls {
  readonly step: number;
  readonly calls: readonly CallRequest[];
  readonly tools: ToolSet;
  readonly approve: Approve;
  readonly signal: AbortSignal;
  /** What the model is told of a name that is none of a tool, if there is something to say. */
  readonly unknownTool?: (name: string) => string | undefined;
}

type ToolMessage = Extract<Message, { role: 'tool' }>;

/**
 * Runs the calls in parallel and yields what happens in the order in which it happens. Returns the tool
 * messages in the order of the calls, one for each, however it ended: a history with a call that has no
 * result is refused by endpoints.
 */
export async function* runCalls(
  step: StepCalls,
): AsyncGenerator<TurnEvent, readonly ToolMessage[], undefined> {
  const queue = new EventQueue<TurnEvent>();
  const running = Promise.all(step.calls.map((call) => runCall(call, step, (event) => queue.push(event))));
  void running.then(
    () => queue.end(),
    () => queue.end(),
  );
  yield* queue;
  return running;
}

async function runCall(
  call: CallRequest,
  step: StepCalls,
  emit: (event: TurnEvent) => void,
): Promise<ToolMessage> {
  const tool = step.tools.get(call.name);
  let startedAt = performance.now();
  emit({
    type: 'callStart',
    id: call.id,
    step: step.step,
    source: tool?.source ?? { kind: 'unknown' },
    toolName: tool?.name ?? call.name,
    ...(tool?.title !== undefined && { title: tool.title }),
    wireName: call.name,
    argsText: call.argsText,
    ...(call.notes && { notes: call.notes }),
  });
  const result = await settle(call, tool, step, (event) => {
    // The time the user takes to decide is not the tool's.
    if (event.type === 'callAllowed') startedAt = performance.now();
    emit(event);
  });
  // Without marks a call counts as one of an earlier version, whose marks are derived (dataMarks.ts).
  const { marks = [] } = result;
  emit({
    type: 'callEnd',
    id: call.id,
    result: { ...result, marks },
    durationMs: performance.now() - startedAt,
  });
  return { role: 'tool', callId: call.id, content: result.content, isError: result.status !== 'success' };
}

async function settle(
  call: CallRequest,
  tool: Tool | undefined,
  step: StepCalls,
  emit: (event: TurnEvent) => void,
): Promise<ToolResult> {
  if (!tool) return failedResult(step.unknownTool?.(call.name) ?? unknownTool(call.name));
  const parsed = parseArguments(call.argsText);
  if ('problem' in parsed) {
    return failedResult(
      `The arguments are not a valid JSON object: ${parsed.problem}. The tool was not run. Repeat the call with valid arguments.`,
    );
  }
  if (step.signal.aborted) return cancelledResult;
  try {
    // A tool that does not listen to the signal is not waited for.
    return await untilAborted(runAllowed(call, tool, parsed.args, step, emit), step.signal);
  } catch (error) {
    if (step.signal.aborted) return cancelledResult;
    // Tools do not reject; one that does has a bug, which must not take the turn with it.
    return failedResult(`The tool failed unexpectedly: ${(error as Error).message}`);
  }
}

function unknownTool(name: string): string {
  return `The tool "${name}" is not available. It may be disabled, or its server may be disconnected.`;
}

/** Runs the call, if need be after the user has allowed it, with the arguments that they made of it. */
async function runAllowed(
  call: CallRequest,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  { approve, signal }: StepCalls,
  emit: (event: TurnEvent) => void,
): Promise<ToolResult> {
  const { id } = call;
  const onProgress = (progress: ProgressUpdate): void => emit({ type: 'callProgress', id, progress });
  const run = async (
    given: Readonly<Record<string, unknown>>,
    approved: readonly ApprovalReason[],
  ): Promise<ToolResult> => {
    const result = await tool.call(given, { id, signal, onProgress, approved });
    return { ...result, marks: marksOfResult(tool, approved, result) };
  };
  const decision = await approve(tool, args, call);
  // Stopped while that was looked at: the turn has its result already.
  if (signal.aborted) return cancelledResult;
  if (decision.kind === 'allowed') return run(args, decision.approved);
  emit({ type: 'callAsk', id, approval: decision.approval });
  const verdict = await decision.ask(id, signal);
  if (!verdict.allowed) {
    const text = `The user did not allow this call. ${verdict.reason}`.trim();
    return { status: 'cancelled', content: textContent(text) };
  }
  const { args: edited, approved } = verdict;
  emit({ type: 'callAllowed', id, ...(edited && { argsText: JSON.stringify(edited) }) });
  const result = await run(edited ?? args, approved);
  if (!edited) return result;
  const note = `The user changed the arguments before the tool ran, to: ${JSON.stringify(edited)}`;
  return { ...result, content: [...textContent(note), ...result.content] };
}

function parseArguments(text: string): { args: Record<string, unknown> } | { problem: string } {
  try {
    const args: unknown = JSON.parse(text);
    if (isRecord(args)) return { args };
    return {
      problem: `they are ${Array.isArray(args) ? 'an array' : args === null ? 'null' : `a ${typeof args}`}`,
    };
  } catch (error) {
    return { problem: (error as Error).message };
  }
}
