/** The commands that run in this window, by conversation. None outlives its conversation or the window. */
import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../base/common/event.ts';
import { derived, fromEvent, type Observable } from '../base/common/observable.ts';
import { quotedLabel } from '../base/common/text.ts';
import type { CommandEnd, CommandView } from '../protocol/index.ts';
import type { CommandResult } from './commandOutput.ts';
import type { CommandRunner } from './commandRunner.ts';
import { LiveCommand, type LiveStart } from './liveCommand.ts';

export interface LiveRequest extends Omit<LiveStart, 'id' | 'conversation'> {
  /** Absent for a call outside of a conversation, which has nobody to answer it later. */
  readonly id?: string | undefined;
  readonly conversation?: string | undefined;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Reason for which a call ends before its command: the model or the user wants it, or nobody has given the input. */
export type KeptBecause = 'asked' | 'user' | 'input';

export type CommandOutcome =
  | { readonly kind: 'ended'; readonly result: CommandResult }
  | { readonly kind: 'kept'; readonly why: KeptBecause; readonly command: LiveCommand };

/** Most commands in the background of one conversation, and most that have ended and can still be read. */
const MAX_BACKGROUND = 10;
const MAX_ENDED = 5;
/** Time in ms in which a command in the background may fail at once. */
const START_MS = 1_500;
/** Time in ms in which the user can give an input before the model is asked for it. */
const USER_MS = 30_000;
/** Pause in ms between two views of a command that writes. */
const PAUSE_MS = 250;
const MAX_NAMED = 100;

interface Entry {
  readonly command: LiveCommand;
  readonly keep: (why: KeptBecause) => void;
}

export class LiveCommands {
  private readonly runner: CommandRunner;
  private readonly now: () => number;
  private readonly byConversation = new Map<string, Map<string, Entry>>();
  private readonly news = new Map<string, string[]>();
  private readonly changes = new Emitter();
  private pause: NodeJS.Timeout | undefined;

  constructor(runner: CommandRunner, now: () => number = () => Date.now()) {
    this.runner = runner;
    this.now = now;
  }

  /**
   * Runs a command until it ends or goes on in the background. @throws the signal's reason if aborted, an error if
   * there is no shell, or too much in the background
   */
  async run({
    id,
    conversation,
    timeoutMs,
    isBackground,
    signal,
    ...request
  }: LiveRequest): Promise<CommandOutcome> {
    if (id === undefined || conversation === undefined) {
      if (isBackground)
        throw new Error('Only a call of a conversation can leave a command in the background.');
      return { kind: 'ended', result: await this.runner.run({ ...request, timeoutMs, signal }) };
    }
    signal.throwIfAborted();
    if (isBackground && this.isFull(conversation))
      throw new Error(
        `There are ${MAX_BACKGROUND} commands in the background. Stop one with stop_command first. It was not run.`,
      );
    const { onOutput, ...about } = request;
    const command = new LiveCommand(
      {
        ...about,
        id,
        conversation,
        isBackground,
        onOutput: (text) => {
          this.changedSoon();
          if (!command.isBackground) onOutput(text);
        },
      },
      this.runner,
      this.now(),
    );
    const kept = Promise.withResolvers<KeptBecause>();
    const entry = { command, keep: kept.resolve };
    this.add(entry);
    if (!isBackground) command.limit(timeoutMs);
    const following = command.onDidChange(() => this.changed(entry));
    void command.ended.then(
      () => following.dispose(),
      () => following.dispose(),
    );
    const timer = isBackground ? setTimeout(() => kept.resolve('asked'), START_MS) : undefined;
    const handOver = this.handOver(entry);
    const stop = (): void => command.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const outcome = await Promise.race([
        command.ended.then((result) => ({ kind: 'ended', result }) as const),
        kept.promise.then((why) => ({ kind: 'kept', why, command }) as const),
      ]);
      signal.throwIfAborted();
      if (outcome.kind === 'kept' && !command.hasEnded) {
        command.keep();
        return outcome;
      }
      this.remove(command);
      return outcome.kind === 'kept' ? { kind: 'ended', result: await command.ended } : outcome;
    } finally {
      clearTimeout(timer);
      handOver.dispose();
      signal.removeEventListener('abort', stop);
    }
  }

  /** Returns a command of the conversation: no other can be reached through it. */
  get(conversation: string, id: string): LiveCommand | undefined {
    return this.byConversation.get(conversation)?.get(id)?.command;
  }

  /** Returns the folder in which a command was started, whatever its conversation. */
  folderOf(id: string): string | undefined {
    for (const entries of this.byConversation.values()) {
      const entry = entries.get(id);
      if (entry) return entry.command.about.cwd;
    }
    return undefined;
  }

  /** Returns the commands in the background, those that have ended included. */
  inBackground(conversation: string): readonly LiveCommand[] {
    return this.all(conversation).filter(({ isBackground }) => isBackground);
  }

  views(conversation: string): Observable<readonly CommandView[]> {
    const all = fromEvent(this.changes.event, () => this.viewsOf(conversation));
    return derived((read) => read(all), isDeepStrictEqual);
  }

