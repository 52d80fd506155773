/** A user whose browser is sent back at once. */
import type { Authorization } from '../../../src/mcp/index.ts';

/** `change` tampers with what the browser brings back; `kept` is what the storage of secrets holds. */
export function browser(
  change: (query: URLSearchParams) => void = () => undefined,
  kept = new Map<string, string>(),
) {
  const authorization: Authorization = {
    secrets: {
      get: async (key) => kept.get(key),
      store: async (key, value) => void kept.set(key, value),
      delete: async (key) => void kept.delete(key),
    },
    open: async () => ({
      url: 'http://127.0.0.1:1/callback',
      authorize: async (url) => {
        const response = await fetch(url, { redirect: 'manual' });
        const { searchParams } = new URL(response.headers.get('location') ?? '');
        change(searchParams);
        return searchParams;
      },
      close: () => undefined,
    }),
  };
  return { kept, authorization };
}
