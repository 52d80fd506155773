/** Recognises messages of endpoints about a full context. Each expression matches a real message. */
const overflow = [
  /context.?(?:length|window|size|limit|overflow)|(?:maximum|max) context/i,
  /(?<!image )\b(?:prompt|input|context|conversation)(?: length)?(?: \([^)]{0,60}\))?(?: is)? too (?:long|large|big)|tokens? (?:length )?too long|tokens in the request is too long/i,
  // Cohere and Bedrock use this.
  /too many (?:input |prompt )?tokens/i,
  // Copilot, SGLang, DashScope, SiliconFlow, Volcengine, Databricks, Bedrock and TensorRT-LLM use these.
  /\b(?:prompt|input)s?[ _](?:sequence |token )?(?:length|tokens?|token count|size)\b.{0,60}?\b(?:exceed|longer than|greater than|larger than|must be (?:less|<=|below)|should be \[|only supports)/i,
  // Zhipu, Kimi, Gemini, Anthropic and MiniMax use these, in this order.
  /\bprompt exceeds? (?:the )?max|conversation length exceeded|reached its conversation limit|request contains \d+ tokens, which exceeds|too many total text bytes|^(?:invalid params, )?token limit\b/i,
  // SambaNova, vLLM, xAI and Poolside use these.
  /(?:maximum|max) (?:supported |allowed )*(?:prompt|input|sequence|model) length/i,
  /(?:exceed|longer|greater|less)[^.]{0,40}(?:max_(?:seq|model|sequence)_len|session_len|max_num_tokens)/i,
  /exceeds? the maximum number of (?:input )?tokens|exceed(?:s|ed)? (?:the )?(?:max(?:imum)? message tokens|model token limit)/i,
  // DashScope and Cohere use these.
  /message token length exceed|number of tokens in the prompt cannot exceed/i,
  // TGI and Together use these.
  /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i,
  /reduce the length of the (?:messages|prompt|input)|current length is \d+ while limit is/i,
  // Baidu, GitHub Models and Vertex AI use these.
  /max input characters is|max size: \d[\d,]* tokens|tokens_limit_reached|payload size exceeds the limit/i,
  // LM Studio and older versions of llama.cpp use these.
  /n_keep.{0,20}>=.{0,10}n_ctx|compared to KV size/i,
  /(?:上下文|输入|提示词?|prompt|对话|会话|消息|messages?|tokens?|輸入|對話)[^，。,;；]{0,16}?(?:过长|超长|太长|过大|超出|超过|超限|過長|超過)/i,
  /(?:超出|超过|大于|超過)[^，。,;；]{0,12}?(?:上下文|输入长度|(?:输入|最大)[^，。,;；]{0,6}tokens?|最大长度|輸入長度)/i,
];

/** Messages about limits of rate, account or output, and about unknown fields, share some of these words. */
const otherLimits = [
  /\bper[ -]?(?:second|minute|min|hour|day|week|month)\b|\b(?:tpm|rpm|tpd|rpd|qps|qpm)\b|rate.?limit|too many requests|throttl|please wait|quota/i,
  /insufficient (?:balance|credit|fund)|\b(?:more|your|no|add|settings\/) ?credits?\b|credit balance|billing|\bafford\b|upgrade (?:your (?:plan|account)|to a paid)|\bsubscription\b|\byour (?:current )?plan\b/i,
  /(?:maximum|max) (?:allowed )?(?:output|completion|generation) (?:length|tokens)|(?:maximum|max) (?:allowed )?number of (?:output|completion) tokens|at most \d[\d,]* (?:output|completion) tokens/i,
  /(?:unknown|unrecognized|unsupported|unexpected|unpermitted|extra)[ _-](?:\w+ ){0,2}(?:parameter|argument|field|propert|keyword|option|input)/i,
  /每分钟|每秒|每小时|每日|每天|每月|本月|当日|今日|频率|频次|速率|并发|限流|余额|额度|欠费|配额|套餐|用量|充值/,
];
const outputOnly = /输出|生成|回复|max_(?:completion_)?tokens/i;
const wholeContext = /上下文|输入|提示|prompt|context|input/i;

export function isOverflow(words: string): boolean {
  if (!overflow.some((sign) => sign.test(words)) || otherLimits.some((sign) => sign.test(words)))
    return false;
  return !outputOnly.test(words) || wholeContext.test(words);
}

