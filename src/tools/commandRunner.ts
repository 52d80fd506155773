import { placeBefore, tailText } from '../base/common/cut.ts';
import {
  spawn,
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
} from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { joined, onScreen, type StyledText } from '../base/common/terminalText.ts';
import { endTree, treeOptions } from '../base/node/processTree.ts';
import { inheritedEnvironment } from '../base/node/environment.ts';
import type { CommandEnd } from '../protocol/index.ts';
import { BoundedProcesses } from './boundedProcesses.ts';
import { commandShell } from './commandShell.ts';
import { membersOf } from './groupMembers.ts';

export interface CommandRequest {
  readonly command: string;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onOutput: (text: string) => void;
}

export interface CommandResult {
  readonly end: CommandEnd;
  /** Short names of the processes that the shell left running. They are ended with the call. */
  readonly left: readonly string[];
  /** True if the output was held open when the shell had ended, by one of these processes or by one out of reach. */
  readonly isHeld: boolean;
  /** Beginning and end of the output. `cut` characters between them are lost. */
  readonly head: string;
  readonly tail: string;
  readonly cut: number;
}

/**
 * Returns the output as a terminal shows it, with a note on what is missing. The model gets its text, and the user also
 * its styles.
 */
export function shownOutput({ head, tail, cut }: BoundedText['parts']): StyledText {
  return cut > 0
    ? joined(
        onScreen(withoutPartedCode(head)),
        { text: `\n… ${cut} characters left out, and not kept …\n` },
        onScreen(tail),
      )
    : onScreen(head + tail);
}

/** Takes the beginning of a code away from the end of a text that was cut in it. */
function withoutPartedCode(text: string): string {
  const at = text.lastIndexOf('\u001b');
  return at >= 0 && /^.(?:\[[\d;?]*)?$/s.test(text.slice(at)) ? text.slice(0, at) : text;
}

/** Characters that are kept of the beginning and of the end of an output. */
export const OUTPUT_HEAD = 20_000;
export const OUTPUT_TAIL = 60_000;
/** Time in ms for a command to end when it is asked to. */
const GRACE_MS = 1_000;
/** Limits in ms for the output once the shell has ended: for its silence, and for all of it. */
const SILENCE_MS = 250;
const REST_MS = 3_000;

export class CommandRunner {
  private readonly processes = new BoundedProcesses();

  /**
   * Runs a command. A command that fails is a result. @throws the signal's reason if aborted, an error if there is no
   * shell
   */
  async run({ command, cwd, timeoutMs, signal, onOutput }: CommandRequest): Promise<CommandResult> {
    signal.throwIfAborted();
    const child = start(command, cwd);
    const output = new BoundedText();
    const silence = new Silence();
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        silence.heard();
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
      const ended = Promise.withResolvers<CommandResult['end']>();
      const closed = once(child, 'close');
      child.on('error', ended.reject);
      child.on('exit', (code, killedBy) =>
        ended.resolve(
          killedBy === null ? { kind: 'exited', code: code ?? 0 } : { kind: 'killed', signal: killedBy },
        ),
      );
      const end = await ended.promise;
      // A process in the background holds the output open, and would hold the call until its time limit.
      const isHeld = await Promise.race([closed.then(() => false), silence.after(SILENCE_MS, REST_MS)]);
      for (const stream of [child.stdout, child.stderr]) stream.destroy();
      signal.throwIfAborted();
      const left = child.pid === undefined ? [] : await membersOf(child.pid);
      return { end: timedOut ? { kind: 'timedOut' } : end, left, isHeld, ...output.parts };
    });
  }

  dispose(): void {
    this.processes.dispose();
  }
}

function start(command: string, cwd: string): ChildProcessByStdio<null, Readable, Readable> {
  const { program } = commandShell();
  const options: SpawnOptionsWithStdioTuple<StdioNull, StdioPipe, StdioPipe> = {
    ...treeOptions,
    cwd,
    // Bash would run the file that BASH_ENV names, which is not inherited.
    env: { ...inheritedEnvironment(process.env, ['SSH_AUTH_SOCK']), TERM: 'dumb', NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  };
  return program
    ? spawn(program.path, [...program.options, command], options)
    : spawn(command, [], { ...options, shell: true });
}

/** Tells when output that goes on has been silent for a while. */
class Silence {
  private restart: (() => void) | undefined;

  heard(): void {
    this.restart?.();
  }

  /** Resolves to true after `silenceMs` without output, or after `limitMs` with it. */
  async after(silenceMs: number, limitMs: number): Promise<true> {
    const { promise, resolve } = Promise.withResolvers<true>();
    let read: NodeJS.Immediate | undefined;
    // Output that came while this process was busy is read after the timers that are due, and before this.
    const onSilence = (): void => void (read = setImmediate(() => resolve(true)));
    let timer = setTimeout(onSilence, silenceMs);
    const limit = setTimeout(() => resolve(true), limitMs);
    const stop = (): void => {
      clearTimeout(timer);
      clearImmediate(read);
    };
    this.restart = () => {
      stop();
      timer = setTimeout(onSilence, silenceMs);
    };
    try {
      return await promise;
    } finally {
      stop();
      clearTimeout(limit);
      this.restart = undefined;
    }
  }
}

/** The beginning and end of a growing text. `cut` characters between them are lost. */
export class BoundedText {
  private head = '';
  private isHeadFull = false;
  private tail = '';
  private cut = 0;

  add(text: string): void {
    const end = this.isHeadFull ? 0 : placeBefore(text, OUTPUT_HEAD - this.head.length);
    this.isHeadFull ||= end < text.length;
    this.head += text.slice(0, end);
    const rest = this.tail + text.slice(end);
    this.tail = tailText(rest, OUTPUT_TAIL);
    this.cut += rest.length - this.tail.length;
  }

  get parts(): Pick<CommandResult, 'head' | 'tail' | 'cut'> {
    const { head, tail, cut } = this;
    return { head, tail, cut };
  }
}
