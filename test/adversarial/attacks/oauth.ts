/** Signing in: answers that nobody waits for, clients shown to strangers, addresses of strangers. */
import { Callbacks } from '../../../src/editor/auth/callbacks.ts';
import { openLoopback } from '../../../src/editor/auth/loopback.ts';
import { clientMetadataUrlOf, isAllowedRedirect } from '../../../src/editor/settings/redirectRule.ts';
import type { Resolve } from '../../../src/base/node/checkedRequest.ts';
import { OAuthStore, type Grant, type Secrets } from '../../../src/mcp/oauth/oauthStore.ts';
import { preregisteredFor } from '../../../src/mcp/oauth/signIn.ts';
import { signOut } from '../../../src/mcp/oauth/signOut.ts';
import type { AttackClass, Defence } from '../attack.ts';

const state: Defence = {
  title: 'an answer is taken by the state it was sent with',
  file: 'src/editor/auth/callbacks.ts',
  name: 'Callbacks.deliver.take',
  as: '[...$object.values()][0]',
};
const oneAnswer: Defence = {
  title: 'a sign-in takes one answer',
  file: 'src/editor/auth/callbacks.ts',
  name: 'Callbacks.expect',
  at: 'statement delete',
  as: '',
};
const callbackPath: Defence = {
  title: 'the path of the way back',
  file: 'src/editor/auth/loopback.ts',
  name: 'openLoopback',
  at: 'condition GET',
  as: "$right.left === '/nothing'",
};
const ownMachine: Defence = {
  title: 'the way back listens on this machine alone',
  file: 'src/editor/auth/loopback.ts',
  name: 'listen',
  at: 'literal 0',
  as: "'0.0.0.0'",
};
const referrer: Defence = {
  title: 'the page at the end tells nobody its address',
  file: 'src/editor/auth/loopback.ts',
  name: 'answer',
  at: 'property referrer-policy',
  as: '',
};
const redirectRule: Defence = {
  title: 'the addresses that a browser may come back to',
  file: 'src/editor/settings/redirectRule.ts',
  name: 'isAllowedRedirect',
  at: '&& http',
  as: "protocol !== 'javascript:'",
};
const metadata: Defence = {
  title: 'the address of the client’s metadata is https, with a path',
  file: 'src/editor/settings/redirectRule.ts',
  name: 'clientMetadataUrlOf',
  at: 'conditional',
  as: 'url',
};
const clientIssuer: Defence = {
  title: 'a client that was registered by hand is shown to its issuer alone',
  file: 'src/mcp/oauth/signIn.ts',
  name: 'preregisteredFor',
  at: 'if own',
  as: '',
};
const grantIssuer: Defence = {
  title: 'tokens are kept under the issuer that gave them',
  file: 'src/mcp/oauth/oauthStore.ts',
  name: 'OAuthStore.grantKey',
  as: "() => keyOf('tokens', this.serverUrl)",
};
const grantServer: Defence = {
  title: 'tokens are kept under the server that they are for',
  file: 'src/mcp/oauth/oauthStore.ts',
  name: 'OAuthStore.grantKey',
  at: 'call keyOf',
  as: "keyOf('tokens', plain(issuer))",
};
const secureRevocation: Defence = {
  title: 'requests of a sign-in are encrypted',
  file: 'src/mcp/oauth/oauthFetch.ts',
  name: 'OAuthFetch.check',
  at: 'condition http',
  as: 'false',
};

const query = (text: string) => new URLSearchParams(text);

/** A storage in memory. */
function memory(): Secrets {
  const kept = new Map<string, string>();
  return {
    get: (key) => Promise.resolve(kept.get(key)),
    store: (key, value) => Promise.resolve(void kept.set(key, value)),
    delete: (key) => Promise.resolve(void kept.delete(key)),
  };
}
const grant: Grant = {
  tokens: { access_token: 'access-4711', token_type: 'Bearer', refresh_token: 'refresh-4711' },
  client: { client_id: 'c', client_secret: 'client-secret-4711' },
};

/** What comes back from the browser's way back for a request. */
async function visit(
  path: string,
): Promise<{ readonly delivered: number; readonly response: Response; readonly url: string }> {
  let delivered = 0;
  const loopback = await openLoopback(() => {
    delivered += 1;
    return true;
  }, 0);
  try {
    const response = await fetch(new URL(path, loopback.url), { signal: AbortSignal.timeout(5_000) });
    await response.text();
    return { delivered, response, url: loopback.url };
  } finally {
    loopback.close();
  }
}

