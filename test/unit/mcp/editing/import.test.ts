/** Configurations of the five programs, as they look on real machines, become the same servers here (A13). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  changeServers,
  importSources,
  parseServers,
  readConfiguration,
  secretsIn,
  type ServerDefinition,
} from '../../../../src/mcp/index.ts';

const folder = join(import.meta.dirname, '../../../fixtures/configurations');

/** The servers of a file: how they are launched, by name; and the other things a test asks for. */
async function read(file: string) {
  const found = readConfiguration(await readFile(join(folder, file), 'utf8'));
  assert.equal(found.kind, 'servers');
  const { servers, inputs } = found.kind === 'servers' ? found : { servers: [], inputs: [] };
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
      db: stdio('npx', ['-y', '@bytebase/dbhub', '--dsn', '${env:DB_DSN}'], {
        env: { CACHE_DIR: '${env:HOME}/.cache' },
      }),
      api: {
        kind: 'sse',
        url: '${env:API_BASE_URL}/mcp',
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

  it('is looked for where the program keeps it on this platform', () => {
    const at = (platform: NodeJS.Platform, home: string, appData?: string) =>
      importSources({ platform, home, appData, folders: [] }).map(({ path }) => path);
    assert.deepEqual(at('linux', '/home/me'), [
      '/home/me/.cursor/mcp.json',
      '/home/me/.config/Claude/claude_desktop_config.json',
      '/home/me/.codeium/windsurf/mcp_config.json',
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
      ['/w/.vscode/mcp.json', '/w/.mcp.json', '/w/.cursor/mcp.json'],
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
