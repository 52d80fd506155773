/** Servers that people use, as npm has them: each connects and answers a call through the engine. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ensureBrowser } from '../../scripts/host/browser.ts';
import { Engine } from '../../src/engine.ts';
import { statusServer } from '../fixtures/servers/http.ts';
import { folder } from './mcp/support.ts';
import { Emitter } from '../../src/base/common/event.ts';
import { bareEngine } from '../fixtures/bareEngine.ts';

describe('a server from npm', function () {
  this.timeout(90_000);
  let scratch: string;
  let engine: Engine;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-'));
    engine = new Engine({
      ...bareEngine(),
      workspace: { folders: () => [folder(scratch)], onDidChangeFolders: new Emitter().event },
    });
  });
  afterEach(async () => {
    await engine.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  /** Connects the server and gives the number of its tools. */
  const connect = async (script: string, args: readonly string[] = [], env = {}): Promise<number> => {
    const command = process.execPath;
    engine.configure({ demo: { command, args: [fileURLToPath(script), ...args], env, cwd: scratch } });
    const server = engine.manager.server('demo');
    await server?.settled();
    assert.ok(server?.state.kind === 'connected', JSON.stringify(server?.state));
    assert.deepEqual(server.state.catalog.problems, []);
    return server.state.catalog.tools.length;
  };

  /** Calls a tool as a turn does, and gives what it says. */
  const call = async (name: string, args: Record<string, unknown>): Promise<string> => {
    const tool = [...engine.tools.snapshot().values()].find((each) => each.name === name);
    const { signal } = new AbortController();
    const result = await tool?.call(args, { signal, onProgress: () => undefined, approved: [] });
    assert.equal(result?.status, 'success', JSON.stringify(result));
    return result.content.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
  };

  it('connects and answers: server-memory', async () => {
    const MEMORY_FILE_PATH = join(scratch, 'memory.jsonl');
    assert.equal(
      await connect(import.meta.resolve('@modelcontextprotocol/server-memory/dist/index.js'), [], {
        MEMORY_FILE_PATH,
      }),
      9,
    );
    const entity = { name: 'Ada', entityType: 'person', observations: ['counts'] };
    await call('create_entities', { entities: [entity] });
    assert.match(await call('search_nodes', { query: 'counts' }), /Ada/);
  });

  it('connects and answers: server-sequential-thinking', async () => {
    assert.equal(
      await connect(import.meta.resolve('@modelcontextprotocol/server-sequential-thinking/dist/index.js')),
      1,
    );
    const thought = { thought: 'First.', thoughtNumber: 1, totalThoughts: 2, nextThoughtNeeded: true };
    assert.match(await call('sequentialthinking', thought), /"thoughtNumber":1/);
  });

  it('connects and answers: server-filesystem', async () => {
    await writeFile(join(scratch, 'hello.txt'), 'hello');
    assert.equal(
      await connect(import.meta.resolve('@modelcontextprotocol/server-filesystem/dist/index.js')),
      14,
    );
    // It asks for the roots when it is connected, and says nothing when it knows them.
    while (!(await call('list_allowed_directories', {})).includes(scratch));
    assert.match(await call('list_directory', { path: scratch }), /hello\.txt/);
  });

  it('connects and answers: @playwright/mcp, which browses a page', async () => {
    const { executable } = await ensureBrowser();
    const site = await statusServer(200, { body: '<!doctype html><title>Hello from the page</title>' });
    try {
      const args = ['--headless', '--isolated', '--no-sandbox', '--executable-path', executable];
      assert.ok(
        (await connect(new URL('cli.js', import.meta.resolve('@playwright/mcp/package.json')).href, args)) >=
          20,
      );
      assert.match(await call('browser_navigate', { url: site.url }), /Hello from the page/);
      await call('browser_close', {});
    } finally {
      await site.close();
    }
  });
});
