import { placeBefore, tailText } from '../base/common/cut.ts';
import { spawn } from 'node:child_process';
import { endTree, treeOptions } from '../base/node/processTree.ts';
import { inheritedEnvironment } from '../base/node/environment.ts';
import type { CommandEnd } from '../protocol/index.ts';
import { BoundedProcesses } from './boundedProcesses.ts';

export interface CommandRequest {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

export interface CommandResult {
  readonly end: CommandEnd;
  /** Beginning and end of the output. `cut` characters between them are lost. */
  readonly head: string;
  readonly tail: string;
  readonly cut: number;
}

/** Returns the output, with a note for the model on what is missing. */
export function outputText({ head, tail, cut }: Omit<CommandResult, 'end'>): string {
  return cut > 0 ? `${head}\n… ${cut} characters left out …\n${tail}` : head + tail;
}

const HEAD = 20_000;
const TAIL = 60_000;
/** Time in ms for a command to end when it is asked to. */
const GRACE_MS = 1_000;

export class CommandRunner {
  private readonly processes = new BoundedProcesses();

  /**
   * Runs a command. A command that fails is a result. @throws the signal's reason if aborted, an error if there is no
   * shell
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

  dispose(): void {
    this.processes.dispose();
  }
}

/** The beginning and end of a growing text. `cut` characters between them are lost. */
export class BoundedText {
  private head = '';
  private isHeadFull = false;
  private tail = '';
  private cut = 0;

  add(text: string): void {
    const end = this.isHeadFull ? 0 : placeBefore(text, HEAD - this.head.length);
    this.isHeadFull ||= end < text.length;
    this.head += text.slice(0, end);
    const rest = this.tail + text.slice(end);
    this.tail = tailText(rest, TAIL);
    this.cut += rest.length - this.tail.length;
  }

  get parts(): Pick<CommandResult, 'head' | 'tail' | 'cut'> {
    const { head, tail, cut } = this;
    return { head, tail, cut };
  }
}
