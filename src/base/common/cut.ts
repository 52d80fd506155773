/**
 * Cuts texts between characters as people see them: half of a pair makes a request that endpoints refuse, and half of a
 * family or a flag is another picture. Texts may have many megabytes, so only what is near the cut is looked at.
 */

/** In UTF-16 units. What is longer is no character that people write, and may be parted between its code points. */
const MAX_CHARACTER = 64;
/** How far back a place is sought where a character begins for certain. */
const MAX_BEFORE = 4 * MAX_CHARACTER;

let segmenter: Intl.Segmenter | undefined;

/** At most the first `max` UTF-16 units. */
export function headText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, placeBefore(text, max));
}

/** At most the last `max` UTF-16 units. */
export function tailText(text: string, max: number): string {
  return text.length <= max ? text : text.slice(placeAfter(text, text.length - max));
}

/** The last place up to `at` where no character is parted. It is less than 64 units before. */
export function placeBefore(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const { start } = characterAt(text, at);
  return at - start < MAX_CHARACTER ? start : isPair(text, at) ? at - 1 : at;
}

/** The first place from `at` on where no character is parted. It is less than 64 units behind. */
export function placeAfter(text: string, at: number): number {
  if (at <= 0) return 0;
  if (at >= text.length) return text.length;
  if (isPlain(text, at)) return at;
  const { start, end } = characterAt(text, at);
  if (start === at) return at;
  return end - at < MAX_CHARACTER ? end : isPair(text, at) ? at + 1 : at;
}

/** Below U+0300 nothing belongs to the character before, but for the second half of a line end. */
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
    // An ASCII character other than the end of CR LF belongs to nothing before it.
    if (unit < 0x80 && unit !== 0x0a) return at;
  }
  return least > 0 && isPair(text, least) ? least + 1 : least;
}

/** Puts pieces of one text together so that no piece ends within a pair: endpoints cut where they like. */
export class WholePairs {
  private held = '';

  /** What can be shown of the text so far. */
  push(piece: string): string {
    const text = this.held + piece;
    this.held = isHighSurrogate(text.charCodeAt(text.length - 1)) ? text.slice(-1) : '';
    return this.held === '' ? text : text.slice(0, -1);
  }

  /** What is left at the end. */
  end(): string {
    const rest = this.held;
    this.held = '';
    return rest;
  }
}
