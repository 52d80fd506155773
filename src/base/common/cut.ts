/**
 * Cuts texts between characters as people see them. Endpoints refuse a request with half of a surrogate pair, and half
 * of a family or flag emoji is another picture. Texts may have many megabytes, so only the text near the cut is looked
 * at.
 */

/** Longest character in UTF-16 units. A longer one is not written by people, and may be cut between its code points. */
const MAX_CHARACTER = 64;
/** Distance in UTF-16 units within which the start of some character is looked for. */
const MAX_BEFORE = 4 * MAX_CHARACTER;

let segmenter: Intl.Segmenter | undefined;

/** Returns the first `max` UTF-16 units at most. */
export function headText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, placeBefore(text, max));
}

/** Returns the last `max` UTF-16 units at most. */
export function tailText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(placeAfter(text, text.length - max));
}

/** Returns the last place up to `at` that is not within a character. It is less than 64 units before `at`. */
export function placeBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const { start } = characterAt(text, at);
  return at - start < MAX_CHARACTER ? start : isPair(text, at) ? at - 1 : at;
}

/** Returns the first place from `at` on that is not within a character. It is less than 64 units after `at`. */
export function placeAfter(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const { start, end } = characterAt(text, at);
  if (start === at) return at;
  return end - at < MAX_CHARACTER ? end : isPair(text, at) ? at + 1 : at;
}

/** A character below U+0300 never continues the one before it, except for the line feed of CR LF. */
function isPlain(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  return before < 0x300 && after < 0x300 && !(before === 0x0d && after === 0x0a);
}

function isPair(text: string, at: number): boolean {
  return isHighSurrogate(text.charCodeAt(at - 1)) && isLowSurrogate(text.charCodeAt(at));
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}

function characterAt(text: string, at: number): { readonly start: number; readonly end: number } {
  const from = certainStart(text, at - 1);
  const last = Math.min(text.length, at + 2 * MAX_CHARACTER);
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  const found = segmenter.segment(text.slice(from, last)).containing(at - from);
  const start = from + (found?.index ?? at - from);
  return { start, end: start + (found?.segment.length ?? 0) };
}

function certainStart(text: string, before: number): number {
  const least = Math.max(0, before - MAX_BEFORE);
  for (let at = before; at > least; at--) {
    const unit = text.charCodeAt(at);
    // An ASCII character other than a line feed always begins a new character.
    if (unit < 0x80 && unit !== 0x0a) return at;
  }
  return least > 0 && isPair(text, least) ? least + 1 : least;
}

/** Joins the pieces of a streamed text so that no piece ends within a surrogate pair: endpoints cut anywhere. */
export class WholePairs {
  private held = '';

  /** Returns the text that can be shown after this piece. */
  push(piece: string): string {
    const text = this.held + piece;
    this.held = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    return this.held === '' ? text : text.slice(0, -1);
  }

  /** Returns what was held back, once the text is complete. */
  end(): string {
    const rest = this.held;
    this.held = '';
    return rest;
  }
}
