/** Interfaces of what the embedder provides: an editor, a command line, a test. */
import type { LocalizedMessage } from '../../base/common/message.ts';
import { type Event } from '../../base/common/event.ts';

/** `uri` is a `file:` or other URI, `path` its file system path. */
export interface Folder {
  readonly uri: string;
  readonly name: string;
  readonly path: string;
}

export interface Workspace {
  folders(): readonly Folder[];
  readonly onDidChangeFolders: Event<void>;
}

export interface ServerLog {
  /** `text` has no line break at the end. */
  append(
    level: 'debug' | 'info' | 'warning' | 'error',
    from: 'patchbay' | 'stderr' | 'stdout' | 'server',
    text: string,
  ): void;
  /** The wanted verbosity. A server is not told any if this is absent, and logs as it sees fit. */
  readonly verbosity?: LogVerbosity;
}

/** The least severe level that is wanted; `off` means that no message is. */
export type Verbosity = 'debug' | 'info' | 'warning' | 'error' | 'off';

export interface LogVerbosity {
  current(): Verbosity;
  readonly onDidChange: Event<void>;
}

export interface VariableRequest {
  readonly server: string;
  readonly field: string;
}

export type VariableValue =
  | {
      readonly kind: 'value';
      readonly value: string;
      readonly secret: boolean;
    }
  | { readonly kind: 'none'; readonly why: LocalizedMessage; readonly next: LocalizedMessage };

/**
 * Provides the values of `${input:id}` and `${secret:name}`. The user may be asked for them until `signal` is aborted.
 */
export interface Variables {
  input(id: string, request: VariableRequest, signal: AbortSignal): Promise<VariableValue>;
  secret(name: string, request: VariableRequest, signal: AbortSignal): Promise<VariableValue>;
}
