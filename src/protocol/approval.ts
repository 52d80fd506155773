import * as v from 'valibot';
import type { LineDiff } from '../base/common/lineDiff.ts';
import type { TypeOf } from './pageMessage.ts';

/**
 * Reason for which a file counts as sensitive. `setting` means the user's own patterns, `content` means what is in the file; the
 * others go by its name.
 */
export type SensitiveKind = 'environment' | 'key' | 'credentials' | 'content' | 'ignored' | 'setting';

/** Reason for which no permission covers a change of a file. `setting` means the user's own patterns. */
export type ProtectedKind =
  /** `.vscode`, `*.code-workspace`, `.devcontainer`. */
  | 'editor'
  /** A file that git or a git hook reads. */
  | 'git'
  /** `.envrc`, `package.json`, `Makefile`. */
  | 'build'
  | 'automation'
  /** Instructions of agents, and tools that Patchbay loads. */
  | 'agent'
  /** A file named like the settings of an unknown program. */
  | 'unknown'
  /** A file named like those that tools load by themselves: `vitest.workspace.ts`, `tasks.py`. */
  | 'loaded'
  | 'otherName'
  /** A link in the user's home leads to it. */
  | 'home'
  /** Patchbay could not search all folders for links to the file. */
  | 'unseenLinks'
  | 'setting'
  /** An unknown file name extension. */
  | 'ending'
  | 'noEnding'
  /** A JSON, YAML or similar file that is new or lies where tools look for it. */
  | 'format'
  /** A new file with scripts, such as HTML. */
  | 'opened'
  | 'executable'
  /** A folder of environments, packages or build outputs. */
  | 'toolFolder'
  /** A new file whose name or folder suggests configuration. */
  | 'configuration'
  /** A name that some file systems take for another one. */
  | 'spelling';

/**
 * Data in a conversation: a secret of the user, text from outside (without a source, from an imported conversation), or
 * data of local servers and (without a source) of the workspace.
 */
export interface DataMark {
  readonly kind: 'secret' | 'outside' | 'workspace';
  readonly source: string;
}

export type FileRemoval = 'move' | 'delete';

/** Reasons for asking about a call although its tool is allowed. */
export type ApprovalReason =
  | {
      readonly kind: 'sensitiveFile';
      readonly path: string;
      readonly why: SensitiveKind;
      /** A command names the file. */
      readonly inCommand?: true | undefined;
      /** The call moves or deletes the file instead of reading it. */
      readonly does?: FileRemoval | undefined;
    }
  | {
      readonly kind: 'protectedFile';
      readonly path: string;
      readonly why: ProtectedKind;
      readonly change?: string | undefined;
      readonly does?: FileRemoval | undefined;
      /** SHA-256 of the file that is moved to this path. */
      readonly content?: string | undefined;
    }
  /** The call moves or deletes a folder with all that is in it. */
  | {
      readonly kind: 'wholeFolder';
      readonly path: string;
      readonly does: FileRemoval;
      readonly files: number;
      /** Paths of the first files. */
      readonly names: readonly string[];
      /** SHA-256 of the paths of everything in it. */
      readonly entries: string;
    }
  /** An editor requests the schema at `url` when it opens the file. */
  | { readonly kind: 'remoteSchema'; readonly path: string; readonly url: string }
  /** The tool refuses this file in any case, so the user is not asked. */
  | { readonly kind: 'refusedFile'; readonly path: string }
  /** The server does not list the URI: the model made it up. */
  | { readonly kind: 'unlistedResource'; readonly uri: string; readonly server: string }
  /** The folder of a command is reached by a link. `path` is where the link leads. */
  | { readonly kind: 'linkedFolder'; readonly path: string }
  /** The command is too long, or names too many files, to look at all of them. */
  | { readonly kind: 'unseenFiles' }
  | { readonly kind: 'textCall' }
  /** The call could send data of the conversation to the destination. */
  | {
      readonly kind: 'dataFlow';
      readonly marks: readonly DataMark[];
      readonly destination: string;
      /** The call sends only which of the destination's resources the model chose. */
      readonly isChoice?: true | undefined;
    }
  /** The conversation has read `count` listed resources of a remote server without asking. */
  | { readonly kind: 'manyChoices'; readonly server: string; readonly count: number };

export type Coverage =
  | { readonly covers: 'tool' }
  /** `tools` is the number of tools that the source has now, or that call themselves read-only. */
  | { readonly covers: 'source' | 'readOnly'; readonly tools: number }
  /**
   * `command` covers exactly this command in this folder; `pattern` covers these words followed by any plain operands.
   */
  | { readonly covers: 'command' | 'pattern'; readonly command: string; readonly cwd: string }
  | { readonly covers: 'resources'; readonly server: string }
  /** Covers all pages of the host, whatever their path. */
  | { readonly covers: 'host'; readonly host: string };

/** `changes` does not ask about tools that are marked as read-only. `free` asks only what is asked every time. */
export type ApprovalMode = 'ask' | 'changes' | 'free';

/** The change that a call would make to a file, if its arguments plainly show it. */
export interface ProposedEdit {
  readonly file: string;
  readonly diff: LineDiff;
  readonly shows: readonly string[];
  /** The place of the lines in the file is not known. */
  readonly isPassage?: true | undefined;
}

export interface Approval {
  /** The definition that was allowed under this name has changed since. */
  readonly changed: boolean;
  /** The tool was added after all tools of its source were allowed. */
  readonly isNew?: true | undefined;
  /** The tool's own annotations, which are hints and not promises. */
  readonly says: readonly ('readOnly' | 'destructive' | 'openWorld')[];
  readonly reasons?: readonly ApprovalReason[] | undefined;
  /** Permissions that the user can give; empty if the user is asked every time. */
  readonly coverages: readonly Coverage[];
  readonly edit?: ProposedEdit | undefined;
  readonly problem?: string | undefined;
}

/** Lifetime of an approval. `once` covers this call alone. */
const approvalScope = v.picklist(['once', 'conversation', 'workspace', 'always']);
export type ApprovalScope = TypeOf<typeof approvalScope>;

export const approvalDecision = v.variant('action', [
  v.object({
    action: v.literal('allow'),
    scope: approvalScope,
    covers: v.picklist(['tool', 'source', 'readOnly', 'command', 'pattern', 'resources', 'host']),
    /** JSON as the user edited it; absent if unchanged. */
    argsText: v.optional(v.string()),
    /** The data-flow guard ignores this data from now on in this conversation. */
    releases: v.optional(v.boolean()),
  }),
  v.object({ action: v.literal('deny'), reason: v.string() }),
]);
export type ApprovalDecision = TypeOf<typeof approvalDecision>;
