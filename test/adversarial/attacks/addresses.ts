/** Addresses that a server names for signing in: of machines that it cannot reach itself, and Patchbay can. */
import { createServer } from 'node:http';
import { createServer as createListener, type AddressInfo } from 'node:net';
import { zoneOf, zoneOfHost } from '../../../src/base/node/addresses.ts';
import { checkedRequest, type Resolve } from '../../../src/base/node/checkedRequest.ts';
import { OAuthFetch } from '../../../src/mcp/oauth/oauthFetch.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { unlessRefused } from '../scratch.ts';

const oauthFetch = 'src/mcp/oauth/oauthFetch.ts';
const zones: Defence = {
  title: 'a server names addresses of its own zone or public ones',
  file: oauthFetch,
  name: 'OAuthFetch.checkZone',
  at: 'condition zone',
  as: 'true',
};
const hostZones: Defence = {
  title: 'hosts that are addresses are looked at',
  file: oauthFetch,
  name: 'OAuthFetch.check',
  at: 'if zone',
  as: '',
};
const resolved: Defence = {
  title: 'what a name stands for is looked at when it is connected to',
  file: oauthFetch,
  name: 'OAuthFetch.fetch.checkAddress',
  as: '() => undefined',
};
const allAddresses: Defence = {
  title: 'all addresses of a name are looked at',
  file: 'src/base/node/checkedRequest.ts',
  name: 'checkedRequest',
  at: 'for addresses .right',
  as: '$it.slice(0, 1)',
};
const embedded: Defence = {
  title: 'IPv4 addresses within IPv6 ones are looked at',
  file: 'src/base/node/addresses.ts',
  name: 'zoneOf',
  at: 'conditional',
  as: '$alternate',
};
const localNames: Defence = {
  title: 'names of this machine are known',
  file: 'src/base/node/addresses.ts',
  name: 'zoneOfHost',
  at: 'if host',
  as: '',
};
const finalDot: Defence = {
  title: 'a host’s dot at its end does not count',
  file: 'src/base/node/addresses.ts',
  name: 'zoneOfHost.host',
  at: 'call replace',
  as: '$object',
};
const users: Defence = {
  title: 'no user names in addresses for signing in',
  file: oauthFetch,
  name: 'OAuthFetch.check',
  at: '|| url',
  as: 'false',
};
const plain: Defence = {
  title: 'requests of a sign-in are encrypted',
  file: oauthFetch,
  name: 'OAuthFetch.check',
  at: 'condition http',
  as: 'false',
};
const policy: Defence = {
  title: 'the policy of the machine holds for hosts that a server names',
  file: oauthFetch,
  name: 'OAuthFetch.check',
  at: 'statement kind',
  as: '',
};
const unasked: Defence = {
  title: 'before the user signs in, nothing of another origin is asked',
  file: oauthFetch,
  name: 'OAuthFetch.transportFetch',
  at: 'if isKnown',
  as: '',
};
const ownHeaders: Defence = {
  title: 'headers for the server go to no authorization server',
  file: oauthFetch,
  name: 'OAuthFetch.transportFetch',
  at: 'object init',
  as: 'init',
};
const bodySize: Defence = {
  title: 'the size of an answer of a sign-in',
  file: 'src/base/node/checkedRequest.ts',
  name: 'checkedRequest',
  at: 'condition size',
  as: 'false',
};

