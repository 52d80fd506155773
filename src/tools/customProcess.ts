import { tailText } from '../base/common/cut.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { content, join, type LocalizedMessage, msg } from '../base/common/message.ts';
import { inheritedEnvironment } from '../base/node/environment.ts';
import { plainLabel, plainText } from '../base/common/text.ts';
import { treeOptions } from '../base/node/processTree.ts';
import type { Progress } from '../protocol/index.ts';
import { BoundedProcesses } from './boundedProcesses.ts';
import { confinements, findConfinement, type CommandPrefix } from './confinement.ts';
import type { Order, Report } from './customMessages.ts';

export interface CustomJob {
  readonly order: Exclude<Order, { type: 'abort' }>;
  readonly cwd: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
  /** Called for files that the process was not allowed to load. */
  readonly onRefused?: ((path: string) => void) | undefined;
}

export type CustomEnd =
  | { readonly kind: 'done'; readonly value: unknown }
  /** `isUnfinished` says that the process ended before the tool had answered. */
  | {
      readonly kind: 'failed';
      readonly message: LocalizedMessage;
      readonly line?: number | undefined;
      readonly isUnfinished?: true | undefined;
    }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'cancelled' };

/** Limit of a tool's JavaScript heap in MB. */
const MEMORY_MB = 256;
/** Time in ms for a process to end when asked, and again before it is killed. */
const GRACE_MS = 500;
/** Length of the end of stderr, and of a message. */
const TAIL = 8_000;
const MAX_LABEL = 200;

/** Runs each job in its own process, with limits on time and memory. No process outlives the host. */
export class CustomProcesses {
  private readonly runner: string;
  private readonly processes = new BoundedProcesses();
  private prefix: Promise<CommandPrefix> | undefined;

  /** `runner` is the path of the built customRunner.ts. */
  constructor(runner: string) {
    this.runner = runner;
  }

  /** Runs a job. Resolves when the process and all that it started have ended. Never rejects. */
  async run({ order, cwd, timeoutMs, signal, onProgress, onRefused }: CustomJob): Promise<CustomEnd> {
    // The variable makes the editor's own program run as Node.
    const env = { ...inheritedEnvironment(process.env), ELECTRON_RUN_AS_NODE: '1' };
    const prefix = await (this.prefix ??= findConfinement(confinements(), process.execPath, env));
    if (signal.aborted) return { kind: 'cancelled' };
    // Addons are off: the system reads an addon's file itself, so its code cannot be verified.
    const bounds = [`--max-old-space-size=${MEMORY_MB}`, ...(order.files ? ['--no-addons'] : [])];
    const [program, ...args] = [...prefix, process.execPath, ...bounds, this.runner];
    const child = spawn(program, args, {
      ...treeOptions,
      cwd,
      env,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    const { promise, resolve } = Promise.withResolvers<CustomEnd>();
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (errors = tailText(errors + text, TAIL)));
    child.on('message', (message) => {
      const report = message as Report | null;
      if (report?.type === 'progress') {
        const progress = progressOf(report);
        if (progress) onProgress(progress);
      } else if (report?.type === 'refused') {
        if (typeof report.path === 'string') onRefused?.(report.path);
      } else if (report?.type === 'done') resolve({ kind: 'done', value: report.value });
      else if (report?.type === 'failed') resolve(failureOf(plainText(report.message, TAIL), report.line));
    });
    child.on('error', ({ message }) =>
      resolve({
        kind: 'failed',
        message: msg('The process of the tool could not be started: {0}', message),
      }),
    );
    child.on('exit', (code, killedBy) => {
      const died = (): void =>
        resolve({ ...deathOf(order.file, code ?? killedBy ?? '', errors), isUnfinished: true });
      // Its last messages may still be in the channel.
      if (child.connected) void once(child, 'disconnect').then(died);
      else setImmediate(died);
    });
    const onTimeout = (): void => resolve({ kind: 'timeout' });
    const onAbort = (): void => {
      if (child.connected) child.send({ type: 'abort' } satisfies Order, () => undefined);
      resolve({ kind: 'cancelled' });
    };
    const limits = { timeoutMs, onTimeout, signal, onAbort, graceMs: GRACE_MS };
    // A process that has ended is reported by its exit, so errors of sending are ignored.
    child.send(order, () => undefined);
    return this.processes.outcomeOf(child, limits, () => promise);
  }

  dispose(): void {
    this.processes.dispose();
  }
}

function progressOf(report: Extract<Report, { type: 'progress' }>): Progress | undefined {
  const { progress, total } = report;
  if (!Number.isFinite(progress)) return undefined;
  const message = plainLabel(report.message, MAX_LABEL);
  return {
    progress,
    total: Number.isFinite(total) ? total : undefined,
    message,
  };
}

type CustomFailure = Extract<CustomEnd, { kind: 'failed' }>;

function failureOf(message: string | LocalizedMessage | undefined, line?: unknown): CustomFailure {
  const text = typeof message === 'string' ? content(message) : message;
  return {
    kind: 'failed',
    message: text ?? msg('The tool failed without an error message.'),
    line: Number.isInteger(line) ? (line as number) : undefined,
  };
}

/** An uncaught error as Node prints it: place, line, arrow, error. */
const uncaught = /^(?<place>.+):(?<line>\d+)\n[^]*?\n(?<message>\w*Error: .*)/m;

function deathOf(file: string, how: number | string, errors: string): CustomFailure {
  if (errors.includes('heap out of memory'))
    return failureOf(msg('The tool used more than {0} MB of memory and was stopped.', MEMORY_MB));
  // Node ends these lines as the system does.
  const { place = '', line, message } = uncaught.exec(errors.replaceAll('\r\n', '\n'))?.groups ?? {};
  if (message !== undefined) {
    const isHere = place === file || place === pathToFileURL(file).href;
    return isHere
      ? failureOf(plainText(message, TAIL), Number(line))
      : failureOf(plainText(`${message} (${place}:${line})`, TAIL));
  }
  const ended =
    typeof how === 'number'
      ? msg('The tool process exited with code {0} before it returned a result.', how)
      : msg('The tool process was ended by {0} before it returned a result.', how);
  return failureOf(join('\n', ended, plainText(errors, TAIL)));
}
