/** Configurations of other programs, as they look on real machines, become the same servers here (A13). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changeServers,
  filesOf,
  importSources,
  offInCopilot,
  offInGemini,
  offInMcpJson,
  parseServers,
  readConfiguration,
  secretsIn,
  sentenceOf,
  type ServerDefinition,
} from '../../../../src/mcp/index.ts';

const folder = join(import.meta.dirname, '../../../fixtures/configurations');

/** The servers of a file: how they are launched, by name; and the other things a test asks for. */
async function read(file: string, unit?: 'seconds' | 'milliseconds') {
  const found = readConfiguration(await readFile(join(folder, file), 'utf8'), unit);
  assert.equal(found.kind, 'servers');
  const { servers, inputs, unread } =
    found.kind === 'servers' ? found : { servers: [], inputs: [], unread: [] };
  const definitions = parseServers(Object.fromEntries(servers.map(({ name, entry }) => [name, entry]))).map(
    (checked): ServerDefinition => {
      if (checked.kind === 'valid') return checked.definition;
      throw new Error(JSON.stringify(checked.problems));
    },
  );
  const secrets = servers.flatMap(({ name, entry }) =>
    secretsIn(name, entry).map(({ name: secret }) => secret),
  );
  return {
    launches: Object.fromEntries(definitions.map(({ name, launch }) => [name, launch])),
    enabled: definitions.filter(({ enabled }) => enabled).map(({ name }) => name),
    times: Object.fromEntries(
      definitions.map(({ name, timeout, setupTimeout }) => [name, [timeout, setupTimeout]]),
    ),
    unread: unread.map(({ name, why }) => `${name}: ${why.english}`),
    secrets,
    inputs,
  };
}

const stdio = (command: string, args: string[], more: object = {}) => ({
  kind: 'stdio',
  command,
  args,
  env: {},
  cwd: undefined,
  envFile: undefined,
  ...more,
});

