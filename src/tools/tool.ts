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

/** MCP tool annotations. They are hints, not promises, and never a reason to trust a server. */
export interface ToolHints {
  readonly readOnly?: boolean | undefined;
  readonly destructive?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
  readonly openWorld?: boolean | undefined;
}

export interface ApprovalNeed {
  /**
   * `hinted` tools call themselves read-only. `ask` asks unless a permission covers the call. `always` cannot be
   * covered.
   */
  readonly kind: 'free' | 'hinted' | 'ask' | 'always';
  readonly reasons: readonly ApprovalReason[];
  /** The permission is for the resources of this server with this definition. */
  readonly resourcesOf?: { readonly server: string; readonly origin: string } | undefined;
}

export interface Destination {
  readonly source: string;
  readonly label: string;
  /** The destination is another machine, or a server that says that it reaches others. */
  readonly isRemote: boolean;
  /** The call sends no text of the model, only which of this server's listed resources it chose. */
  readonly choice?: NonNullable<ApprovalNeed['resourcesOf']> | undefined;
}

export interface CallContext {
  /** Unique id in its conversation; absent for a call outside a conversation. */
  readonly id?: string | undefined;
  /** Id of the conversation whose model makes the call; absent for a manual call. */
  readonly conversation?: string | undefined;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ProgressUpdate) => void;
  /**
   * Takes everything that the call writes, for its result if it is stopped. `onProgress` shows only a part if it comes
   * too fast.
   */
  readonly onOutput?: ((text: string) => void) | undefined;
  /**
   * Reasons that the user approved. Files can change between approval and call, so a tool checks again, and refuses
   * files for other reasons.
   */
  readonly approved: readonly ApprovalReason[];
  /** Tells whether the model can call a built-in tool; absent outside of a conversation. */
  readonly canCall?: ((builtIn: string) => boolean) | undefined;
}

/** Changes when the tool is no longer the one that the user was asked about. */
export interface ToolFingerprint {
  readonly origin: string;
  /** Digest of description, schema and hints. */
  readonly definition: string;
}

/** The diff of a change that is opened while its call waits for the user. */
export interface OpenedEdit {
  /** Absent if the call has more in it than the diff shows: the user decides about that where they see it. */
  readonly answer: ((isAllowed: boolean) => void) | undefined;
  /** Aborts once this change no longer waits. */
  readonly ended: AbortSignal;
}

export interface PlannedEdit {
  readonly edit: ProposedEdit;
  readonly open: (opened: OpenedEdit) => void;
  /** Looks at the file again. Resolves with this same edit where nothing has changed, so that no diff is made twice. */
  readonly replan: () => Promise<PlannedEdit | undefined>;
}

/** Effect of the calls of a built-in tool on files. The calls of a step are ordered by it. */
export interface ToolEffect {
  /** A command counts as a change of any file. */
  readonly kind: 'reads' | 'changes';
  /** Returns a key of the only file that a call reads or changes. Without a key, it may be any file. */
  readonly fileOf?: ((args: Readonly<Record<string, unknown>>) => Promise<string | undefined>) | undefined;
  /** Set for a tool whose calls cannot be planned on the changes of earlier calls: such a call asks when they have ended. */
  readonly asksAfterEarlier?: true | undefined;
}

export interface EarlierCall {
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Returns the calls of the same step that change files before this one does, and have not ended yet. */
export type EarlierCalls = () => readonly EarlierCall[];

/** Resolves with undefined if the call does not plainly change a file. */
export type ProposedEditOf = (
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
) => Promise<PlannedEdit | undefined>;

/** The result of a call. Every outcome, including a failure, has content for the model. */
export interface ToolResult {
  readonly status: 'success' | 'error' | 'timeout' | 'cancelled' | 'denied';
  readonly content: readonly ContentPart[];
  /** The tool has not answered. The output of the call until then is added to the content (callOutput.ts). */
  readonly isUnfinished?: boolean | undefined;
  /** The content includes the output of the call until it ended. */
  readonly hasOutput?: true | undefined;
  /** The end of a command. A command that failed is not a failed call: the model gets its output as usual. */
  readonly commandEnd?: CommandEnd;
  readonly edit?: ProposedEdit | undefined;
  /** Marks for the data-flow guard, in addition to those that follow from the tool. */
  readonly marks?: readonly DataMark[] | undefined;
  /** Real paths of files in the workspace that a built-in tool read or changed. */
  readonly files?: readonly string[] | undefined;
  readonly skill?: string | undefined;
  /** The call was not run, because the user has not trusted the workspace. */
  readonly needsTrust?: true | undefined;
  /** The call was refused before its tool ran, and the same call would be refused again. */
  readonly isRefused?: true | undefined;
}

/** A tool that the model can call, from any source (features.md, C6). */
export interface Tool {
  /** Unique name within its source. The registry makes the wire name. */
  readonly name: string;
  readonly source: ToolSource;
  readonly title?: string | undefined;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
  readonly hints: ToolHints;
  /** The usual need, only to be shown. `approvalNeed` decides about each call. */
  readonly usualNeed: ApprovalNeed['kind'];
  approvalNeed(args: Readonly<Record<string, unknown>>): ApprovalNeed | Promise<ApprovalNeed>;
  /** Set for a tool that runs commands. A permission is for the command, never for the tool. */
  readonly commandOf?:
    | ((args: Readonly<Record<string, unknown>>) => Promise<CommandLine | undefined>)
    | undefined;
  /** Set for a tool that requests pages. A permission is for the host, never for the tool. */
  readonly hostOf?: ((args: Readonly<Record<string, unknown>>) => string | undefined) | undefined;
  /** Returns whether calls are refused because the workspace is not trusted. The user is then not asked about them. */
  readonly needsTrust?: (() => boolean) | undefined;
  /** `held` are the marks of the conversation. Checks that read the disk are needed only for some of them. */
  readonly destination?:
    | ((
        args: Readonly<Record<string, unknown>>,
        held: readonly DataMark[],
      ) => Destination | undefined | Promise<Destination | undefined>)
    | undefined;
  /** Absent for a tool whose calls always start at once. */
  readonly effect?: ToolEffect | undefined;
  /**
   * Returns the tool as a call needs it that comes after others: what it asks about and shows is planned as if their
   * changes had been made.
   */
  readonly after?: ((earlier: EarlierCalls) => Tool) | undefined;
  readonly earlier?: EarlierCalls | undefined;
  /**
   * Returns why the call would fail as the files are now, for the model. Undefined also if that would tell something of
   * a file that nobody has allowed to be read.
   */
  readonly refusal?: ((args: Readonly<Record<string, unknown>>) => Promise<string | undefined>) | undefined;
  /** Name of the source of foreign text in results, as in `Destination.source`. */
  readonly bringsOutsideContent?: string | undefined;
  fingerprint(): ToolFingerprint;
  /** Runs a call. Never rejects: an error is a result for the model. */
  call(args: Readonly<Record<string, unknown>>, context: CallContext): Promise<ToolResult>;
}

/** Tools of one step by wire name. The set never changes. */
export type ToolSet = ReadonlyMap<string, Tool>;