/** Names and what they stand for; `asked` are those that were looked up. */
function names(
  table: Readonly<Record<string, readonly string[]>>,
): Resolve & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, done) => {
    asked.push(hostname);
    done(
      null,
      (table[hostname] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

/** Connections that reach this machine for an address of that host, named by a server that is elsewhere. */
async function reached(
  host: (port: number) => string,
  table: Readonly<Record<string, readonly string[]>> = {},
): Promise<number> {
  let requests = 0;
  const server = createListener((socket) => {
    requests += 1;
    socket.destroy();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const guard = new OAuthFetch({
    serverUrl: 'https://mcp.example/mcp',
    policy: undefined,
    resolve: names(table),
  });
  try {
    await unlessRefused(async () => guard.fetch(`https://${host(port)}/`));
  } finally {
    await new Promise((resolve) => server.close(resolve));
  }
  return requests;
}

export const attacks: AttackClass = {
  title: 'Addresses for signing in',
  attacks: [
    {
      title: 'A server names a service of this machine for signing in',
      defences: [zones],
      succeeds: async () => (await reached((port) => `127.0.0.1:${port}`)) > 0,
    },
    {
      title: 'A server names this machine by a number',
      defences: [zones],
      succeeds: async () => (await reached((port) => `2130706433:${port}`)) > 0,
    },
    {
      title: 'A server names this machine by an IPv6 address that holds an IPv4 one',
      defences: [embedded],
      succeeds: () => zoneOf('::ffff:127.0.0.1') === 'public' || zoneOf('64:ff9b::a9fe:a9fe') === 'public',
    },
    {
      title: 'A server names the metadata service of a cloud',
      defences: [hostZones],
      succeeds: async () => {
        const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined });
        return (
          (await unlessRefused(() =>
            Promise.resolve(guard.check(new URL('https://169.254.169.254/latest/'))).then(() => true),
          )) === true
        );
      },
    },
    {
      title: 'A server names a machine of the private network by a name of its own',
      defences: [resolved],
      succeeds: async () =>
        (await reached((port) => `inside.evil.example:${port}`, { 'inside.evil.example': ['127.0.0.1'] })) >
        0,
    },
    {
      title: 'A name stands for a public address first and for this machine second',
      defences: [allAddresses],
      succeeds: async () => {
        const seen: string[] = [];
        await unlessRefused(() =>
          checkedRequest(
            new URL('https://evil.example/'),
            {},
            {
              resolve: names({ 'evil.example': ['203.0.113.1', '127.0.0.1'] }),
              checkAddress: (address) => {
                seen.push(address);
                if (address === '127.0.0.1') throw new Error('refused');
              },
              limitMs: 100,
            },
          ),
        );
        return !seen.includes('127.0.0.1');
      },
    },
    {
      title: 'A server names this machine by its name',
      defences: [localNames],
      succeeds: () => zoneOfHost('any.localhost') !== 'loopback',
    },
    {
      title: 'A server names this machine by its name with a dot at its end',
      defences: [finalDot],
      succeeds: () => zoneOfHost('localhost.') !== 'loopback',
    },
    {
      title: 'An authorization server’s address begins with a known host as the user name',
      defences: [users],
      succeeds: async () => {
        const resolve = names({});
        const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve });
        await unlessRefused(async () => guard.fetch('https://login.corp.example@evil.example/'));
        return resolve.asked.includes('evil.example');
      },
    },
    {
      title: 'An authorization server is asked without encryption',
      defences: [plain],
      succeeds: async () => {
        const resolve = names({});
        const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve });
        await unlessRefused(async () => guard.fetch('http://login.example/'));
        return resolve.asked.includes('login.example');
      },
    },
    {
      title: 'A server signs in through a host that the policy of the machine denies',
      defences: [policy],
      succeeds: async () => {
        const resolve = names({});
        const guard = new OAuthFetch({
          serverUrl: 'https://mcp.example/mcp',
          policy: () => ({ deniedHosts: ['login.example'] }),
          resolve,
        });
        await unlessRefused(async () => guard.fetch('https://login.example/'));
        return resolve.asked.includes('login.example');
      },
    },
    {
      title: 'A server has Patchbay ask another host when it is connected, before the user did anything',
      defences: [unasked],
      succeeds: async () => {
        const resolve = names({});
        const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve });
        const forTransport = guard.transportFetch(fetch, () => Promise.resolve(false));
        await unlessRefused(async () =>
          forTransport('https://evil.example/.well-known/oauth-authorization-server'),
        );
        return resolve.asked.includes('evil.example');
      },
    },
    {
      title: 'An authorization server gets the headers that the user defined for the server',
      defences: [ownHeaders],
      succeeds: async () => {
        let sent: string | undefined;
        const server = createServer((request, response) => {
          sent = request.headers['x-api-key'] as string | undefined;
          response.end('{}');
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const guard = new OAuthFetch({ serverUrl: 'http://127.0.0.1:9/mcp', policy: undefined });
        const forTransport = guard.transportFetch(fetch, () => Promise.resolve(true));
        try {
          await unlessRefused(async () =>
            forTransport(`http://127.0.0.1:${port}/token`, { headers: { 'x-api-key': 'key-4711' } }),
          );
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
        return sent === 'key-4711';
      },
    },
    {
      title: 'An authorization server answers with megabytes',
      defences: [bodySize],
      succeeds: async () => {
        const server = createServer((_, response) => response.end('x'.repeat(3_000_000)));
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const guard = new OAuthFetch({ serverUrl: `http://127.0.0.1:${port}/mcp`, policy: undefined });
        try {
          const response = await unlessRefused(async () => guard.fetch(`http://127.0.0.1:${port}/`));
          return ((await response?.text())?.length ?? 0) > 2_000_000;
        } finally {
          server.closeAllConnections();
          await new Promise((resolve) => server.close(resolve));
        }
      },
    },
  ],
};
