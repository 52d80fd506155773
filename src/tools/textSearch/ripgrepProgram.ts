/** Finds and runs the ripgrep that the editor brings along. It is never taken from `PATH` or from the workspace. */
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { executableAt } from '../../base/node/executable.ts';
import { signalTree, treeOptions } from '../../base/node/processTree.ts';
import { isInside } from '../files/realPaths.ts';

/** Where the editor's versions have it below their root; those of before 2022 had no scope. */
const packages = [
  `@vscode/ripgrep-universal/bin/${process.platform}-${process.arch}`,
  '@vscode/ripgrep/bin',
  `@vscode/ripgrep-${process.platform}-${process.arch}/bin`,
  'vscode-ripgrep/bin',
];
/** A packed editor has programs beside the archive of its modules. */
const modules = ['node_modules.asar.unpacked', 'node_modules'];

/**
 * Returns the path of the program. `folders` are those of the workspace: an editor that lies in one of them could have
 * been changed by its files.
 */
export async function findRipgrep(appRoot: string, folders: readonly string[]): Promise<string | undefined> {
  // The editor of a browser has none.
  if (!isAbsolute(appRoot)) return undefined;
  const name = process.platform === 'win32' ? 'rg.exe' : 'rg';
  const real = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  for (const place of modules.flatMap((each) => packages.map((path) => join(appRoot, each, path, name)))) {
    // oxlint-disable-next-line no-await-in-loop -- the first one counts
    const program = await executableAt(place);
    if (program === undefined) continue;
    return [...folders, ...real].some((folder) => isInside(program, folder) || isInside(place, folder))
      ? undefined
      : program;
  }
  return undefined;
}

export interface RipgrepLimits {
  readonly ms: number;
  readonly bytes: number;
}

/** The output is that of 400,000 files with long names. */
export const ripgrepLimits: RipgrepLimits = { ms: 60_000, bytes: 64_000_000 };

export interface RipgrepRun {
  readonly program: string;
  readonly args: readonly string[];
  /** Globs are relative to it. */
  readonly cwd: string;
  readonly signal: AbortSignal;
  readonly limits?: RipgrepLimits | undefined;
}

export type RipgrepEnd =
  /** `isWhole` is false if a limit ended it: what was written until then counts. */
  | { readonly kind: 'ended'; readonly output: Buffer; readonly isWhole: boolean }
  /** It did not start, or refused its arguments. */
  | { readonly kind: 'failed' };

/** Longest message that is looked at: only whether there is one counts. */
const MAX_ERROR_BYTES = 1_000;
/** ripgrep's exit code for an error, also for one file that it could not read. */
const ERROR = 2;

/** Rejects with the signal's reason. The process and its children are gone by then, or being killed. */
export function runRipgrep({
  program,
  args,
  cwd,
  signal,
  limits = ripgrepLimits,
}: RipgrepRun): Promise<RipgrepEnd> {
  const { promise, resolve, reject } = Promise.withResolvers<RipgrepEnd>();
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  const child = started(program, args, cwd);
  if (!child) return Promise.resolve({ kind: 'failed' });
  const chunks: Buffer[] = [];
  let bytes = 0;
  let errorBytes = 0;
  let isWhole = true;
  const kill = (): void => {
    if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL');
  };
  const stop = (): void => {
    isWhole = false;
    kill();
  };
  const cancel = (): void => {
    kill();
    reject(signal.reason as Error);
  };
  const timer = setTimeout(stop, limits.ms);
  signal.addEventListener('abort', cancel, { once: true });
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= limits.bytes) chunks.push(chunk);
    else if (isWhole) stop();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errorBytes = Math.min(MAX_ERROR_BYTES, errorBytes + chunk.length);
  });
  child.on('error', () => resolve({ kind: 'failed' }));
  child.on('close', (code) => {
    // Without messages about files, all that is left to say is that an argument is wrong.
    const isRefused = isWhole && (code === null || code > ERROR || (code === ERROR && errorBytes > 0));
    resolve(isRefused ? { kind: 'failed' } : { kind: 'ended', output: Buffer.concat(chunks), isWhole });
  });
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  });
}

/** Returns undefined for arguments that no process can have: a name with a zero character, or too many of them. */
function started(program: string, args: readonly string[], cwd: string) {
  try {
    return spawn(program, ['--no-config', '--no-messages', ...args], {
      ...treeOptions,
      cwd,
      env: inheritedEnvironment(process.env),
      // With an open input, ripgrep would search that.
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  } catch {
    return undefined;
  }
}
