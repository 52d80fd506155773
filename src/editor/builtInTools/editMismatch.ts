/** Says why an edit does not apply, with what the next one needs: the nearest passage, or the lines of all of them. */
import { headText } from '../../base/common/cut.ts';

/** The passage of an edit is not in the file, or more than once. The message tells nothing of what is in the file. */
export class EditMismatch extends Error {
  override readonly name = 'EditMismatch';
  /** The text in which the passage was looked for. */
  readonly text: string;
  private readonly describe: () => string;

  constructor(message: string, text: string, describe: () => string) {
    super(message);
    this.text = text;
    this.describe = describe;
  }

  /** The message with places and passages of the file. */
  get whole(): string {
    return this.describe();
  }
}

const MAX_LINES = 30;
const MAX_CHARACTERS = 3_000;
/** Characters of a line that is shown to tell a difference. */
const MAX_LINE = 200;
const MAX_PLACES = 10;
/** Longest text in which a passage is looked for. */
const MAX_TEXT = 2_000_000;
/** Lines of the sought passage, and places of one line in the file, that are looked at. */
const MAX_SOUGHT = 200;
const MAX_EQUAL = 50;
/** Part of the words of a line that another one must have to be near. */
const LEAST_SHARED = 0.5;

export function describeMissing(label: string, text: string, oldText: string): string {
  const missing = `${label} does not contain oldText.`;
  if (text.length > MAX_TEXT) return `${missing} It must be the exact text, with its white space.`;
  const bare = withoutLineNumbers(oldText);
  if (bare !== undefined && text.includes(bare))
    return `${missing} The numbers and tabs before the lines are not part of the file: leave them out.`;
  const spaced = passageWithOtherSpace(text, oldText);
  if (spaced) {
    const line = lineAt(text, spaced.start);
    const passage = text.slice(spaced.start, spaced.end);
    const where = placesOf(line, passage.split('\n').length);
    return `${missing} The passage on ${where} differs only in white space. ${describePassage(passage, oldText)}`;
  }
  const near = nearestLines(text.split('\n'), oldText.split('\n'));
  if (!near) return `${missing} No passage of it is like oldText. Read the file again.`;
  const passage = near.lines.join('\n');
  const where = placesOf(near.line, near.lines.length);
  return `${missing} The nearest passage is on ${where}. ${describePassage(passage, oldText)}`;
}

/** Returns the text without the numbers that `read_file` writes before lines; undefined if a line has none. */
function withoutLineNumbers(text: string): string | undefined {
  const lines = text.split('\n');
  return lines.every((line) => /^\s*\d+\t/.test(line))
    ? lines.map((line) => line.replace(/^\s*\d+\t/, '')).join('\n')
    : undefined;
}

/** `between` is what is before, between and after the passages. */
export function describeSeveral(label: string, between: readonly string[], oldText: string): string {
  const count = between.length - 1;
  const inOld = oldText.split('\n').length - 1;
  const lines: number[] = [];
  let line = 1;
  for (const piece of between.slice(0, Math.min(count, MAX_PLACES))) {
    line += piece.split('\n').length - 1;
    lines.push(line);
    line += inOld;
  }
  const more = count > lines.length ? ', …' : '';
  return `${label} contains oldText ${count} times: lines ${lines.join(', ')}${more}. Give more of the text around the one that is meant, or set "all".`;
}

function placesOf(line: number, count: number): string {
  return count === 1 ? `line ${line}` : `lines ${line} to ${line + count - 1}`;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Finds the only passage that is `sought` but for white space. */
function passageWithOtherSpace(
  text: string,
  sought: string,
): { readonly start: number; readonly end: number } | undefined {
  const squeezed = withoutSpace(sought);
  if (squeezed === '') return undefined;
  const whole = withoutSpace(text);
  const at = whole.indexOf(squeezed);
  if (at < 0 || whole.includes(squeezed, at + 1)) return undefined;
  const start = offsetOf(text, at);
  const end = offsetOf(text, at + squeezed.length - 1) + 1;
  // White space at the ends of what was sought is that of the line, or of none.
  return { start: /^\s/.test(sought) ? lineStart(text, start) : start, end };
}

/** Returns the place of the character at `index` of those that are no white space. */
function offsetOf(text: string, index: number): number {
  let seen = -1;
  for (let at = 0; at < text.length; at++) {
    if (!isSpace(text.charCodeAt(at))) seen += 1;
    if (seen === index) return at;
  }
  return text.length;
}

function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0 && text[at - 1] !== '\n' && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

const SPACE = /\s+/g;

function isSpace(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13) || (unit >= 160 && /\s/.test(String.fromCharCode(unit)));
}

