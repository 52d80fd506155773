/** What a server gets of the editor's environment: real processes, which list what they have. */
import assert from 'node:assert/strict';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { isLoaderVariable } from '../../../../src/mcp/definition/loaderVariables.ts';
import { Bench, textOf } from '../../mcp/support.ts';

/** As they may stand in somebody's environment. */
const sensitive = {
  OPENAI_API_KEY: 'sk-1',
  ANTHROPIC_API_KEY: 'sk-2',
  GITHUB_TOKEN: 'ghp_1',
  GH_TOKEN: 'ghp_2',
  NPM_TOKEN: 'npm_1',
  AWS_SECRET_ACCESS_KEY: 'aws',
  AWS_SESSION_TOKEN: 'aws-2',
  GOOGLE_APPLICATION_CREDENTIALS: '/key.json',
  SSH_AUTH_SOCK: '/tmp/agent',
  DATABASE_URL: 'postgres://u:p@h/d',
  KUBECONFIG: '/k',
  UV_INDEX_PRIVATE_PASSWORD: 'uv',
  NODE_OPTIONS: '--no-warnings',
  VSCODE_IPC_HOOK_CLI: '/ipc',
  ELECTRON_RUN_AS_NODE: '1',
  'BASH_FUNC_x%%': '() { :; }',
  // Windows tells no letters apart: there it is one of `LC_*`.
  ...(process.platform !== 'win32' && { lc_secret: 'x' }),
};
const usual = {
  LANG: 'de_DE.UTF-8',
  LC_TIME: 'de_DE.UTF-8',
  TZ: 'UTC',
  HTTPS_PROXY: 'http://127.0.0.1:9',
  no_proxy: 'localhost',
  SSL_CERT_FILE: '/certs.pem',
  XDG_RUNTIME_DIR: '/run/user/1',
  NVM_DIR: '/nvm',
  DOCKER_HOST: 'unix:///docker.sock',
};

describe('the environment of a server', () => {
  let bench: Bench;
  let before: NodeJS.ProcessEnv;

  beforeEach(() => {
    bench = new Bench();
    before = { ...process.env };
    Object.assign(process.env, sensitive, usual);
  });
  afterEach(async () => {
    await bench.dispose();
    for (const name of Object.keys({ ...sensitive, ...usual })) {
      if (before[name] === undefined) delete process.env[name];
      else process.env[name] = before[name];
    }
  });

  /** Which of these names a server with this entry has. */
  async function has(names: readonly string[], entry: object = {}): Promise<string[]> {
    await bench.start({ demo: { ...fixtureCommand('recorder'), ...entry } });
    const found: string[] = [];
    for (const name of names)
      if (textOf(await bench.call('demo', 'env', { name })) !== 'not set') found.push(name);
    return found;
  }

  it('has what says where things are, and no credentials', async () => {
    assert.deepEqual(await has(Object.keys(sensitive)), []);
    const home = process.platform === 'win32' ? 'USERPROFILE' : 'HOME';
    const names = ['PATH', home, ...Object.keys(usual)];
    assert.deepEqual(await has(names), names);
  });

  it('has besides what its definition names, by name or pattern, and nothing that only looks alike', async () => {
    const inheritEnv = ['GITHUB_TOKEN', 'AWS_*', 'GH'];
    assert.deepEqual(await has(Object.keys(sensitive), { inheritEnv }), [
      'GITHUB_TOKEN',
      'AWS_SECRET_ACCESS_KEY',
      'AWS_SESSION_TOKEN',
    ]);
  });

  it('has all with "all" but the editor’s wiring and the key of the model, which are to be named', async () => {
    const withheld = new Set([
      'OPENAI_API_KEY',
      'NODE_OPTIONS',
      'VSCODE_IPC_HOOK_CLI',
      'ELECTRON_RUN_AS_NODE',
      'BASH_FUNC_x%%',
    ]);
    const rest = Object.keys(sensitive).filter((name) => !withheld.has(name));
    assert.deepEqual(await has(Object.keys(sensitive), { inheritEnv: 'all' }), rest);
    assert.deepEqual(await has(['OPENAI_API_KEY'], { inheritEnv: ['*'] }), []);
    assert.deepEqual(await has(['OPENAI_API_KEY'], { inheritEnv: ['OPENAI_API_KEY'] }), ['OPENAI_API_KEY']);
  });

  it('is named in the failure of a server that ends and speaks of what it did not get', async () => {
    const script = "console.error('Error: GITHUB_TOKEN is not set, see HOME'); process.exit(1);";
    await bench.start({ demo: { command: process.execPath, args: ['-e', script] } });
    const { state } = bench.server('demo');
    assert.equal(state.kind, 'error');
    const { message, next } = state.failure;
    assert.match(message.localized, /The server's output mentions GITHUB_TOKEN/);
    assert.match(next.localized, /"inheritEnv"/);
    assert.doesNotMatch(message.localized, /ghp_1/);
  });

  it('names what is wrong with "inheritEnv"', async () => {
    const entry = fixtureCommand('recorder');
    await bench.start({
      list: { ...entry, inheritEnv: 'every' },
      name: { ...entry, inheritEnv: ['A=B'] },
    });
    const [list, name] = bench.manager.invalid.map(({ problems }) => problems[0]?.message ?? '');
    assert.match(list ?? '', /"all" or a list of names/);
    assert.match(name ?? '', /the name of a variable/);
  });
});

describe('variables that decide what code is run', () => {
  it('are known in any spelling', () => {
    const names =
      'NODE_OPTIONS node_options LD_PRELOAD LD_AUDIT LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES PYTHONSTARTUP PYTHONPATH ' +
      'PYTHONHOME PERL5OPT PERL5LIB RUBYOPT RUBYLIB JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS BASH_ENV ENV ' +
      'ZDOTDIR GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_CONFIG_COUNT npm_config_registry NPM_CONFIG_NODE_OPTIONS ' +
      'DOTNET_STARTUP_HOOKS CORECLR_PROFILER PATH Path HTTPS_PROXY NODE_EXTRA_CA_CERTS UV_INDEX_URL PIP_INDEX_URL';
    for (const name of names.split(' ')) assert.ok(isLoaderVariable(name), name);
    for (const name of ['API_KEY', 'PORT', 'NODE_ENV', 'DEBUG', 'LOG_LEVEL', 'MY_PATH', 'ENVIRONMENT'])
      assert.equal(isLoaderVariable(name), false, name);
  });
});
