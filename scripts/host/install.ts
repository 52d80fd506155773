/** Installs the VS Code server host from npm into the cache, once. By hand: `node scripts/host/install.ts`. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { ensureBrowser } from './browser.ts';
import { once } from './cache.ts';

/** code-server's version; that of its VS Code has a 1 in front. */
export const HOST_VERSION = '4.139.1';
/** Its package's digest: `npm view code-server@… dist.integrity`. */
const HOST_INTEGRITY =
  'sha512-fUYvJVdz4ZoVJfakGiGWXFMpF8K1ObsrpGvX17ZxNpKOzdNHs7lANT670JTr4ZhA8DnWqyvvmFG/d3HV9Yy6ew==';

export interface HostPaths {
  /** The entry script, for Node 24. */
  serverMain: string;
  /** VS Code's version, such as 1.139.1. */
  version: string;
}

/**
 * Installs the host if the cache has none: about 20 s and 600 MB, nothing compiled. @throws Error that says what
 * failed, where, and what to do.
 */
export async function ensureHost(): Promise<HostPaths> {
  const vscode = vscodeFolder(await once(`host-${HOST_VERSION}`, install));
  await substitute(vscode);
  const { version } = JSON.parse(await readFile(join(vscode, 'package.json'), 'utf8')) as { version: string };
  return { serverMain: join(vscode, 'out/server-main.js'), version };
}

/**
 * Installs the TypeScript that VS Code brings along, which `--ignore-scripts` leaves out, and returns its folder for the
 * setting `js/ts.tsdk.path`. Only tests of diagnostics need it: it starts with the first file of TypeScript.
 */
export async function ensureTypeScript(): Promise<string> {
  const extensions = join(vscodeFolder(await once(`host-${HOST_VERSION}`, install)), 'extensions');
  const locked = await readFile(join(extensions, 'npm-shrinkwrap.json'), 'utf8');
  const { packages } = JSON.parse(locked) as Lock;
  const { version, integrity } = packages['node_modules/typescript'] ?? {};
  const folder = await once(`typescript-${version}`, async (target) => {
    await writeFile(join(target, 'package.json'), '{"private":true}\n');
    await npm(target, ['install', '--ignore-scripts', `typescript@${version}`]);
    const installed = JSON.parse(await readFile(join(target, 'package-lock.json'), 'utf8')) as Lock;
    if (installed.packages['node_modules/typescript']?.integrity !== integrity)
      throw new Error(`typescript ${version} is not the package that VS Code names.`);
    return { package: `typescript@${version}` };
  });
  return join(folder, 'node_modules/typescript/lib');
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly integrity?: string } | undefined>
  >;
}

/** Built-in extensions whose code works at each start and that no test looks at. */
const LEFT_OUT = new RegExp(
  `^(${[
    'copilot',
    'debug-.*',
    'emmet',
    'extension-editing',
    'git(-base|hub)?',
    'grunt|gulp|jake|npm',
    'ipynb|notebook-renderers',
    'merge-conflict',
    'ms-vscode\\..*',
    '(css|html|php|typescript)-language-features',
    'references-view|search-result',
    'terminal-suggest',
    'tunnel-forwarding',
  ].join('|')})$`,
);

/**
 * VS Code's built-in extensions without those that cost each window about two seconds of CPU. Windows that test the
 * package keep all.
 */
export async function ensureFewExtensions(): Promise<string> {
  const source = join(vscodeFolder(await once(`host-${HOST_VERSION}`, install)), 'extensions');
  return once(`few-extensions-${HOST_VERSION}`, async (folder) => {
    for (const name of await readdir(source)) {
      const keep = LEFT_OUT.test(name) ? keepWithoutCode : link;
      await keep(join(source, name), join(folder, name));
    }
    return { extensions: (await readdir(folder)).length };
  });
}

/** The fields of a manifest that make VS Code load code. */
const LOADS_CODE: ReadonlySet<string> = new Set(['main', 'browser', 'activationEvents']);

/** The workbench knows those by itself that run in browsers too, and complains if one is missing. */
async function keepWithoutCode(extension: string, kept: string): Promise<void> {
  const text = await readFile(join(extension, 'package.json'), 'utf8').catch(() => '{}');
  const manifest = JSON.parse(text) as Readonly<Record<string, unknown>>;
  if (manifest['browser'] === undefined) return;
  await mkdir(kept);
  const declared = Object.entries(manifest).filter(([key]) => !LOADS_CODE.has(key));
  await writeFile(join(kept, 'package.json'), JSON.stringify(Object.fromEntries(declared)));
  for (const name of await readdir(extension))
    if (name !== 'package.json') await link(join(extension, name), join(kept, name));
}

/** Relative, so that the cache can be moved: VS Code ignores broken links silently. */
async function link(target: string, path: string): Promise<void> {
  await symlink(relative(dirname(path), target), path);
}

function vscodeFolder(folder: string): string {
  return join(folder, 'node_modules/code-server/lib/vscode');
}

async function install(folder: string): Promise<object> {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  console.log(`host: installing code-server ${HOST_VERSION} (once, about 20 s and 600 MB) into ${folder}`);
  await writeFile(join(folder, 'package.json'), '{"private":true}\n');
  // Install scripts would compile native modules for minutes, and no test needs them.
  await npm(folder, ['install', '--ignore-scripts', `code-server@${HOST_VERSION}`]);
  await checkIntegrity(folder);
  console.log(`host: code-server is there (${seconds()} s), installing the modules of its VS Code`);
  await npm(vscodeFolder(folder), ['install', '--ignore-scripts', '--omit=dev']);
  console.log(`host: VS Code server installed in ${seconds()} s`);
  return { package: `code-server@${HOST_VERSION}`, seconds: seconds() };
}

/**
 * Before anything of the host runs. npm has checked the registry's digest; this checks ours. @throws Error if they
 * differ.
 */
export async function checkIntegrity(folder: string, wanted: string = HOST_INTEGRITY): Promise<void> {
  const { packages } = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock;
  const found = packages['node_modules/code-server']?.integrity;
  if (found !== wanted)
    throw new Error(
      `code-server ${HOST_VERSION} is not the package that was looked at: its digest is ${found ?? 'missing'}, ` +
        `and not ${wanted}. It was not run. Check where npm gets its packages from ("npm config get registry").`,
    );
}

/**
 * Replaces native modules, which are not compiled, with plain JavaScript. At every start, so that older caches get it.
 */
async function substitute(vscode: string): Promise<void> {
  for (const name of ['spdlog', 'native-watchdog']) {
    const source = await readFile(join(import.meta.dirname, 'substitutes', `${name}.cjs`), 'utf8');
    const target = join(vscode, 'node_modules/@vscode', name, 'index.js');
    if ((await readFile(target, 'utf8')) !== source) await writeFile(target, source);
  }
}

/** The output appears only in the error. */
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
