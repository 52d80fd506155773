/** A command while it runs: its processes, its output and its input. */
import { randomUUID } from 'node:crypto';
import {
  spawn,
  type ChildProcessByStdio,
  type SpawnOptionsWithStdioTuple,
  type StdioNull,
  type StdioPipe,
} from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { inheritedEnvironment } from '../base/node/environment.ts';
import { MARK_VARIABLE } from '../base/node/markedProcesses.ts';
import { endTree, treeOptions } from '../base/node/processTree.ts';
import type { BoundedProcesses } from './boundedProcesses.ts';
import { BoundedText, type CommandResult } from './commandOutput.ts';
import { commandShell } from './commandShell.ts';
import { membersOf } from './groupMembers.ts';
import { OutputPace } from './outputPace.ts';
import { TypedSecrets } from './typedSecrets.ts';

export interface CommandStart {
  readonly command: string;
  readonly cwd: string;
  /** Leaves the input open, so that somebody can answer what the command asks. */
  readonly takesInput: boolean;
  readonly onOutput: (text: string) => void;
}

/** Time in ms for a command to end when it is asked to. */
const GRACE_MS = 1_000;
/** Limits in ms for the output once the shell has ended: for its silence, and for all of it. */
const SILENCE_MS = 250;
const REST_MS = 3_000;

type Child = ChildProcessByStdio<Writable | null, Readable, Readable>;

export class RunningCommand {
  /** Resolves once the command and all that it started have ended. @throws an error if there is no shell */
  readonly ended: Promise<CommandResult>;
  private readonly mark = randomUUID();
  private readonly child: Child;
  private readonly processes: BoundedProcesses;
  private readonly secrets: TypedSecrets;
  private timer: NodeJS.Timeout | undefined;
  private timedOut = false;
  private isKept = false;

  constructor({ onOutput, ...request }: CommandStart, processes: BoundedProcesses) {
    this.processes = processes;
    this.child = start(request, this.mark);
    // A command that reads nothing closes its input when it likes.
    this.child.stdin?.on('error', () => undefined);
    const output = new BoundedText();
    this.secrets = new TypedSecrets((text) => {
      output.add(text);
      onOutput(text);
    });
    this.ended = this.untilEnded(output);
  }

  /** Id of the process group. */
  get pid(): number | undefined {
    return this.child.pid;
  }

  limit(ms: number): void {
    this.timer = setTimeout(() => {
      this.timedOut = true;
      this.stop();
    }, ms);
  }

  /** Lets the command run without a time limit. What it has started apart from itself will end with it. */
  keep(): void {
    clearTimeout(this.timer);
    if (this.isKept) return;
    this.isKept = true;
    this.processes.watchMark(this.mark);
  }

  stop(): void {
    void endTree(this.child, GRACE_MS);
  }

  get takesInput(): boolean {
    return this.child.stdin?.writable === true;
  }

  /** Types a text. Of a secret one, the output shows nothing. */
  write(text: string, isSecret: boolean): void {
    if (isSecret) this.secrets.add(text);
    this.child.stdin?.write(text);
  }

  endInput(): void {
    this.child.stdin?.end();
  }

  private async untilEnded(output: BoundedText): Promise<CommandResult> {
    const { child, processes } = this;
    try {
      return await processes.wholeTree(child, GRACE_MS, () => this.outcome(output));
    } finally {
      clearTimeout(this.timer);
      if (this.isKept) await processes.endMarked(this.mark);
    }
  }

  private async outcome(output: BoundedText): Promise<CommandResult> {
    const { child } = this;
    const silence = new Silence();
    const streams = [child.stdout, child.stderr];
    const pace = new OutputPace(streams);
    for (const stream of streams) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        silence.heard();
        // Others end at their time limit.
        if (this.isKept) pace.heard(text.length);
        this.secrets.push(text);
      });
    }
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
    for (const stream of streams) stream.destroy();
    this.secrets.flush();
    const left = child.pid === undefined ? [] : await membersOf(child.pid);
    return { end: this.timedOut ? { kind: 'timedOut' } : end, left, isHeld, ...output.parts };
  }
}

function start({ command, cwd, takesInput }: Omit<CommandStart, 'onOutput'>, mark: string): Child {
  const { program } = commandShell();
  const options: SpawnOptionsWithStdioTuple<StdioNull | StdioPipe, StdioPipe, StdioPipe> = {
    ...treeOptions,
    cwd,
    env: {
      // Bash would run the file that BASH_ENV names, which is not inherited.
      ...inheritedEnvironment(process.env, ['SSH_AUTH_SOCK']),
      TERM: 'dumb',
      NO_COLOR: '1',
      [MARK_VARIABLE]: mark,
    },
    stdio: [takesInput ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  };
  const child = program
    ? spawn(program.path, [...program.options, command], options)
    : spawn(command, [], { ...options, shell: true });
  return child as Child;
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
