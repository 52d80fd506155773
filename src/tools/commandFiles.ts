/**
 * Finds the words of a command that could name files, in any shell, as far as its text shows them. When in doubt it
 * returns more words: it opens quotes, fills in variables that the command itself sets, and splits words into their
 * parts. Names that a program computes cannot be seen.
 */
import { headText } from '../base/common/cut.ts';

/** Longest command that is read. Nobody reads a longer one before approving it. */
const MAX_LENGTH = 200_000;
const MAX_VARIABLES = 1_000;
const MAX_WORDS = 20_000;
/** Levels of commands in quotes within commands in quotes. */
const MAX_DEPTH = 4;
/** Most words that braces and variables make of one word. */
const MAX_VARIANTS = 64;

export interface CommandWords {
  readonly words: readonly string[];
  /** False if a limit was reached: a file that is named beyond it was not seen. */
  readonly isWhole: boolean;
}

export function wordsInCommand(command: string): CommandWords {
  const words = new Words();
  if (command.length > MAX_LENGTH) words.isWhole = false;
  const { texts, isWhole } = readings(headText(command, MAX_LENGTH));
  for (const text of texts) addWords(text, words, 0);
  return { words: [...words.all], isWhole: words.isWhole && isWhole };
}

class Words {
  readonly all = new Set<string>();
  isWhole = true;
}

/**
 * Returns the command as it is, with its own variables filled in, and without text that is empty or joined when it
 * runs.
 */
