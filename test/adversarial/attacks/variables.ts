/** Values of variables that are made to be more than values. */
import { expandDefinition } from '../../../src/mcp/definition/expansion.ts';
import { ValueRedactor } from '../../../src/mcp/definition/valueRedactor.ts';
import { parseServers, type ServerDefinition } from '../../../src/mcp/index.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { unlessRefused } from '../scratch.ts';

const once: Defence = {
  title: 'values are not looked into for further variables',
  file: 'src/mcp/definition/expansion.ts',
  name: 'expandDefinition.fill',
  at: 'return field',
  as: "return fillTemplate(parseTemplate($argument), (inner) => lookUp(inner, '', sources));",
};
const keys: Defence = {
  title: 'names of fields are no templates',
  file: 'src/mcp/definition/launchTexts.ts',
  name: 'mapLaunch',
  at: 'array value',
  as: '[change(key, [field, key]), $elements.1]',
};
const nulls: Defence = {
  title: 'no null characters in what starts a process',
  file: 'src/mcp/definition/launchTexts.ts',
  name: 'checkLaunch',
  at: 'call includes',
  as: 'false',
};
const lines: Defence = {
  title: 'no line breaks in headers',
  file: 'src/mcp/definition/launchTexts.ts',
  name: 'checkLaunch',
  at: 'condition test',
  as: 'false',
};
const oddCharacters: Defence = {
  title: 'no characters in headers that HTTP does not have',
  file: 'src/mcp/definition/launchTexts.ts',
  name: 'checkLaunch.odd',
  as: 'undefined',
};
const schemes: Defence = {
  title: 'the scheme of a URL is looked at once its variables are filled in',
  file: 'src/mcp/definition/launchTexts.ts',
  name: 'checkLaunch',
  at: 'condition url',
  as: 'false',
};
const writtenScheme: Defence = {
  title: 'the scheme of a URL as it is written',
  file: 'src/mcp/definition/definition.ts',
  name: 'urlSchema',
  at: '|| url',
  as: 'true',
};
const clientSecret: Defence = {
  title: 'client secrets are variables',
  file: 'src/mcp/definition/definition.ts',
  name: 'oauthSchema',
  at: 'literal env',
  as: '/^/',
};
const secretIssuer: Defence = {
  title: 'a client secret has an issuer',
  file: 'src/mcp/definition/definition.ts',
  name: 'oauthSchema',
  at: '|| ||',
  as: 'true',
};

const SECRET = 'sk-environment-secret-4711';

/** The launch of a server whose `${input:x}` is answered with this. */
async function launched(entry: object, answer: string): Promise<ServerDefinition['launch'] | undefined> {
  const [first] = parseServers({ s: entry });
  if (first?.kind !== 'valid') return undefined;
  const definition = await unlessRefused(() =>
    expandDefinition(
      first.definition,
      {
        folders: [],
        installFolder: undefined,
        environment: { TOKEN: SECRET },
        variables: {
          input: () => Promise.resolve({ kind: 'value', value: answer, secret: false }),
          secret: () => Promise.resolve({ kind: 'value', value: answer, secret: true }),
        },
        redactor: new ValueRedactor(),
      },
      new AbortController().signal,
    ),
  );
  return definition?.launch;
}
const isValid = (entry: object): boolean => parseServers({ s: entry })[0]?.kind === 'valid';

export const attacks: AttackClass = {
  title: 'Variables',
  attacks: [
    {
      title: 'An input’s value is itself a variable of the environment',
      defences: [once],
      succeeds: async () =>
        JSON.stringify(await launched({ command: 'x', args: ['${input:x}'] }, '${env:TOKEN}')).includes(
          SECRET,
        ),
    },
    {
      title: 'An input’s value and the text after it make a variable together',
      defences: [once],
      succeeds: async () =>
        JSON.stringify(await launched({ url: 'http://h/?q=${input:x}TOKEN}' }, '${env:')).includes(SECRET),
    },
    {
      title: 'A header’s name is a variable, so that a secret is sent where nobody looks for it',
      defences: [keys],
      succeeds: async () =>
        JSON.stringify(await launched({ url: 'http://h/', headers: { '${env:TOKEN}': 'a' } }, '')).includes(
          SECRET,
        ),
    },
    {
      title: 'A value ends a header and begins another one',
      defences: [lines, oddCharacters],
      succeeds: async () =>
        JSON.stringify(
          await launched({ url: 'http://h/', headers: { a: '${input:x}' } }, 'a\r\nauthorization: b'),
        )?.includes('authorization: b') ?? false,
    },
    {
      title: 'A value cuts an argument off with a null character',
      defences: [nulls],
      succeeds: async () =>
        (await launched({ command: 'x', args: ['${input:x}.txt'] }, '/etc/passwd\0')) !== undefined,
    },
    {
      title: 'A value makes the URL of a server one of another scheme',
      defences: [schemes],
      succeeds: async () => (await launched({ url: '${input:x}' }, 'file:///etc/passwd')) !== undefined,
    },
    {
      title: 'An entry’s URL is one of another scheme',
      defences: [writtenScheme],
      succeeds: () => isValid({ url: 'javascript:alert(1)' }),
    },
    {
      title: 'A client secret stands in the settings, where it is synchronised and committed',
      defences: [clientSecret],
      succeeds: () =>
        isValid({
          url: 'http://h/',
          oauth: { clientId: 'a', issuer: 'https://i', clientSecret: 'plain-secret' },
        }),
    },
    {
      title: 'A client secret has no issuer, so that a server can have it sent to its own',
      defences: [secretIssuer],
      succeeds: () => isValid({ url: 'http://h/', oauth: { clientId: 'a', clientSecret: '${secret:x}' } }),
    },
  ],
};