  /** Lets the call of a command end, and the command go on. */
  keep(conversation: string, id: string, why: KeptBecause): void {
    const entry = this.byConversation.get(conversation)?.get(id);
    if (entry && !entry.command.hasEnded) entry.keep(why);
  }

  /** Returns what the model has to be told of commands that have ended, once. */
  takeNews(conversation: string): readonly string[] {
    const news = this.news.get(conversation) ?? [];
    this.news.delete(conversation);
    return news;
  }

  /** The model knows of its end, because it has stopped it or read it. */
  forgetNews(id: string): void {
    for (const [conversation, texts] of this.news)
      this.news.set(
        conversation,
        texts.filter((text) => !text.includes(`"${id}"`)),
      );
  }

  /** Gives the commands in the background to the conversation in which the user goes on. */
  move(from: string, to: string): void {
    const entries = this.byConversation.get(from);
    if (!entries) return;
    const moved = this.byConversation.get(to) ?? new Map<string, Entry>();
    for (const [id, entry] of entries) {
      // A call that still runs ends with the turn of its own conversation.
      if (!entry.command.isBackground) continue;
      entries.delete(id);
      moved.set(id, entry);
    }
    this.byConversation.set(to, moved);
    this.news.set(to, [...(this.news.get(to) ?? []), ...(this.news.get(from) ?? [])]);
    this.news.delete(from);
    this.changes.fire();
  }

  /** Ends all commands of a conversation that is deleted. */
  async end(conversation: string): Promise<void> {
    const commands = this.all(conversation);
    for (const command of commands) command.stop();
    await Promise.allSettled(commands.map(({ ended }) => ended));
    this.byConversation.delete(conversation);
    this.news.delete(conversation);
    this.changes.fire();
  }

  /** Resolves when no command is left. */
  async dispose(): Promise<void> {
    await Promise.all([...this.byConversation.keys()].map((conversation) => this.end(conversation)));
    clearTimeout(this.pause);
    this.runner.dispose();
  }

  private all(conversation: string): readonly LiveCommand[] {
    return [...(this.byConversation.get(conversation)?.values() ?? [])].map(({ command }) => command);
  }

  private viewsOf(conversation: string): readonly CommandView[] {
    return this.all(conversation).flatMap((command) => (command.hasEnded ? [] : [command.view]));
  }

  private isFull(conversation: string): boolean {
    // A command that still starts counts, too: the calls of one answer start together.
    const running = this.all(conversation).filter(
      ({ hasEnded, isBackground, about }) => !hasEnded && (isBackground || about.isBackground),
    );
    return running.length >= MAX_BACKGROUND;
  }

  /** Asks the model for the input that the user has not given. A password is only the user's to give. */
  private handOver({ command, keep }: Entry): { dispose(): void } {
    let timer: NodeJS.Timeout | undefined;
    const look = (): void => {
      clearTimeout(timer);
      const { wait } = command;
      if (wait && !wait.isSecret && !this.isFull(command.about.conversation))
        timer = setTimeout(() => keep('input'), USER_MS);
    };
    const following = command.onDidChange(look);
    return {
      dispose: () => {
        clearTimeout(timer);
        following.dispose();
      },
    };
  }

  private add(entry: Entry): void {
    const { conversation, id } = entry.command.about;
    const entries = this.byConversation.get(conversation) ?? new Map<string, Entry>();
    entries.set(id, entry);
    this.byConversation.set(conversation, entries);
    this.changes.fire();
  }

  private remove(command: LiveCommand): void {
    for (const entries of this.byConversation.values())
      if (entries.get(command.about.id)?.command === command) entries.delete(command.about.id);
    this.changes.fire();
  }

  private changed({ command }: Entry): void {
    const { hasEnded, isBackground, about } = command;
    const place = [...this.byConversation].find(([, entries]) => entries.get(about.id)?.command === command);
    if (hasEnded && place) {
      const [conversation, entries] = place;
      if (isBackground) {
        const text = newsOf(command, hasEnded);
        this.news.set(conversation, [...(this.news.get(conversation) ?? []), text]);
        const ended = [...entries.values()].filter((entry) => entry.command.hasEnded);
        for (const old of ended.slice(0, -MAX_ENDED)) entries.delete(old.command.about.id);
      } else this.remove(command);
    }
    this.changes.fire();
  }

  /** A flood of output does not make a flood of views. */
  private changedSoon(): void {
    this.pause ??= setTimeout(() => {
      this.pause = undefined;
      this.changes.fire();
    }, PAUSE_MS);
  }
}

/** It is a part of a message of the user, so nothing that the command has written is in it. */
function newsOf({ about }: LiveCommand, end: CommandEnd): string {
  return `[Note from Patchbay, not from the user: the background command "${about.id}" (${quotedLabel(about.command, MAX_NAMED)}) has ended: ${endText(end)} read_command_output gives its output.]`;
}

export function endText(end: CommandEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.code}.`;
    case 'killed':
      return `ended by ${end.signal}.`;
    case 'timedOut':
      return 'ended at the time limit.';
    case 'background':
      return 'it runs on in the background.';
  }
}
