import * as v from 'valibot';
import type { LineDiff } from '../base/common/lineDiff.ts';
import { approvalDecision } from './approval.ts';
import type { ChangedFileView, ChangesState } from './changes.ts';
import { MAX_COMMAND_INPUT, type CommandView } from './commands.ts';
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
  type PauseState,
  type SummaryState,
  type TurnSum,
} from './transcript.ts';

/** A change of the transcript. Its size does not depend on the length of the conversation. */
export type Patch =
  | { readonly op: 'add'; readonly item: Item }
  | { readonly op: 'text'; readonly id: string; readonly text: string }
  | { readonly op: 'reasoning'; readonly id: string; readonly text: string }
  | { readonly op: 'thought'; readonly id: string; readonly ms: number }
  | { readonly op: 'settled'; readonly id: string }
  /** The assistant item was the last of its turn. */
  | { readonly op: 'took'; readonly id: string; readonly took: TurnSum }
  | { readonly op: 'call'; readonly id: string; readonly change: Partial<CallView> }
  | {
      readonly op: 'progress';
      readonly id: string;
      readonly progress: Progress;
      readonly output?: string | undefined;
    }
  | { readonly op: 'question'; readonly id: string; readonly state: QuestionState }
  | { readonly op: 'pause'; readonly id: string; readonly state: PauseState }
  | { readonly op: 'summary'; readonly id: string; readonly state: SummaryState }
  | {
      readonly op: 'changes';
      readonly id: string;
      readonly state: ChangesState;
      readonly views?: readonly ChangedFileView[] | undefined;
    }
  | { readonly op: 'past'; readonly id: string }
  /** Removes an item, such as a notice that is shown again further down. */
  | { readonly op: 'remove'; readonly id: string }
  | { readonly op: 'status'; readonly status: ChatStatus };

/** A match of a search. `unfold` names the part that must be opened to see it. */
export interface FoundPlace {
  readonly id: string;
  readonly unfold?: string | undefined;
}

/** Text for the composer, such as that of a message that could not be sent. `problem` says why it was not sent. */
export interface ForComposer {
  readonly text: string;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly problem?: string | undefined;
  /** Item of the sent message that is being edited and gets the attachments. */
  readonly edit?: string | undefined;
}

export type HostMessage =
  /**
   * The state for a new page, or one that missed a patch. `earlier` counts the items before these. Patches continue
   * with `seq + 1`.
   */
  | {
      readonly type: 'snapshot';
      readonly conversation: string;
      readonly seq: number;
      readonly items: readonly Item[];
      readonly earlier: number;
      readonly status: ChatStatus;
    }
  /** Changes of the transcript. A page that misses a number, or gets another conversation, sends `ready` again. */
  | {
      readonly type: 'patch';
      readonly conversation: string;
      readonly seq: number;
      readonly patches: readonly Patch[];
    }
  /** The answer to `earlier`: the items before those that the page has, oldest first. */
  | {
      readonly type: 'earlier';
      readonly conversation: string;
      readonly items: readonly Item[];
      readonly earlier: number;
    }
  /** Text for the draft of that conversation. The page may show another conversation by then. */
  | ({ readonly type: 'compose'; readonly conversation: string } & ForComposer)
  | { readonly type: 'offer'; readonly offer: Offer }
  /** The answer to each `send`, in order. The page may forget the message. */
  | { readonly type: 'received' }
  /** The commands that run, in the background or not. */
  | {
      readonly type: 'commands';
      readonly conversation: string;
      readonly commands: readonly CommandView[];
    }
  | { readonly type: 'queue'; readonly messages: readonly QueuedMessage[] }
  /** An answer to `suggest`. A second one may append more suggestions. */
  | {
      readonly type: 'suggestions';
      readonly request: number;
      readonly suggestions: readonly Suggestion[];
    }
  /** The selection of the active editor, or else its file, offered for the message. */
  | { readonly type: 'editorContext'; readonly attachment?: Attachment | undefined }
  | { readonly type: 'completions'; readonly request: number; readonly values: readonly string[] }
  | { readonly type: 'promptRan'; readonly problem?: string | undefined }
  | { readonly type: 'files'; readonly request: number; readonly names: readonly string[] }
  /** The answer to `changedLines`. `diff` is absent if the lines are not available. */
  | { readonly type: 'changedLines'; readonly request: number; readonly diff?: LineDiff | undefined }
  | { readonly type: 'found'; readonly request: number; readonly places: readonly FoundPlace[] }
  | { readonly type: 'show'; readonly what: 'find' | 'shortcuts' }
  | { readonly type: 'focus' };

const MAX_ATTACHMENTS = 20;
const MAX_DROPPED = 20;
const MAX_NAMES = 100;

const id = v.string();
const attachments = v.pipe(v.array(attachment), v.maxLength(MAX_ATTACHMENTS));
const pauseDecision = v.picklist(['continue', 'always', 'stop']);
export type PauseDecision = TypeOf<typeof pauseDecision>;
const changesAction = v.picklist(['show', 'keep', 'undo', 'redo']);
export type ChangesAction = TypeOf<typeof changesAction>;
/** A hunk of the file's diff: its first line on both sides, and its number of lines. */
const changePart = v.object({ oldStart: integer, newStart: integer, lines: integer });
export type ChangePart = TypeOf<typeof changePart>;
const argumentsOrResult = v.picklist(['arguments', 'result']);
const request = integer;

