// This transport stands in for the SDK's own, which leaves grandchildren, keeps no exit code or last output, and is
// quadratic in long messages.
import { headText } from '../../base/common/cut.ts';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { delimiter } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import {
  SdkError,
  SdkErrorCode,
  serializeMessage,
  type JSONRPCMessage,
  type Transport,
} from '@modelcontextprotocol/client';
import spawn from 'cross-spawn';
import type { ProcessExit, ProcessTrace } from './processTrace.ts';
import { gluedIn } from './gluedMessages.ts';
import { parsedJson } from '../../base/common/guards.ts';
import { LineBuffer } from '../../base/node/lineBuffer.ts';
import { endTree, hasExited, signalTree, treeOptions } from '../../base/node/processTree.ts';
import type { Reaper } from '../../base/node/reaper.ts';
import { findProgram } from '../../base/node/windowsProgram.ts';

export interface StdioLaunch {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
}

export const MAX_MESSAGE_BYTES = 64 * 1024 * 1024;
/** The rest of a longer line is cut. */
const MAX_LOG_LINE_BYTES = 64 * 1024;
const TAIL_LINES = 20;
const MAX_STRAY = 1_000;
/** The most characters of output that are kept. */
const MAX_PRINTED = 20_000;
/** Time in ms between closing stdin, SIGTERM and SIGKILL. */
const END_GRACE_MS = 1_000;
/**
 * The time in ms after which messages at the end of the output are read without the end of their line. More of the same
 * line changes nothing, because a longer line is read as these messages, too.
 */
const UNENDED_MS = 200;
/** The most bytes that are looked at for such messages, because they are looked at in each pause. */
const MAX_UNENDED = 1024 * 1024;
/** The time in ms after the exit in which output may still arrive. */
const DRAIN_MS = 250;

