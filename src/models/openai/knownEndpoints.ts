/** An endpoint that needs a key. */
export interface KnownEndpoint {
  readonly title: string;
  readonly baseURL: string;
}

/** From their documentation (2026-11). */
export const knownEndpoints: readonly KnownEndpoint[] = [
  { title: 'OpenAI', baseURL: 'https://api.openai.com/v1' },
  { title: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1' },
  { title: 'Google Gemini', baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { title: 'Mistral', baseURL: 'https://api.mistral.ai/v1' },
  { title: 'Groq', baseURL: 'https://api.groq.com/openai/v1' },
  { title: 'DeepSeek', baseURL: 'https://api.deepseek.com' },
];
