/** Finds characters that a reader cannot see: a user would approve something else than a program or a model reads. */

/**
 * Controls but tab, line feed and carriage return (Cc), format characters with the bidi controls and tags (Cf), what
 * renderers ignore (Default_Ignorable_Code_Point: fillers, variation selectors, unassigned tags), other line ends (Zl,
 * Zp), half surrogates (Cs), and characters with an empty glyph: U+2800 (braille), U+1D159 (null notehead), U+13441 and
 * U+13442.
 */
const HIDDEN = String.raw`[[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}]--[\t\n\r]]`;

/** A shell splits words at the plain space only, so other spaces mislead. */
const SPACES = String.raw`[\p{Zs}--\u{20}]`;

/** Letters of scripts in which joiners and non-joiners spell words, such as Persian, Hindi and Malayalam. */
const JOINING = String.raw`[[\p{scx=Arab}\p{scx=Syrc}\p{scx=Mong}\p{scx=Nkoo}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}]&&[\p{L}\p{M}]]`;

/**
 * Emoji with the joiners and selectors in them. The pattern is tried only near joiners, selectors and tags, because
 * trying it everywhere is slow.
 */
const EMOJI = String.raw`(?=.{1,2}[\p{Cf}\p{Default_Ignorable_Code_Point}])\p{RGI_Emoji}|[\p{Emoji}--[#*0-9]]\u{FE0E}`;

/**
 * Embeddings, overrides, isolates and their ends, which order the text after them in another way than it is written.
 * Text in Hebrew or Arabic needs none of them; the marks U+200E, U+200F and U+061C, which it does need, are not among them.
 */
const TURNING = String.raw`[\u{202A}-\u{202E}\u{2066}-\u{2069}]`;

/**
 * `exact` also finds spaces other than the plain one. `prose` allows joiners in scripts that spell words with them.
 * `turning` finds only what turns the direction of the text after it.
 */
export type Strictness = 'exact' | 'prose' | 'turning';

const anyHidden: Readonly<Record<Strictness, RegExp>> = {
  exact: new RegExp(`${HIDDEN}|${SPACES}`, 'v'),
  prose: new RegExp(HIDDEN, 'v'),
  turning: new RegExp(TURNING, 'v'),
};

const hiddenOrKept: Readonly<Record<Strictness, RegExp>> = {
  exact: new RegExp(`(${EMOJI})|${HIDDEN}|${SPACES}`, 'gsv'),
  prose: new RegExp(`(${EMOJI}|(?<=${JOINING})[\\u{200C}\\u{200D}](?=${JOINING}))|${HIDDEN}`, 'gsv'),
  turning: new RegExp(TURNING, 'gv'),
};

/** Longest run of hidden characters that is written in full. A longer one is written as its ends and its length. */
const WRITTEN = 4;

export type TextPiece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'hidden'; readonly text: string; readonly mark: string };

/** Splits a text into visible and hidden pieces. Joined in order, they give the text again. */
export function hiddenPieces(text: string, strictness: Strictness): readonly TextPiece[] {
  if (!anyHidden[strictness].test(text)) return text === '' ? [] : [{ kind: 'text', text }];
  const pieces: TextPiece[] = [];
  let shown = '';
  let run: string[] = [];
  const endShown = (): void => {
    if (shown !== '') pieces.push({ kind: 'text', text: shown });
    shown = '';
  };
  const endRun = (): void => {
    if (run.length > 0) pieces.push({ kind: 'hidden', text: run.join(''), mark: markOf(run) });
    run = [];
  };
  let end = 0;
  for (const { 0: found, 1: kept, index } of text.matchAll(hiddenOrKept[strictness])) {
    const before = text.slice(end, index) + (kept ?? '');
    end = index + found.length;
    if (before !== '') endRun();
    shown += before;
    if (kept !== undefined) continue;
    endShown();
    run.push(found);
  }
  endRun();
  shown += text.slice(end);
  endShown();
  return pieces;
}

export function showHidden(text: string, strictness: Strictness): string {
  return hiddenPieces(text, strictness)
    .map((piece) => (piece.kind === 'text' ? piece.text : piece.mark))
    .join('');
}

export function withoutHidden(text: string): string {
  return hiddenPieces(text, 'prose')
    .map((piece) => (piece.kind === 'text' ? piece.text : ''))
    .join('');
}

function markOf(run: readonly string[]): string {
  if (run.length <= WRITTEN) return run.map((character) => `<${nameOf(character)}>`).join('');
  const [first = '', last = ''] = [run[0], run.at(-1)];
  const ends = first === last ? nameOf(first) : `${nameOf(first)}…${nameOf(last)}`;
  return `<${ends} ×${run.length}>`;
}

function nameOf(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
