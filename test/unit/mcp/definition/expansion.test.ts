/** What the variables of a definition stand for, and what is said when they stand for nothing (A12). */
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { sep } from 'node:path';
import { content } from '../../../../src/base/common/message.ts';
import { expandDefinition, type ValueSources } from '../../../../src/mcp/definition/expansion.ts';
import { parseServers, type VariableValue, type Variables } from '../../../../src/mcp/index.ts';
import { ValueRedactor } from '../../../../src/mcp/definition/valueRedactor.ts';
import { VariableError } from '../../../../src/mcp/definition/variables.ts';
import { folder } from '../support.ts';

const value = (text: string, secret = false): VariableValue => ({ kind: 'value', value: text, secret });

class Asked implements Variables {
  readonly questions: string[] = [];
  private readonly answers: Readonly<Record<string, VariableValue>>;
  constructor(answers: Readonly<Record<string, VariableValue>>) {
    this.answers = answers;
  }
  input = (id: string, question: { server: string; field: string }) => this.answer(`input ${id}`, question);
  secret = (name: string, question: { server: string; field: string }) =>
    this.answer(`secret ${name}`, question);
  private answer(what: string, { server, field }: { server: string; field: string }): Promise<VariableValue> {
    this.questions.push(`${server}: ${what} for ${field}`);
    return Promise.resolve(
      this.answers[what] ?? { kind: 'none', why: content('it was not given.'), next: content('Give it.') },
    );
  }
}

function expand(entry: unknown, sources: Partial<ValueSources> = {}, signal = new AbortController().signal) {
  const [parsed] = parseServers({ demo: entry });
  assert.ok(parsed?.kind === 'valid', JSON.stringify(parsed));
  return expandDefinition(
    parsed.definition,
    {
      folders: [],
      installFolder: undefined,
      environment: {},
      variables: undefined,
      redactor: new ValueRedactor(),
      ...sources,
    },
    signal,
  );
}

async function refusal(...args: Parameters<typeof expand>): Promise<VariableError> {
  try {
    await expand(...args);
  } catch (error) {
    assert.ok(error instanceof VariableError, String(error));
    return error;
  }
  throw new Error('It was expanded.');
}

