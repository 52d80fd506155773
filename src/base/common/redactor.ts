// Replaces secrets in text, also encoded as JSON strings, URLs, HTML, base64, hexadecimal, or several of these.
// Base64 and hexadecimal forms are searched as they are. Escapes have too many forms: they are undone in a copy, level
// by level, and what is found there is replaced where it came from.
// Not found: values shorter than 4 characters; base64 and hexadecimal of values below 7 and 6 bytes; values cut in two;
// other encodings (base32, UTF-16 in base64, quoted-printable), compression, hashes. Redaction prevents accidents.

/** Shortest values that are replaced. Replacing shorter ones would garble ordinary words, and so disclose the value. */
const shortest = { secret: 4, other: 8 } as const;
/** Base64 characters that must match, and bytes of hexadecimal. */
const MIN_BASE64 = 8;
const MIN_HEX_BYTES = 6;
/** Levels of escaping that are undone. A run of backslashes is one level. */
const MAX_LEVELS = 3;

export class Redactor {
  private readonly spelt = new Set<string>();
  private readonly shown = new Map<string, string>();
  private pattern: RegExp | undefined;

  /** Adds a value to replace. Its base64 and hexadecimal forms are searched for only if it is a secret. */
  addValue(value: string, shown: string, kind: keyof typeof shortest): void {
    const before = this.spelt.size;
    // Programs print line by line, so each line of a value is replaced on its own, too.
    for (const whole of new Set([value, value.trim(), ...value.split(/\r?\n/)])) {
      if (whole.length < shortest[kind]) continue;
      const isSecret = kind === 'secret';
      for (const spelling of [...spellings(whole), ...(isSecret ? encodings(whole) : [])])
        if (spelling.length >= shortest[kind]) this.learn(spelling, shown);
    }
    if (this.spelt.size !== before) this.pattern = undefined;
  }

  text(text: string): string {
    if (this.shown.size === 0 || text.length < shortest.secret) return text;
    const pattern = (this.pattern ??= patternOf(this.spelt));
    const redacted = text.replace(pattern, (found) => this.shownFor(found));
    const found: Found[] = [];
    let view = unescaped({ text: redacted, starts: [], origins: [] });
    for (let level = 0; view && level < MAX_LEVELS; level++) {
      for (const { 0: spelling, index } of view.text.matchAll(pattern)) {
        const start = originOf(view, index);
        const end = originOf(view, index + spelling.length);
        // A match as long as its origin was not escaped: it is a replacement that the first pass wrote.
        if (end - start !== spelling.length) found.push({ start, end, shown: this.shownFor(spelling) });
      }
      view = unescaped(view);
    }
    return found.length === 0 ? redacted : replaced(redacted, found);
  }

  private learn(spelling: string, shown: string): void {
    this.spelt.add(spelling);
    this.shown.set(spelling.toLowerCase(), shown);
  }

  private shownFor(found: string): string {
    return this.shown.get(found.toLowerCase()) ?? '•••';
  }
}

/** A value that was found behind escapes, with its place in the original text. */
interface Found {
  readonly start: number;
  readonly end: number;
  readonly shown: string;
}

function patternOf(spelt: Iterable<string>): RegExp {
  const longestFirst = [...spelt].toSorted((a, b) => b.length - a.length);
  // Host names and hexadecimal digits may come in either case.
  return new RegExp(longestFirst.map(escaped).join('|'), 'gi');
}

/** Returns the value, and the forms that it takes if its own escapes are undone. */
function spellings(value: string): string[] {
  const forms = [value, value.replaceAll(' ', '+')];
  let view = unescaped({ text: value, starts: [], origins: [] });
  for (let level = 0; view && level < MAX_LEVELS; level++) {
    forms.push(view.text);
    view = unescaped(view);
  }
  return forms;
}

/**
 * Returns hexadecimal forms, and base64 forms in both alphabets for each of the three offsets that a value can have.
 */
function encodings(value: string): string[] {
  const bytes = new TextEncoder().encode(value);
  const base64 = [0, 1, 2].flatMap((before) => {
    const text = btoa(String.fromCharCode(...new Uint8Array(before), ...bytes));
    // These characters do not depend on neighbouring bytes.
    const core = text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
    if (core.length < MIN_BASE64) return [];
    // These forms include the last character and the padding, for a value that ends the encoded text.
    const whole = before === 0 ? [text, text.replace(/=+$/, '')] : [text.slice(Math.ceil((before * 8) / 6))];
    return [core, ...whole, ...whole.map((each) => each.replace(/=+$/, ''))];
  });
  const ofUrls = base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_'));
  if (bytes.length < MIN_HEX_BYTES) return [...base64, ...ofUrls];
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, '0'));
  const hex = ['', ' ', ':', '-', ', 0x', ',0x', ' 0x'].map((between) => digits.join(between));
  return [...base64, ...ofUrls, ...hex];
}

