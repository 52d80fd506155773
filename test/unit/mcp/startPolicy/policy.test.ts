/** Which servers the policy of a machine lets run (issue 6, part 8). */
import assert from 'node:assert/strict';
import { checkPolicy, parsePolicy, type StartTarget } from '../../../../src/mcp/startPolicy/policy.ts';
import { RefusedError } from '../../../../src/mcp/common/refusedError.ts';

const command = (
  line: string,
  more: Partial<Extract<StartTarget, { kind: 'command' }>> = {},
): StartTarget => {
  const [first = '', ...args] = line.split(' ');
  return { kind: 'command', command: first, args, cwd: '/work', ownPath: false, ...more };
};
const url = (address: string): StartTarget => ({ kind: 'url', url: address });

/** Paths are absolute on Windows with a drive only. */
const root = process.platform === 'win32' ? 'C:' : '';

/** Why the policy refuses it; nothing if it may run. */
function why(policy: unknown, target: StartTarget): string | undefined {
  try {
    checkPolicy(parsePolicy(policy), target);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof RefusedError);
    assert.notEqual(error.next.english, '');
    return error.message;
  }
}

describe('the policy of a machine', () => {
  it('limits nothing unless it says so', () => {
    for (const policy of [undefined, null, {}, { deniedCommands: [] }]) {
      assert.equal(why(policy, command('npx -y anything')), undefined);
      assert.equal(why(policy, url('https://anywhere.example/mcp')), undefined);
    }
  });

  it('lets nothing run but what it allows, and nothing at all where it allows nothing', () => {
    const policy = { allowedCommands: ['uvx', 'npx -y @acme/*', `${root}/opt/acme/*`] };
    assert.equal(why(policy, command('uvx mcp-server-git --repository .')), undefined);
    assert.equal(why(policy, command('npx -y @acme/files /tmp')), undefined);
    assert.equal(why(policy, command(`${root}/opt/acme/bin/server`)), undefined);
    assert.match(
      why(policy, command('npx @acme/files')) ?? '',
      /does not allow the command "npx @acme\/files"/,
    );
    assert.match(why(policy, command('npx -y @other/files')) ?? '', /does not allow/);
    assert.match(why(policy, command('node server.js')) ?? '', /does not allow/);
    assert.match(why({ allowedCommands: [] }, command('uvx x')) ?? '', /does not allow/);
    // The lists of hosts say nothing of commands, and the other way round.
    assert.equal(why({ allowedHosts: [] }, command('uvx x')), undefined);
    assert.equal(why({ allowedCommands: [] }, url('https://a.example')), undefined);
  });

  it('takes a bare name for the command of the editor’s PATH alone', () => {
    const policy = { allowedCommands: ['npx'] };
    assert.notEqual(why(policy, command('./npx')), undefined);
    assert.notEqual(why(policy, command('/tmp/npx')), undefined);
    assert.notEqual(why(policy, command('npx', { ownPath: true })), undefined);
  });

  it('looks at where a path leads, and not at how it is written', () => {
    const policy = { allowedCommands: [`${root}/opt/acme/*`] };
    assert.notEqual(why(policy, command(`${root}/opt/acme/../../tmp/evil`)), undefined);
    assert.notEqual(why(policy, command('acme/server', { cwd: '/work' })), undefined);
    assert.equal(why(policy, command('acme/server', { cwd: `${root}/opt` })), undefined);
  });

  it('denies a command under every path, also where it is allowed', () => {
    const policy = { allowedCommands: ['*'], deniedCommands: ['docker', 'npx -y evil*'] };
    for (const line of ['docker run x', '/usr/bin/docker run x', './docker', 'docker.exe'])
      assert.match(why(policy, command(line)) ?? '', /denies .* by the rule "docker"/, line);
    const byFile = { deniedCommands: ['node.exe'] };
    for (const line of ['node x', 'node.exe x', 'C:\\node\\node.exe x', 'C:\\node\\node.exe. x'])
      assert.match(why(byFile, command(line)) ?? '', /by the rule "node\.exe"/, line);
    assert.equal(why(byFile, command('nodes x')), undefined);
    assert.match(why(policy, command('npx -y evil-package')) ?? '', /by the rule "npx -y evil\*"/);
    assert.equal(why(policy, command('npx -y good-package')), undefined);
  });

  it('does not let a star reach over the end of an argument', () => {
    const policy = { allowedCommands: ['npx -y @acme/* --safe'] };
    assert.equal(why(policy, command('npx -y @acme/files --safe')), undefined);
    assert.notEqual(why(policy, command('npx -y @acme/files --other --safe')), undefined);
  });

  it('lets an allowed command have no variable that may decide which code runs', () => {
    const policy = { allowedCommands: ['npx', `${root}/opt/acme/*`] };
    const withVariables = (...variables: readonly string[]) => command('npx -y x', { variables });
    for (const name of [
      'NODE_OPTIONS',
      'npm_config_registry',
      'LD_PRELOAD',
      'PYENV_VERSION',
      'VIRTUAL_ENV',
      'npm_execpath',
      'ACME_EXECUTABLE_PATH',
      'ACME_PLUGINS',
      'acme_options',
    ])
      assert.match(why(policy, withVariables('API_KEY', name)) ?? '', new RegExp(`to set ${name} for`), name);
    for (const name of [
      'API_KEY',
      'MEMORY_FILE_PATH',
      'NODE_ENV',
      'LOG_LEVEL',
      'HTTPS_PROXY',
      'BASE_URL',
      'DEBUG',
    ])
      assert.equal(why(policy, withVariables(name)), undefined, name);
    assert.notEqual(why(policy, command(`${root}/opt/acme/run`, { variables: ['PATH'] })), undefined);
    // Where any command may run, a variable is not needed for that.
    assert.equal(why({ deniedCommands: ['docker'] }, withVariables('NODE_OPTIONS')), undefined);
  });

  it('lets definitions set the variables that it names, and no others', () => {
    const policy = { allowedVariables: ['ACME_*', 'node_options'] };
    const set = (name: string) => why(policy, command('npx x', { variables: [name] }));
    for (const name of ['ACME_KEY', 'acme_key', 'NODE_OPTIONS']) assert.equal(set(name), undefined, name);
    assert.match(set('API_KEY') ?? '', /does not allow the server to set API_KEY for the command "npx"/);
    assert.notEqual(why({ allowedVariables: [] }, command('x', { variables: ['A'] })), undefined);
    assert.match(why({ allowedVariables: 'A' }, command('x')) ?? '', /is not an array of strings/);
    // A bare name is still not that of the editor's PATH.
    const own = { allowedCommands: ['npx'], allowedVariables: ['*'] };
    assert.notEqual(why(own, command('npx x', { ownPath: true, variables: ['PATH'] })), undefined);
  });

  it('tells hosts by name and port', () => {
    const policy = { allowedHosts: ['*.acme.com', 'localhost:8080'], deniedHosts: ['old.acme.com'] };
    assert.equal(why(policy, url('https://mcp.acme.com/mcp')), undefined);
    assert.equal(why(policy, url('https://MCP.ACME.com./mcp')), undefined);
    assert.equal(why(policy, url('http://localhost:8080')), undefined);
    assert.match(why(policy, url('http://localhost:8081')) ?? '', /does not allow the host localhost/);
    assert.match(why(policy, url('https://acme.com.evil.example')) ?? '', /does not allow/);
    assert.match(why(policy, url('https://acme.com')) ?? '', /does not allow/);
    assert.match(why(policy, url('https://mcp.acme.com@evil.example/')) ?? '', /evil\.example/);
    assert.match(why(policy, url('https://old.acme.com')) ?? '', /denies the host old\.acme\.com/);
  });

  it('lets nothing run when it cannot be read, and says what is wrong', () => {
    for (const [policy, words] of [
      [[], /is not an object/],
      ['npx', /is not an object/],
      [{ allowCommands: ['npx'] }, /unknown key "allowCommands"/],
      [{ allowedCommands: 'npx' }, /"allowedCommands" in .* is not an array of strings/],
      [{ allowedHosts: ['a', 1] }, /"allowedHosts" in .* is not an array of strings/],
      [{ deniedHosts: [' '] }, /"deniedHosts" in .* is not an array of strings/],
    ] as const) {
      assert.match(why(policy, command('npx x')) ?? '', words);
      assert.match(why(policy, url('https://a.example')) ?? '', words);
    }
  });
});