export const chatMessages = {
  ready: v.object({}),
  focused: v.object({}),
  saveState: v.object({ state: v.unknown() }),
  /** `now`: while a turn runs, the message goes before its next step, not after its end. */
  send: v.object({
    text: v.string(),
    attachments: v.optional(attachments),
    now: v.optional(v.literal(true)),
  }),
  /** `edit` moves the message back into the composer, `ask` sends it now: before the next step of a turn that runs. */
  unqueue: v.object({ id, how: v.picklist(['edit', 'remove', 'ask']) }),
  /** `query` is the word after `#` or `@`. */
  suggest: v.object({ request, trigger: v.picklist(['#', '@']), query: v.string() }),
  /**
   * Hands over a pasted or dropped file in base64. It comes back as an attachment, for the message `edit` that is being
   * edited, or else for the composer.
   */
  hold: v.object({
    name: v.string(),
    data: v.string(),
    thumbnail: v.optional(v.string()),
    edit: v.optional(id),
  }),
  /** Hands over dropped files or folders of the workspace. They come back like those of `hold`. */
  drop: v.object({ uris: texts(MAX_DROPPED), edit: v.optional(id) }),
  openAttachment: v.object({ attachment }),
  runPrompt: v.object({ server: v.string(), name: v.string(), args: stringRecord }),
  complete: v.object({
    request,
    server: v.string(),
    name: v.string(),
    argument: v.string(),
    value: v.string(),
    others: stringRecord,
  }),
  /** Attaches something of a kind. The host asks which one if there are several. */
  attach: v.object({ what: attachable }),
  pickAttachment: v.object({}),
  useToolSet: v.object({ name: v.string() }),
  openResource: v.object({ server: v.string(), uri: v.string() }),
  /** `attachments` are added to those of the message. */
  resend: v.object({ id, text: v.string(), attachments: v.optional(attachments) }),
  regenerate: v.object({ id }),
  /** Asks whether to restore the files, the conversation or both to their state before the user's item. */
  restore: v.object({ id }),
  /** Copies the conversation that is shown, and shows the copy. */
  duplicate: v.object({}),
  stop: v.object({}),
  newChat: v.object({}),
  compact: v.object({}),
  /** Requests the items before `before`. With `through`, all from that item on are included, and some before it. */
  earlier: v.object({ before: id, through: v.optional(id) }),
  find: v.object({ request, text: v.string() }),
  action: v.object({ action: chatAction }),
  answer: v.object({ id, reply }),
  /** `always` lifts the step limit in this conversation. */
  decidePause: v.object({ id, decision: pauseDecision }),
  decide: v.object({ id, decision: approvalDecision }),
  openLink: v.object({ href: v.string() }),
  findFiles: v.object({ request, names: texts(MAX_NAMES) }),
  /** Opens a file, but only one of the workspace. */
  openFile: v.object({ name: v.string() }),
  /** `file` is the index in the item. `marked` opens the text with marks in place of invisible characters. */
  openInstructions: v.object({ id, file: integer, marked: v.boolean() }),
  copy: v.object({ text: v.string() }),
  /** Inserts at the cursor of the editor that was last active. */
  insert: v.object({ text: v.string() }),
  /** Shows the change to `file`, or else to the open file. The user can then accept it. */
  apply: v.object({ text: v.string(), file: v.optional(v.string()) }),
  /**
   * `file` is the index in the list; without it all files of the turn are meant. `part` is a hunk of that file to keep
   * or undo.
   */
  changes: v.object({
    id,
    action: changesAction,
    file: v.optional(integer),
    part: v.optional(changePart),
  }),
  changedLines: v.object({ request, id, file: integer }),
  runAgain: v.object({ id }),
  showServer: v.object({ server: v.string() }),
  copyAnswer: v.object({ id }),
  /** Copies all that the conversation says, of which the page may have only the end. */
  copyConversation: v.object({}),
  /** Copies the whole result, of which the page may have only the beginning. */
  copyResult: v.object({ id }),
  openProposedEdit: v.object({ id }),
  /** Stops a call by itself: the others and the turn go on. */
  stopCall: v.object({ id }),
  /** Lets the call of a command end and the command go on. With `forInput`, the model is to give the input. */
  keepCommand: v.object({ id, forInput: v.boolean() }),
  stopCommand: v.object({ id }),
  showCommand: v.object({ id }),
  /** Types a line into a command. It is not saved, and the model does not get it. */
  typeIntoCommand: v.object({
    id,
    line: v.pipe(v.string(), v.maxLength(MAX_COMMAND_INPUT)),
    isSecret: v.boolean(),
  }),
  /** Lets the user choose in the editor: the page cannot set the approval mode itself. */
  pickApprovalMode: v.object({}),
  pickEffort: v.object({}),
  openCall: v.object({ id, what: argumentsOrResult }),
  /** Shows the request for an answer, or the newest one without `id`. */
  showRequest: v.object({ id: v.optional(id) }),
};

export type ChatMessage = MessageOf<typeof chatMessages>;
