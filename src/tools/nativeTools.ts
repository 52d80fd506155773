import type { CommandEnd, ContentPart, DataMark } from '../protocol/index.ts';
import { argumentProblem } from './argumentCheck.ts';
import type { LiveCommands } from './liveCommands.ts';
import type { LineMatcher, MatchedExpression } from './lineMatcher.ts';
import type { PageFetcher } from './web/pageFetcher.ts';
import { cancelledResult, failedResult, unfitResult, untrustedResult } from './results.ts';
import type { CallContext, EarlierCalls, Tool, ToolEffect, ToolHints, ToolResult } from './tool.ts';
import { sha256 } from '../base/node/hash.ts';

export interface NativeServices {
  readonly commands: LiveCommands;
  /** @throws SyntaxError when the expression is not valid. */
  readonly matcherFor: (expression: MatchedExpression) => LineMatcher;
  readonly pages: PageFetcher;
}

interface OwnTool {
  /** Name of the tool. It never begins with `mcp__`, as wire names of servers' tools do. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints;
  /** `free` tools only read the workspace. */
  readonly permission: 'free' | 'ask';
  /** Set if the need depends on the arguments, which may not fit the schema. */
  readonly approvalNeed?: Planned<Tool['approvalNeed']> | undefined;
  readonly commandOf?: NonNullable<Tool['commandOf']> | undefined;
  readonly hostOf?: NonNullable<Tool['hostOf']> | undefined;
  readonly needsTrust?: NonNullable<Tool['needsTrust']> | undefined;
  readonly destination?: Planned<NonNullable<Tool['destination']>> | undefined;
  readonly effect?: ToolEffect | undefined;
  readonly refusal?: Planned<NonNullable<Tool['refusal']>> | undefined;
}

/** A function that may plan a change, which then includes the changes of earlier calls of the step. */
type Planned<Call extends (...given: never[]) => unknown> = (
  ...given: [...Required<Parameters<Call>>, earlier?: EarlierCalls]
) => ReturnType<Call>;

export interface MarkedContent {
  readonly content: readonly ContentPart[];
  readonly marks?: readonly DataMark[] | undefined;
  readonly files?: readonly string[] | undefined;
}

export interface CommandContent {
  readonly content: readonly ContentPart[];
  readonly commandEnd: CommandEnd;
}

export interface NativeTool extends OwnTool {
  /**
   * Runs the tool with arguments that fit the schema. The model reads the message of an error. A cancelled run rejects
   * with the signal's reason.
   */
  run(
    args: Readonly<Record<string, unknown>>,
    context: CallContext,
  ): Promise<readonly ContentPart[] | MarkedContent | CommandContent>;
}

export function fromNative(native: NativeTool): Tool {
  const tool = ownTool(native, async (args, context) => {
    const problem = argumentProblem(tool, args);
    if (problem !== undefined) return unfitResult(problem.english);
    if (native.needsTrust?.()) return untrustedResult;
    try {
      const brought = await native.run(args, context);
      if (!('content' in brought)) return { status: 'success', content: brought };
      return { status: 'commandEnd' in brought ? statusOf(brought.commandEnd) : 'success', ...brought };
    } catch (error) {
      return context.signal.aborted ? cancelledResult : failedResult((error as Error).message);
    }
  });
  return tool;
}

function statusOf(end: CommandEnd): ToolResult['status'] {
  if (end.kind === 'timedOut') return 'timeout';
  if (end.kind === 'background') return 'success';
  return end.kind === 'exited' && end.code === 0 ? 'success' : 'error';
}

/** Makes a tool whose `call` validates its arguments itself and never rejects. */
export function ownTool(own: OwnTool, call: Tool['call']): Tool {
  const { name, title, description, inputSchema, hints, permission, approvalNeed } = own;
  const { commandOf, hostOf, destination, needsTrust, effect, refusal } = own;
  const toolAfter = (earlier: EarlierCalls | undefined): Tool => ({
    name,
    source: { kind: 'native' },
    title,
    description,
    inputSchema,
    hints,
    usualNeed: permission,
    approvalNeed: (args) => approvalNeed?.(args, earlier) ?? { kind: permission, reasons: [] },
    commandOf,
    hostOf,
    needsTrust,
    destination: destination && ((args, held) => destination(args, held, earlier)),
    effect,
    after: toolAfter,
    earlier,
    refusal: refusal && ((args) => refusal(args, earlier)),
    fingerprint: () => ({ origin: 'native', definition: digest(own) }),
    call,
  });
  return toolAfter(undefined);
}

/** An update of Patchbay that changes a tool makes it ask again. */
function digest({ name, description, inputSchema, hints }: OwnTool): string {
  return sha256(JSON.stringify([name, description, inputSchema, hints]));
}
