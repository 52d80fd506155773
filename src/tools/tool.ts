import type { CommandLine } from './commandWords.ts';
import type { ApprovalReason, ContentPart, DataMark, ProgressUpdate, ToolSource } from '../protocol/index.ts';

/** What a tool says of itself (MCP tool annotations). Hints, not promises: never a reason to trust a server. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** What has to happen before a call may run. */
export interface ApprovalNeed {
  /**
   * `free`: it runs without approval. `hinted`: the tool says of itself that it only reads. `ask`: it asks, unless a
   * permission rule covers it. `always`: it asks every time; no permission rule covers it.
   */
  readonly kind: 'free' | 'hinted' | 'ask' | 'always';
  /** Why it asks, beyond that the tool does. */
  readonly reasons: readonly ApprovalReason[];
  /** It reads a resource: a permission is for those of this server, with this definition. */
  readonly resourcesOf?: { readonly server: string; readonly origin: string };
}

/** Where the arguments of a call can go. */
export interface Destination {
  /** The name of the server, or of what else it is. */
  readonly source: string;
  /** How the user reads it. */
  readonly label: string;
  /** It is another machine, or says that it reaches others. */
  readonly isRemote: boolean;
}

/** What the loop hands to a running call. */
export interface CallContext {
  /** The call's, in its conversation; nothing for a call outside of any. */
  readonly id?: string;
  /** Aborted when the user stops the turn: the call ends at once and its server is told. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressUpdate) => void;
  /**
   * The reasons that the call was approved with. Files can change between the approval and the call: a tool looks
   * again when it runs, and refuses what has none of these reasons.
   */
  readonly approved: readonly ApprovalReason[];
}

/** Changes when the tool is no longer the one the user was asked about. */
export interface ToolFingerprint {
  /** Of where the tool comes from: a server's definition, a file. */
  readonly origin: string;
  /** Of what the tool says of itself: description, schema, hints. */
  readonly definition: string;
}

/** How a call ended. Every way of ending has parts that the model reads, also the failures. */
export interface ToolResult {
  readonly status: 'success' | 'error' | 'timeout' | 'cancelled';
  readonly content: readonly ContentPart[];
  /** What the data-flow guard has to know of the content, beyond what the tool is. */
  readonly marks?: readonly DataMark[];
}

/**
 * Something the model can call, wherever it comes from. The agent loop knows only this interface
 * (features.md, C6).
 */
export interface Tool {
  /** The tool's own name. Unique within its source; the wire name is the registry's business. */
  readonly name: string;
  readonly source: ToolSource;
  readonly title?: string;
  readonly description: string;
  /** The JSON schema of the arguments, an object schema. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints;
  /** What its calls need as a rule, to be shown; `approvalNeed` decides about each. */
  readonly usualNeed: ApprovalNeed['kind'];
  /** What a call with these arguments needs before it may run. */
  approvalNeed(args: Readonly<Record<string, unknown>>): ApprovalNeed | Promise<ApprovalNeed>;
  /**
   * The command that the call runs, for a tool that runs any. Such a tool is never allowed as a whole: a permission is
   * for the command.
   */
  commandOf?(args: Readonly<Record<string, unknown>>): Promise<CommandLine | undefined>;
  /** Where a call can send data, if it can. */
  destination?(args: Readonly<Record<string, unknown>>): Destination | undefined;
  /** Its results hold text that others have written; this is who, as in `Destination.source`. */
  readonly bringsOutsideContent?: string;
  /** What a permission is given to. */
  fingerprint(): ToolFingerprint;
  /** Runs the call. Never rejects: what goes wrong is a result, so that the model can read it. */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult>;
}

/** The tools of one step: a snapshot that never changes, so a name keeps its meaning while the step runs. */
export type ToolSet = ReadonlyMap<string, Tool>;
