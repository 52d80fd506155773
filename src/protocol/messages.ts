import * as v from 'valibot';
import { approvalDecision } from './approval.ts';
import type { ChangesState } from './changes.ts';
import { attachable, attachment, type Attachment, type QueuedMessage, type Suggestion } from './composer.ts';
import type { Progress } from './content.ts';
import type { Offer } from './offer.ts';
import { integer, stringRecord, texts, type MessageOf, type TypeOf } from './pageMessage.ts';
import { reply, type QuestionState } from './question.ts';
import {
  chatAction,
  type CallView,
  type ChatStatus,
  type Item,
  type SummaryState,
  type TurnSum,
} from './transcript.ts';

/**
 * A change of the transcript. Applied in order they turn one state of the chat into the next; their size
 * depends on what changed, never on how long the conversation is.
 */
export type Patch =
  | { readonly op: 'add'; readonly item: Item }
  /** Appends to the text of an assistant item. */
  | { readonly op: 'text'; readonly id: string; readonly text: string }
  /** Appends to the reasoning of an assistant item. */
  | { readonly op: 'reasoning'; readonly id: string; readonly text: string }
  /** The thoughts of the assistant item are complete, after that long. */
  | { readonly op: 'thought'; readonly id: string; readonly ms: number }
  /** The assistant item is complete. */
  | { readonly op: 'settled'; readonly id: string }
  /** The assistant item was the last of its turn, which took that. */
  | { readonly op: 'took'; readonly id: string; readonly took: TurnSum }
  /** Replaces the named fields of a call. */
  | { readonly op: 'call'; readonly id: string; readonly change: Partial<CallView> }
  /** Replaces how far a call is, and appends to what it has written. */
  | { readonly op: 'progress'; readonly id: string; readonly progress: Progress; readonly output?: string }
  /** Replaces the state of a question. */
  | { readonly op: 'question'; readonly id: string; readonly state: QuestionState }
  /** Replaces the state of a summary. */
  | { readonly op: 'summary'; readonly id: string; readonly state: SummaryState }
  /** Replaces where the changes of a turn stand. */
  | { readonly op: 'changes'; readonly id: string; readonly state: ChangesState }
  /** Takes away the item, e.g. an error notice when the user tries again. */
  | { readonly op: 'remove'; readonly id: string }
  | { readonly op: 'status'; readonly status: ChatStatus };

/** An item that contains what was looked for; `unfold` names what must be opened to see it. */
export interface FoundPlace {
  readonly id: string;
  readonly unfold?: string;
}

/** From the extension host to the chat. */
export type HostMessage =
  /**
   * The whole state, sent when a chat appears or has lost count. `items` are the newest ones, `earlier` says
   * how many came before them and can be asked for. Increments continue at `seq + 1`.
   */
  | {
      readonly type: 'snapshot';
      readonly conversation: string;
      readonly seq: number;
      readonly items: readonly Item[];
      readonly earlier: number;
      readonly status: ChatStatus;
    }
  /** One numbered increment. A chat that sees a gap, or another conversation's id, says `ready` again. */
  | {
      readonly type: 'patch';
      readonly conversation: string;
      readonly seq: number;
      readonly patches: readonly Patch[];
    }
  /** The answer to `earlier`: items that stand before those the chat has, oldest first. */
  | {
      readonly type: 'earlier';
      readonly conversation: string;
      readonly items: readonly Item[];
      readonly earlier: number;
    }
  /** Puts text into the composer, e.g. a message that could not be sent; `problem` says why. */
  | {
      readonly type: 'compose';
      readonly text: string;
      readonly attachments?: readonly Attachment[];
      readonly problem?: string;
    }
  /** What servers offer has changed. */
  | { readonly type: 'offer'; readonly offer: Offer }
  /** The answer to each `send`, in their order: the message is the host's now, and the page may forget it. */
  | { readonly type: 'received' }
  /** The messages that wait for the end of the turn, all of them, when one comes or goes. */
  | { readonly type: 'queue'; readonly messages: readonly QueuedMessage[] }
  /** An answer to `suggest`; there can be a second one, with more at its end. */
  | {
      readonly type: 'suggestions';
      readonly request: number;
      readonly suggestions: readonly Suggestion[];
    }
  /** The answer to `complete`. */
  | { readonly type: 'completions'; readonly request: number; readonly values: readonly string[] }
  /** The answer to `runPrompt`: it runs, or why not. */
  | { readonly type: 'promptRan'; readonly problem?: string }
  /** The answer to `findFiles`: the names that are files or folders of the workspace. */
  | { readonly type: 'files'; readonly request: number; readonly names: readonly string[] }
  /** The answer to `find`: the places in the whole conversation, in their order. */
  | { readonly type: 'found'; readonly request: number; readonly places: readonly FoundPlace[] }
  /** Opens the bar to find something with, or the list of keyboard shortcuts. */
  | { readonly type: 'show'; readonly what: 'find' | 'shortcuts' }
  /** The font for chats, where the user has chosen one: its size in pixels, and its name. */
  | { readonly type: 'font'; readonly size?: number; readonly family?: string }
  | { readonly type: 'focus' };

