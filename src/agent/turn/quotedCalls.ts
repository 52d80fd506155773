/**
 * Tells whether a call in a model's text may only repeat what the model has read. Hostile text can be repeated in other
 * words, so the tool and each argument are looked for. What cannot be told apart counts as repeated.
 */
import type { ContentPart } from '../../protocol/index.ts';

export interface TextCall {
  readonly wireName: string;
  readonly toolName: string;
  readonly argsText: string;
}

export interface ReadTexts {
  /** Texts that anybody may have written: results, attachments, resources. */
  readonly foreign: readonly string[];
  /** Texts of the user, of the system message and of descriptions of tools, which name tools without calling them. */
  readonly own: readonly string[];
}

/** Most characters that are searched. If there are more, the call counts as repeated. */
const MOST_TEXT = 32_000_000;
/** Characters of the shortest argument that is looked for. A shorter one is in every text. */
const SHORTEST_VALUE = 3;
/** Matches texts that show how a call is written, and not only what a tool is for: in tags, marks or as JSON. */
const notation =
  /<\/?\s*(?:tool_?call|tool_?use|function|invoke|parameter|arg_key|arg_value)\b|<\/?\s*\|\s*(?:python_tag|channel|constrain|message|call|tool|dsml)|\[(?:tool_calls|args)\]|\bto=functions\b|"(?:name|function)"\s*:[^{}[\]]{0,200}"(?:arguments|parameters)"\s*:/i;

export function mayBeQuoted(
  calls: readonly TextCall[],
  source: string,
  { foreign, own }: ReadTexts,
): boolean {
  const size = [...foreign, ...own].reduce((sum, text) => sum + text.length, 0);
  if (size > MOST_TEXT) return true;
  const written = skeleton(source);
  // The texts are searched together, because a call may be spread over several.
  const read = lookedAt(foreign.join('\n'));
  if (read.skeletons.some((text) => text.includes(written))) return true;
  const isTemplate = notation.test(read.plain);
  // The arguments need not be in a text that shows how to call, because it may leave them to the model.
  if (calls.some((call) => isNamed(read, call, /tool|function|invoke/i) && (isTemplate || holds(read, call))))
    return true;
  return own.some((text) => {
    const told = lookedAt(text);
    if (told.skeletons.some((each) => each.includes(written))) return true;
    return (
      notation.test(told.plain) && calls.some((call) => isNamed(told, call, notation) && holds(told, call))
    );
  });
}

const noTexts = new Set(['type', 'mimeType', 'data', 'blob']);

export function contentTexts(parts: readonly ContentPart[]): string[] {
  const texts: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const [field, each] of Object.entries(value)) if (!noTexts.has(field)) collect(each);
  };
  parts.forEach(collect);
  return texts;
}

interface LookedAt {
  readonly plain: string;
  /**
   * Letters and digits of the text: of all of it, and of it without marks at the start of lines (listings, quotations,
   * patches).
   */
  readonly skeletons: readonly string[];
}

function lookedAt(text: string): LookedAt {
  const plain = unescaped(text);
  const unmarked = plain.replaceAll(/^[ \t>|+-]*\d*[ \t:|.)→]*/gm, '');
  return { plain, skeletons: [lettersOf(plain), lettersOf(unmarked)] };
}

/**
 * Tells whether a text names the tool. Its own name may be a common word, so it counts only in a text that matches
 * `about`.
 */
function isNamed({ plain }: LookedAt, { wireName, toolName }: TextCall, about: RegExp): boolean {
  return hasWord(plain, wireName) || (about.test(plain) && hasWord(plain, toolName));
}

function holds({ skeletons }: LookedAt, { argsText }: TextCall): boolean {
  return valuesOf(argsText).every((value) => skeletons.some((text) => text.includes(value)));
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const around = `${text[at - 1] ?? ' '}${text[at + word.length] ?? ' '}`;
    if (!/[\p{L}\p{N}_]/u.test(around)) return true;
  }
  return false;
}

function valuesOf(argsText: string): string[] {
  const values: string[] = [];
  const collect = (value: unknown): void => {
    if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
    else values.push(skeleton(String(value)));
  };
  try {
    collect(JSON.parse(argsText));
  } catch {
    values.push(skeleton(argsText));
  }
  return values.filter(({ length }) => length >= SHORTEST_VALUE);
}

function skeleton(text: string): string {
  return lettersOf(unescaped(text));
}

function lettersOf(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

const entities: Readonly<Record<string, string>> = {
  lt: '<',
  gt: '>',
  amp: '&',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Removes escapes of HTML, JSON, source code and URLs, and invisible characters. */
function unescaped(text: string): string {
  let now = text;
  // Escapes may be nested, because a result that holds JSON is itself JSON.
  for (let round = 0; round < 4; round++) {
    const next = now
      .replaceAll(
        /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos|nbsp));/gi,
        (whole, hex, decimal, name) => character(hex, decimal, entities[String(name).toLowerCase()] ?? whole),
      )
      .replaceAll(
        /\\u\{([0-9a-f]{1,6})\}|\\u([0-9a-f]{4})|\\x([0-9a-f]{2})|%([2-7][0-9a-f])/gi,
        (whole, braced, long, short, percent) =>
          character(braced ?? long ?? short ?? percent, undefined, whole),
      )
      .replaceAll(/\\+[nrt]/g, ' ')
      .replaceAll(/\\(?=["'\\/])/g, '');
    if (next === now) break;
    now = next;
  }
  return now.normalize('NFKC').replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu, '');
}

function character(hex: string | undefined, decimal: string | undefined, otherwise: string): string {
  const code = hex === undefined ? (decimal === undefined ? -1 : Number(decimal)) : Number.parseInt(hex, 16);
  return code >= 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : otherwise;
}
