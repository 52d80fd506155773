// Reads the PATH of the login shell, because an editor started from a dock or menu has a short one, without Homebrew,
// nvm or uv. The shell runs the user's own profile in the home folder, and nothing of a workspace.
import { spawn } from 'node:child_process';
import { homedir, userInfo } from 'node:os';
import { basename, delimiter, join } from 'node:path';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { signalTree, treeOptions } from '../../base/node/processTree.ts';
import { access, constants } from 'node:fs/promises';
import type { ServerLog } from '../common/ports.ts';
import type { StdioLaunch } from './stdioTransport.ts';

/** The time limit in ms, because a profile may ask questions that nobody answers. */
const LIMIT_MS = 5_000;
/** The most characters of output that are read, because profiles print all kinds of things. */
const MAX_OUTPUT = 1_000_000;
const MARK = '--patchbay-path--';

export type LoginPath =
  | { readonly kind: 'known'; readonly shell: string; readonly folders: readonly string[] }
  | { readonly kind: 'unknown'; readonly why: string };

export class LoginShell {
  private readonly environment: NodeJS.ProcessEnv;
  private readonly limitMs: number;
  private asked: Promise<LoginPath> | undefined;

  /** `SHELL` in `environment` names the shell. */
  constructor(environment: NodeJS.ProcessEnv, limitMs = LIMIT_MS) {
    this.environment = environment;
    this.limitMs = limitMs;
  }

  /** Runs the shell once. Never rejects. */
  path(): Promise<LoginPath> {
    this.asked ??= this.ask();
    return this.asked;
  }

  forget(): void {
    this.asked = undefined;
  }

  private async ask(): Promise<LoginPath> {
    if (process.platform === 'win32')
      return { kind: 'unknown', why: 'On Windows there is no login shell; programs share one PATH.' };
    const shell = this.environment['SHELL'] || shellOfUser();
    if (shell === undefined) return { kind: 'unknown', why: 'The user has no login shell.' };
    const output = await this.run(shell);
    if (output.kind === 'failed') return { kind: 'unknown', why: `${shell} ${output.how}.` };
    const [, said] = output.text.split(MARK);
    const folders = (said ?? '').trim().split(delimiter).filter(Boolean);
    if (folders.length === 0) return { kind: 'unknown', why: `${shell} did not say its PATH.` };
    return { kind: 'known', shell, folders };
  }

  private run(
    shell: string,
  ): Promise<
    { readonly kind: 'said'; readonly text: string } | { readonly kind: 'failed'; readonly how: string }
  > {
    return new Promise((resolve) => {
      const child = spawn(shell, argumentsFor(shell), {
        ...treeOptions,
        cwd: homedir(),
        // Nothing of a workspace runs in the user's own shell.
        env: inheritedEnvironment(this.environment, 'all'),
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      let text = '';
      let hasEnded = false;
      const end = (how?: string): void => {
        if (hasEnded) return;
        hasEnded = true;
        clearTimeout(timer);
        // A profile may have started something that goes on.
        if (child.pid !== undefined) signalTree(child.pid, 'SIGKILL');
        child.stdout.destroy();
        resolve(how === undefined ? { kind: 'said', text } : { kind: 'failed', how });
      };
      const timer = setTimeout(() => end(`did not say its PATH within ${this.limitMs} ms`), this.limitMs);
      child.stdout.setEncoding('utf8');
      child.stdout.on('data', (chunk: string) => {
        if (text.length < MAX_OUTPUT) text += chunk;
        // The rest of the profile is not awaited.
        if (text.split(MARK).length > 2) end();
      });
      child.on('error', ({ message }) => end(`could not be started (${message})`));
      child.on('close', () => end());
    });
  }
}

/**
 * Returns arguments with which a shell prints its PATH. Shells print lists of folders differently; `printenv` does not.
 */
function argumentsFor(shell: string): string[] {
  const command = `echo ${MARK}; printenv PATH; echo ${MARK}`;
  // These shells take no -l together with a command.
  if (/^t?csh$/.test(basename(shell))) return ['-i', '-c', command];
  // The shell is interactive, because nvm and the like are set up for such shells.
  return ['-i', '-l', '-c', command];
}

function shellOfUser(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // The user has no entry in the system's list, as in some containers.
    return undefined;
  }
}

/** Appends the login shell's PATH if the command is not in the launch's own. */
export async function withLoginPath(
  launch: StdioLaunch,
  { loginShell, log }: { readonly loginShell: LoginShell; readonly log: ServerLog },
): Promise<StdioLaunch> {
  const { command, env } = launch;
  if (process.platform === 'win32' || command.includes('/')) return launch;
  const own = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  if (await isIn(own, command)) return launch;
  const path = await loginShell.path();
  if (path.kind === 'unknown') {
    log.append('warning', 'patchbay', `"${command}" is not in the editor's PATH, and ${path.why}`);
    return launch;
  }
  const more = path.folders.filter((folder) => !own.includes(folder));
  log.append(
    'info',
    'patchbay',
    `"${command}" is not in the editor's PATH. The login shell ${path.shell} knows ${more.length === 0 ? 'no other folders' : `more folders: ${more.join(delimiter)}`}`,
  );
  return more.length === 0 ? launch : { ...launch, env: { ...env, PATH: [...own, ...more].join(delimiter) } };
}

async function isIn(folders: readonly string[], command: string): Promise<boolean> {
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, command), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.includes(true);
}
