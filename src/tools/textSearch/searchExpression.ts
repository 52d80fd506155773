/**
 * Takes regular expressions as models write them for grep, ripgrep, Python and PCRE, where the meaning is plain: Unicode
 * mode of JavaScript refuses escapes of signs that need none, braces that repeat nothing, and classes such as `[:alpha:]`.
 */

export interface SearchExpression {
  readonly source: string;
  readonly flags: string;
  /** True if a match can go over several lines. */
  readonly spansLines: boolean;
}

/** @throws Error whose message says what is wrong, for the model */
export function searchExpression(
  query: string,
  {
    isRegex,
    matchCase,
    spansLines: isAsked = false,
  }: {
    readonly isRegex: boolean;
    readonly matchCase: boolean;
    /** The expression may match over several lines. It may in any case if it names a line feed. */
    readonly spansLines?: boolean | undefined;
  },
): SearchExpression {
  const { source, options } = isRegex ? translated(query) : { source: literal(query), options: '' };
  const ignoresCase = (!matchCase || options.includes('i')) && !options.includes('-i');
  const dotIsAny = options.includes('s') || isAsked;
  const spansLines = dotIsAny || /\n|(?<!\\)(?:\\\\)*\\(?:n|u\{0*a\}|u000a|x0a)/iu.test(source);
  const flags = `${ignoresCase ? 'i' : ''}${spansLines ? 'm' : ''}${dotIsAny ? 's' : ''}u`;
  try {
    const valid = new RegExp(source, flags);
    return { source: valid.source, flags: valid.flags, spansLines };
  } catch (cause) {
    const reason = reasonOf((cause as Error).message.split(': ').at(-1) ?? '');
    throw new Error(
      `The regular expression is not valid (${reason}). Write it as for JavaScript, or set isRegex to false to search for the text as it is.`,
      { cause },
    );
  }
}

/** The faults of expressions in V8's words (messages of `SyntaxError`), and in ours. */
const faults: Readonly<Record<string, string>> = {
  'Unterminated group': 'a "(" has no ")"',
  "Unmatched ')'": 'a ")" has no "("',
  'Unterminated character class': 'a "[" has no "]"',
  'Nothing to repeat': 'a "*", "+", "?" or "{" repeats nothing',
  'Range out of order in character class': 'a range in "[…]" ends before it begins',
  'Invalid escape': 'a backslash stands before a letter that means nothing',
  'Invalid property name': 'a "\\p{…}" names no property of characters',
};

function reasonOf(fault: string): string {
  return Object.hasOwn(faults, fault) ? (faults[fault] ?? '') : 'one of its parts is not understood';
}

