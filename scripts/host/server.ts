/**
 * Starts and stops the VS Code server host and says under which address a window of it opens.
 */
import { execFile, spawn } from 'node:child_process';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { Family } from './family.ts';
import { ensureHost } from './install.ts';
import { writeLanguagePack } from './language.ts';
import type { ProcessInfo } from './processes.ts';

export interface HostOptions {
  /** The user data folder; its User/settings.json are the user settings. Made if absent. */
  dataDir: string;
  /** Where installed extensions live. Made if absent. */
  extensionsDir: string;
  /** The port to listen on; a free one if absent. What VS Code keeps in the browser belongs to the port. */
  port?: number;
  /** Variables for the server and the extension host, over those of this process; undefined removes one. */
  env?: NodeJS.ProcessEnv;
  /** The display language as a tag (`de`); English if absent. */
  language?: string;
  /** The folder of the extensions that come with VS Code; its own if absent. */
  builtinExtensionsDir?: string;
}

export interface WindowTarget {
  /** The absolute path of the folder or .code-workspace file to open; an empty window if both are absent. */
  folder?: string;
  workspace?: string;
  /** Absolute paths of the extension under development and of a tests file for it. */
  extensionDevelopmentPath?: string;
  extensionTestsPath?: string;
}

export interface Host {
  /** The server's address, without a slash at its end. */
  url: string;
  port: number;
  pid: number;
  /** The address of a window. */
  windowUrl(target: WindowTarget): string;
  /** What the server printed so far. */
  logs(): string;
  /** Fulfilled with the exit code or signal when the server ends, stopped or not. */
  ended: Promise<number | string>;
  /** The processes below the server now. They are remembered: `stop` finds them even without their parents. */
  processes(): Promise<ProcessInfo[]>;
  /**
   * Waits until nothing runs that an extension host left behind; its own window has closed. It returns what `stop`
   * returns, and the server runs on.
   */
  settle(): Promise<ProcessInfo[]>;
  /**
   * Ends the server with all its descendants; none runs when it returns. It returns the orphans: those that ran on
   * for 3 s after their extension host had ended before, without VS Code's own helpers. Can be called again.
   */
  stop(): Promise<ProcessInfo[]>;
}

const START_MS = 30_000;
/** How long an extension host waits for a page that went without a word; VS Code's own three hours if not said. */
const GRACE_S = 10;

/**
 * Starts the server host, installing it first if need be, and waits until it answers. Throws an Error with the
 * server's output if it does not within 30 s.
 */
export async function startHost(options: HostOptions): Promise<Host> {
  const { serverMain } = await ensureHost();
  if (options.language !== undefined) await writeLanguagePack(options.dataDir, options.language);
  const child = spawn(process.execPath, [serverMain, ...serverArguments(options)], {
    env: hostEnvironment(options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (output += data.toString()));
  const ended = new Promise<number | string>((done) => {
    child.on('error', (error) => done(error.message));
    child.on('exit', (code, signal) => done(code ?? signal ?? 'no exit code'));
  });
  const family = child.pid === undefined ? undefined : new Family(child.pid);
  const stop = async () => {
    // Once the server has ended, its id may be another process's.
    const runs = child.exitCode === null && child.signalCode === null;
    const orphans = (await family?.end(runs)) ?? [];
    return orphans.filter((info) => !isItsOwn(info));
  };
  const isItsOwn = (info: ProcessInfo) => info.command.includes(dirname(serverMain));
  const settle = async () => (await family?.settle(isItsOwn)) ?? [];
  // Whatever ends this process, neither the server nor what it started outlives it.
  const lastResort = () => family?.kill();
  process.once('exit', lastResort);
  void ended.then(() => process.off('exit', lastResort));
  try {
    const port = await answeringPort(() => output, ended);
    const url = `http://127.0.0.1:${port}`;
    const windowUrl = (target: WindowTarget) => `${url}/?${windowQuery(target)}`;
    const pid = child.pid as number;
    const processes = async () => (await family?.look()) ?? [];
    return { url, port, pid, windowUrl, logs: () => output, ended, processes, settle, stop };
  } catch (cause) {
    await stop();
    throw new Error(`The VS Code server did not start. Its output:\n${output}`, { cause });
  }
}

function serverArguments(options: HostOptions): string[] {
  return [
    '--host=127.0.0.1',
    `--port=${options.port ?? 0}`,
    '--without-connection-token',
    '--accept-server-license-terms',
    '--telemetry-level=off',
    // Without it a built workbench ignores the payload of the address.
    '--enable-smoke-test-driver',
    // On one machine a connection ends only with its page: nothing comes back to an extension host after that.
    `--reconnection-grace-time=${GRACE_S}`,
    ...(options.language === undefined ? [] : [`--locale=${options.language}`]),
    ...(options.builtinExtensionsDir ? [`--builtin-extensions-dir=${options.builtinExtensionsDir}`] : []),
    ...folderArguments(options.dataDir, options.extensionsDir),
  ];
}

function folderArguments(dataDir: string, extensionsDir: string): string[] {
  const serverDir = join(dataDir, 'server');
  return ['--server-data-dir', serverDir, '--user-data-dir', dataDir, '--extensions-dir', extensionsDir];
}

/** This process's variables without those of a VS Code around it, which would be taken for the server's own. */
export function hostEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name));
  // An address that is none turns the marketplace off: no test depends on it, and offline it is only noise.
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...extra };
}

function windowQuery(target: WindowTarget): string {
  const query = new URLSearchParams();
  if (target.workspace) query.set('workspace', target.workspace);
  else if (target.folder) query.set('folder', target.folder);
  else query.set('ew', 'true');
  const payload = (['extensionDevelopmentPath', 'extensionTestsPath'] as const).flatMap((key) => {
    const path = target[key];
    // Of an absolute file path, pathToFileURL gives the part with the right characters escaped.
    return path ? [[key, `vscode-remote://remote${pathToFileURL(path).pathname}`]] : [];
  });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return query.toString();
}

/** Waits until the server has said its port and answers on it. */
async function answeringPort(output: () => string, ended: Promise<number | string>): Promise<number> {
  let end: number | string | undefined;
  void ended.then((code) => (end = code));
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (end !== undefined) throw new Error(`It ended with ${end}.`);
    const port = Number(/Extension host agent listening on (\d+)/.exec(output())?.[1]);
    if (port && (await answers(`http://127.0.0.1:${port}/version`))) return port;
    await delay(50);
  }
  throw new Error(`It did not answer within ${START_MS / 1000} s.`);
}

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    // Not listening yet; the caller asks again until its deadline.
    return false;
  }
}

/**
 * Installs a packaged extension for hosts with these folders, as a user would. Throws an Error with what the
 * server said if it does not take the package.
 */
export async function installVsix(
  vsix: string,
  { dataDir, extensionsDir }: Pick<HostOptions, 'dataDir' | 'extensionsDir'>,
): Promise<void> {
  const { serverMain } = await ensureHost();
  const folders = folderArguments(dataDir, extensionsDir);
  const args = [serverMain, ...folders, '--install-extension', resolve(vsix), '--force'];
  try {
    await promisify(execFile)(process.execPath, args, { env: hostEnvironment() });
  } catch (cause) {
    throw new Error(`VS Code did not install ${vsix}.`, { cause });
  }
}
