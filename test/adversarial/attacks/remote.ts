/** Remote servers that name addresses for signing in, and secrets that come back in another spelling. */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Resolve, checkedRequest } from '../../../src/base/node/checkedRequest.ts';
import { zoneOf } from '../../../src/base/node/addresses.ts';
import { OAuthFetch } from '../../../src/mcp/oauth/oauthFetch.ts';
import { limitQuestions } from '../../../src/mcp/questions/interaction.ts';
import { boundedLog } from '../../../src/mcp/server/logLimit.ts';
import { isSecretName } from '../../../src/base/common/secretNames.ts';
import { Redactor } from '../../../src/base/common/redactor.ts';
import { CallHistory } from '../../../src/store/index.ts';
import { ProgressLimit } from '../../../src/tools/progressLimit.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';

const guard = 'src/mcp/oauth/oauthFetch.ts';
const addresses = 'src/base/node/addresses.ts';
const zones: Defence = {
  title: 'the zone of an address that a server names for signing in',
  file: guard,
  name: 'OAuthFetch.checkZone',
  at: 'condition zone',
  as: 'true',
};
const scheme: Defence = {
  title: 'the scheme of an address that a server names for signing in',
  file: guard,
  name: 'OAuthFetch.check',
  at: 'condition http',
  as: 'false',
};
const userInfo: Defence = {
  title: 'no user name in an address for signing in',
  file: guard,
  name: 'OAuthFetch.check',
  at: 'condition username',
  as: 'false',
};
const hostPolicy: Defence = {
  title: 'the policy of the machine for hosts that a server names',
  file: guard,
  name: 'OAuthFetch.check',
  at: 'statement kind',
  as: '',
};
const beforeSignIn: Defence = {
  title: 'nothing of another origin before the user signs in',
  file: guard,
  name: 'OAuthFetch.transportFetch',
  at: 'if isKnown',
  as: '',
};
const ownHeaders: Defence = {
  title: 'only headers of OAuth for an authorization server',
  file: guard,
  name: 'OAuthFetch.transportFetch.headers',
  as: '$1',
};
const answerSize: Defence = {
  title: 'the size of an answer in a sign-in',
  file: 'src/base/node/checkedRequest.ts',
  name: 'checkedRequest',
  at: 'condition size',
  as: 'false',
};

const resolveTo =
  (...found: readonly string[]): Resolve =>
  (_, done) =>
    done(
      null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

/** A machine inside, and whether a connection to it was made. */
async function reaches(
  use: (port: number) => Promise<unknown>,
  answer: (response: import('node:http').ServerResponse) => void = (response) => void response.end('{}'),
): Promise<boolean> {
  let reached = false;
  const inside = createServer((_, response) => answer(response));
  inside.on('connection', () => {
    reached = true;
  });
  await new Promise<void>((resolve) => inside.listen(0, '127.0.0.1', resolve));
  try {
    await use((inside.address() as AddressInfo).port).catch(() => undefined);
    return reached;
  } finally {
    inside.closeAllConnections();
    await new Promise((resolve) => inside.close(resolve));
  }
}

const outside = (resolve: Resolve = resolveTo()): OAuthFetch =>
  new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve });

/** Hosts that all mean this machine. */
const spellings: Readonly<Record<string, string>> = {
  'its address': '127.0.0.1',
  'its name': 'localhost',
  'its name with a dot at the end': 'localhost.',
  'one decimal number': '2130706433',
  'a hexadecimal number': '0x7f000001',
  'octal digits': '0177.0.0.1',
  'full-width digits': '１２７.0.0.1',
  'a short form': '127.1',
  'the address of any interface': '0.0.0.0',
};

const loopbackAttacks = Object.entries(spellings).map(([how, host]): Attack => ({
  title: `A remote server names this machine for signing in by ${how}`,
  defences: [zones],
  succeeds: () => reaches(async (port) => outside(resolveTo('127.0.0.1')).fetch(`https://${host}:${port}/`)),
}));

/** Addresses that must not count as public, by the piece of source that knows it. */
const disguised: readonly (readonly [string, string, string, string])[] = [
  ['an IPv4 address in IPv6', '::ffff:169.254.169.254', 'embedding', 'object ::ffff:0:0'],
  ['NAT64', '64:ff9b::10.0.0.1', 'embedding', 'object 64:ff9b::'],
  ['6to4', '2002:7f00:1::', 'embedding', 'object 2002::'],
  ['the shared space of providers', '100.100.100.200', 'blocks4', 'array 100.64.0.0'],
  ['a unique local address', 'fd00:ec2::254', 'blocks6', 'array fc00::'],
  ['the metadata service of a cloud', '169.254.169.254', 'blocks4', 'array 169.254.0.0'],
  ['a link-local IPv6 address', 'fe80::1', 'blocks6', 'array fe80::'],
];

