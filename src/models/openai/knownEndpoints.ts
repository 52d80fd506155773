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

/** Default ports. Other programs use 8000 and 8080 too; what returns no list is skipped. */
const usual = new Map([
  [11434, 'Ollama'],
  [1234, 'LM Studio'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
  [1337, 'Jan'],
]);

export interface LocalEndpoint {
  readonly title: string;
  readonly baseURL: string;
}

export function localEndpoints(ports: readonly number[], known: readonly string[]): LocalEndpoint[] {
  const taken = new Set(known.flatMap(localPort));
  return [...new Set(ports)]
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536 && !taken.has(port))
    .map((port) => {
      const host = `127.0.0.1:${port}`;
      return { title: `${usual.get(port) ?? 'Local server'} (${host})`, baseURL: `http://${host}/v1` };
    });
}

function localPort(baseURL: string): number[] {
  const url = URL.parse(baseURL);
  if (!url || !['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(url.hostname)) return [];
  return [Number(url.port || (url.protocol === 'https:' ? 443 : 80))];
}