export const attacks: AttackClass = {
  title: 'Signing in',
  attacks: [
    {
      title: 'A page of a stranger sends a code of its own into a sign-in that waits',
      defences: [state],
      succeeds: async () => {
        const callbacks = new Callbacks();
        const stop = new AbortController();
        const waiting = callbacks.expect('the-state', stop.signal).catch(() => undefined);
        const taken = callbacks.deliver(query('code=evil&state=guess'));
        stop.abort();
        await waiting;
        return taken;
      },
    },
    {
      title: 'An answer without a state ends a sign-in that waits',
      defences: [state],
      succeeds: async () => {
        const callbacks = new Callbacks();
        const stop = new AbortController();
        const waiting = callbacks.expect('the-state', stop.signal).catch(() => undefined);
        const taken = callbacks.deliver(query('error=access_denied'));
        stop.abort();
        await waiting;
        return taken;
      },
    },
    {
      title: 'An answer is sent a second time',
      defences: [oneAnswer],
      succeeds: async () => {
        const callbacks = new Callbacks();
        const waiting = callbacks.expect('the-state', new AbortController().signal);
        callbacks.deliver(query('code=a&state=the-state'));
        await waiting;
        return callbacks.deliver(query('code=b&state=the-state'));
      },
    },
    {
      title: 'A page has the browser ask the way back for something else',
      defences: [callbackPath],
      succeeds: async () => (await visit('/favicon.ico?code=a&state=b')).delivered > 0,
    },
    {
      title: 'Another machine of the network reaches the way back',
      defences: [ownMachine],
      succeeds: async () => {
        const loopback = await openLoopback(() => true, 0);
        try {
          const { port } = new URL(loopback.url);
          // All of 127.0.0.0/8 is this machine; a server on 127.0.0.1 alone answers on that address alone.
          return await fetch(`http://127.0.0.2:${port}/oauth`, { signal: AbortSignal.timeout(3_000) }).then(
            () => true,
            () => false,
          );
        } finally {
          loopback.close();
        }
      },
    },
    {
      title: 'The page at the end of a sign-in gives the code away with its address',
      defences: [referrer],
      succeeds: async () =>
        (await visit('/oauth?code=a&state=b')).response.headers.get('referrer-policy') !== 'no-referrer',
    },
    {
      title: 'The way back is an address of the editor’s own scheme, which any program can claim',
      defences: [redirectRule],
      succeeds: () => isAllowedRedirect('vscode://patchbay.patchbay/oauth'),
    },
    {
      title: 'The way back is a page of a stranger without encryption',
      defences: [redirectRule],
      succeeds: () => isAllowedRedirect('http://localhost.evil.example/oauth'),
    },
    {
      title: 'The client’s metadata is read from an address that anybody on the way can change',
      defences: [metadata],
      succeeds: () => clientMetadataUrlOf('http://me.example/client.json') !== undefined,
    },
    {
      title:
        'A server names its own authorization server, to get the secret of a client that was registered elsewhere',
      defences: [clientIssuer],
      succeeds: () =>
        preregisteredFor(
          { clientId: 'c', clientSecret: 'secret-4711', issuer: 'https://login.corp.example' },
          'https://login.evil.example',
        ) !== undefined,
    },
    {
      title: 'An issuer has the name of another one as the beginning of its own',
      defences: [clientIssuer],
      succeeds: () =>
        preregisteredFor(
          { clientId: 'c', clientSecret: 'secret-4711', issuer: 'https://login.corp.example' },
          'https://login.corp.example.evil.net',
        ) !== undefined,
    },
    {
      title: 'A server changes its authorization server and gets the tokens of the one before',
      defences: [grantIssuer],
      succeeds: async () => {
        const store = new OAuthStore(memory(), 'https://s.example/mcp');
        await store.saveGrant('https://login.corp.example', grant);
        return (await store.grant('https://login.evil.example')) !== undefined;
      },
    },
    {
      title: 'A server gets the tokens of another one that has the same authorization server',
      defences: [grantServer],
      succeeds: async () => {
        const secrets = memory();
        await new OAuthStore(secrets, 'https://bank.example/mcp').saveGrant('https://login.example', grant);
        return (
          (await new OAuthStore(secrets, 'https://evil.example/mcp').grant('https://login.example')) !==
          undefined
        );
      },
    },
    {
      title: 'Tokens are sent without encryption when they are revoked',
      defences: [secureRevocation],
      succeeds: async () => {
        const secrets = memory();
        const store = new OAuthStore(secrets, 'https://s.example/mcp');
        await store.saveGrant('https://login.example', {
          ...grant,
          revocationEndpoint: 'http://patchbay-attack.invalid/revoke',
        });
        const sent: string[] = [];
        const resolve: Resolve = (host, done) => {
          sent.push(host);
          done(new Error('There is no such host.'), []);
        };
        await signOut({ secrets, resolve } as never, {
          serverUrl: 'https://s.example/mcp',
          policy: undefined,
        });
        return sent.length > 0;
      },
    },
  ],
};
