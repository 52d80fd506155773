import type { CallRequest, Message } from '../../models/index.ts';
import type { Approval, ApprovalReason, ProgressUpdate } from '../../protocol/index.ts';
import {
  argumentProblem,
  CallOutput,
  cancelledResult,
  failedResult,
  ignoredArguments,
  marksOfResult,
  notRunText,
  refusedResult,
  textContent,
  unfitResult,
  untrustedResult,
  type PlannedEdit,
  type ProposedEditOf,
  type Tool,
  type ToolResult,
  type ToolSet,
} from '../../tools/index.ts';
import type { OnTurnEvent } from '../conversation/events.ts';
import type { TurnInstructions } from '../instructions/instructions.ts';
import { CallOrder, type CallPlace } from './callOrder.ts';
import type { CallStops } from './callStops.ts';
import { isRecord } from '../../base/common/guards.ts';
import { jsonFault } from '../../base/common/jsonFault.ts';
import { untilAborted } from '../../base/common/abort.ts';

/** Outcome of a question to the user. The reason of a denial is for the model. */
export type ApprovalOutcome =
  | {
      readonly allowed: true;
      /** Arguments as the user edited them; absent if they did not. */
      readonly args?: Readonly<Record<string, unknown>> | undefined;
      readonly approved: readonly ApprovalReason[];
      /** The change of a file that the card showed. */
      readonly shownEdit?: Promise<PlannedEdit | undefined> | undefined;
    }
  | { readonly allowed: false; readonly reason: string };

export interface ApprovalNeeded {
  readonly kind: 'ask';
  /** Returns what the user is shown, with the change of a file. */
  approval(): Promise<Approval>;
  ask(id: string, signal: AbortSignal): Promise<ApprovalOutcome>;
}

export type Approve = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  call: CallRequest,
) => Promise<{ readonly kind: 'allowed'; readonly approved: readonly ApprovalReason[] } | ApprovalNeeded>;

