/** What the MCP room needs from whoever embeds it: an editor, a command line, a test. */
import type { LocalizedMessage } from '../../base/common/message.ts';
import { type Event } from '../../base/common/event.ts';

/** A workspace folder as servers are told of it. `uri` is a `file:` or other URI, `path` its file system path. */
export interface Folder {
  readonly uri: string;
  readonly name: string;
  readonly path: string;
}

/** The workspace: its folders now, and word when they change. */
export interface Workspace {
  folders(): readonly Folder[];
  readonly onDidChangeFolders: Event<void>;
}

/** Where a server's own words go: its stderr, its log notifications, and what Patchbay does with it. */
export interface ServerLog {
  /** `from` says who speaks; `text` has no line break at the end. */
  append(
    level: 'debug' | 'info' | 'warning' | 'error',
    from: 'patchbay' | 'stderr' | 'server',
    text: string,
  ): void;
  /** How much a server shall log. Without it, it is not told and logs as it sees fit. */
  readonly verbosity?: LogVerbosity;
}

/** The least severe messages that are wanted; `off`: none at all. */
export type Verbosity = 'debug' | 'info' | 'warning' | 'error' | 'off';

/** How much is wanted now, and word when that changes. */
export interface LogVerbosity {
  current(): Verbosity;
  readonly onDidChange: Event<void>;
}

/** For whom a value is asked: the server, and the field of its definition that needs it. */
export interface Question {
  readonly server: string;
  readonly field: string;
}

/** The value of an input or a secret, or why there is none and what to do about it. */
export type Answer =
  | {
      readonly kind: 'value';
      readonly value: string;
      /** Whether it is a password or the like. */
      readonly secret: boolean;
    }
  | { readonly kind: 'none'; readonly why: LocalizedMessage; readonly next: LocalizedMessage };

/**
 * Whoever knows the values of `${input:id}` and `${secret:name}`, or asks the user for them. When `signal`
 * is aborted the question is taken back, and the answer no longer matters.
 */
export interface Variables {
  input(id: string, question: Question, signal: AbortSignal): Promise<Answer>;
  secret(name: string, question: Question, signal: AbortSignal): Promise<Answer>;
}