function readings(command: string): { readonly texts: ReadonlySet<string>; readonly isWhole: boolean } {
  const lines = command.replaceAll(/\\\r?\n/g, '');
  // A here-document may be a source file. Its comments have lines with stars in front, which are not globs.
  const plain = lines.includes('<<')
    ? lines.replaceAll(/^[ \t]*\/?\*+\/?(?=\s|$)|[ \t]\*+\/[ \t]*$/gm, '')
    : lines;
  const joined = plain.replaceAll(/["'`][ \t]*[+.][ \t]*["'`]/g, '');
  const { text: filled, isWhole } = fillIn(joined);
  // The shell expands `${NAME:-a}` to `a` if nothing sets the name.
  const usual = filled.replaceAll(/\$\{\w{1,80}:?[-=+]([^{}]{0,200})\}/g, '$1');
  // A part that is computed within a name that begins with a dot may be anything: `.$(echo env)`.
  const open = usual.replaceAll(
    /(?<=(?:^|[\s"'=:/\\])\.[\w.-]{0,80})(?:\$(?:\w+|[@*#?!$-])|\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|`[^`]{0,200}`)/g,
    '*',
  );
  const emptied = filled
    .replaceAll(/\$(?:\w+|[@*#?!$-])|\$\{[^{}]{0,200}\}|%\w{1,80}%|\$\([^()]{0,200}\)|`[^`]{0,200}`/g, '')
    // These are the escapes of cmd and PowerShell.
    .replaceAll(/[\^`](?=[^\s])/g, '');
  return { texts: new Set([plain, joined, filled, usual, open, emptied]), isWhole };
}

function fillIn(command: string): { readonly text: string; readonly isWhole: boolean } {
  const values = new Map<string, string>();
  const assignment =
    /(?:^|[\s;&|("'{])(?:\$env:|\$)?([A-Za-z_]\w{0,80})[ \t]{0,4}=[ \t]{0,4}(?:"([^"\n]{0,400})"|'([^'\n]{0,400})'|([^\s;&|"')]{0,400}))/g;
  const fill = (text: string): string =>
    text.replaceAll(
      /\$\{(\w+)[^{}]{0,200}\}|\$(?:env:)?(\w+)|%(\w+)%/g,
      (whole, braced: string | undefined, plain: string | undefined, percent: string | undefined) =>
        values.get(braced ?? plain ?? percent ?? '') ?? whole,
    );
  for (const [, name = '', double, single, bare] of command.matchAll(assignment)) {
    if (values.size >= MAX_VARIABLES) return { text: command, isWhole: false };
    // Values within values stay bounded, because each is filled in once.
    values.set(name, headText(fill(double ?? single ?? bare ?? ''), 1_000));
  }
  const text = values.size === 0 ? command : fill(command);
  return { text: headText(text, MAX_LENGTH), isWhole: text.length <= MAX_LENGTH };
}

function addWords(text: string, words: Words, depth: number): void {
  for (const word of [...posixWords(text), ...extendedGlobs(text), ...text.split(/[\s"'`;|&<>()]+/)]) {
    if (word === '' || words.all.has(word)) continue;
    if (words.all.size >= MAX_WORDS) {
      words.isWhole = false;
      return;
    }
    if (depth < MAX_DEPTH && /[\s"'`;|&<>()]/.test(word)) addWords(word, words, depth + 1);
    for (const part of partsOf(word)) words.all.add(part);
  }
}

/** Splits words as a POSIX shell does: quotes and backslashes join the text in them. */
function posixWords(text: string): readonly string[] {
  const words: string[] = [];
  let word = '';
  const end = (): void => {
    if (word !== '') words.push(word);
    word = '';
  };
  const quoted =
    /\$'((?:[^'\\]|\\[^])*)'|'([^']*)'|\$?"((?:[^"\\]|\\[^])*)"|\\([^])|([\s;|&<>()`]+)|([^\s;|&<>()`'"\\$]+|[^])/gy;
  for (const [, ansi, single, double, escaped, separator, plain] of text.matchAll(quoted)) {
    if (separator !== undefined) end();
    else
      word +=
        (ansi === undefined ? undefined : unescaped(ansi)) ??
        single ??
        double?.replaceAll(/\\([$`"\\])/g, '$1') ??
        escaped ??
        plain ??
        '';
  }
  end();
  return words;
}

/** Finds globs such as `.e@(n)v`, which would be split at their parentheses. */
function extendedGlobs(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /[@+!?*]\([^()]*\)/.test(word));
}

/** Undoes the escapes of `$'…'`. */
function unescaped(text: string): string {
  return text.replaceAll(
    /\\(?:x([0-9a-f]{1,2})|u([0-9a-f]{1,4})|U([0-9a-f]{1,8})|([0-7]{1,3})|([^]))/gi,
    (_, hex?: string, short?: string, long?: string, octal?: string, other?: string) => {
      const code =
        octal === undefined ? Number.parseInt(hex ?? short ?? long ?? '', 16) : Number.parseInt(octal, 8);
      return Number.isNaN(code) ? (other ?? '') : code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}

/** Splits a word such as `--file=x`, `f=@x`, `a:x` or `-fx`: each part may be a path. */
function partsOf(word: string): readonly string[] {
  const parts = new Set<string>();
  // A long word is text or data. Its braces are not expanded, but its parts may be names.
  for (const whole of word.length > 4_000 ? [word] : unbraced(word)) {
    parts.add(whole);
    for (const piece of whole.split(/[=:,@#%&?!{}$[\]]+/)) {
      const plain = piece.replace(/^[-+]+/, '');
      parts.add(piece).add(plain);
      // The rest of an option such as `-fx` may be a path.
      if (piece !== plain) parts.add(plain.slice(1));
    }
  }
  parts.delete('');
  return [...parts];
}

/** Expands a shell's braces: `.e{n,x}v`. */
function unbraced(word: string): readonly string[] {
  let found = [word];
  for (let round = 0; round < 6; round++) {
    const next = found.flatMap((each) => {
      const brace = /\{([^{}]{0,400}),([^{}]{0,400})\}/.exec(each);
      if (!brace) return [each];
      const [whole, ...rest] = brace;
      const [before, after] = [each.slice(0, brace.index), each.slice(brace.index + whole.length)];
      return rest
        .join(',')
        .split(',')
        .map((choice) => `${before}${choice}${after}`);
    });
    if (next.length > MAX_VARIANTS) return next.slice(0, MAX_VARIANTS);
    if (next.length === found.length && next.every((each, index) => each === found[index])) break;
    found = next;
  }
  return [...new Set([word, ...found])];
}

/** A shell would look for names that match this word. */
export function isShellGlob(word: string): boolean {
  return /[*?]|\[[^\]]+\]|[@+!]\(/.test(word);
}

type Piece = '*' | ((character: string) => boolean);

/** Matches one name without `/`, ignoring case. Takes time in proportion to the name's length times the glob's. */
export function shellGlobMatcher(glob: string): (name: string) => boolean {
  // The parentheses of an extended glob match anything.
  const simple = headText(glob, 300)
    .toLowerCase()
    .replaceAll(/[@+!?*]\([^()]*\)/g, '*');
  const pieces = (simple.match(/\[[!^]?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|[^]/g) ?? []).map(pieceOf);
  // A shell matches names with a dot in front only by globs that have the dot. `find -name` differs, but most of its
  // globs are plain words.
  const isForDots = !/^(?:\?|\*(?:[*?.]|$))/.test(simple);
  return (name) => (isForDots || !name.startsWith('.')) && fits(name.toLowerCase(), pieces);
}

function pieceOf(part: string): Piece {
  if (part === '*') return '*';
  if (part === '?') return () => true;
  if (part.length <= 2) return (character) => character === part;
  const inner = part.slice(1, -1);
  const isNegated = /^[!^]/.test(inner);
  const named = isNegated ? inner.slice(1) : inner;
  // A named class such as [[:alpha:]] matches any character.
  if (/^\[[:.=]/.test(named)) return () => true;
  const ranges = [...named.matchAll(/([^])-([^])|([^])/g)].map(
    ([, from, to, one = '']) => [from ?? one, to ?? one] as const,
  );
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Backtracks to the last `*` only, which is enough. */
function fits(name: string, pieces: readonly Piece[]): boolean {
  let [at, piece] = [0, 0];
  let [starAt, star] = [0, -1];
  while (at < name.length) {
    const wanted = pieces[piece];
    if (wanted === '*') {
      [starAt, star] = [at, piece];
      piece += 1;
    } else if (wanted?.(name[at] ?? '') === true) {
      at += 1;
      piece += 1;
    } else if (star >= 0) {
      starAt += 1;
      at = starAt;
      piece = star + 1;
    } else return false;
  }
  return pieces.slice(piece).every((rest) => rest === '*');
}