function withoutSpace(text: string): string {
  return text.replaceAll(SPACE, '');
}

interface NearLines {
  /** Number of the first of the lines, from 1. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Finds the lines where most of the sought lines stand, or else the line that shares most words with the longest. */
function nearestLines(lines: readonly string[], sought: readonly string[]): NearLines | undefined {
  const looked = sought.slice(0, MAX_SOUGHT);
  const start = mostEqual(lines, looked) ?? mostAlike(lines, looked);
  if (start === undefined) return undefined;
  const from = Math.max(0, start);
  return { line: from + 1, lines: lines.slice(from, Math.max(from + 1, start + sought.length)) };
}

function mostEqual(lines: readonly string[], sought: readonly string[]): number | undefined {
  const places = new Map<string, number[]>();
  for (const [index, line] of sought.entries()) {
    const key = withoutSpace(line);
    if (/\w/.test(key)) places.set(key, [...(places.get(key) ?? []), index]);
  }
  const votes = new Map<number, number>();
  const seen = new Map<string, number>();
  for (const [at, line] of lines.entries()) {
    const key = withoutSpace(line);
    const indexes = places.get(key);
    const count = seen.get(key) ?? 0;
    if (!indexes || count >= MAX_EQUAL) continue;
    seen.set(key, count + 1);
    for (const index of indexes) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  }
  return bestOf(votes);
}

function mostAlike(lines: readonly string[], sought: readonly string[]): number | undefined {
  const longest = sought.reduce(
    (best, line, at) => (line.length > (sought[best]?.length ?? 0) ? at : best),
    0,
  );
  const words = wordsOf(sought[longest] ?? '');
  if (words.size === 0) return undefined;
  const scores = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const own = wordsOf(line);
    const shared = [...words].filter((word) => own.has(word)).length;
    const score = shared / words.size + shared / Math.max(1, own.size) / 10;
    if (shared / words.size >= LEAST_SHARED) scores.set(at - longest, score);
  }
  return bestOf(scores);
}

function bestOf(scores: ReadonlyMap<number, number>): number | undefined {
  let best: number | undefined;
  for (const [at, score] of scores) if (best === undefined || score > (scores.get(best) ?? 0)) best = at;
  return best;
}

function wordsOf(line: string): ReadonlySet<string> {
  return new Set(headText(line, 1_000).match(/[\p{L}\p{N}_]+/gu));
}

/** Tells the passage and where it differs first. For a single line that is the same, so it is told once. */
function describePassage(passage: string, oldText: string): string {
  const difference = firstDifference(passage, oldText);
  const isWhole = difference !== '' && !passage.includes('\n') && passage.length <= MAX_LINE;
  return isWhole ? difference : `${difference} The text in the file is:\n${bounded(passage)}`.trimStart();
}

/** White space is only seen in a JSON string. */
function firstDifference(passage: string, oldText: string): string {
  const [own, other] = [passage.split('\n'), oldText.split('\n')];
  const at = own.findIndex((line, index) => line !== other[index]);
  const [now, sought] = [own[at], other[at]];
  if (now === undefined || sought === undefined) return '';
  const shown = (line: string): string => JSON.stringify(headText(line, MAX_LINE));
  return `Where oldText has ${shown(sought)}, it has ${shown(now)}.`;
}

function bounded(passage: string): string {
  const lines = passage.split('\n');
  const head = headText(lines.slice(0, MAX_LINES).join('\n'), MAX_CHARACTERS);
  return head.length < passage.length ? `${head}\n(and more, which is left out here)` : head;
}
