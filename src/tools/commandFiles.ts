/**
 * The words of a command that could name files, for any shell, as far as the text shows them. It errs on the side of
 * more words: quotes are opened, variables that the command itself sets are filled in, and what a word holds is taken
 * apart. What a program computes cannot be seen.
 */
import { headText } from '../base/common/cut.ts';

/** In characters; nobody reads a longer command. */
const MAX_LENGTH = 200_000;
const MAX_VARIABLES = 1_000;
const MAX_WORDS = 20_000;
/** Commands within quotes of commands within quotes. */
const MAX_DEPTH = 4;
/** Of what braces and variables make of one word. */
const MAX_VARIANTS = 64;

export interface CommandWords {
  readonly words: readonly string[];
  /** Whether all were taken out: a file that is named behind a limit would pass unseen. */
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

/** The command as it is, with its own variables filled in, and without what is empty or joined when it runs. */
function readings(command: string): { readonly texts: ReadonlySet<string>; readonly isWhole: boolean } {
  const lines = command.replaceAll(/\\\r?\n/g, '');
  // A here-document may be a source, in which comments have lines with stars in front, which are no globs.
  const plain = lines.includes('<<')
    ? lines.replaceAll(/^[ \t]*\/?\*+\/?(?=\s|$)|[ \t]\*+\/[ \t]*$/gm, '')
    : lines;
  const joined = plain.replaceAll(/["'`][ \t]*[+.][ \t]*["'`]/g, '');
  const { text: filled, isWhole } = fillIn(joined);
  // `${NAME:-a}` is `a` where nothing sets the name.
  const usual = filled.replaceAll(/\$\{\w{1,80}:?[-=+]([^{}]{0,200})\}/g, '$1');
  // What is computed within a name that begins with a dot may be anything: `.$(echo env)`.
  const open = usual.replaceAll(
    /(?<=(?:^|[\s"'=:/\\])\.[\w.-]{0,80})(?:\$(?:\w+|[@*#?!$-])|\$\{[^{}]{0,200}\}|\$\([^()]{0,200}\)|`[^`]{0,200}`)/g,
    '*',
  );
  const emptied = filled
    .replaceAll(/\$(?:\w+|[@*#?!$-])|\$\{[^{}]{0,200}\}|%\w{1,80}%|\$\([^()]{0,200}\)|`[^`]{0,200}`/g, '')
    // The escapes of cmd and PowerShell.
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
    // A value of values is bounded: each is filled in once.
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

/** As a POSIX shell parts words: quotes and backslashes join what they are in. */
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

/** `.e@(n)v`, whose parentheses would part it. */
function extendedGlobs(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => /[@+!?*]\([^()]*\)/.test(word));
}

/** Of `$'…'`. */
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

/** `--file=x`, `f=@x`, `a:x`, `-fx`: each part may be a path. */
function partsOf(word: string): readonly string[] {
  const parts = new Set<string>();
  // A text or data; what it is made of may be names.
  for (const whole of word.length > 4_000 ? [word] : unbraced(word)) {
    parts.add(whole);
    for (const piece of whole.split(/[=:,@#%&?!{}$[\]]+/)) {
      const plain = piece.replace(/^[-+]+/, '');
      parts.add(piece).add(plain);
      // `-fx`
      if (piece !== plain) parts.add(plain.slice(1));
    }
  }
  parts.delete('');
  return [...parts];
}

/** Braces of a shell: `.e{n,x}v`. */
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

/** Whether a shell would look for names that fit. */
export function isShellGlob(word: string): boolean {
  return /[*?]|\[[^\]]+\]|[@+!]\(/.test(word);
}

type Piece = '*' | ((character: string) => boolean);

/** For one name, without `/`, and without case. Takes the length of the name times that of the glob. */
export function shellGlobMatcher(glob: string): (name: string) => boolean {
  // What is in the parentheses of an extended glob counts as anything.
  const simple = headText(glob, 300)
    .toLowerCase()
    .replaceAll(/[@+!?*]\([^()]*\)/g, '*');
  const pieces = (simple.match(/\[[!^]?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]|[^]/g) ?? []).map(pieceOf);
  // A shell leaves names with a dot in front to globs that have it; `find -name` does not, which is asked for words.
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
  // A class by name, such as [[:alpha:]], counts as any character.
  if (/^\[[:.=]/.test(named)) return () => true;
  const ranges = [...named.matchAll(/([^])-([^])|([^])/g)].map(
    ([, from, to, one = '']) => [from ?? one, to ?? one] as const,
  );
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNegated;
}

/** Goes back to the last `*` only, which is enough. */
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