/** More than this go with no message. */
const MAX_ATTACHMENTS = 20;
/** Files of one drop at most. */
const MAX_DROPPED = 20;
/** Names of files asked about at once, at most. */
const MAX_NAMES = 100;

const id = v.string();
/** What can be done about the changes of a turn. */
const changesAction = v.picklist(['show', 'undo', 'redo']);
export type ChangesAction = TypeOf<typeof changesAction>;
const argumentsOrResult = v.picklist(['arguments', 'result']);
/** A later answer to an older request is recognised by it. */
const request = integer;

/** From the chat to the extension host. */
export const chatMessages = {
  ready: v.object({}),
  /** The page has got the keyboard. */
  focused: v.object({}),
  /** The state that the page needs when it comes back. Only the page can read it. */
  saveState: v.object({ state: v.unknown() }),
  /** While a turn runs, the message waits in the queue. */
  send: v.object({
    text: v.string(),
    attachments: v.exactOptional(v.pipe(v.array(attachment), v.maxLength(MAX_ATTACHMENTS))),
  }),
  /** Takes a message out of the queue: back into the composer, away, or to be asked now. */
  unqueue: v.object({ id, how: v.picklist(['edit', 'remove', 'ask']) }),
  /** Asks what `#` or `@` and the word after it can mean. */
  suggest: v.object({ request, trigger: v.picklist(['#', '@']), query: v.string() }),
  /** Gives the host a pasted or dropped file to hold, in base64; it comes back as an attachment. */
  hold: v.object({ name: v.string(), data: v.string(), thumbnail: v.exactOptional(v.string()) }),
  /** Files or folders of the workspace were dropped; they come back as attachments. */
  drop: v.object({ uris: texts(MAX_DROPPED) }),
  openAttachment: v.object({ attachment }),
  runPrompt: v.object({ server: v.string(), name: v.string(), args: stringRecord }),
  /** Asks for values of a prompt's argument. */
  complete: v.object({
    request,
    server: v.string(),
    name: v.string(),
    argument: v.string(),
    value: v.string(),
    others: stringRecord,
  }),
  /** The user wants to attach something of this kind: the host asks which, where there is a choice. */
  attach: v.object({ what: attachable }),
  openResource: v.object({ server: v.string(), uri: v.string() }),
  /** Says again, in these words, what the user said in the item; the conversation goes on from there as another. */
  resend: v.object({ id, text: v.string() }),
  /** Wants another answer in place of the one that the item ends. */
  regenerate: v.object({ id }),
  stop: v.object({}),
  newChat: v.object({}),
  /** Wants items before that one: the nearest, or with `through` all from that one on and some before it. */
  earlier: v.object({ before: id, through: v.exactOptional(id) }),
  /** Looks for a text in the whole conversation. */
  find: v.object({ request, text: v.string() }),
  action: v.object({ action: chatAction }),
  /** What the user did with a question; `id` is that of its item. */
  answer: v.object({ id, reply }),
  /** What the user decided about the call that waits; `id` is that of its item. */
  decide: v.object({ id, decision: approvalDecision }),
  openLink: v.object({ href: v.string() }),
  /** Asks which of these words of an answer name files of the workspace. */
  findFiles: v.object({ request, names: texts(MAX_NAMES) }),
  /** Opens the file that is called so, if it is one of the workspace. */
  openFile: v.object({ name: v.string() }),
  copy: v.object({ text: v.string() }),
  /** Puts code at the cursor of the editor that was last active. */
  insert: v.object({ text: v.string() }),
  /** Shows what the code would make of a file, for the user to accept: of the one it is for, or else the open one. */
  apply: v.object({ text: v.string(), file: v.exactOptional(v.string()) }),
  /** Shows the files that a turn has changed, makes them what they were before it, or again what it left. */
  changes: v.object({ id, action: changesAction }),
  /** Makes the call once more, as it was. */
  runAgain: v.object({ id }),
  /** Shows the server, with its tools, in the tree. */
  showServer: v.object({ server: v.string() }),
  /** Copies the whole answer of which the item is the last part. */
  copyAnswer: v.object({ id }),
  /** Copies the whole result of a call, of which the chat may have the beginning alone. */
  copyResult: v.object({ id }),
  /** Opens the whole result of a call, or its arguments, in an editor. */
  openCall: v.object({ id, what: argumentsOrResult }),
};

/** From the chat to the extension host. */
export type ChatMessage = MessageOf<typeof chatMessages>;
