/** The user's approval of a tool call: what is asked, why, and what is answered. */
import * as v from 'valibot';
import type { TypeOf } from './pageMessage.ts';

/** Why a file is sensitive. `setting`: the user's own patterns name it. */
export type SensitiveKind = 'environment' | 'key' | 'credentials' | 'ignored' | 'setting';

/** Why no remembered permission covers a change of a file. `setting`: the user's own patterns name it. */
export type ProtectedKind =
  /** Settings that the editor follows: `.vscode`, `*.code-workspace`, `.devcontainer`. */
  | 'editor'
  /** What git or a git hook reads. */
  | 'git'
  /** What a shell or a build runs: `.envrc`, `package.json`, `Makefile`. */
  | 'build'
  /** What a service runs: `.github/workflows`. */
  | 'automation'
  /** What agents take as instructions, and tools that Patchbay loads. */
  | 'agent'
  /** The name is that of some program's settings, and it is not known of which. */
  | 'unknown'
  /** The same file has another name elsewhere (a hard link). */
  | 'otherName'
  | 'setting';

/** Data that a conversation holds: a secret of the user, or text that somebody else wrote. */
export interface DataMark {
  readonly kind: 'secret' | 'outside';
  /** Where it comes from: a path, or the name of a server. */
  readonly source: string;
}

/** Why a call asks, beyond that its tool does. */
export type ApprovalReason =
  | { readonly kind: 'sensitiveFile'; readonly path: string; readonly why: SensitiveKind }
  | {
      readonly kind: 'protectedFile';
      readonly path: string;
      readonly why: ProtectedKind;
      /** What would change, as lines with `-` and `+`; absent when it is not known. */
      readonly change?: string;
    }
  /** The change names a schema that an editor fetches when it opens the file. */
  | { readonly kind: 'remoteSchema'; readonly path: string; readonly url: string }
  /** The tool refuses the file whatever the user says: nobody is asked. */
  | { readonly kind: 'refusedFile'; readonly path: string }
  /** The URI is not in the server's own list: the model made it. */
  | { readonly kind: 'unlistedResource'; readonly uri: string; readonly server: string }
  /** The call was found in the text of an answer. */
  | { readonly kind: 'textCall' }
  /** The conversation holds data that the call could send to the destination. */
  | { readonly kind: 'dataFlow'; readonly marks: readonly DataMark[]; readonly destination: string };

/** What a permission can be given to. */
export type Coverage =
  /** This tool. */
  | { readonly covers: 'tool' }
  /** The tools that its source has now, or those of them that call themselves read-only: so many. */
  | { readonly covers: 'source' | 'readOnly'; readonly tools: number }
  /** This command exactly, in this folder; or, as a pattern, these words and further plain operands. */
  | { readonly covers: 'command' | 'pattern'; readonly command: string; readonly cwd: string }
  /** Resources of the server, whatever their URIs. */
  | { readonly covers: 'resources'; readonly server: string };

/** What the user is told when a call waits for their word. */
export interface Approval {
  /** What was allowed under this name before is no longer the same. */
  readonly changed: boolean;
  /** The tool was not there when all tools of its source were allowed. */
  readonly isNew?: true;
  /** What the tool says of itself; a hint, not a promise. */
  readonly says: readonly ('readOnly' | 'destructive' | 'openWorld')[];
  readonly reasons?: readonly ApprovalReason[];
  /** What can be allowed for longer than this call; nothing where it asks every time. */
  readonly coverages: readonly Coverage[];
  /** Why the arguments cannot be sent as they were edited. */
  readonly problem?: string;
}

/** How long a permission holds; `once` is this call alone. */
const approvalScope = v.picklist(['once', 'conversation', 'workspace', 'always']);
export type ApprovalScope = TypeOf<typeof approvalScope>;

/** What the user decides about a call. */
export const approvalDecision = v.variant('action', [
  v.object({
    action: v.literal('allow'),
    scope: approvalScope,
    /** What is allowed beyond this call: one of its coverages. */
    covers: v.picklist(['tool', 'source', 'readOnly', 'command', 'pattern', 'resources']),
    /** The arguments as edited: JSON text; absent when nothing was changed. */
    argsText: v.exactOptional(v.string()),
    /** The data-flow guard shall not warn of the same data again in this conversation. */
    releases: v.exactOptional(v.boolean()),
  }),
  v.object({ action: v.literal('deny'), reason: v.string() }),
]);
export type ApprovalDecision = TypeOf<typeof approvalDecision>;
