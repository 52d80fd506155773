/** The shapes in which servers are pasted and found, their names, and the secrets in them (A7, A13). */
import assert from 'node:assert/strict';
import { processorTime } from '../../../fixtures/processorTime.ts';
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
import { withPlainQuotes } from '../../../../src/mcp/editing/typedQuotes.ts';

function notesOf(text: string): string[] {
  const found = readPasted(text);
  return found.kind === 'servers' ? found.unread.map(({ name, why }) => `${name}: ${why.english}`) : [];
}

const entry = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };

function serversOf(text: string): Record<string, unknown> {
  const found = readPasted(text);
  assert.equal(found.kind, 'servers', found.kind === 'nothing' ? found.why.english : '');
  return found.kind === 'servers' ? Object.fromEntries(found.servers.map((s) => [s.name, s.entry])) : {};
}

describe('what is pasted', () => {
  it('names a header that no request can have before it is saved', () => {
    const url = 'https://example.com/mcp';
    const told = [
      'a: the header "Authorization" contains the character U+2019, which is not allowed in a header.',
    ];
    const server = { url, headers: { Authorization: 'Bearer \u2019k', Fine: '${input:名} ok é' } };
    assert.deepEqual(notesOf(JSON.stringify({ mcpServers: { a: server } })), told);
    assert.deepEqual(notesOf(JSON.stringify({ name: 'a', ...server })), told);
    assert.deepEqual(notesOf(JSON.stringify({ a: { url, headers: { K: 'a\u200b' } } })).length, 1);
  });

  it('may have variables and headers in a list, as texts or with name and value', () => {
    const url = 'https://example.com/mcp';
    const servers = {
      a: { ...entry, env: ['A=1', { name: 'B', value: 2 }, { key: 'C', value: 'x=y' }, 7] },
      b: { url, headers: ['X: y: z', { name: 'T', value: 'b' }] },
    };
    assert.deepEqual(serversOf(JSON.stringify({ mcpServers: servers })), {
      a: { ...entry, env: { A: '1', B: '2', C: 'x=y' } },
      b: { url, headers: { X: 'y: z', T: 'b' } },
    });
    assert.deepEqual(notesOf(JSON.stringify({ mcpServers: servers })), ['a: "env" cannot be read.']);
  });

  it('says once that a list has entries that cannot be read, also such as have no text', () => {
    const odd = { toString: 1, valueOf: 1 };
    const servers = {
      a: { ...entry, env: ['A', odd, 7, 'B=1'] },
      b: { ...entry, type: odd },
      c: { ...entry, env_keys: [odd] },
      d: { url: 'https://example.com/mcp', headers: [odd], env_http_headers: { X: odd } },
    };
    assert.deepEqual(notesOf(JSON.stringify({ mcp: servers })), [
      'a: "env" cannot be read.',
      'd: "headers" cannot be read.',
    ]);
  });

  it('may have its servers under another case, with a dash, or within another setting', () => {
    for (const name of ['McpServers', 'mcpservers', 'mcp-servers'])
      assert.deepEqual(serversOf(JSON.stringify({ [name]: { a: entry } })), { a: entry });
    const within = { 'augment.advanced': { mcpServers: [{ name: 'a', ...entry }] } };
    assert.deepEqual(serversOf(JSON.stringify(within)), { a: entry });
  });

  it('has the units and fields of its program', () => {
    const crush = { mcp: { a: { type: 'stdio', ...entry, timeout: 120 } } };
    assert.deepEqual(serversOf(JSON.stringify(crush)), {
      a: { type: 'stdio', ...entry, timeout: 120_000 },
    });
    const folder = {
      mcpServers: { a: { ...entry, workingDir: '/x' }, b: { ...entry, workingDirectory: '/y' } },
    };
    assert.deepEqual(serversOf(JSON.stringify(folder)), {
      a: { ...entry, cwd: '/x' },
      b: { ...entry, cwd: '/y' },
    });
    const builtIn = { mcpServers: { a: { type: 'inMemory', command: '', isActive: true } } };
    const found = readPasted(JSON.stringify(builtIn));
    assert.match(found.kind === 'nothing' ? found.why.english : '', /provides this server itself/);
  });

  it('says that a backslash of a path is not doubled', () => {
    const found = readPasted('{"mcpServers": {"a": {"command": "C:\\x\\npx.cmd"}}}');
    assert.match(
      found.kind === 'nothing' ? found.why.english : '',
      /a backslash that is not doubled in line 1/,
    );
  });

  it('is refused where it is nested too deeply, as is a file', () => {
    for (const text of ['{"a":'.repeat(100_000), '['.repeat(100_000)])
      for (const found of [readPasted(text), readConfiguration(text, 'milliseconds')])
        assert.match(found.kind === 'nothing' ? found.why.english : '', /nested too deeply/);
  });

  it('may be a block of code with words around it', () => {
    const text = `Add this:\n\`\`\`json\n${JSON.stringify({ mcpServers: { a: entry } })}\n\`\`\`\nThen restart.`;
    assert.deepEqual(serversOf(text), { a: entry });
  });

  it('may be a command of another program that adds a server', () => {
    const url = 'https://example.com/mcp';
    for (const [line, added] of [
      [`claude mcp add-json a -s user '{"type":"http","url":"${url}"}'`, { a: { type: 'http', url } }],
      [`code --add-mcp "{\\"name\\":\\"a\\",\\"command\\":\\"uvx\\"}"`, { a: { command: 'uvx' } }],
      [
        `gemini mcp add --transport http a ${url} --header "X: y"`,
        { a: { type: 'http', url, headers: { X: 'y' } } },
      ],
      [
        'gemini mcp add --timeout 5000 --trust a python x.py --trust',
        { a: { type: 'stdio', command: 'python', args: ['x.py', '--trust'] } },
      ],
      [
        `codex mcp add a --url ${url} --bearer-token-env-var KEY`,
        { a: { url, headers: { Authorization: 'Bearer ${env:KEY}' } } },
      ],
    ] as const)
      assert.deepEqual(serversOf(line), added, line);
  });

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

  it('may have the quotes and blanks of a text program, outside of strings that are right', () => {
    const said = { a: { command: 'npx', args: ['-y', 'x'] } };
    for (const text of [
      '{ “mcpServers”: { “a”: { “command”: “npx”, “args”: [“-y”, “x”] } } }',
      '{ „mcpServers“: { „a“: { „command“: „npx“, „args“: [„-y“, „x“], } } } // ende',
      '{ « mcpServers » : { « a » : { « command » : « npx », « args » : [« -y », « x »] } } }',
      '{\n\u00a0\u00a0"mcpServers":\u00a0{ "a": { "command":\u202f"npx",\u2003"args": ["-y", "x"] } }\n}',
      '{ ‘mcpServers’: { "a": { “command": ‘npx’, "args”: ["-y", ‘x’] } } }',
      '“a”: { “command”: “npx”, “args”: [“-y”, “x”] },',
      '\u200b{"mcpServers": /* “of” mine */ {"a": {"command": "npx", "args": ["-y", "x"]}}}',
    ])
      assert.deepEqual(serversOf(text), said, text);
    const right = { command: 'npx', args: ['“quoted”, ‘as’ it «is»', 'a\u00a0b', '\\"“'] };
    for (const text of [JSON.stringify({ a: right }), JSON.stringify({ a: right }).replace('"a"', '“a”')])
      assert.deepEqual(serversOf(text), { a: right }, text);
  });

  it('may be a text of a hundred thousand levels or parts, and is then no server', () => {
    for (const part of ['{"a":', '[a.', 'set a=b && '])
      assert.equal(readPasted(part.repeat(100_000)).kind, 'nothing', part);
  });

  it('may be a text whose quotes are not JSON, in a time that grows with the text alone', () => {
    const spent = processorTime();
    for (const part of ['“', '"', '/*', '“a ', '\u00a0', '’a', '"\\', '« '])
      for (const head of ['{', '{“a”: ']) withPlainQuotes(head + part.repeat(50_000));
    for (const end of ['', ')']) readPasted(`[${']('.repeat(100_000)}${end}`);
    assert.ok(spent() < 5_000);
  });

  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
  const linked = { command: 'npx', args: ['-y', 'a>b?c'], env: { K: '${input:k}' } };
  const inputs = [{ type: 'promptString', id: 'k', password: true }];
  const inQuery = `name=it&config=${encodeURIComponent(JSON.stringify(linked))}&inputs=${encodeURIComponent(JSON.stringify(inputs))}`;
  const inScheme = `mcp/install?${encodeURIComponent(JSON.stringify({ name: 'it', ...linked, inputs }))}`;
  const ofCursor = `name=it&config=${encodeURIComponent(base64(linked))}`;
  const links: readonly string[] = [
    `vscode:${inScheme}`,
    `vscode-insiders:${inScheme}`,
    `vscode:mcp/install?${JSON.stringify({ name: 'it', ...linked, inputs }).replaceAll(' ', '%20')}`,
    `https://insiders.vscode.dev/redirect/mcp/install?${inQuery}&quality=insiders`,
    `https://vscode.dev/redirect/mcp/install?${inQuery}`,
    `https://insiders.vscode.dev/redirect?url=${encodeURIComponent(`vscode:${inScheme}`)}`,
    `[![Install in VS Code](https://img.example/a.svg)](https://vscode.dev/redirect/mcp/install?${inQuery})`,
    `cursor://anysphere.cursor-deeplink/mcp/install?${ofCursor}`,
    `cursor://anysphere.cursor-deeplink/mcp/install?name=it&config=${base64(linked)}`,
    `cursor://anysphere.cursor-deeplink/mcp/install?name=other&config=${base64({ it: linked })}`,
    `https://cursor.com/en/install-mcp?${ofCursor}`,
    `https://cursor.com/link/mcp/install?${ofCursor}`,
  ];
  for (const link of links)
    it(`may be a link that installs a server in another program: ${link.slice(0, 62)}`, () => {
      assert.deepEqual(serversOf(link), { it: linked });
      const found = readPasted(link);
      const isOfVsCode = link.includes('vscode');
      assert.deepEqual(found.kind === 'servers' && found.inputs, isOfVsCode ? inputs : []);
    });

  it('is a URL of a server even if that has a configuration in it', () => {
    const url = `https://server.example/mcp?name=it&config=${base64(linked)}`;
    assert.deepEqual(Object.values(serversOf(url)), [{ url }]);
    for (const text of [
      'vscode:mcp/install?no',
      'cursor://anysphere.cursor-deeplink/mcp/install?name=a&config=%',
    ])
      assert.ok(!JSON.stringify(readPasted(text)).includes('[object'));
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
    assert.deepEqual(b, { type: 'http', url: 'https://example.com/${env:API_HOST:-x}' });
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

  it('may be YAML, TOML or JSON5, and a mistake in it is named with its line, never with its text', () => {
    const expected = { a: { command: 'npx', args: ['-y', 'x'] } };
    for (const text of [
      'mcpServers:\n  a:\n    command: npx\n    args: [-y, x]',
      '# Mine\nmcpServers:\n  - name: a\n    command: npx\n    args: [-y, x]',
      '- name: a\n  command: npx\n  args: [-y, x]',
      '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "x"]',
      'mcp_servers.a = { command = "npx", args = ["-y", "x"] }',
      "{ mcpServers: { 'a': { command: 'npx', args: ['-y', 'x'], }, }, } // end",
    ])
      assert.deepEqual(serversOf(text), expected, text);
    const why = (text: string): string => {
      const found = readPasted(text);
      return found.kind === 'nothing' ? found.why.english : 'found something';
    };
    assert.equal(
      why('mcpServers:\n  a: {\n    key: sk-12'),
      'The YAML is not valid in line 3. Correct the error, then try again.',
    );
    assert.equal(
      why('[mcp_servers.a]\nkey = sk-12'),
      'The TOML is not valid in line 2. Correct the error, then try again.',
    );
    assert.match(why("{ 'a': { command: 'sk-12' }"), /^The text is JSON5 that cannot be read/);
    assert.match(why('extensions:\n  d: { type: builtin }'), /"d" was not read in full: the other program/);
  });

  it('keeps names in any script apart, each by itself', () => {
    const names = Object.keys(
      serversOf(
        '{ "servers": { "高德地图": { "command": "a" }, "数据库": { "command": "b" }, "Сервер": { "command": "c" }, "My Server": { "command": "d" }, "my-server": { "command": "e" }, "🚀": { "command": "f" } } }',
      ),
    );
    assert.equal(new Set(names.map((name) => name.toLowerCase())).size, 6);
    const [alone] = Object.keys(serversOf('{ "servers": { "数据库": { "command": "b" } } }'));
    assert.equal(alone, names[1]);
  });

  it('is usable where the meaning of an odd value is plain, and says what is not taken over', () => {
    const found = readPasted(
      `{ "mcpServers": {
        "a": { "command": "node", "args": "server.js --port 3000", "env": ["A=1"], "timeout": "60000" },
        "b": { "command": "", "url": "https://example.com", "headers": { "X": 42, "Y": null } },
        "c": { "command": "x", "env": { "DEBUG": true, "O": {} }, "args": [1, null], "timeout": 0, "cwd": null },
        "d": "npx x", "e": { "args": [] },
        "f": { "url": "https://example.com", "oauth": { "client_id": "id", "client_secret": "sk-12" } }
      } }`,
    );
    assert.ok(found.kind === 'servers');
    assert.deepEqual(Object.fromEntries(found.servers.map(({ name, entry: each }) => [name, each])), {
      a: { command: 'node', args: ['server.js', '--port', '3000'], env: { A: '1' }, timeout: 60_000 },
      b: { url: 'https://example.com', headers: { X: '42' } },
      c: { command: 'x', args: ['1'], env: { DEBUG: 'true' } },
      f: { url: 'https://example.com', oauth: { clientId: 'id' } },
    });
    assert.deepEqual(
      found.unread.map(({ name }) => name),
      ['c', 'd', 'e', 'f'],
    );
    assert.ok(!found.unread.some(({ why }) => why.english.includes('sk-12')));
  });

  it('says which fields have a shape or a type that no program has', () => {
    const found = readPasted(
      '{ "mcpServers": { "a": { "command": "x", "env": "A=1", "args": {}, "cwd": 1, "timeout": "soon" }, "b": { "type": "websocket", "url": "https://x.y", "headers": "A: 1" } } }',
    );
    assert.deepEqual(
      found.kind === 'servers' && found.unread.map(({ name, why }) => `${name}: ${why.english}`),
      [
        'a: "args" cannot be read.',
        'a: "env" cannot be read.',
        'a: "cwd" cannot be read.',
        'a: "timeout" cannot be read.',
        'b: "headers" cannot be read.',
        'b: the type "websocket" is unknown.',
      ],
    );
  });

  it('is mended where a shell would have split or replaced a text', () => {
    const { a, b } = serversOf(
      '{ "mcp": { "a": { "command": "npx -y \'my server\'" }, "b": { "command": "~/run", "args": ["--dir=~/x"], "cwd": "~" } } }',
    );
    assert.deepEqual(a, { command: 'npx', args: ['-y', 'my server'] });
    assert.deepEqual(b, { command: '${userHome}/run', args: ['--dir=${userHome}/x'], cwd: '${userHome}' });
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
