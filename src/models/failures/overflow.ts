/** Of OpenAI, Anthropic, llama.cpp, vLLM, Gemini, xAI, Mistral, TGI, Bedrock, Groq; not limits of tokens per minute. */
const overflow =
  /context.?(length|window|size)|maximum context|max context|prompt (is )?too (long|large)|too many tokens|exceeds? the (available|maximum) context|input is too long|exceeds the maximum number of (input )?tokens|maximum prompt length|max_new_tokens.{0,20}must be|reduce the length of the (messages|prompt|input)/i;

export function isOverflow(words: string): boolean {
  return overflow.test(words);
}

const limits = [
  // OpenAI, vLLM, DeepSeek, OpenRouter; xAI: "maximum prompt length is".
  /(?:maximum|max) (?:context|prompt) length (?:is|of) (?:only )?(\d[\d,_]*)/i,
  // Mistral
  /(\d[\d,_]*) maximum context length/i,
  // llama.cpp: "the available context size (4096 tokens)", and its field.
  /context (?:size|window|length) ?\(?(?:of |is )?(\d[\d,_]*)/i,
  /n_ctx"?[:= ]+(\d[\d,_]*)/i,
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum".
  /tokens > (\d[\d,_]*) maximum/i,
  // Gemini: "exceeds the maximum number of tokens allowed (1048576)".
  /maximum number of (?:input )?tokens(?: allowed)? \(?(\d[\d,_]*)/i,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096".
  /must be <= (\d[\d,_]*)/i,
];
const requests = [
  /(?:resulted in|you requested(?: about)?|request contains|prompt contains) (\d[\d,_]*) (?:input )?tokens/i,
  /too long: (\d[\d,_]*) tokens/i,
  /request \((\d[\d,_]*) tokens\)/i,
  /n_prompt_tokens"?[:= ]+(\d[\d,_]*)/i,
  /input token count \(?(\d[\d,_]*)/i,
  // TGI: "Given: 4100 `inputs` tokens"
  /given: (\d[\d,_]*)/i,
];

/** In the endpoint's tokens. */
export function overflowIn(words: string): { readonly limit?: number; readonly requested?: number } {
  const limit = firstOf(limits, words);
  const requested = firstOf(requests, words);
  return {
    ...(limit !== undefined && { limit }),
    // A number below the limit is about something else.
    ...(requested !== undefined && (limit === undefined || requested > limit) && { requested }),
  };
}

function firstOf(patterns: readonly RegExp[], words: string): number | undefined {
  for (const pattern of patterns) {
    const value = Number(pattern.exec(words)?.[1]?.replace(/[,_]/g, ''));
    if (value >= 256 && value < 1e8) return value;
  }
  return undefined;
}
