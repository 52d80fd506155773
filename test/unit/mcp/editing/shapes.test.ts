/** The shapes in which servers are pasted and found, their names, and the secrets in them (A7, A13). */
import assert from 'node:assert/strict';
import {
  freeName,
  parseServers,
  readConfiguration,
  readPasted,
  secretsIn,
  withInputsFor,
  suggestName,
  withSecretsMoved,
} from '../../../../src/mcp/index.ts';

const entry = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };

function serversOf(text: string): Record<string, unknown> {
  const found = readPasted(text);
  assert.equal(found.kind, 'servers', found.kind === 'nothing' ? found.why.english : '');
  return found.kind === 'servers' ? Object.fromEntries(found.servers.map((s) => [s.name, s.entry])) : {};
}

describe('what is pasted', () => {
  it('may be one entry, an object of entries, mcpServers, servers, a whole file, or one line of a file', () => {
    const one = JSON.stringify(entry);
    assert.deepEqual(serversOf(one), { memory: entry });
    for (const text of [
      `{ "memory": ${one} }`,
      `{ "mcpServers": { "memory": ${one} } }`,
      `{ "servers": { "memory": ${one}, }, "inputs": [] }`,
      `{ "mcp": { "servers": { "memory": ${one} } } }`,
      `{ "patchbay.servers": { "memory": ${one} } }`,
      `"memory": ${one},`,
      `"mcpServers": { "memory": ${one} }`,
      `// A comment\n{ "memory": ${one}, /* and one more */ }`,
      '```json\n{ "memory": ' + one + ' }\n```',
      `{ "name": "memory", "command": "npx", "args": ["-y", "@modelcontextprotocol/server-memory"] }`,
    ])
      assert.deepEqual(serversOf(text), { memory: entry }, text);
  });

  it('may be a command line or a URL', () => {
    assert.deepEqual(serversOf('npx -y @modelcontextprotocol/server-memory'), {
      memory: { type: 'stdio', ...entry },
    });
    assert.deepEqual(serversOf('https://mcp.linear.app/sse'), {
      linear: { url: 'https://mcp.linear.app/sse' },
    });
  });

  it('is translated from what other programs write', () => {
    const { a, b, c, d } = serversOf(
      `{ "mcpServers": {
        "a": { "serverUrl": "https://example.com/mcp", "disabled": true },
        "b": { "type": "streamable-http", "url": "https://example.com/\${API_HOST:-x}" },
        "c": { "command": "\${HOME}/bin/x", "args": ["\${workspaceFolder}"], "alwaysAllow": ["t"], "disabled": false },
        "d": { "httpUrl": "https://example.com" }
      } }`,
    );
    assert.deepEqual(a, { url: 'https://example.com/mcp', enabled: false });
    assert.deepEqual(b, { type: 'http', url: 'https://example.com/${env:API_HOST}' });
    assert.deepEqual(c, {
      command: '${env:HOME}/bin/x',
      args: ['${workspaceFolder}'],
      alwaysAllow: ['t'],
    });
    assert.deepEqual(d, { type: 'http', url: 'https://example.com' });
    const usable = parseServers({ a, b, c, d }).every(({ kind }) => kind === 'valid');
    assert.ok(usable);
  });

  it('gives names that can be used, and inputs along', () => {
    assert.deepEqual(Object.keys(serversOf(`{ "mcpServers": { "My Server (1)": { "command": "x" } } }`)), [
      'My-Server-1',
    ]);
    const found = readConfiguration('{ "servers": { "a": { "command": "x" } }, "inputs": [{ "id": "k" }] }');
    assert.deepEqual(found.kind === 'servers' && found.inputs, [{ id: 'k' }]);
  });

  it('is refused with a reason when there is no server in it', () => {
    const why = (text: string): string => {
      const found = readPasted(text);
      return found.kind === 'nothing' ? found.why.english : 'found something';
    };
    assert.match(why(' '), /text is empty/);
    assert.match(why('{ "a": '), /JSON is not valid.*line 1/);
    assert.match(why('{ "a": 1 }'), /"command" or a "url"/);
    assert.match(why('{ "mcpServers": {} }'), /contains no servers/);
    assert.match(why('[1]'), /no object/);
    const emptied = readConfiguration('{ "servers": {} }');
    assert.deepEqual(emptied.kind === 'servers' && emptied.servers, []);
  });
});

describe('a name', () => {
  it('is taken from the package, the script, the image or the host', () => {
    const name = (...words: string[]) => suggestName({ command: words[0], args: words.slice(1) }, []);
    assert.equal(name('npx', '-y', '@modelcontextprotocol/server-filesystem@1.2.3', '/src'), 'filesystem');
    assert.equal(name('uvx', 'mcp-server-git'), 'git');
    assert.equal(name('node', '/opt/tools/build/weather.js'), 'weather');
    assert.equal(name('docker', 'run', '-i', '--rm', 'ghcr.io/github/github-mcp-server:latest'), 'github');
    assert.equal(name('npx', '@playwright/mcp@latest'), 'mcp');
    assert.equal(suggestName({ url: 'https://mcp.sentry.dev/mcp' }, []), 'sentry');
    assert.equal(suggestName({ url: 'http://127.0.0.1:3000' }, []), '127-0-0-1');
    assert.equal(suggestName({}, []), 'my-server');
  });

  it('gets a number if it is taken, whatever the case', () => {
    assert.equal(freeName('git', ['GIT', 'git-2']), 'git-3');
  });
});

describe('secrets in an entry', () => {
  const full = {
    command: 'x',
    args: ['--api-key', 'abc123', '--token=def', '--port', '80', 'ghp_0123456789'],
    env: { GITHUB_TOKEN: 'ghp_abc', LEVEL: 'debug', MY_API_KEY: '${env:KEY}', TOKEN: '<your token>' },
    headers: { Authorization: 'Bearer sk-1', Accept: '*/*' },
  };

  it('are found by the name or the look of a value, and not where a variable stands already', () => {
    const found = secretsIn('demo', full);
    assert.deepEqual(
      found.map(({ path, value }) => [path.join('.'), value]),
      [
        ['env.GITHUB_TOKEN', 'ghp_abc'],
        ['headers.Authorization', 'sk-1'],
        ['args.1', 'abc123'],
        ['args.2', 'def'],
        ['args.5', 'ghp_0123456789'],
      ],
    );
  });

  it('become inputs where a team shares the entry, in every place and no others', () => {
    const shared = {
      command: 'x',
      args: ['--key=${secret:demo-key}', '${secret:older}'],
      env: { KEY: '${secret:demo-key}', OTHER: '$${secret:demo}' },
    };
    assert.deepEqual(withInputsFor(shared, ['demo-key']), {
      command: 'x',
      args: ['--key=${input:demo-key}', '${secret:older}'],
      env: { KEY: '${input:demo-key}', OTHER: '$${secret:demo}' },
    });
    assert.equal(withInputsFor({ command: '${secret:a}' }, ['a'])['command'], '${input:a}');
  });

  it('are replaced by variables, so that no value is left', () => {
    const moved = withSecretsMoved(full, secretsIn('demo', full));
    assert.deepEqual(moved['headers'], {
      Authorization: 'Bearer ${secret:demo-Authorization}',
      Accept: '*/*',
    });
    assert.deepEqual(moved['args'], [
      '--api-key',
      '${secret:demo-api-key}',
      '--token=${secret:demo-token}',
      '--port',
      '80',
      '${secret:demo-arg6}',
    ]);
    assert.doesNotMatch(JSON.stringify(moved), /ghp_|abc123|def|sk-1/);
  });
});
