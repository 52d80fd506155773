/**
 * The data-flow guard: what a conversation has read, and where a call could send it (decision 013).
 *
 * A secret (a sensitive file) suspends every remembered permission for calls that can send data out. Content of others
 * (a remote server, an open-world tool, a resource) suspends it for servers other than the one that it came from.
 */
import type { ApprovalReason, DataMark } from '../protocol/index.ts';
import type { Destination, Tool, ToolResult } from './tool.ts';

/** Marks that one call can add: what a result names is the server's. */
const MAX_MARKS = 50;

/** The marks of a result: of what was approved, of where it comes from, and of what the tool itself says. */
export function marksOfResult(
  tool: Tool,
  approved: readonly ApprovalReason[],
  { status, marks = [] }: ToolResult,
): readonly DataMark[] {
  const secrets = approved.flatMap((reason): DataMark[] =>
    reason.kind === 'sensitiveFile' ? [{ kind: 'secret', source: reason.path }] : [],
  );
  const outside: readonly DataMark[] =
    tool.bringsOutsideContent !== undefined && status !== 'cancelled'
      ? [{ kind: 'outside', source: tool.bringsOutsideContent }]
      : [];
  return unique([...secrets, ...marks, ...outside]).slice(0, MAX_MARKS);
}

/**
 * What the guard has to say of a call that sends data there: the secrets that the conversation holds, or else content
 * from elsewhere. Undefined: nothing.
 */
export function dataFlowOf(
  destination: Destination | undefined,
  marks: readonly DataMark[],
): Extract<ApprovalReason, { kind: 'dataFlow' }> | undefined {
  if (!destination) return undefined;
  const secrets = marks.filter(({ kind }) => kind === 'secret');
  const others = destination.isRemote
    ? marks.filter(({ kind, source }) => kind === 'outside' && source !== destination.source)
    : [];
  const held = secrets.length > 0 ? secrets : others;
  return held.length === 0
    ? undefined
    : { kind: 'dataFlow', marks: unique(held), destination: destination.label };
}

/** Each mark once. */
export function unique(marks: readonly DataMark[]): readonly DataMark[] {
  return [...new Map(marks.map((mark) => [markKey(mark), mark])).values()];
}

/** The same for the same mark. */
export function markKey({ kind, source }: DataMark): string {
  return `${kind} ${source}`;
}