export interface StepCalls {
  readonly step: number;
  readonly calls: readonly CallRequest[];
  readonly tools: ToolSet;
  readonly approve: Approve;
  /**
   * Runs before a call that may change files, and is awaited. It comes after the decision, so that nobody is asked
   * later because of it.
   */
  readonly beforeChange?: ((call: string) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
  /** Id of the conversation; absent for a manual call. */
  readonly conversation?: string | undefined;
  readonly callStops?: CallStops | undefined;
  readonly proposedEdit?: ProposedEditOf | undefined;
  readonly instructions?: Pick<TurnInstructions, 'below'> | undefined;
  /**
   * Returns how many milliseconds questions of the call's server have waited for the user, which is not the call's
   * time.
   */
  readonly waitedMs?: ((call: string) => number) | undefined;
  readonly onEvent: OnTurnEvent;
  /** Returns what the model is told about a name that no tool has, or undefined for the usual text. */
  readonly unknownTool?: (name: string) => string | undefined;
}

type ToolMessage = Extract<Message, { role: 'tool' }>;

interface EndedCall {
  readonly message: ToolMessage;
  readonly files: readonly string[];
}

/**
 * Runs the calls of a step, all at once as far as their order allows (callOrder.ts). Returns a tool message for each, in
 * their order, because endpoints refuse a call without a result.
 */
export async function runCalls(step: StepCalls): Promise<readonly ToolMessage[]> {
  const order = new CallOrder();
  const ended = await Promise.all(step.calls.map((call) => runCall(call, step, order)));
  const messages = ended.map(({ message }) => message);
  if (!step.instructions || ended.every(({ files }) => files.length === 0)) return messages;
  const { given, files } = await step.instructions.below(ended.map((each) => each.files));
  if (files.length > 0) step.onEvent({ type: 'instructions', files, isNested: true });
  return messages.map((message, index) => {
    const instructions = given[index] ?? [];
    return instructions.length === 0 ? message : { ...message, instructions };
  });
}

async function runCall(call: CallRequest, step: StepCalls, order: CallOrder): Promise<EndedCall> {
  const { onEvent } = step;
  const tool = step.tools.get(call.name);
  let startedAt: number | undefined = performance.now();
  onEvent({
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
  const output = new CallOutput();
  let hasEnded = false;
  const signal = step.callStops?.begin(call.id, step.signal) ?? step.signal;
  const settled = await settle(call, tool, { ...step, signal }, order, output, (event) => {
    // A stopped tool may go on to write. Its result does not have that any more, so the chat does not get it either.
    if (hasEnded) return;
    // The time in which the user decides, or an earlier call runs, is not the tool's.
    if (event.type === 'callAsk' || event.type === 'callWait') startedAt = undefined;
    if (event.type === 'callAllowed' || event.type === 'callTurn') startedAt = performance.now();
    onEvent(event);
  });
  hasEnded = true;
  step.callStops?.end(call.id);
  const durationMs =
    startedAt === undefined
      ? 0
      : Math.max(0, performance.now() - startedAt - (step.waitedMs?.(call.id) ?? 0));
  const ignored = ignoredArguments(call.name, call.notes ?? []);
  const result = output.completed(
    ignored === undefined ? settled : { ...settled, content: [...settled.content, ...textContent(ignored)] },
    durationMs,
  );
  // The marks are always set, because a call without any counts as one of an earlier version (dataMarks.ts).
  const { marks = [] } = result;
  onEvent({
    type: 'callEnd',
    id: call.id,
    result: { ...result, marks },
    durationMs,
  });
  const { status, content, commandEnd, files = [], skill } = result;
  const isError = status !== 'success' && !commandEnd;
  const message = {
    role: 'tool',
    callId: call.id,
    content,
    isError,
    ...(skill !== undefined && { skill }),
  } as const;
  return { message, files };
}

async function settle(
  call: CallRequest,
  tool: Tool | undefined,
  step: StepCalls,
  order: CallOrder,
  output: CallOutput,
  emit: OnTurnEvent,
): Promise<ToolResult> {
  if (!tool) return failedResult(step.unknownTool?.(call.name) ?? unknownTool(call.name));
  if (tool.needsTrust?.()) return untrustedResult;
  if (call.cutBy)
    return refusedResult(notRunText(`${ends[call.cutBy]} in the middle of this call.`, retries[call.cutBy]));
  const parsed = parseArguments(call.argsText);
  if ('problem' in parsed) {
    return unfitResult(`The arguments are not a valid JSON object: ${parsed.problem}.`);
  }
  if (step.signal.aborted) return cancelledResult;
  const place = order.add(tool, parsed.args);
  try {
    // The wait ends with the signal, because a tool may ignore it.
    return await untilAborted(runAllowed(call, place, step, output, emit), step.signal);
  } catch (error) {
    if (step.signal.aborted) return cancelledResult;
    // Tools are not supposed to reject. A bug in one must not end the turn.
    return failedResult(`The tool failed unexpectedly: ${(error as Error).message}`);
  } finally {
    place.end();
  }
}

function unknownTool(name: string): string {
  return `The tool "${name}" is not available. It may be disabled, or its server may be disconnected.`;
}

async function runAllowed(
  call: CallRequest,
  place: CallPlace,
  { tools, approve, beforeChange, signal, proposedEdit, conversation }: StepCalls,
  output: CallOutput,
  emit: OnTurnEvent,
): Promise<ToolResult> {
  const { id } = call;
  const { tool, args } = place;
  const onProgress = (progress: ProgressUpdate): void => {
    output.addProgress(progress);
    emit({ type: 'callProgress', id, progress });
  };
  const run = async (
    given: Readonly<Record<string, unknown>>,
    approved: readonly ApprovalReason[],
    shown?: PlannedEdit,
  ): Promise<ToolResult> => {
    // The change is planned again, because the file may have changed while the user decided. The result has what the
    // call changes in the file as it is now.
    const planned = await (shown ? shown.replan() : proposedEdit?.(tool, given));
    output.start(tool, approved);
    const canCall = (name: string): boolean => tools.get(name)?.source.kind === 'native';
    const result = await tool.call(given, {
      id,
      conversation,
      signal,
      onProgress,
      onOutput: output.add,
      approved,
      canCall,
    });
    const isRefused = result.status === 'error' && approved.some(({ kind }) => kind === 'refusedFile');
    return {
      ...result,
      ...(isRefused && { isRefused }),
      marks: marksOfResult(tool, approved, result),
      edit: result.status === 'success' ? (planned?.edit ?? result.edit) : result.edit,
    };
  };
  const untilReached = async (): Promise<void> => {
    let hasWaited = false;
    await place.reached(() => {
      hasWaited = true;
      emit({ type: 'callWait', id });
    });
    if (hasWaited) emit({ type: 'callTurn', id });
  };
  const untilReady = async (): Promise<void> => {
    await untilReached();
    if (tool.hints.readOnly !== true && !signal.aborted) await beforeChange?.(id);
  };
  if (place.isFar) await untilReached();
  let decision = await approve(tool, args, call);
  // The user is not asked about a call that its tool would refuse.
  let refusal = decision.kind === 'ask' ? await refusalOf(tool, args) : undefined;
  if (refusal?.isOfFiles && place.earlier.length > 0) {
    // An earlier call may yet make of the files what this one needs.
    await untilReached();
    decision = await approve(tool, args, call);
    refusal = decision.kind === 'ask' ? await refusalOf(tool, args) : undefined;
  }
  if (refusal) return refusal.result;
  if (decision.kind === 'allowed') await untilReady();
  // If the turn was stopped meanwhile, it already has a result for the call.
  if (signal.aborted) return cancelledResult;
  if (decision.kind === 'allowed') return run(args, decision.approved);
  emit({ type: 'callAsk', id, approval: await decision.approval() });
  const verdict = await decision.ask(id, signal);
  if (!verdict.allowed) {
    const text = `The user did not allow this call. ${verdict.reason}`.trim();
    return { status: 'denied', content: textContent(text) };
  }
  const { args: edited, approved } = verdict;
  if (edited) place.change(edited);
  const shown = await verdict.shownEdit;
  await untilReady();
  if (signal.aborted) return cancelledResult;
  emit({ type: 'callAllowed', id, ...(edited && { argsText: JSON.stringify(edited) }) });
  const result = await run(edited ?? args, approved, shown);
  if (!edited) return result;
  const note = `The user changed the arguments before the tool ran, to: ${JSON.stringify(edited)}`;
  return { ...result, content: [...textContent(note), ...result.content] };
}

/** Returns why the tool would refuse the call: for its arguments, or for the files as they are now. */
async function refusalOf(
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
): Promise<{ readonly result: ToolResult; readonly isOfFiles: boolean } | undefined> {
  const problem = argumentProblem(tool, args);
  if (problem) return { result: unfitResult(problem.english), isOfFiles: false };
  const text = await tool.refusal?.(args);
  return text === undefined ? undefined : { result: refusedResult(text), isOfFiles: true };
}

type CutBy = NonNullable<CallRequest['cutBy']>;

const ends: Readonly<Record<CutBy, string>> = {
  limit: 'The answer reached its output limit',
  filter: 'The content filter of the endpoint ended the answer',
  end: 'The endpoint ended the answer',
};

const retries: Readonly<Record<CutBy, string>> = {
  limit: 'Repeat it with shorter arguments: what is long goes into several calls.',
  filter: '',
  end: 'Repeat the call.',
};

function parseArguments(text: string): { args: Record<string, unknown> } | { problem: string } {
  try {
    const args: unknown = JSON.parse(text);
    if (isRecord(args)) return { args };
    return {
      problem: `they are ${Array.isArray(args) ? 'an array' : args === null ? 'null' : `a ${typeof args}`}`,
    };
  } catch {
    return { problem: jsonFault(text).english };
  }
}
