/** Tools of Patchbay's own, as `Tool`s: what an embedder can do with its files and its machine. */
import type { ContentPart, DataMark } from '../protocol/index.ts';
import { argumentProblem } from './argumentCheck.ts';
import type { CommandRunner } from './commandRunner.ts';
import type { LineMatcher } from './lineMatcher.ts';
import { cancelledResult, failedResult } from './results.ts';
import type { ApprovalNeed, CallContext, Tool, ToolHints } from './tool.ts';
import { sha256 } from '../base/node/hash.ts';

/** What the core does for built-in tools. */
export interface NativeServices {
  readonly commands: CommandRunner;
  /** @throws SyntaxError when the expression is not valid. */
  readonly matcherFor: (expression: { readonly source: string; readonly flags: string }) => LineMatcher;
}

/** What a tool of Patchbay's own says of itself. */
interface OwnTool {
  /** Does not begin with `mcp__`: the wire names of servers' tools do. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints;
  /** What its calls need as a rule: `free` for what only looks at the workspace. */
  readonly permission: 'free' | 'ask';
  /** What a call with these arguments needs, where that depends on them. They need not fit the schema. */
  readonly approvalNeed?: (args: Readonly<Record<string, unknown>>) => ApprovalNeed | Promise<ApprovalNeed>;
  readonly commandOf?: NonNullable<Tool['commandOf']>;
  readonly destination?: NonNullable<Tool['destination']>;
}

/** What a call brings, with what the data-flow guard has to know of it. */
export interface MarkedContent {
  readonly content: readonly ContentPart[];
  readonly marks: readonly DataMark[];
}

/** A built-in tool as its maker writes it. */
export interface NativeTool extends OwnTool {
  /**
   * Does it. The arguments fit the schema. An error it throws is the result that the model reads, so its message
   * says what is wrong and what to do; the signal's reason is thrown when the call is cancelled.
   */
  run(
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<readonly ContentPart[] | MarkedContent>;
}

/** Makes it one of the tools of the loop. */
export function fromNative(native: NativeTool): Tool {
  const tool = ownTool(native, async (args, context) => {
    const problem = argumentProblem(tool, args);
    if (problem !== undefined) return failedResult(problem.english);
    try {
      const brought = await native.run(args, context);
      return { status: 'success', ...('content' in brought ? brought : { content: brought }) };
    } catch (error) {
      return context.signal.aborted ? cancelledResult : failedResult((error as Error).message);
    }
  });
  return tool;
}

/** Makes a tool of the loop of a function that judges its arguments by itself and never rejects. */
export function ownTool(own: OwnTool, call: Tool['call']): Tool {
  const { name, title, description, inputSchema, hints, permission, approvalNeed, commandOf, destination } =
    own;
  return {
    name,
    source: { kind: 'native' },
    title,
    description,
    inputSchema,
    hints,
    usualNeed: permission,
    approvalNeed: approvalNeed ?? (() => ({ kind: permission, reasons: [] })),
    ...(commandOf && { commandOf }),
    ...(destination && { destination }),
    fingerprint: () => ({ origin: 'native', definition: digest(own) }),
    call,
  };
}

/** An update of Patchbay that makes a tool another one is asked about again. */
function digest({ name, description, inputSchema, hints }: OwnTool): string {
  return sha256(JSON.stringify([name, description, inputSchema, hints]));
}
