/** Programs by their bare names on Windows: of PATH, never of the folder that a server is started in. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setVariable } from '../../../../src/mcp/definition/environment.ts';
import { inheritedEnvironment } from '../../../../src/base/node/environment.ts';
import { Reaper } from '../../../../src/base/node/reaper.ts';
import { StdioTransport } from '../../../../src/mcp/process/stdioTransport.ts';
import { findProgram } from '../../../../src/base/node/windowsProgram.ts';
import { eventually } from '../../mcp/support.ts';

/** What is on the disk, in lower case, as Windows tells no letters apart. */
const disk = new Set([
  'c:\\tools\\npx.cmd',
  'c:\\node js\\npx.cmd',
  'c:\\node js\\node.exe',
  'c:\\ws\\npx.cmd',
  'c:\\ws\\bin\\script',
]);
const isFile = (path: string): Promise<boolean> => Promise.resolve(disk.has(path.toLowerCase()));
const find = (command: string, env: Readonly<Record<string, string>>, cwd?: string): Promise<string> =>
  findProgram({ command, env, cwd }, isFile);

describe('a program on Windows', () => {
  it('is looked for in the folders of PATH, in their order, with the endings of programs', async () => {
    assert.equal(await find('npx', { Path: 'C:\\none;C:\\tools;C:\\node js' }), 'C:\\tools\\npx.cmd');
    assert.equal(await find('node', { PATH: '"C:\\Node JS";C:\\tools' }), 'C:\\Node JS\\node.exe');
    assert.equal(await find('npx.cmd', { PATH: 'C:\\node js' }), 'C:\\node js\\npx.cmd');
    await assert.rejects(find('npx', { PATH: 'C:\\tools', PATHEXT: '.EXE' }), { code: 'ENOENT' });
  });

  it('is never that of the working folder, nor of a relative folder in PATH', async () => {
    for (const path of ['', '.', ';', 'ws', 'C:\\none'])
      await assert.rejects(find('npx', { PATH: path }), { code: 'ENOENT' }, path);
  });

  it('is that of a path from the working folder on, with or without its ending', async () => {
    for (const path of ['.\\npx.cmd', './npx', 'C:\\ws\\npx', 'c:npx.cmd'])
      assert.equal((await find(path, {}, 'C:\\ws')).toLowerCase(), 'c:\\ws\\npx.cmd', path);
    assert.equal(await find('bin/script', {}, 'C:\\ws'), 'C:\\ws\\bin\\script');
  });

  it('that is missing is an error of spawn, as on other systems', async () => {
    const error = { code: 'ENOENT', syscall: 'spawn C:\\none\\npx', message: 'spawn C:\\none\\npx ENOENT' };
    await assert.rejects(find('C:\\none\\npx', {}), error);
  });

  it('does not start from the folder that a server is started in', async function () {
    if (process.platform !== 'win32') this.skip();
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-program-'));
    const name = basename(process.execPath).replace(/\.exe$/i, '');
    await writeFile(join(folder, `${name}.cmd`), '@echo that of the workspace 1>&2\r\n');
    const reaper = new Reaper();
    try {
      const env = { ...inheritedEnvironment(process.env), Path: dirname(process.execPath) };
      setVariable(env, 'PATH', dirname(process.execPath));
      const args = ['-e', 'console.error("that of PATH")'];
      const transport = new StdioTransport({ command: name, args, env, cwd: folder }, reaper, () => []);
      await transport.start();
      await eventually(() => transport.exit !== undefined && transport.tail.length > 0, 'it has ended');
      await transport.close();
      assert.deepEqual(transport.tail, ['that of PATH']);
    } finally {
      reaper.dispose();
      await rm(folder, { recursive: true, maxRetries: 10 });
    }
  });
});

describe('the environment of a server on Windows', () => {
  it('has a variable once, whatever the letters of its name', () => {
    const env = { Path: 'C:\\Windows', other: '1' };
    setVariable(env, 'PATH', 'C:\\tools', 'win32');
    assert.deepEqual(env, { PATH: 'C:\\tools', other: '1' });
    setVariable(env, 'OTHER', null, 'win32');
    assert.deepEqual(env, { PATH: 'C:\\tools' });
    setVariable(env, 'Path', '/bin', 'linux');
    assert.deepEqual(env, { PATH: 'C:\\tools', Path: '/bin' });
  });

  it('lacks the key of the model, whatever the letters of its name', () => {
    const editors = { OpenAI_Api_Key: 'sk-1', Vscode_Ipc: 'x' };
    const names = (more: 'all' | readonly string[]): string[] =>
      Object.keys(inheritedEnvironment(editors, more, 'win32')).filter((name) => name in editors);
    assert.deepEqual(names('all'), []);
    assert.deepEqual(names(['OPENAI_API_KEY']), ['OpenAI_Api_Key']);
  });

  it('keeps shells from looking for programs in the working folder', () => {
    assert.deepEqual(inheritedEnvironment({}, [], 'win32'), { NoDefaultCurrentDirectoryInExePath: '1' });
    assert.deepEqual(inheritedEnvironment({}, [], 'linux'), {});
  });
});
