/** Starts and stops the VS Code server host. */
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
  /** The user data folder, with User/settings.json. Created if absent. */
  dataDir: string;
  /** Installed extensions. Created if absent. */
  extensionsDir: string;
  /** A free port if absent. VS Code's data in the browser belongs to the port. */
  port?: number;
  /** Variables for server and extension host, merged over this process's; undefined removes one. */
  env?: NodeJS.ProcessEnv;
  /** A tag such as `de`; English if absent. */
  language?: string;
  /** Built-in extensions; VS Code's own folder if absent. */
  builtinExtensionsDir?: string;
}

export interface WindowTarget {
  /** Absolute path of a folder or .code-workspace file; an empty window if both are absent. */
  folder?: string;
  workspace?: string;
  /** Absolute paths of the extension under development and its tests file. */
  extensionDevelopmentPath?: string;
  extensionTestsPath?: string;
}

export interface Host {
  /** The address has no trailing slash. */
  url: string;
  port: number;
  pid: number;
  windowUrl(target: WindowTarget): string;
  /** A page of the same origin, without any script. */
  emptyUrl: string;
  /** Output so far. */
  logs(): string;
  /** Resolves with exit code or signal when the server ends. */
  ended: Promise<number | string>;
  /** Recorded, so that `stop` finds them even without their parents. */
  processes(): Promise<ProcessInfo[]>;
  /** Waits until nothing of a closed window's extension host runs. Returns what `stop` returns; the server runs on. */
  settle(): Promise<ProcessInfo[]>;
  /**
   * Ends the server and all descendants. Returns the orphans that ran on for 3 s after their extension host, without VS
   * Code's own helpers. Idempotent.
   */
  stop(): Promise<ProcessInfo[]>;
}

const START_MS = 30_000;
/** Seconds that an extension host waits for a lost page; VS Code's default is three hours. */
const GRACE_S = 10;

/** Installs the host if needed and waits until it answers. @throws Error with the server's output after 30 s. */
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
    // The id of an ended server may be reused.
    const runs = child.exitCode === null && child.signalCode === null;
    const orphans = (await family?.end(runs)) ?? [];
    return orphans.filter((info) => !isItsOwn(info));
  };
  const isItsOwn = (info: ProcessInfo) => info.command.includes(dirname(serverMain));
  const settle = async () => (await family?.settle(isItsOwn)) ?? [];
  // Whatever ends this process, the server and its children must not outlive it.
  const lastResort = () => family?.kill();
  process.once('exit', lastResort);
  void ended.then(() => process.off('exit', lastResort));
  try {
    const port = await answeringPort(() => output, ended);
    const url = `http://127.0.0.1:${port}`;
    const windowUrl = (target: WindowTarget) => `${url}/?${windowQuery(target)}`;
    const emptyUrl = emptyPage(url);
    const pid = child.pid as number;
    const processes = async () => (await family?.look()) ?? [];
    return { url, port, pid, windowUrl, emptyUrl, logs: () => output, ended, processes, settle, stop };
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
    // Between processes of one machine it only takes time.
    '--disable-websocket-compression',
    // Otherwise a built workbench ignores the address's payload.
    '--enable-smoke-test-driver',
    // A connection on one machine ends only with its page, so nothing reconnects.
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

/** Leaves out the variables of a VS Code around this process, which the server would take for its own. */
export function hostEnvironment(extra: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(VSCODE_|ELECTRON_)/.test(name));
  // An invalid address turns the marketplace off: no test needs it, and offline it only logs errors.
  return { ...Object.fromEntries(inherited), EXTENSIONS_GALLERY: '{"serviceUrl":""}', ...extra };
}

function windowQuery(target: WindowTarget): string {
  const query = new URLSearchParams();
  if (target.workspace) query.set('workspace', target.workspace);
  else if (target.folder) query.set('folder', target.folder);
  else query.set('ew', 'true');
  const payload = (['extensionDevelopmentPath', 'extensionTestsPath'] as const).flatMap((key) => {
    const path = target[key];
    // pathToFileURL escapes the right characters.
    return path ? [[key, `vscode-remote://remote${pathToFileURL(path).pathname}`]] : [];
  });
  if (payload.length > 0) query.set('payload', JSON.stringify(payload));
  return query.toString();
}

async function answeringPort(output: () => string, ended: Promise<number | string>): Promise<number> {
  let end: number | string | undefined;
  void ended.then((code) => (end = code));
  const deadline = Date.now() + START_MS;
  while (Date.now() < deadline) {
    if (end !== undefined) throw new Error(`It ended with ${end}.`);
    const port = Number(/Extension host agent listening on (\d+)/.exec(output())?.[1]);
    if (port && (await answers(emptyPage(`http://127.0.0.1:${port}`)))) return port;
    await delay(50);
  }
  throw new Error(`It did not answer within ${START_MS / 1000} s.`);
}

const emptyPage = (url: string): string => `${url}/version`;

async function answers(url: string): Promise<boolean> {
  try {
    const response = await fetch(url);
    await response.text();
    return response.ok;
  } catch {
    // The server does not listen yet. The caller retries until its deadline.
    return false;
  }
}

/** @throws Error with the server's output if it refuses the package. */
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