function literal(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/** POSIX classes, as members of a class in JavaScript. */
const posixClasses: Readonly<Record<string, string>> = {
  alpha: '\\p{Alphabetic}',
  alnum: '\\p{Alphabetic}\\d',
  digit: '\\d',
  lower: '\\p{Lowercase}',
  upper: '\\p{Uppercase}',
  space: '\\s',
  blank: '\\t ',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '\\dA-Fa-f',
  word: '\\w',
  cntrl: '\\x00-\\x1f\\x7f',
};

/** Escapes of other engines, outside of classes. */
const otherEscapes: Readonly<Record<string, string>> = {
  A: '^',
  z: '$',
  Z: '$',
  h: '[\\t ]',
  e: '\\x1b',
  a: '\\x07',
};

interface Translation {
  readonly source: string;
  /** The letters of `(?…)` at the beginning. */
  readonly options: string;
}

function translated(query: string): Translation {
  const [head = '', options = ''] = /^\(\?([ims]+|-i)\)/.exec(query) ?? [];
  const text = query.slice(head.length);
  let source = '';
  let token: Token = { source: '', end: 0 };
  while (token.end < text.length) {
    token = tokenAt(text, token.end, token.source);
    source += token.source;
  }
  return { source, options };
}

interface Token {
  readonly source: string;
  /** The place where the next token begins. */
  readonly end: number;
}

function tokenAt(text: string, at: number, before: string): Token {
  const rest = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const char = text[at] ?? '';
  if (char === '\\') return escapeAt(text, at, otherEscapes);
  if (char === '[') return classAt(text, at);
  if (char === ']' || char === '}') return { source: `\\${char}`, end: at + 1 };
  if (char === '{') {
    const [repeat = '', least = '', most = ''] = rest(/\{(\d*)(,\d*)?\}/y) ?? [];
    // `{2,}` repeats; `{}` and `{,}` are text.
    const isRepetition = repeat !== '' && /\d/.test(repeat) && canRepeat(before);
    if (isRepetition) return { source: `{${least === '' ? '0' : least}${most}}`, end: at + repeat.length };
    return { source: '\\{', end: at + 1 };
  }
  // A bound, because thousands that never end would each be looked for to the end of the query.
  const comment = rest(/\(\?#[^)]{0,1000}\)/y);
  if (comment) return { source: '', end: at + comment[0].length };
  const named = rest(/\(\?P<|\(\?P=(\w+)\)/y);
  if (named) {
    const [all, name] = named;
    return { source: name === undefined ? '(?<' : `\\k<${name}>`, end: at + all.length };
  }
  return { source: char, end: at + 1 };
}

function canRepeat(before: string): boolean {
  return !['', '(', '|', '^'].includes(before);
}

/** Letters and digits that mean the same in Unicode mode of JavaScript. */
const KNOWN_ESCAPE = /[\dbBdDsSwWfnrtvcxukpP^$\\.*+?()[\]{}|/]/;

function escapeAt(text: string, at: number, others: Readonly<Record<string, string>>): Token {
  const char = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x5c);
  const end = at + 1 + char.length;
  const whole = /\\(?:u\{[\da-f]+\}|p\{[^}]{0,100}\}|k<\w+>)/iy;
  whole.lastIndex = at;
  const [same] = whole.exec(text) ?? [];
  if (same !== undefined) return { source: same, end: at + same.length };
  const code = /\\x\{([\da-f]{1,6})\}/iy;
  code.lastIndex = at;
  const found = code.exec(text);
  if (found) return { source: `\\u{${found[1]}}`, end: at + found[0].length };
  const category = /\\([pP])([A-Z])/y;
  category.lastIndex = at;
  const short = category.exec(text);
  if (short) return { source: `\\${short[1]}{${short[2]}}`, end: at + short[0].length };
  const other = Object.hasOwn(others, char) ? others[char] : undefined;
  if (other !== undefined) return { source: other, end };
  // A letter that nobody knows stays as it is, so that it is refused.
  const staysEscaped = KNOWN_ESCAPE.test(char) || /[a-z]/i.test(char);
  return { source: staysEscaped ? `\\${char}` : char, end };
}

const classEscapes: Readonly<Record<string, string>> = { h: '\\t ', e: '\\x1b', a: '\\x07', '-': '\\-' };

function classAt(text: string, at: number): Token {
  const [open = '['] = /^\[\^?/.exec(text.slice(at, at + 2)) ?? [];
  let end = at + open.length;
  let source = open;
  // A class is never empty for other engines: a first bracket is a member.
  if (open === '[' && text[end] === ']' && text.includes(']', end + 1)) {
    source += '\\]';
    end += 1;
  }
  /** True if the last member was a set, which begins no range. */
  let wasSet = false;
  while (end < text.length) {
    const char = text[end] ?? '';
    if (char === ']') return { source: `${source}]`, end: end + 1 };
    const member = memberAt(text, end, wasSet);
    source += member.source;
    wasSet = member.isSet;
    end = member.end;
  }
  // It never ends, which the expression as a whole is refused for.
  return { source, end };
}

function memberAt(text: string, at: number, wasSet: boolean): Token & { readonly isSet: boolean } {
  const posix = /\[:(\w+):\]/y;
  posix.lastIndex = at;
  const [all = '', name = ''] = posix.exec(text) ?? [];
  const members = Object.hasOwn(posixClasses, name) ? posixClasses[name] : undefined;
  if (members !== undefined) return { source: members, end: at + all.length, isSet: true };
  const char = text[at] ?? '';
  if (char === '\\')
    return { ...escapeAt(text, at, classEscapes), isSet: /[dDsSwWpPh]/.test(text[at + 1] ?? '') };
  const isNoRange = char === '-' && (wasSet || /^\\[dDsSwWpPh]|^\[:/.test(text.slice(at + 1, at + 3)));
  return { source: isNoRange && text[at + 1] !== ']' ? '\\-' : char, end: at + 1, isSet: false };
}
