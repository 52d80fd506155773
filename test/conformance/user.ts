/** The user of the conformance suite: fills in every form, visits every URL, agrees to everything at once. */
import type { Authorization, Interaction, Secrets, Variables } from '../../src/mcp/index.ts';

/** Accepts with nothing filled in, so that the defaults show; answers sampling with one sentence. */
export const agreeable: Interaction = {
  form: async () => ({ action: 'accept', content: {} }),
  url: async () => ({ action: 'accept' }),
  sample: async () => ({
    model: 'conformance',
    role: 'assistant',
    stopReason: 'endTurn',
    content: { type: 'text', text: 'This is an answer.' },
  }),
};

/** What a scenario tells its client of: one that it has registered by hand (`auth/pre-registration`). */
export interface RegisteredClient {
  readonly client_id?: string;
  readonly client_secret?: string;
  readonly issuer?: string;
}

/** Signs in the way a browser would: it goes to the URL and is sent back at once. */
export function signIn(): Authorization {
  return {
    secrets: inMemory(),
    // The address that auth/basic-cimd expects. It is never fetched.
    clientMetadataUrl: () => 'https://conformance-test.local/client-metadata.json',
    open: async () => ({
      url: 'http://localhost:3000/callback',
      authorize: async (url, signal) => {
        const response = await fetch(url, { redirect: 'manual', signal });
        const location = response.headers.get('location');
        if (location === null) throw new Error(`${url.origin} sent nobody back: HTTP ${response.status}.`);
        return new URL(location).searchParams;
      },
      close: () => undefined,
    }),
  };
}

/** The client as a definition has it; its secret is a variable there. */
export function registration({
  client_id: clientId,
  client_secret: secret,
  issuer,
}: RegisteredClient): object {
  if (clientId === undefined || issuer === undefined) return {};
  return { oauth: { clientId, issuer, ...(secret !== undefined && { clientSecret: '${secret:client}' }) } };
}

/** Knows the secret of that client. */
export function variablesOf({ client_secret: value = '' }: RegisteredClient): Variables {
  const answer = async () => ({ kind: 'value' as const, value, secret: true });
  return { input: answer, secret: answer };
}

function inMemory(): Secrets {
  const kept = new Map<string, string>();
  return {
    get: async (key) => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async (key) => void kept.delete(key),
  };
}
