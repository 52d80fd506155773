/** What the page of one server and the host say to each other (features.md, A16, A17). */
import * as v from 'valibot';
import type { ContentPart, Progress } from './content.ts';
import { integer, type MessageOf } from './pageMessage.ts';
import type { Field } from './question.ts';
import type { WireRow, WireStatus } from './wire.ts';

/** A state that the server is or was in. */
export interface ServerStateView {
  readonly kind: 'disconnected' | 'connecting' | 'connected' | 'error';
  readonly words: string;
  /** In ms since the epoch. */
  readonly at: number;
}

/** Why it is down, and the buttons that may help: `label` of the action with that number. */
export interface FailureView {
  readonly message: string;
  readonly next: string;
  readonly details?: string;
  readonly actions: readonly string[];
  /** When it is started again by itself, in ms since the epoch, and the how-manieth time. */
  readonly retry?: { readonly at: number; readonly attempt: number };
}

/** A hint that a tool gives about itself (MCP tool annotations), and the word for it in the user's language. */
export interface ToolHint {
  readonly kind: 'readOnly' | 'destructive' | 'openWorld';
  readonly word: string;
}

/** A tool as the list has it. */
export interface ServerToolView {
  readonly name: string;
  readonly label: string;
  readonly description?: string;
  /** What it says of itself. */
  readonly hints: readonly ToolHint[];
  readonly enabled: boolean;
  /** What its definition takes of each request, in tokens; about. */
  readonly tokens?: number;
}

/** All that the page shows of a server but its messages. All texts are plain and without secrets. */
export interface ServerView {
  readonly name: string;
  readonly state: ServerStateView;
  readonly signedIn: boolean;
  readonly failure?: FailureView;
  /** What was left out of its lists, and why. */
  readonly problems: readonly string[];
  /** Names and values, in the order in which they are shown. */
  readonly facts: readonly (readonly [string, string])[];
  /** Names of variables, and where each comes from. No values. */
  readonly environment: readonly { readonly source: string; readonly names: readonly string[] }[];
  /** The capabilities as JSON; absent while it is down. */
  readonly capabilities?: string;
  readonly instructions?: string;
  readonly tools: readonly ServerToolView[];
  /** Whether they are remembered, because the server is down. */
  readonly toolsAreRemembered: boolean;
  readonly past: readonly ServerStateView[];
}

/** One line of a tool's form. What no control fits is written as JSON; `default` is JSON then. */
export type ToolField =
  | Field
  | {
      readonly kind: 'json';
      readonly name: string;
      readonly title: string;
      readonly description?: string;
      readonly required: boolean;
      readonly default?: string;
    };

/** How a call by hand stands. */
export type ManualCall =
  | { readonly status: 'refused'; readonly problem: string }
  | { readonly status: 'running'; readonly progress?: Progress }
  | {
      readonly status: 'success' | 'error' | 'timeout' | 'cancelled';
      readonly content: readonly ContentPart[];
      readonly isCut: boolean;
      readonly durationMs: number;
    };

/** The longest text that is put into the clipboard, in characters. */
const MAX_COPY = 2_000_000;

/** What the page says. */
export const serverPageMessages = {
  ready: v.object({}),
  connect: v.object({}),
  reconnect: v.object({}),
  disconnect: v.object({}),
  showLog: v.object({}),
  openSettings: v.object({}),
  /** Does the action of the failure with that number. */
  act: v.object({ index: integer }),
  /** Wants the schema and the form of a tool. */
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

/** What the host says to it. */
export type ServerHostMessage =
  | { readonly type: 'server'; readonly server: ServerView }
  /** The server is not among the settings any more. */
  | { readonly type: 'gone' }
  | {
      readonly type: 'tool';
      readonly name: string;
      /** The whole definition as JSON. */
      readonly definition: string;
      /** Absent if the arguments can only be written as JSON. */
      readonly fields?: readonly ToolField[];
    }
  | { readonly type: 'call'; readonly tool: string; readonly call: ManualCall }
  /** Messages that are new or have got their answer. */
  | { readonly type: 'wire'; readonly rows: readonly WireRow[]; readonly status: WireStatus };
