/** What endpoints say of a full context. Each was seen at somebody's. */
const overflow = [
  /context.?(?:length|window|size|limit|overflow)|(?:maximum|max) context/i,
  /(?<!image )\b(?:prompt|input|context|conversation)(?: length)?(?: \([^)]{0,60}\))?(?: is)? too (?:long|large|big)|tokens? (?:length )?too long|tokens in the request is too long/i,
  // Cohere, Bedrock.
  /too many (?:input |prompt )?tokens/i,
  // Copilot, SGLang, DashScope, SiliconFlow, Volcengine, Databricks, Bedrock, TensorRT-LLM.
  /\b(?:prompt|input)s?[ _](?:sequence |token )?(?:length|tokens?|token count|size)\b.{0,60}?\b(?:exceed|longer than|greater than|larger than|must be (?:less|<=|below)|should be \[|only supports)/i,
  // Zhipu; Kimi; Gemini; Anthropic; MiniMax.
  /\bprompt exceeds? (?:the )?max|conversation length exceeded|reached its conversation limit|request contains \d+ tokens, which exceeds|too many total text bytes|^(?:invalid params, )?token limit\b/i,
  // SambaNova, vLLM, xAI, Poolside.
  /(?:maximum|max) (?:supported |allowed )*(?:prompt|input|sequence|model) length/i,
  /(?:exceed|longer|greater|less)[^.]{0,40}(?:max_(?:seq|model|sequence)_len|session_len|max_num_tokens)/i,
  /exceeds? the maximum number of (?:input )?tokens|exceed(?:s|ed)? (?:the )?(?:max(?:imum)? message tokens|model token limit)/i,
  // DashScope; Cohere.
  /message token length exceed|number of tokens in the prompt cannot exceed/i,
  // TGI, Together.
  /`?inputs`? tokens \+ `?max_new_tokens`? must be|`?inputs`? must have less than/i,
  /reduce the length of the (?:messages|prompt|input)|current length is \d+ while limit is/i,
  // Baidu; GitHub Models; Vertex AI.
  /max input characters is|max size: \d[\d,]* tokens|tokens_limit_reached|payload size exceeds the limit/i,
  // LM Studio, older llama.cpp.
  /n_keep.{0,20}>=.{0,10}n_ctx|compared to KV size/i,
  /(?:上下文|输入|提示词?|prompt|对话|会话|消息|messages?|tokens?|輸入|對話)[^，。,;；]{0,16}?(?:过长|超长|太长|过大|超出|超过|超限|過長|超過)/i,
  /(?:超出|超过|大于|超過)[^，。,;；]{0,12}?(?:上下文|输入长度|(?:输入|最大)[^，。,;；]{0,6}tokens?|最大长度|輸入長度)/i,
];

/** Limits of a rate, an account or the output, and unknown fields, say some of the same words. */
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

/** Not one of bytes or characters. */
const count = String.raw`(\d[\d,_]*)(?![\d,_]| ?(?:bytes|char|[kmg]i?b\b))`;

const limits = [
  // OpenAI, vLLM, DeepSeek, OpenRouter; xAI: "maximum prompt length is"; Fireworks: "length: 131071".
  String.raw`(?:maximum|max) (?:supported |allowed )*(?:context|prompt|input|sequence|model) length(?: of| is)?:?(?: only| just)? ?\(?${count}`,
  // Mistral
  String.raw`${count} maximum context length`,
  // llama.cpp: "the available context size (4096 tokens)", and its field.
  String.raw`context (?:size|window|length|limit) ?\(?(?:of |is )?(?:only )?${count}`,
  String.raw`n_ctx"?[:= (]+${count}`,
  // Anthropic: "prompt is too long: 210000 tokens > 200000 maximum", "186433 + 20000 > 200000".
  String.raw`tokens > ${count} maximum`,
  String.raw`context limit: \d+ \+ \d+ > ${count}`,
  // Gemini: "exceeds the maximum number of tokens allowed (1048576)"; Vertex AI: "only supports up to 32768".
  String.raw`maximum number of (?:input )?tokens(?: allowed)? \(?${count}`,
  String.raw`only supports up to ${count}`,
  // TGI: "`inputs` tokens + `max_new_tokens` must be <= 4096"
  String.raw`must (?:be <=|have less than) ${count}`,
  // DashScope: "should be [1, 129024]"
  String.raw`should be \[\d+, ?${count}\]`,
  // Moonshot; Copilot, Databricks, Cerebras, Cohere.
  String.raw`token limit: ${count}`,
  String.raw`\blimit (?:of|is|for this model is) ${count}`,
  String.raw`cannot exceed ${count}`,
  // SGLang, Volcengine.
  String.raw`maximum (?:allowed )?length (?:of )?\(?${count}`,
  // SiliconFlow, TensorRT-LLM.
  String.raw`max_(?:seq|model|sequence)_len(?:gth)? \(?${count}`,
  // GitHub Models; Bedrock.
  String.raw`max (?:size|input tokens): ${count}`,
  String.raw`(?:上限|最大(?:上下文|输入)?长度)[为是：: （(]*${count}`,
].map((pattern) => new RegExp(pattern, 'i'));
const requests = [
  String.raw`(?:resulted in|you requested(?: about| a total of)?|(?:request|prompt) contains(?: at least)?|you passed|prompt is) ${count} (?:input )?tokens`,
  String.raw`too long: ${count}`,
  String.raw`\b(?:request|input|prompt) \(${count} tokens\)`,
  String.raw`n_prompt_tokens"?[:= ]+${count}`,
  String.raw`token count(?: of| is|:)? \(?${count}`,
  // TGI: "Given: 4100 `inputs` tokens"
  String.raw`given: ${count}`,
  // Moonshot; LM Studio; Cerebras; Cohere.
  String.raw`requested: ${count}`,
  String.raw`(?:n_keep:?|keep the first) \(?${count}`,
  String.raw`current length is ${count}`,
  String.raw`- received ${count}`,
  // SGLang, Volcengine, TensorRT-LLM; SiliconFlow; llama-cpp-python.
  String.raw`(?:input|prompt) length \(?${count}`,
  String.raw`(?:prompt_tokens|max_total_tokens|requested tokens) \(${count}`,
].map((pattern) => new RegExp(pattern, 'i'));

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
