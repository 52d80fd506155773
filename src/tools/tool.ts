import type { ContentPart, ProgressNews, ToolSource } from '../protocol/index.ts';

/** What a tool says of itself (MCP tool annotations). Hints, not promises: never a reason to trust a server. */
export interface ToolHints {
  readonly readOnly?: boolean;
  readonly destructive?: boolean;
  readonly idempotent?: boolean;
  readonly openWorld?: boolean;
}

/** What the loop hands to a running call. */
export interface CallContext {
  /** The call's, in its conversation; nothing for a call outside of any. */
  readonly id?: string;
  /** Aborted when the user stops the turn: the call ends at once and its server is told. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressNews) => void;
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
  /**
   * Whether a call with these arguments wants the user's word first. `free`: never, it cannot do harm.
   * `hinted`: it says of itself that it only reads, which counts for sources that the user trusts.
   */
  permission(args: Readonly<Record<string, unknown>>): 'free' | 'hinted' | 'ask';
  /** What a permission is given to. */
  fingerprint(): ToolFingerprint;
  /** Runs the call. Never rejects: what goes wrong is a result, so that the model can read it. */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult>;
}