/** Runs a server as a child process. Each instance is started once and closed once. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport['onmessage'];
  /** Gets lines of stderr, which is a server's log and not an error. */
  onstderr?: (line: string) => void;
  onstdout?: () => void;
  onstray?: (line: string) => void;
  exit: ProcessExit | undefined;
  readonly tail: string[] = [];
  /** Lines that the process wrote to both streams, other than messages. */
  private readonly printed: string[] = [];
  private printedSize = 0;

  private readonly launch: StdioLaunch;
  private readonly read: (value: unknown) => readonly JSONRPCMessage[];
  private readonly searched: readonly string[];
  private readonly reaper: Reaper;
  private readonly incoming = new LineBuffer(MAX_MESSAGE_BYTES);
  private readonly logged = new LineBuffer(MAX_LOG_LINE_BYTES, 'cut');
  private child: ChildProcess | undefined;
  private unended: NodeJS.Timeout | undefined;
  private isEnding = false;
  private closed = false;
  /** The first line on stdout that was no message, until a message comes. */
  private stray: string | undefined;
  private hasSentMessage = false;
  private draining: Promise<void> | undefined;

  /** `read` returns the messages in parsed JSON. */
  constructor(launch: StdioLaunch, reaper: Reaper, read: (value: unknown) => readonly JSONRPCMessage[]) {
    this.launch = launch;
    this.read = read;
    this.searched = searchPath(launch.env);
    this.reaper = reaper;
  }

  /** The SDK takes a transport with `pid` and `stderr` for stdio; version negotiation depends on it. */
  get pid(): number | null {
    return this.child?.pid ?? null;
  }

  get stderr(): Readable | null {
    return this.child?.stderr ?? null;
  }

  /** The trace of the process, without the exit of one that was ended from here. */
  get trace(): ProcessTrace {
    const exit = this.isEnding ? undefined : this.exit;
    return { exit, tail: this.tail, printed: this.printed, stray: this.stray, searched: this.searched };
  }

  /** @throws the spawn error, such as ENOENT */
  async start(): Promise<void> {
    const { command, args, env, cwd } = this.launch;
    const program = process.platform === 'win32' ? await findProgram(this.launch) : command;
    const child = spawn(program, [...args], { ...treeOptions, env: { ...env }, cwd, stdio: 'pipe' });
    this.child = child;
    child.stdout?.on('data', (chunk: Buffer) => this.receive(chunk));
    child.stdout?.on('error', (error) => this.onerror?.(error));
    // The server may have exited before it read everything; its exit says more than EPIPE.
    child.stdin?.on('error', () => undefined);
    child.stderr?.on('data', (chunk: Buffer) =>
      this.logged.push(chunk).forEach((line) => this.receiveLogLine(line)),
    );
    child.stderr?.on('end', () => this.receiveLogRest());
    child.stderr?.on('error', (error) => this.onerror?.(error));
    child.on('exit', (code, signal) => this.ended({ code, signal }));
    child.on('close', () => this.finish());
    await new Promise<void>((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    if (child.pid !== undefined) this.reaper.watch(child.pid);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const stdin = this.child?.stdin;
    if (!stdin?.writable || this.exit)
      throw new SdkError(SdkErrorCode.NotConnected, 'The server process is not running.');
    if (!stdin.write(serializeMessage(message))) await (this.draining ??= this.drained(stdin));
  }

  /** Resolves when the server has read what was written, or is gone; shared by all writers. */
  private async drained(stdin: Writable): Promise<void> {
    const waiting = new AbortController();
    const { signal } = waiting;
    // Aborting `once` rejects it, and 'error' comes with 'close'.
    await Promise.race([once(stdin, 'drain', { signal }), once(stdin, 'close', { signal })]).catch(
      () => undefined,
    );
    waiting.abort();
    this.draining = undefined;
  }

  async close(): Promise<void> {
    if (this.child && !hasExited(this.child)) {
      this.isEnding = true;
      await endTree(this.child, END_GRACE_MS);
    }
    this.finish();
  }

  private receive(chunk: Buffer): void {
    this.onstdout?.();
    let lines: readonly string[];
    try {
      lines = this.incoming.push(chunk);
    } catch (error) {
      this.receiveLogLine((error as Error).message);
      // Nothing after a line that is too long can be parsed, and the line may never stop.
      this.child?.stdout?.destroy();
      void this.close();
      return;
    }
    for (const line of lines) this.receiveLine(line);
    clearTimeout(this.unended);
    if (this.incoming.restEndsWith('}', MAX_UNENDED))
      this.unended = setTimeout(() => this.receiveUnended(), UNENDED_MS).unref();
  }

  /** Some servers write no end of a line and wait for the next request, and so would the client for their answer. */
  private receiveUnended(): void {
    const text = this.incoming.restEndingWith('}', MAX_UNENDED);
    if (text === undefined || this.closed) return;
    const { values, noise } = gluedIn(text);
    if (values.length === 0 || noise !== '') return;
    this.incoming.clear();
    this.receiveLine(text);
  }

  private receiveLine(line: string): void {
    for (const message of this.parse(line)) this.onmessage?.(message);
  }

  /**
   * Returns the messages in a line. A line that is no JSON is a careless print, for `onstray`; `read` itself reports
   * other JSON that is no message.
   */
  private parse(line: string): readonly JSONRPCMessage[] {
    const value = parsedJson(line);
    const glued = value === undefined ? gluedIn(line) : undefined;
    const messages = glued ? glued.values.flatMap((each) => this.read(each)) : this.read(value);
    const noise = glued ? glued.noise : messages.length > 0 ? '' : line.trim();
    const stray = noise === '' ? undefined : headText(noise, MAX_STRAY);
    if (stray !== undefined) {
      this.print(stray);
      if (value === undefined) this.onstray?.(stray);
    }
    if (messages.length > 0) {
      this.hasSentMessage = true;
      this.stray = undefined;
    } else if (!this.hasSentMessage) this.stray ??= stray;
    return messages;
  }

  /** Keeps the last lines, because they say why the process ended. */
  private print(line: string): void {
    const kept = headText(line, MAX_STRAY);
    this.printed.push(kept);
    this.printedSize += kept.length;
    while (this.printedSize > MAX_PRINTED) this.printedSize -= this.printed.shift()?.length ?? 0;
  }

  private receiveLogLine(line: string): void {
    this.print(line);
    this.tail.push(line);
    if (this.tail.length > TAIL_LINES) this.tail.shift();
    this.onstderr?.(line);
  }

  private receiveLogRest(): void {
    const rest = this.logged.rest();
    if (rest !== undefined) this.receiveLogLine(rest);
  }

  private ended(exit: ProcessExit): void {
    this.exit = exit;
    const pid = this.child?.pid;
    if (pid !== undefined) {
      if (process.platform !== 'win32') signalTree(pid, 'SIGKILL');
      this.reaper.release(pid);
    }
    // A process that left the group may hold the pipes open, and then 'close' never comes.
    setTimeout(() => this.finish(), DRAIN_MS).unref();
  }

  private finish(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.unended);
    // The last line may have no line break.
    const rest = this.incoming.rest();
    if (rest !== undefined) this.receiveLine(rest);
    this.receiveLogRest();
    this.onclose?.();
  }
}

function searchPath(env: StdioLaunch['env']): readonly string[] {
  const name = Object.keys(env).find((each) => each.toUpperCase() === 'PATH') ?? 'PATH';
  return (env[name] ?? '').split(delimiter).filter((folder) => folder !== '');
}
