/**
 * A field of MCP `elicitation/create` (2025-11-25). Texts are plain and bounded; names and values of options are the
 * server's own.
 */
import * as v from 'valibot';
import { isRecord, isStringArray } from '../base/common/guards.ts';
import type { TypeOf } from './pageMessage.ts';

interface FieldBase {
  readonly name: string;
  readonly title: string;
  readonly description?: string | undefined;
  readonly required: boolean;
}

export interface Option {
  readonly value: string;
  readonly label: string;
}

export type TextFormat = 'email' | 'uri' | 'date' | 'date-time';

/** A field of a form. Its limits are inclusive. */
export type Field =
  | (FieldBase & {
      readonly kind: 'text';
      readonly format?: TextFormat | undefined;
      readonly minLength?: number | undefined;
      readonly maxLength?: number | undefined;
      readonly default?: string | undefined;
      /**
       * The field looks like a password or key, which forms must not ask for. Its value is never saved and never shown
       * again.
       */
      readonly secret?: true | undefined;
    })
  | (FieldBase & {
      readonly kind: 'number';
      readonly integer: boolean;
      readonly minimum?: number | undefined;
      readonly maximum?: number | undefined;
      readonly default?: number | undefined;
    })
  | (FieldBase & { readonly kind: 'boolean'; readonly default?: boolean | undefined })
  | (FieldBase & {
      readonly kind: 'choice';
      readonly options: readonly Option[];
      readonly default?: string | undefined;
    })
  | (FieldBase & {
      readonly kind: 'choices';
      readonly options: readonly Option[];
      readonly minItems?: number | undefined;
      readonly maxItems?: number | undefined;
      readonly default?: readonly string[] | undefined;
    });

export type SamplingPart =
  /** Text that the user may change. `name` is its key in the values of the reply. */
  | { readonly kind: 'text'; readonly name: string; readonly text: string }
  /** `data` is base64. */
  | { readonly kind: 'image'; readonly mimeType: string; readonly data: string }
  /** Describes other content: audio, a tool call, or its result. */
  | { readonly kind: 'note'; readonly text: string };

/** An MCP `SamplingMessage`, or the system prompt. */
export interface SamplingMessageView {
  readonly role: 'system' | 'user' | 'assistant';
  readonly parts: readonly SamplingPart[];
}

/** A question of a server to the user. `server` is the name that the user gave the server. */
export type Question =
  | {
      readonly kind: 'form';
      readonly server: string;
      readonly message: string;
      readonly fields: readonly Field[];
    }
  /** `url` is normalised, and its scheme is http or https. */
  | {
      readonly kind: 'url';
      readonly server: string;
      readonly message: string;
      readonly url: string;
      readonly host: string;
    }
  | {
      readonly kind: 'sampling';
      readonly server: string;
      readonly message: string;
      readonly messages: readonly SamplingMessageView[];
      readonly tools: readonly { readonly name: string; readonly description?: string | undefined }[];
      readonly wishes: readonly { readonly label: string; readonly text: string }[];
    };

/** Validated values by the names of the fields. */
export type AnswerContent = Readonly<Record<string, string | number | boolean | readonly string[]>>;

/** The answer that the server gets. A question with a page has an empty `content`. */
export type Answer =
  | { readonly action: 'accept'; readonly content: AnswerContent }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** Values that are not validated yet. Numbers are texts as the user typed them. */
export type FormValues = Readonly<Record<string, string | boolean | readonly string[]>>;

/** A reply of the page. The host validates its values before it makes an `Answer`. */
export const reply = v.variant('action', [
  v.object({
    action: v.literal('accept'),
    values: v.custom<FormValues>(isFormValues),
  }),
  v.object({
    action: v.picklist(['decline', 'cancel']),
    /** Reason for denying a sampling request. Elicitation has no place for one. */
    reason: v.exactOptional(v.string()),
  }),
]);
export type Reply = TypeOf<typeof reply>;

function isFormValues(value: unknown): value is FormValues {
  const isValue = (each: unknown): boolean =>
    typeof each === 'string' || typeof each === 'boolean' || isStringArray(each);
  return isRecord(value) && Object.values(value).every(isValue);
}

export interface FieldProblem {
  readonly name: string;
  readonly message: string;
}

/** State of a question. `withdrawn` means that nobody waits for the answer any more. */
export type QuestionState =
  | { readonly status: 'open'; readonly problems: readonly FieldProblem[] }
  /** The page was opened. The call waits until the user has finished there. */
  | { readonly status: 'opened' }
  | { readonly status: 'answering'; readonly model: string }
  /** The user reviews the model's answer before the server gets it. */
  | {
      readonly status: 'review';
      readonly model: string;
      /** Text of the answer. If the user edits it, the reply has it as the value `answer`. */
      readonly text: string;
      readonly calls: readonly string[];
    }
  | {
      readonly status: 'accepted';
      readonly given: readonly { readonly label: string; readonly text: string }[];
    }
  | { readonly status: 'failed'; readonly message: string }
  /** `finished` means that the user or the server reported that the page is done. */
  | { readonly status: 'finished' | 'declined' | 'cancelled' | 'withdrawn' };
