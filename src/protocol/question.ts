/**
 * What a server asks the user, and what the user answers (MCP `elicitation/create`, specification 2025-11-25).
 * All texts are plain and bounded by the time they are here; names and values of options are the server's own.
 */
import * as v from 'valibot';
import { isRecord, isStringArray } from '../base/common/guards.ts';
import type { TypeOf } from './pageMessage.ts';

interface FieldBase {
  /** The property of the answer. */
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly required: boolean;
}

/** One of the things that can be chosen. `value` is what the server gets, `label` what the user reads. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** The formats of text that the protocol knows. */
export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** One line of a form. Limits include their ends. */
export type Field =
  | (FieldBase & {
      readonly kind: 'text';
      readonly format?: TextFormat;
      readonly minLength?: number;
      readonly maxLength?: number;
      readonly default?: string;
      /** It looks like a password or key, which a form must not ask for: never kept, never shown again. */
      readonly secret?: true;
    })
  | (FieldBase & {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum?: number;
      readonly maximum?: number;
      readonly default?: number;
    })
  | (FieldBase & { readonly kind: 'boolean'; readonly default?: boolean })
  | (FieldBase & { readonly kind: 'choice'; readonly options: readonly Option[]; readonly default?: string })
  | (FieldBase & {
      readonly kind: 'choices';
      readonly options: readonly Option[];
      readonly minItems?: number;
      readonly maxItems?: number;
      readonly default?: readonly string[];
    });

/** A piece of a message that a server wants sent to the model. */
export type SamplingPart =
  /** A text that the user may change; `name` is its key among the values of the reply. */
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  /** What is sent too, or not, in words: audio, a call of a tool, its result. */
  | { readonly kind: 'note'; readonly text: string };

/** A message that a server wants sent to the model (MCP `SamplingMessage`); `system` is its system prompt. */
export interface SamplingMessageView {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly SamplingPart[];
}

/** What a server asks: to fill in a form, to go to a page, or to have the model answer. `server` is the name the user gave it. */
export type Question =
  | {
      readonly kind: 'form';
      readonly server: string;
      readonly message: string;
      readonly fields: readonly Field[];
    }
  /** `url` is http or https and normalised; `host` is the part of it that says where it leads. */
  | {
      readonly kind: 'url';
      readonly server: string;
      readonly message: string;
      readonly url: string;
      readonly host: string;
    }
  /** MCP `sampling/createMessage`. `message` says it in a sentence. */
  | {
      readonly kind: 'sampling';
      readonly server: string;
      readonly message: string;
      readonly messages: readonly SamplingMessageView[];
      readonly tools: readonly { readonly name: string; readonly description?: string }[];
      /** The other wishes: model, tokens, temperature. */
      readonly wishes: readonly { readonly label: string; readonly text: string }[];
    };

/** The values of an accepted form, checked, by the names of the fields. */
export type AnswerContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** What the server is told. To a page that the user opened, `content` is empty. */
export type Answer =
  | { readonly action: 'accept'; readonly content: AnswerContent }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** A form as it was filled in, unchecked: numbers as they were typed. */
export type FormValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** What the user did with a question. The host checks the values before it becomes an `Answer`. */
export const reply = v.variant('action', [
  v.object({
    action: v.literal('accept'),
    values: v.custom<FormValues>(isFormValues),
  }),
  v.object({ action: v.picklist(['decline', 'cancel']) }),
]);
export type Reply = TypeOf<typeof reply>;

function isFormValues(value: unknown): value is FormValues {
  const isValue = (each: unknown): boolean =>
    typeof each === 'string' || typeof each === 'boolean' || isStringArray(each);
  return isRecord(value) && Object.values(value).every(isValue);
}

/** Why the value of a field cannot be sent. */
export interface FieldProblem {
  readonly name: string;
  readonly message: string;
}

/** How a question stands. `withdrawn`: it was cancelled because nobody waits for the answer any more. */
export type QuestionState =
  | { readonly status: 'open'; readonly problems: readonly FieldProblem[] }
  /** The page was opened, and the call waits until the user has finished there. */
  | { readonly status: 'opened' }
  /** The model is being asked. */
  | { readonly status: 'answering'; readonly model: string }
  /** The model has answered, and the user wants to see that before the server does. */
  | {
      readonly status: 'review';
      readonly model: string;
      /** May be changed; the reply's value `answer`. */
      readonly text: string;
      /** The calls of the server's tools that the model asks for. */
      readonly calls: readonly string[];
    }
  | {
      readonly status: 'accepted';
      /** What was given, for reading. */
      readonly given: readonly { readonly label: string; readonly text: string }[];
    }
  /** It was agreed to, but came to nothing. */
  | { readonly status: 'failed'; readonly message: string }
  /** `finished`: the page was opened, and the user or the server said that all is done there. */
  | { readonly status: 'finished' | 'declined' | 'cancelled' | 'withdrawn' };
