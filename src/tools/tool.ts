import type { CommandLine } from './commandWords.ts';
import type {
  ApprovalReason,
  CommandEnd,
  ContentPart,
  DataMark,
  ProgressUpdate,
  ProposedEdit,
  ToolSource,
} from '../protocol/index.ts';

/** MCP tool annotations. Hints, not promises: never a reason to trust a server. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

export interface ApprovalNeed {
  /** `hinted`: the tool says that it only reads. `ask`: unless a permission covers it. `always`: none does. */
  readonly kind: 'free' | 'hinted' | 'ask' | 'always';
  readonly reasons: readonly ApprovalReason[];
  /** A permission is for the resources of this server, with this definition. */
  readonly resourcesOf?: { readonly server: string; readonly origin: string };
}

export interface Destination {
  readonly source: string;
  readonly label: string;
  /** Another machine, or one that says it reaches others. */
  readonly isRemote: boolean;
  /** The call sends no text of the model's, only which of this server's listed resources it chose. */
  readonly choice?: NonNullable<ApprovalNeed['resourcesOf']>;
}

export interface CallContext {
  /** Unique in its conversation; absent for a call outside of any. */
  readonly id?: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressUpdate) => void;
  /** Takes all that the call writes, for its result if it is stopped: progress that comes too fast is shown in part. */
  readonly onOutput?: ((text: string) => void) | undefined;
  /** Files can change between approval and call: a tool looks again, and refuses what has none of these reasons. */
  readonly approved: readonly ApprovalReason[];
}

/** Changes when the tool is no longer what the user was asked about. */
export interface ToolFingerprint {
  readonly origin: string;
  /** Of description, schema and hints. */
  readonly definition: string;
}

export interface PlannedEdit {
  readonly edit: ProposedEdit;
  readonly open: () => void;
  /** Looks at the file again. Resolves with this same edit where nothing has changed, so that no diff is made twice. */
  readonly replan: () => Promise<PlannedEdit | undefined>;
}

/** Undefined where a call does not plainly change a file. */
export type ProposedEditOf = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
) => Promise<PlannedEdit | undefined>;

/** Each outcome has content for the model, failures too. */
export interface ToolResult {
  readonly status: 'success' | 'error' | 'timeout' | 'cancelled' | 'denied';
  readonly content: readonly ContentPart[];
  /** There is no answer of the tool: what the call had shown until then is added to the content (callOutput.ts). */
  readonly isUnfinished?: boolean | undefined;
  /** The content holds what the call had shown until it ended. */
  readonly hasOutput?: true;
  /** Of a command. One that failed is not a failed call: the model gets its output as any other. */
  readonly commandEnd?: CommandEnd;
  readonly edit?: ProposedEdit | undefined;
  /** For the data-flow guard, beyond what the tool is. */
  readonly marks?: readonly DataMark[];
  /** Of the workspace, read or changed by a built-in tool; real paths. */
  readonly files?: readonly string[];
  readonly skill?: string;
}

/** What the model can call, wherever it comes from (features.md, C6). */
export interface Tool {
  /** Unique within its source; the registry makes the wire name. */
  readonly name: string;
  readonly source: ToolSource;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints;
  /** To be shown; `approvalNeed` decides about each call. */
  readonly usualNeed: ApprovalNeed['kind'];
  approvalNeed(args: Readonly<Record<string, unknown>>): ApprovalNeed | Promise<ApprovalNeed>;
  /** Of a tool that runs commands: a permission is for the command, never for the tool. */
  commandOf?(args: Readonly<Record<string, unknown>>): Promise<CommandLine | undefined>;
  /** Of a tool that requests pages: a permission is for the host, never for the tool. */
  hostOf?(args: Readonly<Record<string, unknown>>): string | undefined;
  /** `held`: what the conversation holds, as what costs a look at the disk matters only behind some of it. */
  destination?(
    args: Readonly<Record<string, unknown>>,
    held: readonly DataMark[],
  ): Destination | undefined | Promise<Destination | undefined>;
  /** Results hold text of others; this is who, as in `Destination.source`. */
  readonly bringsOutsideContent?: string;
  fingerprint(): ToolFingerprint;
  /** Never rejects: what goes wrong is a result for the model. */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult>;
}

/** A snapshot for one step, by wire name; it never changes. */
export type ToolSet = ReadonlyMap<string, Tool>;