/** A text with escapes undone, and where each of its parts came from, in order. */
interface View {
  readonly text: string;
  readonly starts: readonly number[];
  readonly origins: readonly number[];
}

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  Tab: '\t',
  NewLine: '\n',
  excl: '!',
  num: '#',
  dollar: '$',
  percnt: '%',
  lpar: '(',
  rpar: ')',
  ast: '*',
  plus: '+',
  comma: ',',
  period: '.',
  sol: '/',
  colon: ':',
  semi: ';',
  equals: '=',
  quest: '?',
  commat: '@',
  lsqb: '[',
  lbrack: '[',
  bsol: '\\',
  rsqb: ']',
  rbrack: ']',
  Hat: '^',
  lowbar: '_',
  grave: '`',
  lcub: '{',
  lbrace: '{',
  verbar: '|',
  vert: '|',
  rcub: '}',
  rbrace: '}',
  hyphen: '-',
  dash: '-',
};

/**
 * Matches backslash escapes, percent escapes, HTML entities and line breaks in base64. It backtracks a few characters
 * at most.
 */
const escapes =
  /\\+(?:u([\dA-Fa-f]{4})|u\{([\dA-Fa-f]{1,6})\}|([^x]))|((?:\\+x[\dA-Fa-f]{2})+|(?:%[\dA-Fa-f]{2})+)|&(?:#(\d{1,7});?|#[xX]([\dA-Fa-f]{1,6});?|([A-Za-z]{2,8});)|(?<=[\w+/-]{32})\r?\n(?=[\w+/=-])/g;

const letters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

function unescaped(view: View): View | undefined {
  const { text } = view;
  const parts: string[] = [];
  const starts: number[] = [0];
  const origins: number[] = [originOf(view, 0)];
  let length = 0;
  let end = 0;
  for (const match of text.matchAll(escapes)) {
    const character = meaningOf(match);
    if (character === undefined || character === match[0]) continue;
    const before = text.slice(end, match.index);
    parts.push(before, character);
    length += before.length;
    end = match.index + match[0].length;
    starts.push(length, length + character.length);
    origins.push(originOf(view, match.index), originOf(view, end));
    length += character.length;
  }
  if (parts.length === 0) return undefined;
  parts.push(text.slice(end));
  return { text: parts.join(''), starts, origins };
}

function meaningOf([whole, u, braced, letter, bytes, decimal, hex, name]: RegExpExecArray):
  | string
  | undefined {
  if (bytes !== undefined) return ofPercent(bytes.replace(/\\+x/g, '%'));
  if (letter !== undefined) return letters[letter] ?? letter;
  if (name !== undefined) return Object.hasOwn(named, name) ? named[name] : whole;
  const digits = u ?? braced ?? hex;
  if (digits === undefined && decimal === undefined) return '';
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  if (code > 0x10_ff_ff) return whole;
  return u === undefined ? String.fromCodePoint(code) : String.fromCharCode(code);
}

function ofPercent(run: string): string {
  try {
    return decodeURIComponent(run);
  } catch {
    // The bytes are not UTF-8, but the ASCII characters can still be decoded.
    return run.replace(/%[0-7][\dA-Fa-f]/g, (each) =>
      String.fromCharCode(Number.parseInt(each.slice(1), 16)),
    );
  }
}

/** Returns the place in the original text. A place within an undone escape maps to the start of the escape. */
function originOf({ starts, origins }: View, index: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= index) low = middle + 1;
    else high = middle;
  }
  if (low === 0) return index;
  const start = starts[low - 1] ?? 0;
  const origin = origins[low - 1] ?? 0;
  const next = origins[low];
  return next === undefined ? origin + index - start : Math.min(origin + index - start, next);
}

function replaced(text: string, found: readonly Found[]): string {
  const parts: string[] = [];
  let done = 0;
  for (const { start, end, shown } of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    if (start >= done) parts.push(text.slice(done, start), shown);
    done = Math.max(done, end);
  }
  parts.push(text.slice(done));
  return parts.join('');
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
