/** Messages and views of the server page (features.md, A16, A17). */
import * as v from 'valibot';
import type { ContentPart, Progress } from './content.ts';
import { integer, type MessageOf } from './pageMessage.ts';
import type { Field } from './question.ts';
import type { WireRow, WireStatus } from './wire.ts';

export interface ServerStateView {
  readonly kind: 'disconnected' | 'connecting' | 'connected' | 'error';
  readonly words: string;
  readonly at: number;
}

export interface FailureView {
  readonly message: string;
  readonly next: string;
  readonly details?: string | undefined;
  readonly actions: readonly string[];
  /** Next scheduled start, `at` in ms since the epoch. */
  readonly retry?: { readonly at: number; readonly attempt: number } | undefined;
}

/** MCP tool annotations; `word` is localized. */
export interface ToolHint {
  readonly kind: 'readOnly' | 'destructive' | 'openWorld';
  readonly word: string;
}

export interface ServerToolView {
  readonly name: string;
  readonly label: string;
  readonly description?: string | undefined;
  readonly hints: readonly ToolHint[];
  readonly enabled: boolean;
  /** Estimated tokens of its definition in each request. */
  readonly tokens?: number | undefined;
}

/** A server as its page shows it. Texts are plain and contain no secrets. */
export interface ServerView {
  readonly name: string;
  readonly state: ServerStateView;
  readonly signedIn: boolean;
  readonly failure?: FailureView | undefined;
  /** Entries that were left out of its lists, with the reasons. */
  readonly problems: readonly string[];
  readonly facts: readonly (readonly [string, string])[];
  /** Names of variables by source, without values. */
  readonly environment: readonly { readonly source: string; readonly names: readonly string[] }[];
  readonly capabilities?: string | undefined;
  readonly instructions?: string | undefined;
  readonly tools: readonly ServerToolView[];
  readonly toolsAreRemembered: boolean;
  readonly past: readonly ServerStateView[];
}

/** A field of a tool's form. The kind `json` is for values that no control fits; its `default` is JSON. */
export type ToolField =
  | Field
  | {
      readonly kind: 'json';
      readonly name: string;
      readonly title: string;
      readonly description?: string | undefined;
      readonly required: boolean;
      readonly default?: string | undefined;
    };

export type ManualCallView =
  | { readonly status: 'refused'; readonly problem: string }
  | { readonly status: 'running'; readonly progress?: Progress | undefined }
  | {
      readonly status: 'success' | 'error' | 'timeout' | 'cancelled' | 'denied';
      readonly content: readonly ContentPart[];
      readonly isCut: boolean;
      readonly durationMs: number;
    };

const MAX_COPY = 2_000_000;

export const serverPageMessages = {
  ready: v.object({}),
  connect: v.object({}),
  reconnect: v.object({}),
  disconnect: v.object({}),
  showLog: v.object({}),
  openSettings: v.object({}),
  act: v.object({ label: v.string() }),
  tool: v.object({ name: v.string() }),
  call: v.object({ tool: v.string(), argsText: v.string() }),
  cancelCall: v.object({}),
  record: v.object({ on: v.boolean() }),
  clear: v.object({}),
  copy: v.object({ text: v.pipe(v.string(), v.maxLength(MAX_COPY)) }),
  /** Writes the messages with these numbers into a file. */
  export: v.object({ seqs: v.array(integer) }),
};
export type ServerPageMessage = MessageOf<typeof serverPageMessages>;

export type ServerHostMessage =
  | { readonly type: 'server'; readonly server: ServerView }
  | { readonly type: 'gone' }
  | {
      readonly type: 'tool';
      readonly name: string;
      readonly definition: string;
      /** Absent if the arguments can only be written as JSON. */
      readonly fields?: readonly ToolField[] | undefined;
    }
  | { readonly type: 'call'; readonly tool: string; readonly call: ManualCallView }
  | { readonly type: 'wire'; readonly rows: readonly WireRow[]; readonly status: WireStatus };
