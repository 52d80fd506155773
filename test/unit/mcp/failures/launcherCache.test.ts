/** What npx or uv has installed is broken: it is noticed, and cleared when the user says so. */
import assert from 'node:assert/strict';
import { chmod, lstat, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative } from 'node:path';
import { parseServers } from '../../../../src/mcp/index.ts';
import { deleteCacheFolder, npxCacheOf } from '../../../../src/mcp/failures/launcherCache.ts';
import { uvCacheOf } from '../../../../src/mcp/failures/uvCache.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench } from '../support.ts';

/** As npm 11 names the folder of `npx node@24`. */
const NODE_24 = '387698761821791d';

describe('the cache of npx', function () {
  this.timeout(30_000);
  let bench: Bench;
  let cache: string;
  beforeEach(async () => {
    bench = new Bench();
    cache = await bench.folder();
  });
  afterEach(() => bench.dispose());

  async function install(name = NODE_24): Promise<string> {
    const folder = join(cache, '_npx', name);
    await mkdir(join(folder, 'node_modules/node'), { recursive: true });
    await writeFile(join(folder, 'node_modules/node/half.js'), 'cons');
    return folder;
  }
  const found = (entry: object) => {
    const [parsed] = parseServers({ demo: { command: 'npx', env: { npm_config_cache: cache }, ...entry } });
    assert.ok(parsed?.kind === 'valid');
    return npxCacheOf(parsed.definition.launch);
  };

  for (const output of [
    'npm error code ENOTEMPTY',
    'npm ERR! code EINTEGRITY',
    "Error: Cannot find module '/home/me/.npm/_npx/387698761821791d/node_modules/node/index.js'",
  ])
    it(`is cleared after "${output.slice(0, 40)}", and the server then connects`, async function () {
      // The program below is a script of a POSIX shell.
      if (process.platform === 'win32') this.skip();
      const folder = await install();
      const other = await install('0123456789abcdef');
      const programs = await bench.folder();
      const { command, args } = fixtureCommand('recorder');
      // Does what npx does with such a folder.
      const lines = [
        '#!/bin/sh',
        `if [ -d "${folder}" ]; then echo "${output}" >&2; exit 1; fi`,
        `exec "${command}" ${args.map((arg) => `"${arg}"`).join(' ')}`,
      ];
      await writeFile(join(programs, 'npx'), lines.join('\n'));
      await chmod(join(programs, 'npx'), 0o755);
      await bench.start({
        demo: {
          command: join(programs, 'npx'),
          args: ['-y', 'node@24', '--port=1'],
          env: { npm_config_cache: cache },
        },
      });
      const server = bench.server('demo');
      assert.ok(server.state.kind === 'error', JSON.stringify(server.state));
      const { reason, message, actions } = server.state.failure;
      assert.equal(reason, 'broken-cache');
      assert.match(message.localized, /the npx cache is incomplete or damaged/);
      const [clear] = actions;
      assert.ok(clear?.kind === 'clear-cache');
      assert.deepEqual(clear.cache, { kind: 'npx', packages: ['node@24'], root: cache, name: NODE_24 });
      await bench.manager.clearCache('demo', clear.cache);
      assert.deepEqual(await readdir(join(cache, '_npx')), ['0123456789abcdef']);
      assert.ok((await lstat(other)).isDirectory());
      await server.reconnect();
      assert.equal(server.state.kind, 'connected');
    });

  it('is found only where package and folder are certain', async () => {
    await install();
    assert.equal(found({ args: ['-y', 'node@24'] })?.name, NODE_24);
    assert.equal(found({ args: ['--package=node@24', 'node', 'x'] })?.name, NODE_24);
    assert.equal(found({ args: ['-y', '-p', 'node@24', '--', 'node'] })?.name, NODE_24);
    assert.equal(found({ args: ['--yes', '--', 'node@24'] })?.name, NODE_24);
    const near = relative(process.cwd(), cache);
    for (const entry of [
      { args: ['-y', 'node@22'] },
      { args: ['--cache', '/elsewhere', 'node@24'] },
      { args: ['-y', '${env:PACKAGE}'] },
      { args: ['-y', './node@24'] },
      { args: [] },
      { args: ['-y', 'node@24'], env: { HOME: await bench.folder() } },
      // From one drive of Windows to another no relative path leads.
      ...(isAbsolute(near) ? [] : [{ args: ['-y', 'node@24'], env: { npm_config_cache: near } }]),
      { command: 'node', args: ['node@24'] },
    ])
      assert.equal(found(entry), undefined, JSON.stringify(entry));
  });

  it('is that of the very package and version, with a scope too', async () => {
    // As npm 11 names the folders of `npx @scope/server@1.2.3` and of `npx @scope/server`.
    const [versioned, newest] = ['d31b60f46e71f809', 'eb026b3f13ad0f2b'];
    await install(versioned);
    await install(newest);
    const of = (...args: readonly string[]) => found({ args });
    assert.deepEqual(of('-y', '@scope/server@1.2.3', '/data'), {
      kind: 'npx',
      packages: ['@scope/server@1.2.3'],
      root: cache,
      name: versioned,
    });
    assert.equal(of('--yes', '@scope/server', '--port', '1')?.name, newest);
    assert.equal(of('-y', '--package', '@scope/server@1.2.3', 'server')?.name, versioned);
    assert.equal(of('-y', '@scope/server@2'), undefined);
    // Others have no folder of npx.
    for (const [command, ...args] of [
      ['uvx', '--from', '@scope/server', 'server'],
      ['docker', 'run', '-i', '@scope/server'],
    ])
      assert.equal(found({ command, args }), undefined, command);
  });

  it('is left alone where a link leads elsewhere, and links in it are not followed', async () => {
    const elsewhere = await bench.folder();
    const precious = join(elsewhere, NODE_24, 'precious.txt');
    await mkdir(join(elsewhere, NODE_24));
    await writeFile(precious, 'mine');
    const of = (name: string) => ({ packages: ['node@24'], root: cache, name });

    await mkdir(join(cache, '_npx'));
    await symlink(join(elsewhere, NODE_24), join(cache, '_npx', NODE_24));
    await assert.rejects(deleteCacheFolder(of(NODE_24)), /is not a folder of the cache/);
    await assert.rejects(deleteCacheFolder(of('..')), /is not a folder of the cache/);
    await assert.rejects(deleteCacheFolder(of(`../../${NODE_24}`)), /is not a folder of the cache/);

    const folder = await install('0123456789abcdef');
    await symlink(elsewhere, join(folder, 'node_modules/linked'));
    await deleteCacheFolder(of('0123456789abcdef'));
    await assert.rejects(lstat(folder), /ENOENT/);

    cache = await bench.folder();
    await symlink(elsewhere, join(cache, '_npx'));
    await assert.rejects(deleteCacheFolder(of(NODE_24)), /is not a folder of the cache/);
    assert.equal(await readFile(precious, 'utf8'), 'mine');
  });
});

