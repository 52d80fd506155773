/** Mends JSON that went through a text program, whose quotes and blanks are not those of JSON. */

const quotes = '\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\uFF02\u2018\u2019\u201A\u201B';
/** Blanks beside those of JSON, and marks without a width. */
const blanks = '\u00A0\u1680\u2000-\u200B\u2028\u2029\u202F\u205F\u2060\u3000\uFEFF';
const blank = new RegExp(`[${blanks}]`);
const inGuillemets = new RegExp(`^[ ${blanks}]+|[ ${blanks}]+$`, 'g');
/** A string in straight quotes that something of JSON follows. */
const right = new RegExp(String.raw`"(?:[^"\\\n]|\\.)*"(?=[\s${blanks}]*(?:[:,}\]/]|$))`, 'y');
const mixed = new RegExp(
  String.raw`["${quotes}]((?:[^"\\\n${quotes}]|\\.|[\u2018\u2019](?=\w))*)["${quotes}]`,
  'y',
);
/** A comment without an end takes the rest, so that each character is looked at once. */
const comment = /\/\/[^\n]*|\/\*(?:[^]*?\*\/|[^]*)/y;

/** The most quotes that begin no string, because each is looked for an end, and a text may have a million characters. */
const MAX_TRIES = 200;

/** Returns the text with plain quotes and blanks. What is within a string in straight quotes stays as it is. */
export function withPlainQuotes(text: string): string {
  const parts: string[] = [];
  let tries = 0;
  for (let at = 0; at < text.length;) {
    if (tries > MAX_TRIES) return text;
    const kept = matchAt(right, text, at) ?? matchAt(comment, text, at);
    const typed = kept === undefined ? matchAt(mixed, text, at) : undefined;
    const char = text.charAt(at);
    if ((kept ?? typed) === undefined && (char === '"' || quotes.includes(char))) tries += 1;
    if (typed !== undefined) parts.push(asString(typed));
    else parts.push(kept ?? (blank.test(char) ? ' ' : char));
    at += (kept ?? typed ?? char).length;
  }
  return parts.join('');
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function asString(typed: string): string {
  const content = typed.slice(1, -1);
  const isFrench = /^[\u00AB\u00BB]/.test(typed);
  return `"${isFrench ? content.replaceAll(inGuillemets, '') : content}"`;
}