/** A number of tokens, not of bytes or characters. */
const count = String.raw`(\d[\d,_]*)(?![\d,_]| ?(?:bytes|char|[kmg]i?b\b))`;

const limits = [
  // OpenAI, vLLM, DeepSeek and OpenRouter; xAI says "maximum prompt length is", Fireworks "length: 131071".
  String.raw`(?:maximum|max) (?:supported |allowed )*(?:context|prompt|input|sequence|model) length(?: of| is)?:?(?: only| just)? ?\(?${count}`,
  // Mistral uses this.
  String.raw`${count} maximum context length`,
  // llama.cpp says "the available context size (4096 tokens)", and has a field.
  String.raw`context (?:size|window|length|limit) ?\(?(?:of |is )?(?:only )?${count}`,
  String.raw`n_ctx"?[:= (]+${count}`,
  // Anthropic says "prompt is too long: 210000 tokens > 200000 maximum" and "186433 + 20000 > 200000".
  String.raw`tokens > ${count} maximum`,
  String.raw`context limit: \d+ \+ \d+ > ${count}`,
  // Gemini says "exceeds the maximum number of tokens allowed (1048576)", Vertex AI "only supports up to 32768".
  String.raw`maximum number of (?:input )?tokens(?: allowed)? \(?${count}`,
  String.raw`only supports up to ${count}`,
  // TGI says "`inputs` tokens + `max_new_tokens` must be <= 4096".
  String.raw`must (?:be <=|have less than) ${count}`,
  // DashScope says "should be [1, 129024]".
  String.raw`should be \[\d+, ?${count}\]`,
  // Moonshot uses the first; Copilot, Databricks, Cerebras and Cohere the others.
  String.raw`token limit: ${count}`,
  String.raw`\blimit (?:of|is|for this model is) ${count}`,
  String.raw`cannot exceed ${count}`,
  // SGLang and Volcengine use this.
  String.raw`maximum (?:allowed )?length (?:of )?\(?${count}`,
  // SiliconFlow and TensorRT-LLM use this.
  String.raw`max_(?:seq|model|sequence)_len(?:gth)? \(?${count}`,
  // GitHub Models and Bedrock use these.
  String.raw`max (?:size|input tokens): ${count}`,
  String.raw`(?:上限|最大(?:上下文|输入)?长度)[为是：: （(]*${count}`,
].map((pattern) => new RegExp(pattern, 'i'));
const requests = [
  String.raw`(?:resulted in|you requested(?: about| a total of)?|(?:request|prompt) contains(?: at least)?|you passed|prompt is) ${count} (?:input )?tokens`,
  String.raw`too long: ${count}`,
  String.raw`\b(?:request|input|prompt) \(${count} tokens\)`,
  String.raw`n_prompt_tokens"?[:= ]+${count}`,
  String.raw`token count(?: of| is|:)? \(?${count}`,
  // TGI says "Given: 4100 `inputs` tokens".
  String.raw`given: ${count}`,
  // Moonshot, LM Studio, Cerebras and Cohere use these, in this order.
  String.raw`requested: ${count}`,
  String.raw`(?:n_keep:?|keep the first) \(?${count}`,
  String.raw`current length is ${count}`,
  String.raw`- received ${count}`,
  // SGLang, Volcengine, TensorRT-LLM, SiliconFlow and llama-cpp-python use these.
  String.raw`(?:input|prompt) length \(?${count}`,
  String.raw`(?:prompt_tokens|max_total_tokens|requested tokens) \(${count}`,
].map((pattern) => new RegExp(pattern, 'i'));

/** Returns the numbers in a message, in the endpoint's tokens. */
export function overflowIn(words: string): {
  readonly limit?: number | undefined;
  readonly requested?: number | undefined;
} {
  const limit = firstOf(limits, words);
  const requested = firstOf(requests, words);
  return {
    limit,
    // A number below the limit has another meaning.
    requested: requested !== undefined && (limit === undefined || requested > limit) ? requested : undefined,
  };
}

function firstOf(patterns: readonly RegExp[], words: string): number | undefined {
  for (const pattern of patterns) {
    const value = Number(pattern.exec(words)?.[1]?.replace(/[,_]/g, ''));
    if (value >= 256 && value < 1e8) return value;
  }
  return undefined;
}
