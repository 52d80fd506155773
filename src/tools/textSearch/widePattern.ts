/**
 * Translates an expression of JavaScript into one of ripgrep that matches in every file in which JavaScript's does, and
 * maybe in others: ripgrep only chooses the files, which are then searched with the expression itself (decision 069).
 */
import type { SearchExpression } from './searchExpression.ts';

export interface WidePattern {
  /** Each goes to ripgrep with an option of its own; a file counts if one of them matches. */
  readonly patterns: readonly string[];
  readonly ignoresCase: boolean;
  readonly spansLines: boolean;
}

/** Longer patterns do not fit into a command line everywhere. */
const MAX_LENGTH = 8_000;
/** Most groups within each other. */
const MAX_DEPTH = 100;
/** A higher count says nothing that a lower one does not, and makes ripgrep's expression too large. */
const MAX_COUNT = 20;
/** Bytes that are no UTF-8 become one character for up to three of them, and more in other encodings. */
const FOREIGN = '(?-u:[\\x80-\\xFF]{1,4})';
/** Any character, in any encoding. */
const ANY = '(?s-u:.{1,4})';
const DIGITS = '0-9';
const WORDS = 'A-Za-z0-9_';
/** White space as JavaScript has it. */
const SPACES =
  '\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}';
/** Characters that JavaScript takes for parts of words only where case does not count. */
const FOLDED_WORDS = '[\\x{17f}\\x{212a}]';
const NOT_ASCII = '(?-u:[\\x80-\\xFF])';

/** `isUtf8` is false if files may have an encoding that ripgrep does not know of. Undefined: it cannot be translated. */
export function widePattern(
  { source, flags, spansLines }: SearchExpression,
  { isUtf8 }: { readonly isUtf8: boolean },
): WidePattern | undefined {
  // Ripgrep finds nothing in an empty file, where an expression matches that takes no character.
  if (new RegExp(source, flags).test('')) return undefined;
  const ignoresCase = flags.includes('i');
  const translation = new Translation(source, { dotIsAny: flags.includes('s'), spansLines });
  const pattern = translation.whole();
  if (pattern === undefined || pattern.length > MAX_LENGTH) return undefined;
  return {
    patterns: [
      pattern,
      ...(ignoresCase && translation.hasBoundary ? [FOLDED_WORDS] : []),
      ...(isUtf8 ? [] : [NOT_ASCII]),
    ],
    ignoresCase,
    spansLines,
  };
}

interface Member {
  /** Part of a class in ripgrep's words; undefined if only "any character" is wide enough. */
  readonly text: string | undefined;
  /** The code point, if it is a single character. */
  readonly point?: number | undefined;
  /** True if the part has more characters than JavaScript's, so that its complement would have fewer. */
  readonly isWide?: boolean | undefined;
}

class Translation {
  hasBoundary = false;
  private readonly source: string;
  private readonly dotIsAny: boolean;
  private readonly spansLines: boolean;
  private at = 0;
  private depth = 0;

  constructor(
    source: string,
    { dotIsAny, spansLines }: { readonly dotIsAny: boolean; readonly spansLines: boolean },
  ) {
    this.source = source;
    this.dotIsAny = dotIsAny;
    this.spansLines = spansLines;
  }

  whole(): string | undefined {
    const pattern = this.alternatives();
    return this.at < this.source.length ? undefined : pattern;
  }

  /** Reads up to a closing parenthesis or the end. */
  private alternatives(): string | undefined {
    let text = '';
    while (this.at < this.source.length && this.source[this.at] !== ')') {
      const atom = this.atom();
      if (atom === undefined) return undefined;
      text += atom;
    }
    return text;
  }

