/** How endpoints say that a request has more tools than they take. */

/** OpenAI: "Invalid 'tools': array too long. Expected an array with maximum length 128"; others in their own words. */
const tooManyTools =
  /\btools'?: array too long|too many (tools|functions)|(number|amount) of (tools|functions)|(at most|up to|more than|maximum( of)?|max\.?( of)?) \d+ (tools|functions)/i;
const limits = [
  /(?:maximum|max\.?)(?: \w+)*? (?:of |is |length )*(\d+)/i,
  /(?:at most|up to|more than|>|limit(?:ed)?(?: to| of| is)?|no more than|<=) ?(\d+)/i,
];

export function isTooManyTools(words: string): boolean {
  return tooManyTools.test(words);
}

/** As the refusal of `sent` tools says; half of them if it names no number. undefined: it says something else. */
export function toolLimitIn(words: string, sent: number): number | undefined {
  if (!isTooManyTools(words) || sent < 2) return undefined;
  for (const pattern of limits) {
    const named = Number(pattern.exec(words)?.[1]);
    if (named > 0 && named < sent) return named;
  }
  return Math.floor(sent / 2);
}

/** What endpoints take by their own documentation. Others say so when they refuse. */
export function knownToolLimit(baseURL: string): number | undefined {
  const host = URL.parse(baseURL)?.hostname ?? '';
  return /(^|\.)(openai\.com|openai\.azure\.com|groq\.com)$/.test(host) ? 128 : undefined;
}