describe('the variables of a definition', () => {
  it('have the default that is named for one of the environment that is not set or empty', async () => {
    const env = {
      A: '${env:SET:-x}',
      B: '${env:UNSET:-http://localhost:3111}',
      C: '${env:EMPTY:-}',
      D: '${env:UNSET:-${env:SET}/y}',
    };
    const { launch } = await expand({ command: 'x', env }, { environment: { SET: '1', EMPTY: '' } });
    assert.deepEqual(launch.kind === 'stdio' && launch.env, {
      A: '1',
      B: 'http://localhost:3111',
      C: '',
      D: '1/y',
    });
  });

  it('are filled in in every text of a stdio server', async () => {
    const { launch } = await expand(
      {
        command: '${userHome}/bin/x',
        args: ['${workspaceFolder}${/}a', '${workspaceFolder:two}', '${workspaceFolderBasename}', 'plain'],
        env: { A: '${env:FROM}', B: null, C: 3, D: '$${env:FROM}' },
        cwd: '${workspaceFolder:two}',
        envFile: '${workspaceFolder}${pathSeparator}.env',
      },
      { folders: [folder('/w/one'), folder('/w/two')], environment: { FROM: 'it "says"\n${env:FROM}\\' } },
    );
    assert.deepEqual(launch, {
      kind: 'stdio',
      command: `${homedir()}/bin/x`,
      args: [`/w/one${sep}a`, '/w/two', 'one', 'plain'],
      env: { A: 'it "says"\n${env:FROM}\\', B: null, C: '3', D: '${env:FROM}' },
      cwd: '/w/two',
      envFile: `/w/one${sep}.env`,
    });
  });

  it('name the program that runs Patchbay and where Patchbay is installed, for servers that come with it', async () => {
    const { launch } = await expand(
      { command: '${execPath}', args: ['${extensionInstallFolder}/dist/x.cjs'] },
      { installFolder: '/extensions/patchbay' },
    );
    assert.ok(launch.kind === 'stdio');
    assert.deepEqual([launch.command, launch.args], [process.execPath, ['/extensions/patchbay/dist/x.cjs']]);
    const nowhere = await refusal({ command: '${extensionInstallFolder}/x' });
    assert.match(nowhere.message, /variable \$\{extensionInstallFolder\} in .* is unknown/);
  });

  it('are filled in in the URL and the header values of a remote server', async () => {
    const { launch } = await expand(
      { url: '${env:BASE}/mcp', headers: { Authorization: 'Bearer ${env:TOKEN}' } },
      { environment: { BASE: 'https://example.com', TOKEN: 't' } },
    );
    assert.deepEqual(launch, {
      kind: 'auto',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer t' },
    });
  });

  it('are asked for once each, in order, by name, field and server', async () => {
    const variables = new Asked({ 'input key': value('k'), 'secret s': value('v', true) });
    const { launch } = await expand(
      { command: 'x', args: ['${input:key}', '${secret:s}', '${input:key}'], env: { A: 'a${input:key}' } },
      { variables },
    );
    assert.deepEqual(variables.questions, [
      'demo: input key for patchbay.servers.demo.args[0]',
      'demo: secret s for patchbay.servers.demo.args[1]',
    ]);
    assert.ok(launch.kind === 'stdio');
    assert.deepEqual([launch.args, launch.env], [['k', 'v', 'k'], { A: 'ak' }]);
  });

  it('leave a definition without them untouched', async () => {
    const entry = { command: 'x', args: ['$HOME', '{a}'] };
    const [parsed] = parseServers({ demo: entry });
    assert.ok(parsed?.kind === 'valid');
    assert.deepEqual(await expand(entry), parsed.definition);
  });

  const wrong: readonly (readonly [string, unknown, RegExp, RegExp])[] = [
    [
      'an unknown name',
      { command: 'x', args: ['a', '${HOME}'] },
      /variable \$\{HOME\} in patchbay\.servers\.demo\.args\[1\] is unknown/,
      /\$\{env:HOME\}.*\$\$/,
    ],
    [
      'a name with an argument it does not take',
      { command: '${userHome:x}' },
      /variable \$\{userHome:x\} in .* is unknown/,
      /Known variables are/,
    ],
    ['variables in variables', { command: '${env:${input:x}}' }, /\$\{env:\$\{input:x\}\} .*not set/, /./],
    [
      'an unset variable of the environment',
      { command: 'x', env: { 'A.B': '${env:TOKEN}' } },
      /\$\{env:TOKEN\} in patchbay\.servers\.demo\.env\["A\.B"\] is not set/,
      /Set TOKEN/,
    ],
    [
      'an unknown folder',
      { command: 'x', cwd: '${workspaceFolder:three}' },
      /demo\.cwd does not name a folder/,
      /"one"/,
    ],
    ['an input without a name', { command: '${input:}' }, /has no name/, /\$\{input:…\}/],
    [
      'an input that is not given',
      { command: '${input:x}' },
      /\$\{input:x\} in patchbay\.servers\.demo\.command has no value: it was not given/,
      /Give it/,
    ],
    [
      'a URL that is none in the end',
      { url: '${env:SET}' },
      /demo\.url is not an http or https URL after its variables were replaced/,
      /Check/,
    ],
    [
      'a command that is empty in the end',
      { command: '${env:EMPTY}' },
      /demo\.command is empty after/,
      /Check/,
    ],
    [
      'a header with a line break in the end',
      { url: 'http://x', headers: { A: '${env:LINES}' } },
      /demo\.headers\.A contains a line break/,
      /Check/,
    ],
    [
      'a null character in the end',
      { command: 'x', args: ['${env:NUL}'] },
      /demo\.args\[0\] contains a null character/,
      /Check/,
    ],
  ];
  const environment = { SET: 'confidential', EMPTY: '', LINES: 'confidential\nb', NUL: 'confidential\0' };
  for (const [what, entry, message, next] of wrong) {
    it(`say what is wrong, where, and what to do, but no value: ${what}`, async () => {
      const error = await refusal(entry, {
        folders: [folder('/w/one')],
        environment,
        variables: new Asked({}),
      });
      assert.match(error.message, message);
      assert.match(error.next.english, next);
      assert.doesNotMatch(`${error.message}${error.next.english}`, /confidential/);
    });
  }

  it('are not asked for when the launch cannot succeed anyway', async () => {
    const variables = new Asked({ 'input key': value('k') });
    await refusal({ command: 'x', args: ['${input:key}', '${env:GONE}'] }, { variables });
    assert.deepEqual(variables.questions, []);
  });

  it('need somebody to ask, and a folder', async () => {
    assert.match((await refusal({ command: '${secret:x}' })).message, /nobody is available/);
    assert.match((await refusal({ command: '${workspaceFolder}' })).message, /no folder is open/);
  });

  it('are no longer waited for when the launch is given up', async () => {
    const giveUp = new AbortController();
    const never = (): Promise<VariableValue> => new Promise(() => undefined);
    const expanding = expand(
      { command: '${input:x}' },
      { variables: { input: never, secret: never } },
      giveUp.signal,
    );
    giveUp.abort(new Error('given up'));
    await assert.rejects(expanding, /given up/);
  });
});
