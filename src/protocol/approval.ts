import * as v from 'valibot';
import type { LineDiff } from '../base/common/lineDiff.ts';
import type { TypeOf } from './pageMessage.ts';

/** `setting`: the user's own patterns name it. `content`: a look at what is in it; the others go by the name. */
export type SensitiveKind = 'environment' | 'key' | 'credentials' | 'content' | 'ignored' | 'setting';

/** Why no permission covers a change of a file. `setting`: the user's own patterns name it. */
export type ProtectedKind =
  /** `.vscode`, `*.code-workspace`, `.devcontainer`. */
  | 'editor'
  /** What git or a git hook reads. */
  | 'git'
  /** `.envrc`, `package.json`, `Makefile`. */
  | 'build'
  | 'automation'
  /** Instructions of agents, and tools that Patchbay loads. */
  | 'agent'
  /** Named like settings of an unknown program. */
  | 'unknown'
  /** Named as tools name what they load: `vitest.workspace.ts`, `tasks.py`. */
  | 'loaded'
  | 'otherName'
  /** A link in the user's home leads to it. */
  | 'home'
  /** The search for links to it did not come to its end. */
  | 'unseenLinks'
  | 'setting'
  /** Of no known kind. */
  | 'ending'
  | 'noEnding'
  /** JSON, YAML and the like, new or where tools look for them. */
  | 'format'
  /** A new file with scripts, such as HTML. */
  | 'opened'
  | 'executable'
  /** Environments, packages, outputs. */
  | 'toolFolder'
  /** A new file whose name or folder suggests configuration. */
  | 'configuration'
  /** File systems differ in what they take the name for. */
  | 'spelling';

/**
 * Data in a conversation: a secret of the user, text from outside (without a source: of an imported conversation), or
 * what is of local servers and (without a source) of the workspace.
 */
export interface DataMark {
  readonly kind: 'secret' | 'outside' | 'workspace';
  readonly source: string;
}

/** Why a call asks although its tool is allowed. */
export type ApprovalReason =
  | {
      readonly kind: 'sensitiveFile';
      readonly path: string;
      readonly why: SensitiveKind;
      /** A command names the file. */
      readonly inCommand?: true;
    }
  | {
      readonly kind: 'protectedFile';
      readonly path: string;
      readonly why: ProtectedKind;
      readonly change?: string;
    }
  /** An editor fetches the schema when it opens the file. */
  | { readonly kind: 'remoteSchema'; readonly path: string; readonly url: string }
  /** The tool refuses the file in any case: the user is not asked. */
  | { readonly kind: 'refusedFile'; readonly path: string }
  /** The URI is not in the server's list: the model made it. */
  | { readonly kind: 'unlistedResource'; readonly uri: string; readonly server: string }
  /** The folder of a command is reached by a link; this is where it leads. */
  | { readonly kind: 'linkedFolder'; readonly path: string }
  /** The command is too long, or names too much, for all the files that it names to be looked at. */
  | { readonly kind: 'unseenFiles' }
  | { readonly kind: 'textCall' }
  /** The call could send data of the conversation to the destination. */
  | {
      readonly kind: 'dataFlow';
      readonly marks: readonly DataMark[];
      readonly destination: string;
      /** It sends which of the destination's resources the model chose, and nothing else. */
      readonly isChoice?: true;
    }
  /** So many of a remote server's listed resources were read unasked in the conversation. */
  | { readonly kind: 'manyChoices'; readonly server: string; readonly count: number };

export type Coverage =
  | { readonly covers: 'tool' }
  /** `tools` is how many tools the source has now, or how many that call themselves read-only. */
  | { readonly covers: 'source' | 'readOnly'; readonly tools: number }
  /** `command`: exactly this command in this folder. `pattern`: these words, then any plain operands. */
  | { readonly covers: 'command' | 'pattern'; readonly command: string; readonly cwd: string }
  | { readonly covers: 'resources'; readonly server: string }
  /** Pages of the host, whatever their address. */
  | { readonly covers: 'host'; readonly host: string };

/** `changes`: tools that are marked as read-only do not ask. `free`: only what asks each time asks. */
export type ApprovalMode = 'ask' | 'changes' | 'free';

/** What a call would change in a file, where its arguments plainly say so. */
export interface ProposedEdit {
  readonly file: string;
  readonly diff: LineDiff;
  readonly shows: readonly string[];
  /** Where in the file the lines are is not known. */
  readonly isPassage?: true;
}

export interface Approval {
  /** What was allowed under this name has changed since. */
  readonly changed: boolean;
  /** Added after all tools of its source were allowed. */
  readonly isNew?: true;
  /** The tool's own hints, not promises. */
  readonly says: readonly ('readOnly' | 'destructive' | 'openWorld')[];
  readonly reasons?: readonly ApprovalReason[];
  /** Empty where the user is asked every time. */
  readonly coverages: readonly Coverage[];
  readonly edit?: ProposedEdit;
  readonly problem?: string;
}

/** `once` is this call alone. */
const approvalScope = v.picklist(['once', 'conversation', 'workspace', 'always']);
export type ApprovalScope = TypeOf<typeof approvalScope>;

export const approvalDecision = v.variant('action', [
  v.object({
    action: v.literal('allow'),
    scope: approvalScope,
    covers: v.picklist(['tool', 'source', 'readOnly', 'command', 'pattern', 'resources', 'host']),
    /** JSON as edited; absent when unchanged. */
    argsText: v.optional(v.string()),
    /** The data-flow guard ignores this data from now on in this conversation. */
    releases: v.optional(v.boolean()),
  }),
  v.object({ action: v.literal('deny'), reason: v.string() }),
]);
export type ApprovalDecision = TypeOf<typeof approvalDecision>;
