/**
 * The data-flow guard (decision 013). A secret suspends every permission for calls that can send data out. Content from
 * outside (a remote server, an open-world tool, a resource) suspends it for all servers but its own. With content of
 * the workspace, reads of a remote server's resources also ask, because the choice of resources can spell out text.
 */
import type { ApprovalReason, DataMark } from '../protocol/index.ts';
import type { Destination, Tool, ToolResult } from './tool.ts';

/** Most marks of a call: the server names the content of a result, and could name anything. */
const MAX_MARKS = 50;

export function marksOfResult(
  tool: Tool,
  approved: readonly ApprovalReason[],
  { status, marks = [] }: ToolResult,
): readonly DataMark[] {
  const secrets = secretsOf(approved);
  const outside: readonly DataMark[] =
    tool.bringsOutsideContent !== undefined && status !== 'cancelled' && status !== 'denied'
      ? [{ kind: 'outside', source: tool.bringsOutsideContent }]
      : [];
  return unique([...secrets, ...marks, ...outside]).slice(0, MAX_MARKS);
}

export function secretsOf(approved: readonly ApprovalReason[]): readonly DataMark[] {
  return approved.flatMap((reason): DataMark[] =>
    reason.kind === 'sensitiveFile' ? [{ kind: 'secret', source: reason.path }] : [],
  );
}

export type DataFlow = Extract<ApprovalReason, { kind: 'dataFlow' }>;

/** Returns the secrets in the conversation, or else the content from outside, or undefined if there is neither. */
export function dataFlowOf(
  destination: Destination | undefined,
  marks: readonly DataMark[],
): DataFlow | undefined {
  if (!destination) return undefined;
  const { source: to, label, isRemote, choice } = destination;
  const secrets = marks.filter(({ kind }) => kind === 'secret');
  const others = isRemote
    ? marks.filter(
        ({ kind, source }) =>
          source !== to &&
          // A call with arguments asks anyway, but the choice of a resource would not be asked about.
          (kind === 'outside' || (kind === 'workspace' && choice !== undefined)),
      )
    : [];
  const held = secrets.length > 0 ? secrets : others;
  return held.length === 0
    ? undefined
    : {
        kind: 'dataFlow',
        marks: unique(held),
        destination: label,
        // Reasons are compared as a whole, so an absent field must not become undefined.
        ...(isRemote && choice && { isChoice: true }),
      };
}

export function unique(marks: readonly DataMark[]): readonly DataMark[] {
  return [...new Map(marks.map((mark) => [markKey(mark), mark])).values()];
}

export function markKey({ kind, source }: DataMark): string {
  return `${kind} ${source}`;
}
