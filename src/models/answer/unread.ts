/** Keeps what is no part of an answer: it refuses errors in any form, and notes what may be one if no answer follows. */
import { isRecord } from '../../base/common/guards.ts';
import { emptyAnswer, explainOddError, unreadableModelAnswer } from '../failures/answerFailure.ts';
import type { ModelError } from '../failures/errors.ts';
import { brokenStream, explainStreamError } from '../failures/failure.ts';
import type { Fields } from '../common/echo.ts';
import type { Target } from '../common/target.ts';
import { isNoError, mayBeError, oddErrorIn } from './oddForms.ts';

/**
 * The end of an answer's stream. `isBroken` says that the connection broke; `read` is the beginning of what was
 * received.
 */
export interface StreamEnd {
  readonly isBroken?: boolean | undefined;
  readonly read?: string | undefined;
  readonly status?: number | undefined;
}

export class Unread {
  private readonly target: Target;
  /** JSON was received that does not belong to any answer. */
  private isStrange = false;
  /** The last part since the last piece of the answer that may be an error. */
  private part: unknown;

  constructor(target: Target) {
    this.target = target;
  }

  get isEmpty(): boolean {
    return !this.isStrange && this.part === undefined;
  }

  /** @throws ModelError if the chunk is an error */
  refuse(chunk: Fields): void {
    this.refuseField(chunk);
    const odd = oddErrorIn(chunk);
    if (odd !== undefined) throw explainOddError(odd, this.target);
  }

  /** Looks at the field `error` alone. @throws ModelError if there is an error in it */
  refuseField(whole: Fields): void {
    const { error } = whole;
    if (isNoError(error)) return;
    // The words are beside the error if it says only that there is one.
    throw explainStreamError(isRecord(error) && 'message' in error ? error : whole, this.target);
  }

  /** Notes a value of which nothing was understood. */
  note(value: unknown): void {
    this.isStrange ||= !isRecord(value) || value['object'] !== 'chat.completion.chunk';
    if (isRecord(value) && mayBeError(value)) this.part = value;
    else if (typeof value === 'string') this.noteText(value);
  }

  /** Notes a text that is not JSON. A single word, such as `ping`, is no error. */
  noteText(text: string): void {
    if (/\S\s+\S|[\u4E00-\u9FFF]{3}/.test(text.trim())) this.part = text;
  }

  /** A piece of the answer followed. */
  clear(): void {
    this.part = undefined;
  }

  /** Explains an answer that ended without a word. Returns undefined if nothing that was received says why. */
  explainEmpty(): ModelError | undefined {
    return this.part === undefined ? undefined : explainOddError(this.part, this.target);
  }

  /** Explains an answer that did not come to its end. `isBegun` says that there was a piece of it. */
  explain({ read = '', status = 200 }: StreamEnd, isBegun: boolean): ModelError {
    const known = this.explainEmpty();
    if (known) return known;
    const isStream = /^(:|(data|event|id|retry):)/m.test(read);
    if (isBegun || (isStream && !this.isStrange)) return brokenStream(this.target);
    return read === '' ? emptyAnswer(this.target, status) : unreadableModelAnswer(this.target, read);
  }
}
