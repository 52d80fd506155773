/**
 * Installs the VS Code server host from the npm registry, once, into the cache folder.
 *
 * Run by hand it does so ahead of the tests: `node scripts/host/install.ts`.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { once } from './cache.ts';

/** code-server's version; the version of the VS Code in it is the same with a 1 in front. */
export const HOST_VERSION = '4.139.1';

export interface HostPaths {
  /** The server's entry script, to be run by Node 24. */
  serverMain: string;
  /** VS Code's version, such as 1.139.1. */
  version: string;
}

/**
 * Gives the VS Code server host, installing it first if the cache has none: about 20 s and 600 MB, nothing
 * compiled. Throws an Error saying what failed, where and what to do if npm cannot install it.
 */
export async function ensureHost(): Promise<HostPaths> {
  const vscode = vscodeFolder(await once(`host-${HOST_VERSION}`, install));
  await substitute(vscode);
  const { version } = JSON.parse(await readFile(join(vscode, 'package.json'), 'utf8')) as { version: string };
  return { serverMain: join(vscode, 'out/server-main.js'), version };
}

function vscodeFolder(folder: string): string {
  return join(folder, 'node_modules/code-server/lib/vscode');
}

async function install(folder: string): Promise<object> {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`host: installing code-server ${HOST_VERSION} (once, about 20 s and 600 MB) into ${folder}`);
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  // Its install scripts would compile native modules for minutes, and no test needs them.
  await npm(folder, ['install', '--ignore-scripts', `code-server@${HOST_VERSION}`]);
  console.log(`host: code-server is there (${seconds()} s), installing the modules of its VS Code`);
  await npm(vscodeFolder(folder), ['install', '--ignore-scripts', '--omit=dev']);
  console.log(`host: VS Code server installed in ${seconds()} s`);
  return { package: `code-server@${HOST_VERSION}`, seconds: seconds() };
}

/**
 * Puts plain JavaScript in the place of native modules that are wanted but not compiled. Done at every start, as
 * it costs nothing and an older cache gets it too.
 */
async function substitute(vscode: string): Promise<void> {
  for (const name of ['spdlog', 'native-watchdog']) {
    const source = await readFile(join(import.meta.dirname, 'substitutes', `${name}.cjs`), 'utf8');
    const target = join(vscode, 'node_modules/@vscode', name, 'index.js');
    if ((await readFile(target, 'utf8')) !== source) await writeFile(target, source);
  }
}

/** Runs npm in a folder. Its output is kept back and shown in the error if it fails. */
async function npm(folder: string, args: string[]): Promise<void> {
  const [command, ...prefix] = npmCommand();
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  // npm's own pauses, 10 s to 60 s, would make an unreachable registry look like a hang.
  const patience = ['--fetch-retry-mintimeout=1000', '--fetch-retry-maxtimeout=5000'];
  const child = spawn(command, [...prefix, ...args, ...quiet, ...patience], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const failure = await new Promise<string | undefined>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('close', (code, signal) => done(code === 0 ? undefined : `it ended with ${code ?? signal}`));
  });
  if (failure === undefined) return;
  throw new Error(
    `The VS Code test host could not be installed: "npm ${args.join(' ')}" failed in ${folder}: ${failure}.\n` +
      `${output.trim()}\n` +
      'What to do: check that npm reaches its registry ("npm ping") and that the disk has 1 GB free, then run ' +
      'this again; or set PATCHBAY_HOST_CACHE to a folder where another clone has installed it.',
  );
}

/** The npm that runs this script, or the one beside Node, or the one on the PATH. */
function npmCommand(): [string, ...string[]] {
  const running = process.env['npm_execpath'];
  if (running?.endsWith('.js') && existsSync(running)) return [process.execPath, running];
  const beside = join(dirname(process.execPath), '../lib/node_modules/npm/bin/npm-cli.js');
  return existsSync(beside) ? [process.execPath, beside] : ['npm'];
}

if (import.meta.main) {
  const host = await ensureHost();
  const browser = await ensureBrowser();
  console.log(`host: VS Code ${host.version}, ${browser.version} at ${browser.executable}`);
}