describe('the cache of uv', function () {
  this.timeout(30_000);
  let bench: Bench;
  beforeEach(() => (bench = new Bench()));
  afterEach(() => bench.dispose());

  const found = (entry: object) => {
    const [parsed] = parseServers({ demo: { command: 'uvx', ...entry } });
    assert.ok(parsed?.kind === 'valid');
    return uvCacheOf(parsed.definition.launch);
  };

  /** Programs that do what uvx and uv do with a broken cache; `uv` says `problem` if it is given. */
  async function fakes(
    output: string,
    problem?: string,
  ): Promise<{ readonly folder: string; readonly cache: string }> {
    const [folder, cache] = [await bench.folder(), await bench.folder()];
    await writeFile(join(cache, 'broken'), '');
    const { command, args } = fixtureCommand('recorder');
    const start = `exec "${command}" ${args.map((arg) => `"${arg}"`).join(' ')}`;
    const scripts = {
      uvx: `if [ -e "$UV_CACHE_DIR/broken" ]; then echo "${output}" >&2; exit 1; fi\n${start}`,
      uv:
        problem === undefined
          ? 'echo "$PWD: $*" > "$UV_CACHE_DIR/asked"; rm "$UV_CACHE_DIR/broken"'
          : `echo "${problem}" >&2; exit 2`,
    };
    for (const [name, script] of Object.entries(scripts)) {
      await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder, name), 0o755);
    }
    return { folder, cache };
  }

  async function failedStart(output: string, problem?: string) {
    const { folder, cache } = await fakes(output, problem);
    await bench.start({
      demo: {
        command: join(folder, 'uvx'),
        args: ['--from', 'mcp-server-git[all]==2.1', 'mcp-server-git', '--port=1'],
        env: { UV_CACHE_DIR: cache },
      },
    });
    const server = bench.server('demo');
    assert.ok(server.state.kind === 'error', JSON.stringify(server.state));
    return { server, cache, failure: server.state.failure };
  }

  for (const output of [
    '  Caused by: Failed to read from the distribution cache',
    '  ├─▶ Failed to deserialize cache entry',
    'error: failed to open file `/home/me/.cache/uv/archive-v0/x1/METADATA`: No such file or directory (os error 2)',
  ])
    it(`is cleaned of the package by uv after "${output.trim().slice(0, 40)}", and the server then connects`, async function () {
      // The programs are scripts of a POSIX shell.
      if (process.platform === 'win32') this.skip();
      const { server, cache, failure } = await failedStart(output.replaceAll('`', "'"));
      assert.equal(failure.reason, 'broken-cache');
      assert.match(failure.message.localized, /the uv cache is incomplete or damaged/);
      const [clear] = failure.actions;
      assert.ok(clear?.kind === 'clear-cache');
      await bench.manager.clearCache('demo', clear.cache);
      assert.equal(
        await readFile(join(cache, 'asked'), 'utf8'),
        `${homedir()}: cache clean mcp-server-git\n`,
      );
      await server.reconnect();
      assert.equal(server.state.kind, 'connected');
    });

  it('stays as it is where uv fails, whose words are said', async function () {
    if (process.platform === 'win32') this.skip();
    const { failure } = await failedStart('Failed to deserialize cache entry', 'error: cache is locked');
    const [clear] = failure.actions;
    assert.ok(clear?.kind === 'clear-cache');
    await assert.rejects(bench.manager.clearCache('demo', clear.cache), /^Error: error: cache is locked$/);
  });

  it('is found only where package and cache are certain', () => {
    const packages = (...args: readonly string[]) => found({ args })?.packages;
    assert.deepEqual(packages('mcp-server-git'), ['mcp-server-git']);
    assert.deepEqual(packages('mcp-server-git@2.1', '--port=1'), ['mcp-server-git']);
    assert.deepEqual(packages('-q', '--python', '3.12', '--with', 'rich>=13', 'srv'), ['srv', 'rich']);
    assert.deepEqual(packages('--from=srv[x]', 'run-it'), ['srv']);
    assert.deepEqual(found({ command: 'uv', args: ['tool', 'run', 'srv'] })?.packages, ['srv']);
    assert.equal(found({ command: '/opt/uv/uvx.exe', args: ['srv'] })?.program, '/opt/uv/uv.exe');
    for (const entry of [
      { args: [] },
      { args: ['--cache-dir', '/elsewhere', 'srv'] },
      { args: ['--from', 'git+https://example.com/srv', 'srv'] },
      { args: ['./srv'] },
      { args: ['${env:PACKAGE}'] },
      { args: ['srv'], env: { UV_CACHE_DIR: '${env:CACHE}' } },
      { args: ['srv'], env: { HOME: null } },
      { command: 'uv', args: ['run', 'srv'] },
      { command: 'npx', args: ['srv'] },
    ])
      assert.equal(found(entry), undefined, JSON.stringify(entry));
  });
});
