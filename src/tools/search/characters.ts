/**
 * Kinds of characters. `LETTER` has no case, `NUMBER` is none of ASCII, `UNSPACED` is a letter of a script without spaces.
 * Texts with those from `MARK` to `OTHER` are normalized first. `JAMO` are parts of Hangul's syllables, `EXPANDED` stands
 * for several characters, `OTHER` is left to the patterns of `wordsOf`.
 */
export const [
  SEPARATOR,
  DIGIT,
  UPPER,
  LOWER,
  LETTER,
  NUMBER,
  UNSPACED,
  MARK,
  JAMO,
  EXPANDED,
  OTHER,
  IGNORED,
] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] as const;
const UNKNOWN = 255;
/** Signs such as "㌔" of a text that are read, and marks in a row. */
const MAX_EXPANDED = 12;
const MAX_MARKS = 40;

/** First halves of pairs that can be hidden characters. */
const IGNORED_PAIRS: ReadonlySet<number> = new Set([0xd82f, 0xd834, 0xdb40, 0xdb41, 0xdb42, 0xdb43]);

/** Letters of scripts that are written without spaces. `scx`: "ー" is of two scripts. */
export const UNSPACED_LETTERS = String.raw`[[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Hang}\p{scx=Yiii}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tale}\p{scx=Talu}\p{scx=Lana}\p{scx=Tavt}\p{scx=Ahom}\p{scx=Java}\p{scx=Bali}\p{scx=Tang}\p{scx=Nshu}]&&[\p{L}\p{N}]]`;
const unspaced = new RegExp(`^${UNSPACED_LETTERS}`, 'v');

const kinds = new Uint8Array(0x1_0000).fill(UNKNOWN);
/** In lower case, without accents of Latin letters. */
const folds = new Uint16Array(0x1_0000);
for (let code = 0; code < folds.length; code++) folds[code] = code;

kinds.fill(SEPARATOR, 0, 0x80);
kinds.fill(DIGIT, 0x30, 0x3a);
kinds.fill(UPPER, 0x41, 0x5b);
kinds.fill(LOWER, 0x61, 0x7b);
for (let code = 0x41; code < 0x5b; code++) folds[code] = code + 32;
// Han, Yi and Hangul, halves of pairs, what is in private use.
kinds.fill(UNSPACED, 0x3400, 0x4dc0);
kinds.fill(UNSPACED, 0x4e00, 0xa000);
kinds.fill(UNSPACED, 0xa000, 0xa48d);
kinds.fill(UNSPACED, 0xac00, 0xd7a4);
kinds.fill(OTHER, 0xd800, 0xdc00);
kinds.fill(SEPARATOR, 0xdc00, 0xf900);

export function kindOf(code: number): number {
  const kind = kinds[code] ?? SEPARATOR;
  return kind === UNKNOWN ? classify(code) : kind;
}

export function foldOf(code: number): number {
  return folds[code] ?? code;
}

/** Whether it is half a pair of code units that is no letter with what follows it, such as "🔍". */
export function isSign(high: number, low: number): boolean {
  if (high < 0xd800 || high > 0xdbff) return false;
  if (!(low >= 0xdc00 && low < 0xe000)) return true;
  const code = (high - 0xd800) * 0x400 + low - 0xdc00 + 0x1_0000;
  return code >= 0x1_f300 && code < 0x1_fb00;
}

export function isUnspaced(text: string): boolean {
  return unspaced.test(text);
}

export function isLatin(code: number): boolean {
  return (code >= 0x61 && code < 0x7b) || /\p{Script=Latin}/u.test(String.fromCharCode(code));
}

/** One form of texts that can be written in several, in Unicode's terms NFKD and then NFC. */
export function normalized(text: string): string {
  return boundedMarks(text).normalize('NFKD').normalize('NFC');
}

/**
 * Without hidden characters, and up to where more marks follow each other than any language has, or very many signs that
 * stand for up to 18 characters: the time of `normalize` grows with the square of the number of marks.
 */
export function boundedMarks(text: string): string {
  let [marks, expanded, end] = [0, 0, text.length];
  let isPlain = true;
  for (let at = 0; at < end; at++) {
    const code = text.charCodeAt(at);
    const kind = kindOf(code);
    if (kind < MARK) {
      if (code < 0xdc00 || code > 0xdfff) marks = 0;
      continue;
    }
    if (kind === EXPANDED && isLong(code)) expanded++;
    // Of pairs of code units it is not known here whether they are marks.
    if (kind === MARK || kind >= OTHER) {
      marks = isSign(code, text.charCodeAt(at + 1)) ? 0 : marks + 1;
      isPlain &&= kind !== IGNORED && !IGNORED_PAIRS.has(code);
    } else marks = 0;
    if (marks > MAX_MARKS || expanded > MAX_EXPANDED) end = at;
  }
  const bounded = text.slice(0, end);
  return isPlain ? bounded : bounded.replaceAll(/\p{Default_Ignorable_Code_Point}+/gu, '');
}

/** Whether it stands for more than three characters. */
function isLong(code: number): boolean {
  return (code >= 0x3300 && code < 0x3400) || (code >= 0xfdf0 && code < 0xfdfc);
}

function classify(code: number): number {
  const character = String.fromCharCode(code);
  const plain = character.normalize('NFKD');
  const bare = plain.replace(/(?<=\p{Script=Latin})\p{M}+/gu, '').normalize('NFC');
  const kind = kindIn(character, bare);
  kinds[code] = kind;
  if (kind !== SEPARATOR && kind < MARK) folds[code] = foldedCase(bare).charCodeAt(0);
  return kind;
}

function kindIn(character: string, bare: string): number {
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return IGNORED;
  if (/^[^\p{L}\p{M}\p{N}]+$/u.test(bare)) return SEPARATOR;
  if (/\p{M}/u.test(character) || /^\p{M}/u.test(bare)) return MARK;
  if (bare.length > 1) return EXPANDED;
  // Those that follow each other are one syllable.
  if (/^[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7ff]/.test(bare)) return JAMO;
  if (isUnspaced(bare)) return UNSPACED;
  if (/^\d/.test(bare)) return DIGIT;
  if (foldedCase(bare).length > 1) return OTHER;
  if (/^\p{Lu}/u.test(bare)) return UPPER;
  if (/^\p{Ll}/u.test(bare)) return LOWER;
  if (/^\p{Script=Latin}/u.test(bare)) return OTHER;
  return /^\p{L}/u.test(bare) ? LETTER : NUMBER;
}

/** In lower case, also of the letter that Greek words end with. */
export function foldedCase(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
