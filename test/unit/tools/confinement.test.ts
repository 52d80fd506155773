/** What the process of a custom tool cannot read on Linux, in real processes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { confinements, findConfinement, type CommandPrefix } from '../../../src/tools/confinement.ts';
import { CustomTools, type ToolResult } from '../../../src/tools/index.ts';

const source = (name: string): string =>
  fileURLToPath(new URL(`../../../src/tools/${name}.ts`, import.meta.url));
const isRoot = process.getuid?.() === 0;
const find = (...prefixes: CommandPrefix[]) => findConfinement(prefixes, process.execPath, process.env);

describe('the confinement of custom tools', () => {
  let folder: string;
  let custom: CustomTools;

  before(async function () {
    if (process.platform !== 'linux') this.skip();
    // Root can always be confined; another user needs a kernel and a util-linux that allow it.
    if (!isRoot && (await find(...confinements())).length === 0) this.skip();
  });
  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-confined-')));
    const folders = () => [{ path: folder, cwd: folder, needsConfirmation: false }];
    custom = new CustomTools({ runner: source('customRunner'), folders }, () => false);
  });
  afterEach(async () => {
    custom.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  /** Calls a tool with this body of `run`. */
  async function run(body: string): Promise<ToolResult> {
    const head = `import fs from 'node:fs'; import { execFileSync } from 'node:child_process';`;
    const text = `${head} export const name = 'a'; export const description = 'A.'; export function run() { ${body} }`;
    await writeFile(join(folder, 'a.tool.mjs'), text);
    await custom.reload();
    const [tool] = custom.tools;
    assert.ok(tool, JSON.stringify(custom.files));
    return tool.call({}, { signal: new AbortController().signal, onProgress: () => undefined, approved: [] });
  }

  for (const [how, body] of [
    ['in /proc', 'return fs.readFileSync(`/proc/${process.ppid}/environ`, "utf8")'],
    ['over a link to /proc', 'return fs.readFileSync(`link/${process.ppid}/environ`, "utf8")'],
    ['in its memory', 'fs.openSync(`/proc/${process.ppid}/mem`, "r"); return "PATH="'],
    ['by a program', 'return execFileSync("cat", [`/proc/${process.ppid}/environ`], { encoding: "utf8" })'],
    [
      'in a worker',
      'return import("node:worker_threads").then(({ Worker }) => new Promise((resolve, reject) => new Worker("require(`worker_threads`).parentPort.postMessage(require(`fs`).readFileSync(`/proc/${process.ppid}/environ`, `utf8`))", { eval: true, execArgv: [] }).on("message", resolve).on("error", reject)))',
    ],
  ] as const) {
    it(`keeps them from reading the environment of the editor ${how}`, async () => {
      await symlink('/proc', join(folder, 'link'));
      const result = await run(body);
      assert.equal(result.status, 'error');
      assert.match(JSON.stringify(result.content), /permission denied/i);
    });
  }

  it('leaves them what else they can do: files, links, programs, and what these may do', async () => {
    await mkdir(join(folder, 'one'));
    await mkdir(join(folder, 'two'));
    const result = await run(`
      fs.writeFileSync('one/a', 'text');
      fs.renameSync('one/a', 'two/a');
      fs.linkSync('two/a', 'one/b');
      fs.symlinkSync('../two/a', 'one/c');
      fs.chmodSync('one/c', 0o600);
      const child = execFileSync('sh', ['-c', 'mv one/b two/b; cat two/b; id -u'], { encoding: 'utf8' });
      const own = fs.readFileSync('/proc/self/environ', 'utf8').includes('PATH=');
      return [fs.readFileSync('one/c', 'utf8'), child, own, fs.readdirSync('/').includes('proc')];`);
    const uid = String(process.getuid?.());
    assert.deepEqual(result.content, [{ type: 'json', value: ['text', `text${uid}\n`, true, true] }]);
  });

  it('is empty if a program starts the tool without confining it, or does not start it', async () => {
    assert.deepEqual(await find(['/usr/bin/env'], ['/bin/false'], ['/nonexistent']), []);
    const works = await find(...confinements());
    assert.deepEqual(await find(['/usr/bin/env'], works), works);
  });

  it('is found by a user who is not root, too', async function () {
    if (!isRoot) this.skip();
    // A process of that user looks for it: another user could not read this one anyway.
    await chmod(folder, 0o755);
    const script = join(folder, 'find.mjs');
    await writeFile(
      script,
      `import { confinements, findConfinement } from ${JSON.stringify(source('confinement'))};
       const find = (prefixes) => findConfinement(prefixes, process.execPath, process.env);
       console.log(JSON.stringify([await find([['/usr/bin/env']]), await find(confinements())]));`,
    );
    const { stdout } = await promisify(execFile)(process.execPath, [script], { uid: 65_534, gid: 65_534 });
    const [none, found] = JSON.parse(stdout) as string[][];
    assert.deepEqual(none, []);
    assert.match(found?.[0] ?? '', /\/(setpriv|unshare)$/);
  });
});