describe('the configuration of another program', () => {
  it('is read from VS Code, with its inputs', async () => {
    const { launches, inputs, secrets } = await read('vscode.mcp.json');
    assert.deepEqual(launches, {
      perplexity: stdio('npx', ['-y', 'server-perplexity-ask'], {
        env: { PERPLEXITY_API_KEY: '${input:perplexity-key}' },
      }),
      github: { kind: 'http', url: 'https://api.githubcopilot.com/mcp/', headers: {} },
      fetch: stdio('uvx', ['mcp-server-fetch'], { cwd: '${workspaceFolder}' }),
    });
    assert.deepEqual(
      inputs.map(({ id }) => id),
      ['perplexity-key', 'unused'],
    );
    assert.deepEqual(secrets, []);
  });

  it('is read from Claude Code, whose variables become ours', async () => {
    const { launches } = await read('claude-code.mcp.json');
    assert.deepEqual(launches, {
      sentry: { kind: 'http', url: 'https://mcp.sentry.dev/mcp', headers: {} },
      db: stdio('npx', ['-y', '@bytebase/dbhub', '--dsn', '${env:DB_DSN:-postgresql://localhost/app}'], {
        env: { CACHE_DIR: '${env:HOME}/.cache' },
      }),
      api: {
        kind: 'sse',
        url: '${env:API_BASE_URL:-https://api.example.com}/mcp',
        headers: { Authorization: 'Bearer ${env:API_KEY}' },
      },
    });
  });

  it('is read from Cursor', async () => {
    const { launches, enabled, secrets } = await read('cursor.mcp.json');
    assert.deepEqual(launches, {
      postgres: stdio('docker', ['run', '-i', '--rm', '-e', 'PGPASSWORD', 'mcp/postgres'], {
        env: { PGPASSWORD: 'not-a-real-password-7' },
      }),
      'Figma-Dev-Mode': { kind: 'auto', url: 'http://127.0.0.1:3845/sse', headers: {} },
      tools: stdio('python', ['${workspaceFolder}/tools/mcp_server.py'], {
        envFile: '${workspaceFolder}/.env',
      }),
    });
    assert.deepEqual(enabled, ['Figma-Dev-Mode', 'tools']);
    assert.deepEqual(secrets, ['postgres-PGPASSWORD']);
  });

  it('is read from Claude Desktop', async () => {
    const { launches, secrets } = await read('claude_desktop_config.json');
    const path = '@modelcontextprotocol/server-';
    assert.deepEqual(launches, {
      filesystem: stdio('npx', ['-y', `${path}filesystem`, '/Users/me/Desktop', '/Users/me/Downloads']),
      'brave-search': stdio('npx', ['-y', `${path}brave-search`], {
        env: { BRAVE_API_KEY: 'not-a-real-key-8' },
      }),
    });
    assert.deepEqual(secrets, ['brave-search-BRAVE_API_KEY']);
  });

  it('is read from Windsurf', async () => {
    const { launches, enabled, secrets } = await read('windsurf.mcp_config.json');
    assert.deepEqual(launches, {
      figma: {
        kind: 'auto',
        url: 'https://mcp.figma.com/mcp',
        headers: { API_KEY: 'Bearer not-a-real-token-9' },
      },
      'sequential-thinking': stdio('npx', ['-y', '@modelcontextprotocol/server-sequential-thinking']),
    });
    assert.deepEqual(enabled, ['figma', 'sequential-thinking']);
    assert.deepEqual(secrets, ['figma-API_KEY']);
  });

  it('is read from the file of Claude Code with the servers of its projects, which stay apart', async () => {
    const { launches } = await read('claude.json', 'milliseconds');
    assert.deepEqual(launches, {
      notion: { kind: 'http', url: 'https://mcp.notion.com/mcp', headers: {} },
      db: stdio('npx', ['-y', '@bytebase/dbhub'], {
        env: { DSN: '${env:SHOP_DSN:-postgres://localhost/shop}' },
      }),
      'db-2': stdio('uvx', ['mcp-server-sqlite']),
    });
  });

  it('is read from Copilot CLI, whose type for a program is "local"', async () => {
    const { launches, times } = await read('copilot.mcp-config.json', 'milliseconds');
    assert.deepEqual(launches, {
      playwright: stdio('npx', ['@playwright/mcp@latest'], { env: { TOKEN: '${env:PLAYWRIGHT_TOKEN}' } }),
      sentry: { kind: 'http', url: 'https://mcp.sentry.dev/mcp', headers: {} },
    });
    assert.deepEqual(times['sentry'], [30_000, 30_000]);
  });

  it('is read from the TOML of Codex, with times in seconds', async () => {
    const { launches, times, enabled } = await read('codex.config.toml', 'seconds');
    assert.deepEqual(launches, {
      context7: stdio('npx', ['-y', '@upstash/context7-mcp'], {
        env: { LEVEL: 'debug' },
        inheritEnv: ['CONTEXT7_HOME'],
      }),
      figma: {
        kind: 'auto',
        url: 'https://mcp.figma.com/mcp',
        headers: { 'X-Figma-Region': 'us-east-1', Authorization: 'Bearer ${env:FIGMA_TOKEN}' },
      },
    });
    assert.deepEqual(times['context7'], [45_500, 20_000]);
    assert.deepEqual(enabled, ['context7']);
  });

  it('is read from Gemini CLI, with times in milliseconds', async () => {
    const { launches, times } = await read('gemini.settings.json', 'milliseconds');
    assert.deepEqual(launches, {
      github: {
        kind: 'http',
        url: 'https://api.githubcopilot.com/mcp/',
        headers: { Authorization: '${env:GITHUB_HEADER}' },
      },
      python: stdio('python', ['-m', 'tools'], { cwd: './server' }),
    });
    assert.deepEqual(times, { github: [5_000, 30_000], python: [600, 30_000] });
  });

  it('is read from opencode, which names a value that comes from a file', async () => {
    const { launches, enabled, times, unread } = await read('opencode.jsonc', 'milliseconds');
    assert.deepEqual(
      launches['everything'],
      stdio('npx', ['-y', '@modelcontextprotocol/server-everything'], { env: { LOG: '1' } }),
    );
    assert.deepEqual(launches['docs'], {
      kind: 'auto',
      url: 'https://docs.example.com/mcp',
      headers: { Authorization: 'Bearer ${env:DOCS_TOKEN}' },
    });
    assert.deepEqual(enabled, ['everything', 'sealed']);
    assert.deepEqual(times['everything'], [5_000, 30_000]);
    assert.match(unread.join(), /^sealed: a value from a file/);
  });

  it('is read from Cline, with times in seconds', async () => {
    for (const unit of ['seconds', undefined] as const) {
      const { launches, enabled, times } = await read('cline_mcp_settings.json', unit);
      assert.deepEqual(launches, {
        local: stdio('node', ['/path/to/server.js'], { env: { MODE: 'x' } }),
        remote: { kind: 'http', url: 'https://example.com/mcp', headers: {} },
      });
      assert.deepEqual(enabled, ['remote']);
      assert.deepEqual(times['local'], [60_000, 30_000]);
    }
  });

  it('is read from Zed, and the server of an extension is named', async () => {
    const { launches, enabled, times, unread } = await read('zed.settings.json', 'seconds');
    assert.deepEqual(launches, {
      flat: stdio('context-mode', []),
      nested: stdio('/opt/bin/pilot', ['-v'], { env: { A: '1' } }),
      remote: { kind: 'auto', url: 'https://zed.example.com/mcp', headers: {} },
    });
    assert.deepEqual(enabled, ['flat', 'nested']);
    assert.deepEqual(times['flat'], [90_000, 30_000]);
    assert.deepEqual(unread, ['extended: an extension of the other program provides this server.']);
  });

  it('is read from LM Studio', async () => {
    const { launches } = await read('lmstudio.mcp.json', 'milliseconds');
    assert.deepEqual(Object.keys(launches), ['hf-mcp-server']);
  });

  it('is read from Cherry Studio, with its names, its times in seconds and what is not active', async () => {
    const { launches, enabled, times } = await read('cherry-studio.json');
    const [first = '', second = ''] = Object.keys(launches);
    assert.deepEqual(Object.values(launches), [
      { kind: 'http', url: 'https://mcp.example.com/amap', headers: {} },
      stdio('uvx', ['mcp-server-db']),
    ]);
    assert.match(second, /^server-[0-9a-f]{6}$/);
    assert.deepEqual(enabled, [second]);
    assert.deepEqual(times[first], [60_000, 30_000]);
  });

  it('is read from the YAML of Continue', async () => {
    const { launches, times } = await read('continue.config.yaml', 'milliseconds');
    assert.deepEqual(launches, {
      SQLite: stdio('npx', ['-y', 'mcp-sqlite', '/path/to/database.db'], {
        env: { KEY: '${secret:SQLITE_KEY}' },
      }),
      'Remote-docs': {
        kind: 'http',
        url: 'https://docs.example.com/mcp',
        headers: { 'X-Team': 'blue' },
      },
    });
    assert.deepEqual(times['SQLite'], [60_000, 20_000]);
  });

  it('is read from the YAML of Goose, which names what is built in', async () => {
    const { launches, enabled, times, unread } = await read('goose.config.yaml', 'seconds');
    assert.deepEqual(launches, {
      fetch: stdio('uvx', ['mcp-server-fetch'], {
        env: { FETCH_TOKEN: '${secret:FETCH_TOKEN}', LEVEL: '2' },
      }),
      remote: { kind: 'http', url: 'https://goose.example.com/mcp', headers: { 'X-Team': 'blue' } },
    });
    assert.deepEqual(enabled, ['fetch']);
    assert.deepEqual(times['fetch'], [300_000, 30_000]);
    assert.deepEqual(unread, [
      'developer: the other program provides this server itself ("type": "builtin").',
    ]);
  });

  it('is read with the servers off that its lists switch off, each with the list', () => {
    const servers = { a: { command: 'a' }, b: { command: 'b' }, c: { command: 'c' } };
    const offOf = (value: object, root?: string, ...elsewhere: unknown[]): unknown => {
      const found = readConfiguration(
        JSON.stringify(value),
        'milliseconds',
        root === undefined ? undefined : offInMcpJson(root, elsewhere),
      );
      assert.equal(found.kind, 'servers');
      if (found.kind !== 'servers') return undefined;
      const off = found.servers.filter(({ entry }) => entry['enabled'] === false).map(({ name }) => name);
      assert.deepEqual(
        found.unread.map(({ name }) => name),
        off,
      );
      return [off, found.unread.map((each) => sentenceOf(each).english)];
    };
    const excluded = { mcpServers: servers, mcp: { excluded: ['B'], allowed: [] } };
    assert.deepEqual(offOf(excluded), [
      ['b'],
      ['"b" is disabled: "mcp.excluded" of the other program lists the server.'],
    ]);
    const allowed = { mcpServers: servers, mcp: { allowed: ['b', 'c'] } };
    assert.deepEqual(offOf(allowed), [
      ['a'],
      ['"a" is disabled: "mcp.allowed" of the other program does not list the server.'],
    ]);
    const db = { mcpServers: { db: { command: 'db' } } };
    const claude = {
      mcpServers: servers,
      projects: {
        '/one': { ...db, disabledMcpServers: ['db', 'c'] },
        '/two': { disabledMcpjsonServers: ['a'] },
      },
    };
    assert.deepEqual((offOf(claude) as unknown[])[0], ['c', 'db']);
    // Of the workspace's own file, by what is kept for its folder alone.
    assert.deepEqual((offOf({ mcpServers: servers }, '/two/', claude) as unknown[])[0], ['a']);
    assert.deepEqual((offOf({ mcpServers: servers }, '/three', claude) as unknown[])[0], []);
    const settings = { disabledMcpjsonServers: ['b'] };
    assert.deepEqual((offOf(servers, '/three', claude, settings, 'odd') as unknown[])[0], ['b']);
  });

  it('of a folder follows what the home folder of Gemini CLI switches off', () => {
    const off = offInGemini(
      { mcp: { excluded: ['a'] } },
      { b: { enabled: false }, c: { enabled: true }, d: 1 },
    );
    const named = ['A', 'b', 'c', 'd'].filter((name) => off(name) !== undefined);
    assert.deepEqual(named, ['A', 'b']);
    assert.equal(offInGemini(undefined, 'odd')('a'), undefined);
  });

  it('follows the list of disabled servers in the settings of Copilot CLI', () => {
    const off = offInCopilot([{ disabledMcpServers: ['a', 1] }, undefined, { disabledMcpServers: 'c' }]);
    assert.deepEqual(
      ['A', 'b', 'c'].filter((name) => off(name) !== undefined),
      ['A'],
    );
  });

  it('has no servers, and no problem, if it is only a file of settings', () => {
    for (const text of ['{ "theme": "dark", "mcp": { "allowed": [] } }', '', '# nothing', 'model = "x"']) {
      const found = readConfiguration(text, 'milliseconds');
      assert.deepEqual(found, { kind: 'servers', servers: [], inputs: [], unread: [] }, text);
    }
  });

  it('is looked for where the program keeps it on this platform', () => {
    const at = (platform: NodeJS.Platform, home: string, appData?: string) =>
      importSources({ platform, home, appData, folders: [] }).map(({ path }) => path);
    assert.deepEqual(at('linux', '/home/me'), [
      '/home/me/.config/Code/User/mcp.json',
      '/home/me/.config/Code/User/profiles/*/mcp.json',
      '/home/me/.copilot/mcp-config.json',
      '/home/me/.claude.json',
      '/home/me/.cursor/mcp.json',
      '/home/me/.config/Claude/claude_desktop_config.json',
      '/home/me/.codeium/windsurf/mcp_config.json',
      '/home/me/.codex/config.toml',
      '/home/me/.gemini/settings.json',
      '/home/me/.config/opencode/opencode.json',
      '/home/me/.config/opencode/opencode.jsonc',
      '/home/me/.cline/data/settings/cline_mcp_settings.json',
      '/home/me/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json',
      '/home/me/.config/zed/settings.json',
      '/home/me/.lmstudio/mcp.json',
      '/home/me/.continue/config.yaml',
      '/home/me/.continue/mcpServers/*',
      '/home/me/.config/goose/config.yaml',
    ]);
    assert.ok(
      at('darwin', '/Users/me').includes(
        '/Users/me/Library/Application Support/Claude/claude_desktop_config.json',
      ),
    );
    assert.ok(
      at('win32', 'C:\\Users\\me', 'D:\\Roaming').includes('D:\\Roaming\\Claude\\claude_desktop_config.json'),
    );
    const ofFolder = importSources({ platform: 'linux', home: '/h', appData: undefined, folders: ['/w'] });
    assert.deepEqual(
      ofFolder.filter(({ ofWorkspace }) => ofWorkspace).map(({ path }) => path),
      [
        '/w/.vscode/mcp.json',
        '/w/.mcp.json',
        '/w/.cursor/mcp.json',
        '/w/.codex/config.toml',
        '/w/.gemini/settings.json',
        '/w/opencode.json',
        '/w/opencode.jsonc',
        '/w/.zed/settings.json',
        '/w/.continue/mcpServers/*',
      ],
    );
  });

  it('is looked for in each profile of VS Code, and in each file that Continue reads', async () => {
    const folders: Record<string, string[]> = {
      '/h/.config/Code/User/profiles': ['-7f3a', '2b1c'],
      '/w/.continue/mcpServers': ['b.yaml', 'README.md', 'a.json', 'c.yml'],
    };
    const sources = importSources({ platform: 'linux', home: '/h', appData: undefined, folders: ['/w'] });
    const files = await Promise.all(
      sources
        .filter(({ path }) => path.includes('*') || path.endsWith('.claude.json'))
        .map((source) => filesOf(source, (each) => Promise.resolve(folders[each] ?? []))),
    );
    assert.deepEqual(
      files.flat().map(({ program, path, ofWorkspace }) => [program, path, ofWorkspace]),
      [
        ['Continue', '/w/.continue/mcpServers/a.json', true],
        ['Continue', '/w/.continue/mcpServers/b.yaml', true],
        ['Continue', '/w/.continue/mcpServers/c.yml', true],
        ['VS Code', '/h/.config/Code/User/profiles/-7f3a/mcp.json', false],
        ['VS Code', '/h/.config/Code/User/profiles/2b1c/mcp.json', false],
        ['Claude Code', '/h/.claude.json', false],
      ],
    );
    const windows = importSources({
      platform: 'win32',
      home: 'C:\\Me',
      appData: 'D:\\R',
      folders: [],
    }).find(({ path }) => path.includes('profiles'));
    assert.ok(windows);
    assert.deepEqual(
      (await filesOf(windows, (profiles) => Promise.resolve([profiles]))).map(({ path }) => path),
      ['D:\\R\\Code\\User\\profiles\\D:\\R\\Code\\User\\profiles\\mcp.json'],
    );
  });

  it('brings its inputs into the settings once', () => {
    const input = { id: 'key', type: 'promptString' };
    const text =
      '{\n  "patchbay.inputs": [\n    // Mine.\n    { "id": "own", "type": "promptString" }\n  ]\n}';
    const once = changeServers(text, [], { kind: 'input', input });
    assert.match(once, /\/\/ Mine\./);
    assert.deepEqual(JSON.parse(once.replace('// Mine.', '')), {
      'patchbay.inputs': [{ id: 'own', type: 'promptString' }, input],
    });
    assert.equal(changeServers(once, [], { kind: 'input', input }), once);
    assert.deepEqual(JSON.parse(changeServers('{}', [], { kind: 'input', input })), {
      'patchbay.inputs': [input],
    });
  });
});
