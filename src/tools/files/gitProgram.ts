/**
 * Asks git itself (decision 044). A repository can be hostile, so only commands are used that start no program from its
 * configuration, and git is never taken from the workspace.
 */
import { spawn } from 'node:child_process';
import { realpath } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, parse, sep } from 'node:path';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { executableAt } from '../../base/node/executable.ts';
import { signalTree, treeOptions } from '../../base/node/processTree.ts';
import { isInside } from './realPaths.ts';

const TIMEOUT_MS = 5_000;
const MAX_OUTPUT_BYTES = 8_000_000;
/** Most processes at a time. */
const MAX_RUNNING = 4;
/** Most paths for one process. */
const MAX_BATCH = 20_000;

/**
 * Settings on the command line, which override each configuration file. With the index, `check-ignore` would start
 * `core.fsmonitor`.
 */
const startsNothing = [
  'core.fsmonitor=false',
  'core.hooksPath=/dev/null',
  'core.untrackedCache=false',
  'core.sshCommand=false',
  'core.askPass=false',
  'protocol.allow=never',
].flatMap((setting) => ['-c', setting]);

interface Run {
  /** Git looks for repositories below this folder only. */
  readonly ceiling?: string | undefined;
  readonly input?: string | undefined;
  /** Exit codes with which the output is an answer. */
  readonly codes: readonly number[];
}

interface Question {
  readonly path: string;
  readonly answer: (isIgnored: boolean | undefined) => void;
}

export class GitProgram {
  readonly path: string;
  private readonly waiting = new Map<string, Question[]>();
  private running = 0;
  private readonly queue: (() => void)[] = [];

  constructor(path: string) {
    this.path = path;
  }

  /**
   * Runs `git config --list` with origins. With an explicit folder, git also reads a repository that belongs to another
   * user.
   */
  listConfiguration(gitFolder: string | undefined): Promise<string | undefined> {
    const repository = gitFolder === undefined ? [] : [`--git-dir=${gitFolder}`];
    return this.run([...repository, 'config', '--list', '-z', '--includes', '--show-origin'], { codes: [0] });
  }

  /**
   * Resolves with whether the rules of a repository ignore a path, tracked or not, or with undefined if git gives no
   * answer. One process answers the questions that are asked together. No folder in the path may be a link.
   */
  ignores(repository: string, path: string): Promise<boolean | undefined> {
    return new Promise((answer) => {
      const known = this.waiting.get(repository);
      if (known) {
        known.push({ path, answer });
        return;
      }
      this.waiting.set(repository, [{ path, answer }]);
      setImmediate(() => void this.answerAll(repository));
    });
  }

  /** Resolves with those of the paths that the rules of a repository ignore, as `ignores` does for each. */
  async ignoredIn(repository: string, paths: readonly string[]): Promise<ReadonlySet<string> | undefined> {
    const batches: Promise<ReadonlySet<string> | undefined>[] = [];
    for (let start = 0; start < paths.length; start += MAX_BATCH)
      batches.push(this.ignoredOf(repository, paths.slice(start, start + MAX_BATCH)));
    const all = new Set<string>();
    for (const found of await Promise.all(batches)) {
      if (!found) return undefined;
      for (const path of found) all.add(path);
    }
    return all;
  }

  private async answerAll(repository: string): Promise<void> {
    for (;;) {
      const questions = this.waiting.get(repository)?.splice(0, MAX_BATCH) ?? [];
      if (questions.length === 0) break;
      // oxlint-disable-next-line no-await-in-loop -- what comes meanwhile is asked with the next process
      const ignored = await this.ignoredOf(
        repository,
        questions.map(({ path }) => path),
      );
      for (const { path, answer } of questions) answer(ignored?.has(path));
    }
    this.waiting.delete(repository);
  }

  private async ignoredOf(
    repository: string,
    paths: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    // A path that begins with a colon would be a pattern.
    const input = paths.map((path) => `.${path.slice(repository.length).replaceAll(sep, '/')}\0`);
    const question = ['check-ignore', '-z', '--stdin', '--no-index'];
    const output = await this.run(['-C', repository, ...startsNothing, ...question], {
      ceiling: dirname(repository),
      input: input.join(''),
      codes: [0, 1],
    });
    if (output === undefined) return undefined;
    const named = output.split('\0').filter((name) => name !== '');
    return new Set(named.map((name) => join(repository, name)));
  }

  private async run(args: readonly string[], run: Run): Promise<string | undefined> {
    if (this.running >= MAX_RUNNING) await new Promise<void>((resolve) => this.queue.push(resolve));
    else this.running += 1;
    try {
      return await this.runNow(args, run);
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Resolves with undefined if git could not be started, failed, took too long or wrote too much. Never rejects. */
  private runNow(args: readonly string[], { ceiling, input, codes }: Run): Promise<string | undefined> {
    const { root } = parse(this.path);
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    let child: ReturnType<typeof spawn>;
    try {
      child = spawn(this.path, ['--no-pager', ...args], {
        ...treeOptions,
        // The folder is not the workspace: a wrapper for git in `PATH` may look there for what to do.
        cwd: root,
        env: environment(ceiling ?? root),
        stdio: ['pipe', 'pipe', 'ignore'],
      });
    } catch {
      return Promise.resolve(undefined);
    }
    const chunks: Buffer[] = [];
    let bytes = 0;
    let isCut = false;
    const stop = (): void => {
      isCut = true;
      if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL');
    };
    const timer = setTimeout(stop, TIMEOUT_MS);
    child.stdout?.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_OUTPUT_BYTES) stop();
      else chunks.push(chunk);
    });
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(input);
    child.on('error', () => resolve(undefined));
    child.on('close', (code) =>
      resolve(
        isCut || code === null || !codes.includes(code) ? undefined : Buffer.concat(chunks).toString('utf8'),
      ),
    );
    return promise.finally(() => clearTimeout(timer));
  }
}

/** Leaves out git's variables, which would make it look elsewhere. */
function environment(ceiling: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(inheritedEnvironment(process.env)).filter(
    ([name]) => !name.toUpperCase().startsWith('GIT_'),
  );
  return {
    ...Object.fromEntries(inherited),
    GIT_CEILING_DIRECTORIES: ceiling,
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    GIT_PAGER: '',
  };
}

/** Programs by path, so that questions at the same time share a process. */
const programs = new Map<string, GitProgram>();

/** Finds the git in `PATH`, but never one in these folders: a repository could bring a program of that name. */
export async function findGit(folders: readonly string[]): Promise<GitProgram | undefined> {
  const realFolders = await Promise.all(folders.map((folder) => realpath(folder).catch(() => folder)));
  const isForeign = (path: string): boolean =>
    [...folders, ...realFolders].some((folder) => isInside(path, folder));
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    if (!isAbsolute(folder) || isForeign(folder)) continue;
    // oxlint-disable-next-line no-await-in-loop -- the first one counts
    const path = await programAt(join(folder, name));
    if (path === undefined || isForeign(path)) continue;
    const known = programs.get(path) ?? new GitProgram(path);
    programs.set(path, known);
    return known;
  }
  return undefined;
}

/** On macOS, `/usr/bin/git` asks to install the developer tools if they are missing. */
const ofMac = ['/Library/Developer/CommandLineTools', '/Applications/Xcode.app/Contents/Developer'].map(
  (folder) => `${folder}/usr/bin/git`,
);

async function programAt(path: string): Promise<string | undefined> {
  if (process.platform === 'darwin' && path === '/usr/bin/git') {
    const found = await Promise.all(ofMac.map(programAt));
    return found.find((each) => each !== undefined);
  }
  return executableAt(path);
}
