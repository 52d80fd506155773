/** Runs shell commands for the model: bounded output, a time limit, and an end that takes the whole tree. */
import { spawn } from 'node:child_process';
import { endTree, treeOptions } from '../base/node/processTree.ts';
import { inheritedEnvironment } from '../base/node/environment.ts';
import { BoundedProcesses } from './boundedProcesses.ts';

/** A command that is wanted. */
export interface CommandRequest {
  /** For the system's shell. */
  readonly command: string;
  /** Absolute. */
  readonly cwd: string;
  /** After this many ms the command is ended. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Gets the output as it comes, stdout and stderr alike. */
  readonly onOutput: (text: string) => void;
}

/** How a command ended. */
export interface CommandResult {
  readonly end:
    | { readonly kind: 'exited'; readonly code: number }
    | { readonly kind: 'killed'; readonly signal: string }
    | { readonly kind: 'timedOut' };
  /** The beginning and the end of what it wrote; `cut` characters between them are gone. */
  readonly head: string;
  readonly tail: string;
  readonly cut: number;
}

/** Characters kept of the beginning, and of the end. */
const HEAD = 20_000;
const TAIL = 60_000;
/** How long in ms a command may take to end when it is asked to. */
const GRACE_MS = 1_000;

/** Runs commands that do not outlive the host. */
export class CommandRunner {
  private readonly processes = new BoundedProcesses();

  /**
   * Runs a command and gives what it wrote. A command that fails is a result, too.
   * @throws the signal's reason when that is aborted, and what the system says when there is no shell.
   */
  async run({ command, cwd, timeoutMs, signal, onOutput }: CommandRequest): Promise<CommandResult> {
    signal.throwIfAborted();
    const child = spawn(command, {
      ...treeOptions,
      shell: true,
      cwd,
      env: { ...inheritedEnvironment(process.env, ['SSH_AUTH_SOCK']), TERM: 'dumb', NO_COLOR: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const output = new BoundedText();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output.add(text);
        onOutput(text);
      });
    }
    let timedOut = false;
    const stop = (): void => void endTree(child, GRACE_MS);
    const onTimeout = (): void => {
      timedOut = true;
      stop();
    };
    const bounds = { timeoutMs, onTimeout, signal, onAbort: stop, graceMs: GRACE_MS };
    return this.processes.outcomeOf(child, bounds, async () => {
      const { promise, resolve, reject } = Promise.withResolvers<CommandResult['end']>();
      child.on('error', reject);
      child.on('close', (code, killedBy) =>
        resolve(
          killedBy === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal: killedBy },
        ),
      );
      const end = await promise;
      signal.throwIfAborted();
      return { end: timedOut ? { kind: 'timedOut' } : end, ...output.parts };
    });
  }

  /** Ends what still runs. */
  dispose(): void {
    this.processes.dispose();
  }
}

/** The beginning and the end of a text of any length. */
class BoundedText {
  private head = '';
  private tail = '';
  private cut = 0;

  add(text: string): void {
    const space = HEAD - this.head.length;
    this.head += text.slice(0, Math.max(0, space));
    const rest = this.tail + text.slice(Math.max(0, space));
    this.cut += Math.max(0, rest.length - TAIL);
    this.tail = rest.slice(-TAIL);
  }

  get parts(): Pick<CommandResult, 'head' | 'tail' | 'cut'> {
    const { head, tail, cut } = this;
    return { head, tail, cut };
  }
}