const disguisedAttacks = disguised.map(([how, address, name, at]): Attack => ({
  title: `A remote server reaches inside by ${how}`,
  defences: [{ title: `the zone of ${how}`, file: addresses, name, at, as: '' }],
  succeeds: () => zoneOf(address) === 'public',
}));

const secret = 'correct-Horse/7battery+st"aple';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const hex = (separator: string): string =>
  Array.from(Buffer.from(secret), (byte) => byte.toString(16).padStart(2, '0')).join(separator);
const encodings: Defence = {
  title: 'secrets in base64 and hexadecimal',
  file: 'src/base/common/redactor.ts',
  name: 'Redactor.addValue',
  at: 'spread isSecret',
  as: '',
};
const escapes: Defence = {
  title: 'secrets behind escapes',
  file: 'src/base/common/redactor.ts',
  name: 'Redactor.text',
  at: 'conditional',
  as: '$consequent',
};
const written: readonly (readonly [string, Defence, string])[] = [
  ['base64', encodings, base64(secret)],
  ['base64 after one byte', encodings, base64(`:${secret}`)],
  ['Basic authentication', encodings, base64(`user:${secret}`)],
  ['base64 of URLs', encodings, Buffer.from(`u:${secret}`).toString('base64url')],
  ['hexadecimal', encodings, hex('')],
  ['hexadecimal with colons', encodings, hex(':')],
  ['JSON within JSON', escapes, JSON.stringify(JSON.stringify(secret))],
  ['percent signs', escapes, encodeURIComponent(secret)],
  ['percent signs twice', escapes, encodeURIComponent(encodeURIComponent(secret))],
  [
    '\\u escapes',
    escapes,
    Array.from(secret, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`).join(''),
  ],
  ['\\x escapes', escapes, `\\x${hex('\\x')}`],
  ['HTML numbers', escapes, Array.from(secret, (one) => `&#${one.charCodeAt(0)};`).join('')],
  [
    'HTML names',
    escapes,
    secret.replaceAll('"', '&quot;').replaceAll('/', '&sol;').replaceAll('+', '&plus;'),
  ],
];
const spelledAttacks = written.map(([how, defence, text]): Attack => ({
  title: `A tool result brings a secret into the log in ${how}`,
  defences: [defence],
  succeeds: () => {
    const redactor = new Redactor();
    redactor.addValue(secret, '•••', 'secret');
    return redactor.text(`before ${text} after`).includes(text);
  },
}));

const nameAttacks = ['x-api-key', 'github_token', 'Proxy-Authorization', 'clientSecret'].map(
  (name): Attack => ({
    title: `The page of a server shows the value of ${name}`,
    defences: [
      {
        title: 'the last words of names of secrets',
        file: 'src/base/common/secretNames.ts',
        name: 'isSecretName.last',
        as: "''",
      },
    ],
    succeeds: () => !isSecretName(name),
  }),
);

const openQuestions: Defence = {
  title: 'the number of open questions of a server',
  file: 'src/mcp/questions/interaction.ts',
  name: 'limitQuestions',
  at: 'condition before',
  as: 'false',
};
const questionRate: Defence = {
  title: 'the number of questions of a server in a minute',
  file: 'src/mcp/questions/interaction.ts',
  name: 'limitQuestions',
  at: 'condition asked',
  as: 'false',
};
const clock = { now: () => 0, monotonic: () => 0, after: () => () => undefined };

/** How many of so many forms reach the user; `closes` is one who closes each at once. */
async function formsShown(count: number, closes: boolean): Promise<number> {
  let shown = 0;
  const limited = limitQuestions(
    {
      form: () => {
        shown += 1;
        return closes ? Promise.resolve({ action: 'cancel' }) : new Promise(() => undefined);
      },
    },
    clock,
    () => undefined,
  );
  for (let index = 0; index < count; index++) {
    const asked = limited.form?.(
      { message: '?', requestedSchema: { type: 'object', properties: {} } },
      { server: 'one', signal: new AbortController().signal },
    );
    const settled = asked?.catch(() => undefined);
    if (closes) await settled;
  }
  return shown;
}

export const attacks: AttackClass = {
  title: 'Remote servers and secrets',
  attacks: [
    ...loopbackAttacks,
    ...disguisedAttacks,
    {
      title: 'A name that a remote server gives for signing in means this machine when it is looked up',
      defences: [zones],
      succeeds: () =>
        reaches(async (port) => outside(resolveTo('127.0.0.1')).fetch(`https://sso.example:${port}/`)),
    },
    {
      title: 'A name has a public address and one of this machine',
      defences: [zones],
      succeeds: () =>
        reaches(async (port) =>
          outside(resolveTo('127.0.0.1', '93.184.216.34')).fetch(`https://sso.example:${port}/`),
        ),
    },
    {
      title: 'A remote server has a file opened in the browser for signing in',
      defences: [scheme],
      succeeds: () => opens('file:///etc/passwd'),
    },
    {
      title: 'A remote server has a link of the editor opened for signing in',
      defences: [scheme],
      succeeds: () => opens('vscode://patchbay.patchbay/run'),
    },
    {
      title: 'A remote server has the code of a sign-in sent without encryption',
      defences: [scheme],
      succeeds: () => opens('http://sso.example/authorize'),
    },
    {
      title: 'A remote server hides the host for signing in behind a user name',
      defences: [userInfo],
      succeeds: () => opens('https://accounts.example@evil.example/authorize'),
    },
    {
      title: 'A remote server sends the user to a host that the policy denies',
      defences: [hostPolicy],
      succeeds: () => {
        const policy = () => ({ deniedHosts: ['*.evil.example'] });
        try {
          new OAuthFetch({ serverUrl: 'https://mcp.example/', policy }).check(
            new URL('https://a.evil.example/'),
          );
          return true;
        } catch {
          return false;
        }
      },
    },
    {
      title: 'A server has another origin asked at connect, before the user signs in',
      defences: [beforeSignIn],
      succeeds: () =>
        reaches(async (port) => transportFetch(false)(`http://127.0.0.1:${port}/.well-known/x`)),
    },
    {
      title: 'A server gets the headers of its definition sent to another host',
      defences: [ownHeaders],
      succeeds: async () => {
        let seen: unknown;
        await reaches(
          async (port) =>
            transportFetch(true)(`http://127.0.0.1:${port}/`, { headers: { 'X-Key': 'secret' } }),
          (response) => {
            seen = response.req.headers['x-key'];
            response.end('{}');
          },
        );
        return seen === 'secret';
      },
    },
    {
      title: 'An authorization server answers without end',
      defences: [answerSize],
      succeeds: async () => {
        let taken = false;
        await reaches(
          async (port) => {
            const url = new URL(`http://127.0.0.1:${port}/`);
            const response = await checkedRequest(
              url,
              {},
              { resolve: resolveTo(), checkAddress: () => undefined },
            );
            taken = (await response.text()).length > 2_000_000;
          },
          (response) => void response.end('x'.repeat(3_000_000)),
        );
        return taken;
      },
    },
    ...spelledAttacks,
    ...nameAttacks,
    {
      title: 'A server has hundreds of forms open at once',
      defences: [openQuestions, questionRate],
      succeeds: async () => (await formsShown(300, false)) > 100,
    },
    {
      title: 'A server asks again as soon as the user has closed its form',
      defences: [questionRate],
      succeeds: async () => (await formsShown(300, true)) > 100,
    },
    {
      title: 'A server fills the disk with its log',
      defences: [
        {
          title: 'the lines of a server in its log',
          file: 'src/mcp/server/logLimit.ts',
          name: 'boundedLog',
          at: '<= lines',
          as: 'true',
        },
      ],
      succeeds: () => {
        let lines = 0;
        const log = boundedLog({ append: () => void (lines += 1) }, clock);
        for (let index = 0; index < 50_000; index++) log.append('info', 'stderr', 'x');
        return lines > 10_000;
      },
    },
    {
      title: 'A server has the chat drawn for each of a million steps of progress',
      defences: [
        {
          title: 'how often the progress of a call is told',
          file: 'src/tools/progressLimit.ts',
          name: 'ProgressLimit.take',
          at: 'condition told',
          as: 'false',
        },
      ],
      succeeds: () => {
        let told = 0;
        const limit = new ProgressLimit<number>(() => (told += 1));
        for (let progress = 0; progress < 1_000_000; progress++) limit.take(progress);
        limit.end();
        return told > 100_000;
      },
    },
    {
      title: 'Another user of the machine reads the call history',
      defences: [
        {
          title: 'the mode of a database',
          file: 'src/store/sqlite.ts',
          name: 'openDatabase',
          at: 'statement makePrivateDatabase',
          as: '',
        },
      ],
      succeeds: () => {
        const folder = mkdtempSync(join(tmpdir(), 'patchbay-adversarial-'));
        const umask = process.umask(0o022);
        const history = new CallHistory({
          folder,
          retention: () => ({ maxAgeDays: 1, maxSizeMB: 1 }),
          redact: (_, text) => text,
          onProblem: () => undefined,
          now: () => Date.now(),
        });
        try {
          history.deleteAll();
          return (statSync(join(folder, 'history.sqlite')).mode & 0o077) !== 0;
        } finally {
          process.umask(umask);
          history.dispose();
          rmSync(folder, { recursive: true, force: true });
        }
      },
    },
  ],
};

function opens(url: string): boolean {
  try {
    outside().check(new URL(url));
    return true;
  } catch {
    return false;
  }
}

/** As a transport has it, to a server of this machine; `isKnown`: the user has signed in before. */
function transportFetch(isKnown: boolean) {
  const requests = new OAuthFetch({ serverUrl: 'http://127.0.0.1:1/mcp', policy: undefined });
  return requests.transportFetch(fetch, () => Promise.resolve(isKnown));
}
