const aboutSchemas = /schema|parameters|propert(y|ies)|function|tools?\b|grammar|\$ref|anyOf/i;
/** A bad call by the model (Groq): the tool is in order. */
const aboutCalls = /tool call validation|tool_use_failed|failed_generation|tool_calls?\[/i;

/** What a refusal is about. `names`: the tools in the order in which they were sent. */
export function refusedTool(
  words: string,
  names: readonly string[],
): { readonly kind: 'tool'; readonly name: string } | { readonly kind: 'schemas' } | undefined {
  if (names.length === 0 || aboutCalls.test(words) || !aboutSchemas.test(words)) return undefined;
  // Gemini counts the functions within its one tool; OpenAI says `tools[3].function`, Anthropic `tools.3.custom`.
  const place =
    /function_?declarations?\[(\d+)\]/i.exec(words) ?? /\btools(?:\[|\.|', ?|", ?)(\d+)/i.exec(words);
  const byPlace = place === null ? undefined : names[Number(place[1])];
  const name = byPlace ?? longestNamed(words, names);
  if (name !== undefined) return { kind: 'tool', name };
  return /schema|grammar|\$ref|anyOf/i.test(words) ? { kind: 'schemas' } : undefined;
}

/** The longest, as others may be part of it. */
function longestNamed(words: string, names: readonly string[]): string | undefined {
  return names
    .filter((name) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(words))
    .toSorted((one, other) => other.length - one.length)[0];
}
