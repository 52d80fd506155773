/** Recognises messages of endpoints that a request has too many tools. */
import { headText } from '../../base/common/cut.ts';

const TOOLS = String.raw`(?:tools|functions|function[ _]declarations)`;
/** Words that may precede the limit. */
const AT_MOST = String.raw`(?:at most|up to|(?:no )?more than|only|limit(?:ed)?(?: to| of| is|:)?|max(?:imum)?\.?(?: \w+){0,3}?(?: of| is| length|:)*|<=?|[≤>/]|höchstens|最多)`;

/**
 * OpenAI says "Invalid 'tools': array too long. Expected an array with maximum length 128". Others use their own words.
 */
const tooManyTools = [
  new RegExp(String.raw`too many (?:\w+ ){0,2}${TOOLS}|zu viele tools`, 'i'),
  new RegExp(String.raw`(?:number|amount|count) of (?:\w+ ){0,2}${TOOLS}|\btool count\b`, 'i'),
  new RegExp(String.raw`${AT_MOST} ?\d+ (?:\w+ )?${TOOLS}`, 'i'),
  // JSON Schema and Pydantic say "tools: List should have at most 64 items", "[] is too long - 'tools'".
  new RegExp(
    String.raw`\b${TOOLS}\b.{0,60}?(?:exceed|too[ _]long|over the limit|limited to|超过|items|${AT_MOST} ?\d)`,
    'is',
  ),
  new RegExp(String.raw`(?:maximum|too long|max_?items).{0,40}?\b${TOOLS}\b`, 'is'),
];
/** Near these words, a message is about something else than the number of tools. */
const others =
  /tokens?\b|characters|\bstring\b|bytes|\bsize\b|\d ?[km]i?b\b|per (?:second|minute|hour|day)|\b(?:tools|functions)["']?[.[]+\d/i;
const AROUND = 40;

const limit = new RegExp(String.raw`${AT_MOST} ?(\d+)`, 'gi');

/** Length that is read, because some endpoints repeat the whole request. */
const MAX_READ = 2_000;

export function isTooManyTools(words: string): boolean {
  const text = withDigits(headText(words, MAX_READ));
  return tooManyTools.some((pattern) => {
    const found = pattern.exec(text);
    if (!found) return false;
    const end = found.index + found[0].length + AROUND;
    return !others.test(text.slice(Math.max(0, found.index - AROUND), end));
  });
}

/**
 * Returns the limit that a refusal of `sent` tools names, or half of `sent` if it names none. Returns undefined for
 * other refusals.
 */
export function toolLimitIn(words: string, sent: number): number | undefined {
  if (!isTooManyTools(words) || sent < 2) return undefined;
  for (const [, number] of withDigits(headText(words, MAX_READ)).matchAll(limit)) {
    const named = Number(number);
    if (named > 0 && named < sent) return named;
  }
  return Math.floor(sent / 2);
}

const ones =
  `zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
  seventeen eighteen nineteen`.split(/\s+/);
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const numeral = `(?:${[...ones, ...tens, 'hundred'].join('|')})`;
const numerals = new RegExp(String.raw`\b${numeral}(?:(?:[ -]| and )${numeral})*\b`, 'gi');

/** Writes numbers in words as digits: "one hundred and twenty-eight". */
function withDigits(text: string): string {
  return text.replaceAll(numerals, (number) => {
    let value = 0;
    for (const word of number.toLowerCase().split(/[ -]/)) {
      if (word === 'hundred') value = Math.max(1, value) * 100;
      else if (tens.includes(word)) value += 20 + 10 * tens.indexOf(word);
      else if (ones.includes(word)) value += ones.indexOf(word);
    }
    return String(value);
  });
}

/** Returns the documented limit of an endpoint. The limits of others are learned from refusals. */
export function knownToolLimit(baseURL: string): number | undefined {
  const host = URL.parse(baseURL)?.hostname ?? '';
  return /(^|\.)(openai\.com|openai\.azure\.com|groq\.com)$/.test(host) ? 128 : undefined;
}
