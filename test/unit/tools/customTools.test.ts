/** Custom tools as real files in real processes (features.md, C10). */
import assert from 'node:assert/strict';
import { access, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { templateFor } from '../../../src/editor/customTools/template.ts';
import type { Progress } from '../../../src/protocol/index.ts';
import { CustomTools, type ToolResult } from '../../../src/tools/index.ts';
import { poll } from '../../e2e/support/poll.ts';

const runner = fileURLToPath(new URL('../../../src/tools/customRunner.ts', import.meta.url));
const header = (name: string): string =>
  `export const name = '${name}';\nexport const description = 'A sample.';\n`;

describe('custom tools', () => {
  let folder: string;
  let custom: CustomTools;
  let changes: number;
  let progress: Progress[];

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-tools-')));
    [changes, progress] = [0, []];
    custom = new CustomTools(
      { runner, folders: () => [{ path: folder, cwd: folder, needsConfirmation: false }] },
      (name) => name === 'read_file',
    );
    custom.state.onDidChange(() => (changes += 1));
  });
  afterEach(async () => {
    custom.dispose();
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  });

  async function write(name: string, text: string): Promise<void> {
    await writeFile(join(folder, name), text);
    await custom.reload();
  }
  function call(
    name: string,
    args: Record<string, unknown> = {},
    signal = new AbortController().signal,
  ): Promise<ToolResult> {
    const tool = custom.tools.find((each) => each.name === name);
    assert.ok(tool, JSON.stringify(custom.files));
    return tool.call(args, { signal, onProgress: (made) => void progress.push(made), approved: [] });
  }
  /** Writes a tool `sample` with this body of `run` and calls it. */
  async function run(body: string, more = ''): Promise<ToolResult> {
    await write(
      'sample.tool.mjs',
      `${header('sample')}${more}\nexport async function run(args, { signal, progress }) { ${body} }\n`,
    );
    return call('sample');
  }
  const textOf = ({ content }: ToolResult): string =>
    content.map((part) => (part.type === 'text' ? part.text : '')).join('');
  function problem(): { problem: string; line: number | undefined } {
    const [file] = custom.files;
    assert.equal(file?.kind, 'broken');
    return { problem: file.problem, line: file.line };
  }
  /** The number in a file of the folder, once it is there. */
  async function written(name: string): Promise<number> {
    return poll(
      `the file ${name}`,
      async () => Number(await readFile(join(folder, name), 'utf8').catch(() => '')) || undefined,
    );
  }
  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }

  it('begin with a template that works, reports progress and asks first', async () => {
    await write('count.tool.mjs', templateFor('count'));
    const result = await call('count');
    assert.deepEqual(result, {
      status: 'success',
      content: [{ type: 'json', value: { folder: '.', files: 1 } }],
    });
    assert.deepEqual(progress, [{ progress: 1, total: 1, message: 'Looked at .' }]);
    const [tool] = custom.tools;
    assert.deepEqual(
      [tool?.usualNeed, tool?.source],
      ['ask', { kind: 'custom', file: join(folder, 'count.tool.mjs') }],
    );
    const wrong = await call('count', { folder: 1 });
    assert.equal(wrong.status, 'error');
  });

  it('may be CommonJS, or one object as the default export', async () => {
    await write(
      'a.tool.cjs',
      "module.exports = { name: 'a', description: 'A.', run: async () => 'from a' };",
    );
    await write('b.tool.mjs', "export default { name: 'b', description: 'B.', run: () => 'from b' };");
    assert.deepEqual([textOf(await call('a')), textOf(await call('b'))], ['from a', 'from b']);
  });

  it('get the usual part of the environment, as does what they start, and none of its credentials', async () => {
    process.env['PATCHBAY_TEST_TOKEN'] = 'hidden-token';
    try {
      const list =
        "require('node:fs').existsSync('/proc/self/environ') ? require('node:fs').readFileSync('/proc/self/environ', 'utf8') : ''";
      const result = await run(
        `const child = execFileSync(process.execPath, ['-e', ${JSON.stringify(`console.log(JSON.stringify(process.env), ${list})`)}], { encoding: 'utf8' });
         return { mine: process.env, child };`,
        "import { execFileSync } from 'node:child_process';",
      );
      assert.equal(result.status, 'success');
      const told = JSON.stringify(result.content);
      assert.match(told, /"PATH":/);
      assert.doesNotMatch(told, /PATCHBAY_TEST_TOKEN|hidden-token/);
    } finally {
      delete process.env['PATCHBAY_TEST_TOKEN'];
    }
  });

  it('return a text, content as MCP has it, or any JSON', async () => {
    assert.deepEqual((await run("return 'plain';")).content, [{ type: 'text', text: 'plain' }]);
    assert.deepEqual(
      (await run("return [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }];")).content,
      [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }],
    );
    assert.deepEqual((await run('return [1, 2];')).content, [{ type: 'json', value: [1, 2] }]);
    assert.equal(textOf(await run('')), '(no result)');
  });

  it('give the message of an error to the model, and report a result that cannot be sent as an error', async () => {
    const thrown = await run("throw new Error('There is no such thing.');");
    assert.deepEqual([thrown.status, textOf(thrown)], ['error', 'There is no such thing.']);
    const cyclic = await run('const a = {}; a.a = a; return a;');
    assert.equal(cyclic.status, 'error');
    assert.match(textOf(cyclic), /circular/i);
    const crashed = await run(
      "setImmediate(() => { throw new Error('Later.'); }); await new Promise(() => setInterval(() => {}, 1000));",
    );
    assert.deepEqual([crashed.status, textOf(crashed)], ['error', 'Error: Later.']);
    assert.match(textOf(await run('process.exit(3);')), /exited with code 3/);
  });

  it('are ended at their time limit, even in an endless loop', async () => {
    const result = await run('for (;;);', 'export const timeoutMs = 1500;');
    assert.equal(result.status, 'timeout');
    assert.match(textOf(result), /longer than 1\.5 s/);
  });

  it('are ended when they need too much memory', async () => {
    const result = await run('const all = []; for (;;) all.push(new Array(100_000).fill(Math.random()));');
    assert.equal(result.status, 'error');
    assert.match(textOf(result), /more than 256 MB/);
  });

  it('see that they are cancelled, and end with everything they started', async () => {
    await write(
      'long.tool.mjs',
      `import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
${header('long')}export async function run(args, { signal }) {
  signal.addEventListener('abort', () => writeFileSync('aborted', '1'));
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  writeFileSync('child', String(child.pid));
  await new Promise(() => setInterval(() => {}, 1000));
}
`,
    );
    const stop = new AbortController();
    const running = call('long', {}, stop.signal);
    const pid = await written('child');
    assert.ok(isAlive(pid));
    stop.abort();
    assert.deepEqual([(await running).status, await written('aborted')], ['cancelled', 1]);
    await poll('the end of the child', () => Promise.resolve(!isAlive(pid)));
  });

  it('with a syntax error are a broken file, with the line', async () => {
    await write('bad.tool.mjs', `${header('bad')}export const inputSchema = ;\n`);
    assert.deepEqual(problem(), { problem: "SyntaxError: Unexpected token ';'", line: 3 });
    assert.deepEqual(custom.tools, []);
  });

  it('that throw while they load are a broken file, with the line', async () => {
    await write('bad.tool.mjs', `${header('bad')}\nnope();\n`);
    assert.deepEqual(problem(), { problem: 'ReferenceError: nope is not defined', line: 4 });
  });

  it('that never finish loading are a broken file', async () => {
    await write('bad.tool.mjs', 'for (;;);\n');
    assert.match(problem().problem, /loading within 5 s/);
  });

  for (const [what, text, expected] of [
    ['no name', "export const description = 'A.'; export const run = () => 1;", /"name" is missing/],
    ['no run', header('a'), /"run" is not a function/],
    [
      'a schema of no object',
      `${header('a')}export const inputSchema = { type: 'string' }; export const run = () => 1;`,
      /"inputSchema" is not a schema of an object/,
    ],
    [
      'too long a time limit',
      `${header('a')}export const timeoutMs = 1e9; export const run = () => 1;`,
      /"timeoutMs" must not be greater/,
    ],
    [
      'the name of a server’s tool',
      `${header('mcp__a__b')}export const run = () => 1;`,
      /begins with "mcp__"/,
    ],
    [
      'the name of a built-in tool',
      `${header('read_file')}export const run = () => 1;`,
      /reserved for Patchbay/,
    ],
  ] as const) {
    it(`with ${what} are a broken file that says so`, async () => {
      await write('bad.tool.mjs', text);
      assert.match(problem().problem, expected);
    });
  }

  it('of one name are the first file, and the second is broken', async () => {
    await write('a.tool.mjs', `${header('same')}export const run = () => 'a';`);
    await write('b.tool.mjs', `${header('Same')}export const run = () => 'b';`);
    assert.deepEqual(
      custom.files.map(({ kind }) => kind),
      ['tool', 'broken'],
    );
    assert.equal(textOf(await call('same')), 'a');
  });

  it('are loaded again only when they have changed, and are then another tool to permissions', async () => {
    await run("return 'one';");
    const before = custom.tools[0]?.fingerprint();
    assert.equal(changes, 1);
    await custom.reload();
    assert.equal(changes, 1);
    assert.equal(textOf(await run("return 'two';")), 'two');
    assert.equal(changes, 2);
    assert.notDeepEqual(custom.tools[0]?.fingerprint(), before);
    await rm(join(folder, 'sample.tool.mjs'));
    await custom.reload();
    assert.deepEqual([custom.files.length, changes], [0, 3]);
  });

  it('whose file is not what the user was asked about any more do not run', async () => {
    await run("return 'one';");
    const changed = `${header('sample')}import { writeFileSync } from 'node:fs';\nwriteFileSync('ran', '1');\nexport const run = () => 1;`;
    await writeFile(join(folder, 'sample.tool.mjs'), changed);
    const result = await call('sample');
    assert.equal(result.status, 'error');
    assert.match(textOf(result), /has changed/);
    await assert.rejects(access(join(folder, 'ran')));
  });
});
