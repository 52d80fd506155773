/** Replaces passages of a text one after the other, and tells which places of the original text that changes. */
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { describeMissing, describeSeveral, EditMismatch } from './editMismatch.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Most edits of one call. */
export const MAX_EDITS = 100;

/** Longest text that edits may make, since each of them can double it. */
const MAX_TEXT = 20_000_000;

/** Most places that the edits of a call change. Each place takes time again in each later edit, and in each planning. */
const MAX_PLACES = 100_000;

/** An edit with line feeds, as files are read. */
export interface TextEdit {
  readonly oldText: string;
  readonly newText: string;
  readonly all: boolean;
}

/** Replaces the original text from `start` to `end`. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

export interface EditedText {
  readonly after: string;
  /** Changes in the order of the text, which do not overlap. */
  readonly changes: readonly TextChange[];
}

/**
 * Returns the edits of a call of `edit_file`: one, or several that apply one after the other. A model that has seen CRLF
 * through a command writes it.
 * @throws Error if the call has none, or has them in both ways
 */
export function editsOf({ oldText, newText, all, edits }: Arguments): readonly TextEdit[] {
  const several = Array.isArray(edits) ? (edits as readonly Arguments[]) : [];
  const hasOne = typeof oldText === 'string' && typeof newText === 'string';
  if (hasOne && several.length > 0)
    throw new Error('edit_file takes either oldText and newText, or edits. Nothing was changed.');
  const given = several.length > 0 ? several : hasOne ? [{ oldText, newText, all }] : [];
  if (given.length === 0)
    throw new Error(
      'edit_file takes path with oldText and newText, or path with edits. Nothing was changed.',
    );
  // The change is planned before the arguments are compared with the schema.
  if (given.length > MAX_EDITS || given.some((edit) => edit['oldText'] === ''))
    throw new Error(
      `edit_file takes ${MAX_EDITS} edits at most, each with some oldText. Nothing was changed.`,
    );
  return given.map((edit) => ({
    oldText: lineFeeds(edit['oldText'] as string),
    newText: lineFeeds(edit['newText'] as string),
    all: edit['all'] === true,
  }));
}

/**
 * Applies the edits, each to the text that the one before has left. `check` gets what is between the passages.
 * @throws EditMismatch if one of them does not apply; then none does
 */
export function applyEdits(
  label: string,
  text: string,
  edits: readonly TextEdit[],
  check?: (between: readonly string[], edit: TextEdit) => void,
): EditedText {
  let now = text;
  let pieces: readonly Piece[] = [{ length: text.length, start: 0 }];
  let places = 0;
  for (const [index, edit] of edits.entries()) {
    const { oldText, newText, all } = edit;
    const between = now.split(oldText);
    check?.(between, edit);
    const count = between.length - 1;
    const which =
      edits.length === 1 ? '' : `Edit ${index + 1} of ${edits.length} does not apply, so none was made. `;
    const current = now;
    if (count === 0)
      throw new EditMismatch(
        `${which}${label} does not contain oldText. It must be the exact text, with its white space.`,
        current,
        () => `${which}${describeMissing(label, current, oldText)}`,
      );
    if (count > 1 && !all)
      throw new EditMismatch(
        `${which}${label} contains oldText ${count} times. Give more of the text around it, or set "all".`,
        current,
        () => `${which}${describeSeveral(label, between, oldText)}`,
      );
    places += count;
    if (places > MAX_PLACES)
      throw new Error(
        `${which}More than ${MAX_PLACES} places of ${label} would change. Change fewer at once.`,
      );
    if (now.length + count * (newText.length - oldText.length) > MAX_TEXT)
      throw new Error(`${which}${label} would be longer than a file may be that is changed here.`);
    pieces = replaced(pieces, startsOf(between, oldText.length), oldText.length, newText);
    now = between.join(newText);
  }
  return { after: now, changes: changesOf(pieces, text.length) };
}

/** A part of the text as it is now: a part of the original text, from `start`, or an inserted one. */
type Piece =
  | { readonly length: number; readonly start: number }
  | { readonly length: number; readonly text: string };

function startsOf(between: readonly string[], length: number): readonly number[] {
  let at = 0;
  return between.slice(0, -1).map((piece) => {
    const start = at + piece.length;
    at = start + length;
    return start;
  });
}

function replaced(
  pieces: readonly Piece[],
  starts: readonly number[],
  length: number,
  text: string,
): readonly Piece[] {
  const made: Piece[] = [];
  let next = 0;
  let begin = 0;
  for (const piece of pieces) {
    const end = begin + piece.length;
    for (let at = begin; at < end;) {
      const start = starts[next] ?? Infinity;
      const until = Math.min(end, at < start ? start : start + length);
      if (at < start) made.push(partOf(piece, at - begin, until - begin));
      else if (at === start) made.push({ length: text.length, text });
      if (until === start + length) next += 1;
      at = until;
    }
    begin = end;
  }
  return made;
}

function partOf(piece: Piece, from: number, to: number): Piece {
  const length = to - from;
  return 'text' in piece
    ? { length, text: piece.text.slice(from, to) }
    : { length, start: piece.start + from };
}

function changesOf(pieces: readonly Piece[], length: number): readonly TextChange[] {
  const changes: TextChange[] = [];
  let at = 0;
  let text = '';
  const addUntil = (end: number): void => {
    if (text !== '' || end > at) changes.push({ start: at, end, text });
    text = '';
  };
  for (const piece of pieces) {
    if ('text' in piece) {
      text += piece.text;
      continue;
    }
    addUntil(piece.start);
    at = piece.start + piece.length;
  }
  addUntil(length);
  return changes;
}