  private take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.source);
    if (!found) return undefined;
    this.at += found[0].length;
    return found;
  }

  private atom(): string | undefined {
    const count = this.take(/\{(\d+)(,)?(\d*)\}/y);
    if (count) return counted(Number(count[1]), count[2] === undefined ? count[1] : count[3]);
    const sign = this.take(/[|*+?]/y);
    if (sign) return sign[0];
    if (this.take(/\^/y)) return this.spansLines ? '(?:)' : '(?:^\\x{feff}?|\\r)';
    if (this.take(/\$/y)) return this.spansLines ? '(?:)' : '(?:\\r|$)';
    if (this.take(/\./y)) return this.foreign(this.dotIsAny ? '(?s:.)' : '.');
    if (this.source[this.at] === '(') return this.group();
    if (this.take(/\[/y)) return this.characterClass();
    if (this.source[this.at] === '\\') return this.escape();
    const point = this.source.codePointAt(this.at) ?? 0;
    this.at += point > 0xffff ? 2 : 1;
    return this.character(point);
  }

  private group(): string | undefined {
    const looksAround = this.take(/\(\?<?[=!]/y) !== undefined;
    // Options for a part are a thing of newer engines, and rare.
    if (!looksAround && !this.take(/\((?:\?:|\?<\w+>|(?!\?))/y)) return undefined;
    this.depth += 1;
    const inner = this.depth > MAX_DEPTH ? undefined : this.alternatives();
    this.depth -= 1;
    if (inner === undefined || !this.take(/\)/y)) return undefined;
    return looksAround ? '(?:)' : `(?:${inner})`;
  }

  private escape(): string | undefined {
    if (this.take(/\\b/y)) {
      this.hasBoundary = true;
      return '(?-u:\\b)';
    }
    if (this.take(/\\B/y)) return '(?:)';
    if (this.take(/\\(?:[1-9]\d*|k<\w+>)/y)) return `(?:${ANY})*`;
    const { text, point, isWide } = this.escaped();
    if (point !== undefined) return this.character(point);
    return text === undefined || isWide === true
      ? this.foreign(text && `[${text}]`)
      : this.lines(`[${text}]`);
  }

  /** Reads an escape that can stand in a class, too. */
  private escaped(): Member {
    const pair = this.take(/\\u(d[89ab][\da-f]{2})\\u(d[c-f][\da-f]{2})/iy);
    if (pair)
      return single(
        0x1_0000 + (parseInt(pair[1] ?? '', 16) - 0xd800) * 0x400 + parseInt(pair[2] ?? '', 16) - 0xdc00,
      );
    const code = this.take(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|x([\da-f]{2}))/iy);
    if (code) return single(parseInt(code[1] ?? code[2] ?? code[3] ?? '', 16));
    const control = this.take(/\\c([a-z])/iy);
    if (control) return single((control[1] ?? '').charCodeAt(0) % 32);
    const property = this.take(/\\(p)\{(\w+(?:=\w+)?)\}|\\P\{[^}]*\}/y);
    // Characters that are assigned later have no property for an older engine.
    if (property) return { text: property[1] && `\\p{${property[2]}}\\p{Cn}`, isWide: true };
    const [, letter = ''] = this.take(/\\([^])/uy) ?? [];
    switch (letter) {
      case 'd':
        return { text: DIGITS };
      case 'w':
        return { text: WORDS };
      case 's':
        return { text: SPACES };
      case 'D':
        return { text: `\\x00-/:-\\x{10ffff}`, isWide: true };
      case 'W':
        return { text: '\\x00-/:-@\\[-^`\\{-\\x{10ffff}', isWide: true };
      case 'S':
        return { text: `\\S\\x{85}`, isWide: true };
      default:
        return single((controls[letter] ?? letter).codePointAt(0) ?? 0);
    }
  }

  private characterClass(): string | undefined {
    const isNegated = this.take(/\^/y) !== undefined;
    const texts: (string | undefined)[] = [];
    let isWide = false;
    while (!this.take(/\]/y)) {
      if (this.at >= this.source.length) return undefined;
      const first = this.member();
      const isRange = first.point !== undefined && this.take(/-(?!\])/y) !== undefined;
      const last = isRange ? this.member() : first;
      if (last.point === undefined && isRange) return undefined;
      texts.push(first.text, ...(isRange ? ['-', last.text] : []));
      isWide ||= first.isWide === true;
    }
    if (texts.length === 0 || texts.includes(undefined) || (isNegated && isWide))
      return this.foreign(undefined);
    const text = texts.join('');
    return isNegated || isWide || text.includes('\\x{fffd}')
      ? this.foreign(`[${isNegated ? '^' : ''}${text}]`)
      : this.lines(`[${text}]`);
  }

  private member(): Member {
    if (this.source[this.at] === '\\') return this.escaped();
    const point = this.source.codePointAt(this.at) ?? 0;
    this.at += point > 0xffff ? 2 : 1;
    return single(point);
  }

  private character(point: number): string {
    const { text } = single(point);
    if (text === undefined || point === 0xfffd) return this.foreign(text);
    return point === 0x0a ? this.lines(text) : text;
  }

  /** Adds what stands for a character in a file that is not UTF-8. */
  private foreign(text: string | undefined): string {
    return text === undefined ? this.lines(ANY) : this.lines(`(?:${text}|${FOREIGN})`);
  }

  /** JavaScript sees one line feed for each line end. */
  private lines(text: string): string {
    return this.spansLines ? `(?:\\r\\n|\\r|${text})` : text;
  }
}

const controls: Readonly<Record<string, string>> = {
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
  0: '\0',
  b: '\b',
};

function single(point: number): Member {
  if (point >= 0xd800 && point <= 0xdfff) return { text: undefined, point };
  const char = String.fromCodePoint(point);
  return { text: /[\w ]/.test(char) ? char : `\\x{${point.toString(16)}}`, point };
}

/** `most` is empty if there is no limit. */
function counted(least: number, most: string | undefined): string {
  const from = Math.min(least, MAX_COUNT);
  const isOpen = most === '' || most === undefined || Number(most) > MAX_COUNT;
  return `{${from},${isOpen ? '' : most}}`;
}
