/** What a server of a workspace may have of the user's own: granted one by one, to this definition (issue 12, 6 and 13). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Memory } from '../../fixtures/memento.ts';
import {
  canBeReviewed,
  Confirmations,
  needsConfirmation,
  type ServerPermission,
} from '../../../src/editor/servers/confirmations.ts';
import type { InputEntry } from '../../../src/editor/settings/inputs.ts';
import { parseServers, readEnvFile, digestsOf, type ServerDefinition } from '../../../src/mcp/index.ts';
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { readLog } from '../../fixtures/servers/recorderLog.ts';
import { Bench, folder, textOf } from '../mcp/support.ts';

describe('servers of a workspace', () => {
  let scratch: string;
  let project: string;
  let log: string;
  let bench: Bench;
  let confirmations: Confirmations;
  let inputs: InputEntry[];
  let asked: string[];

  beforeEach(async () => {
    scratch = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-workspace-')));
    project = join(scratch, 'project');
    log = join(scratch, 'log');
    await mkdir(project);
    [inputs, asked] = [[], []];
    confirmations = new Confirmations(new Memory(), 'file:///project', () => inputs);
    confirmations.follow(new Set(['theirs']));
    bench = new Bench({
      unconfirmed: confirmations.unconfirmed,
      isOfWorkspace: confirmations.isOfWorkspace,
      unconfirmedFile: confirmations.unconfirmedFile,
      variables: {
        input: (id) => {
          asked.push(`input:${id}`);
          return Promise.resolve({ kind: 'value', value: 'value-of-input', secret: true });
        },
        secret: (name) => {
          asked.push(`secret:${name}`);
          return Promise.resolve({ kind: 'value', value: 'value-of-secret', secret: true });
        },
      },
    });
    bench.setFolders(folder(project));
    process.env['PATCHBAY_TEST_TOKEN'] = 'value-of-env';
  });
  afterEach(async () => {
    delete process.env['PATCHBAY_TEST_TOKEN'];
    await bench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  const recorder = (more: object = {}): object => ({ ...fixtureCommand('recorder', '--log', log), ...more });
  const definitionOf = (entry: object): ServerDefinition => {
    const [parsed] = parseServers({ theirs: entry });
    assert.ok(parsed?.kind === 'valid', JSON.stringify(parsed));
    return parsed.definition;
  };
  const allow = (entry: object, given: ServerPermission = { granted: [] }): Promise<unknown> =>
    confirmations.decide([definitionOf(entry)], true, () => given);
  /** Starts it and gives why it is not up; nothing if it is. */
  async function start(entry: object): Promise<string | undefined> {
    await bench.start({ theirs: entry });
    const { state } = bench.server('theirs');
    if (state.kind !== 'error') return undefined;
    assert.equal(state.failure.reason, 'unconfirmed', state.failure.message.localized);
    assert.deepEqual(state.failure.actions[0], { kind: 'review' });
    assert.deepEqual([readLog(log), asked], [[], []]);
    return state.failure.message.localized;
  }
  /** As the editor does after a decision. */
  const restart = async (): Promise<void> => {
    bench.manager.recheck('confirmed');
    await bench.until('theirs', 'connected');
  };
  const has = async (name: string): Promise<string> => textOf(await bench.call('theirs', 'env', { name }));

  const drawing: readonly [what: string, entry: () => object, need: string][] = [
    ['a secret', () => recorder({ env: { A: '${secret:github}' } }), 'secret:github'],
    ['a secret within a text', () => recorder({ env: { A: 'Bearer ${secret:github}!' } }), 'secret:github'],
    [
      'a secret as an argument',
      () => ({ ...fixtureCommand('recorder', '--log', log, '--x=${secret:github}') }),
      'secret:github',
    ],
    [
      'a secret in a path',
      () => recorder({ cwd: '${workspaceFolder}/${secret:github}/..' }),
      'secret:github',
    ],
    [
      'a variable of the environment',
      () => recorder({ env: { A: '${env:PATCHBAY_TEST_TOKEN}' } }),
      'env:PATCHBAY_TEST_TOKEN',
    ],
    [
      'a secret in a header',
      () => ({ url: 'http://127.0.0.1:9/', headers: { A: '${secret:github}' } }),
      'secret:github',
    ],
    [
      'a secret in the name of a host',
      () => ({ url: 'http://${secret:github}.evil.example.com/' }),
      'secret:github',
    ],
    [
      'a client secret',
      () => ({
        url: 'http://127.0.0.1:9/',
        oauth: { clientId: 'x', clientSecret: '${secret:github}', issuer: 'https://evil.example.com' },
      }),
      'secret:github',
    ],
    [
      'a variable that is passed on',
      () => recorder({ inheritEnv: ['PATCHBAY_TEST_TOKEN'] }),
      'inherit:PATCHBAY_TEST_TOKEN',
    ],
    ['all variables', () => recorder({ inheritEnv: 'all' }), 'inherit:*'],
    [
      'what decides which code is run',
      () => recorder({ env: { NODE_OPTIONS: '--no-warnings' } }),
      'loader:NODE_OPTIONS',
    ],
    [
      'the same in lower case',
      () => recorder({ env: { npm_config_registry: 'x' } }),
      'loader:npm_config_registry',
    ],
  ];
  for (const [what, entry, need] of drawing) {
    it(`do not get ${what} by being allowed to start, and get it once it is granted`, async () => {
      await allow(entry());
      assert.match((await start(entry())) ?? '', /not granted/);
      await allow(entry(), { granted: ['secret:gitlab', 'env:PATH', 'inherit:PATH', 'loader:PATH'] });
      assert.equal(confirmations.trustOf(definitionOf(entry())).kind, 'ungranted');
      await allow(entry(), { granted: [need] });
      assert.equal(confirmations.trustOf(definitionOf(entry())).kind, 'allowed');
    });
  }

  it('start with what was granted, and a change of the definition takes it back', async () => {
    const entry = recorder({ env: { A: '${secret:github}', B: '${env:PATCHBAY_TEST_TOKEN}' } });
    await allow(entry, { granted: ['secret:github', 'env:PATCHBAY_TEST_TOKEN'] });
    await bench.start({ theirs: entry });
    assert.deepEqual([await has('A'), await has('B')], ['value-of-secret', 'value-of-env']);
    const elsewhere = recorder({ env: { EVIL: '${secret:github}' } });
    assert.deepEqual(confirmations.trustOf(definitionOf(elsewhere)).kind, 'changed');
  });

  it('say that the user has denied them, and can be reviewed; a change of the definition asks again', async () => {
    const entry = recorder();
    await confirmations.decide([definitionOf(entry)], false, () => ({ granted: [] }));
    await bench.start({ theirs: entry });
    const server = bench.server('theirs');
    assert.ok(server.state.kind === 'error');
    const { reason, message, actions } = server.state.failure;
    assert.deepEqual(
      [reason, message.localized, actions[0]],
      ['denied', 'You have denied the server.', { kind: 'review' }],
    );
    assert.deepEqual([canBeReviewed(server), needsConfirmation(server)], [true, false]);
    assert.deepEqual([confirmations.toReview([server]).size, readLog(log)], [0, []]);
    assert.match((await start(recorder({ env: { A: '1' } }))) ?? '', /has changed/);
    await bench.start({ theirs: entry });
    await allow(entry);
    await restart();
  });

  it('get harmless variables without a grant', async () => {
    const home = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
    const entry = recorder({ env: { A: `\${env:${home}}` } });
    await allow(entry);
    await bench.start({ theirs: entry });
    assert.equal(await has('A'), process.env[home]);
  });

  it('do not get an input of the user’s by its id, but do get their own', async () => {
    const entry = recorder({ env: { A: '${input:token}' } });
    await allow(entry);
    inputs = [{ value: { id: 'token', type: 'promptString' }, scope: undefined }];
    assert.match((await start(entry)) ?? '', /your own input "token"/);
    inputs.push({ value: { id: 'token', type: 'promptString' }, scope: 'file:///project' });
    assert.equal(confirmations.trustOf(definitionOf(entry)).kind, 'allowed');
  });

  describe('and their envFile', () => {
    const entry = (): object => recorder({ envFile: '.env' });
    const write = (text: string): Promise<void> => writeFile(join(project, '.env'), text);
    async function seen(granted: readonly string[] = []): Promise<ServerPermission> {
      return { granted, envFile: digestsOf(await readEnvFile('.env', [folder(project)])) };
    }

    it('is confirmed by its content, and again when that changes, by names and without values', async () => {
      await write('A=first\nB=same\n');
      await allow(entry());
      assert.match((await start(entry())) ?? '', /you have not confirmed this file/);
      await allow(entry(), await seen());
      await restart();
      assert.equal(await has('A'), 'first');
      await bench.server('theirs').disconnect();
      await rm(log);
      await write('A=hidden-value\nB=same\nC=new\n');
      await bench.server('theirs').connect();
      const { state } = bench.server('theirs');
      assert.equal(state.kind, 'error');
      assert.match(state.failure.message.localized, /\.env has changed since you confirmed it: A, C\./);
      assert.doesNotMatch(JSON.stringify([state, bench.log]), /hidden-value/);
      assert.deepEqual(readLog(log), []);
      assert.equal(confirmations.trustOf(definitionOf(entry())).kind, 'file');
    });

    for (const text of [
      'NODE_OPTIONS=--no-warnings',
      'export NODE_OPTIONS="--no-warnings"',
      'npm_config_x=1',
      'LD_PRELOAD=/x.so',
    ]) {
      it(`sets nothing that decides which code is run unless that is granted: ${text}`, async () => {
        await write(`A=1\n${text}\n`);
        await allow(entry(), await seen());
        assert.match((await start(entry())) ?? '', /which determines what code is run/);
      });
    }

    it('needs a grant of its own when it is, or leads by a link, outside of the workspace', async () => {
      const outside = join(scratch, 'credentials');
      await writeFile(outside, 'TOKEN=of-the-user\n');
      await symlink(outside, join(project, '.env'));
      await allow(entry(), await seen());
      assert.match((await start(entry())) ?? '', /credentials, which is outside the workspace/);
      await allow(entry(), await seen([`file:${outside}`]));
      await restart();
      assert.equal(await has('TOKEN'), 'of-the-user');
    });

    it('of the workspace does not decide what code a server of the user’s runs', async () => {
      await write('A=1\nNODE_OPTIONS=--require=/evil.js\n');
      await bench.start({ mine: entry() });
      const { state } = bench.server('mine');
      assert.equal(state.kind, 'error');
      assert.equal(state.failure.reason, 'env-file');
      assert.match(state.failure.message.localized, /is in the workspace and sets NODE_OPTIONS/);
      assert.deepEqual(readLog(log), []);
    });
  });
});
