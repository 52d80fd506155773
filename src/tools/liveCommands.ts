/** The commands that run in this window, by conversation. None outlives its conversation or the window. */
import { isDeepStrictEqual } from 'node:util';
import { Emitter } from '../base/common/event.ts';
import { derived, fromEvent, type Observable } from '../base/common/observable.ts';
import { quotedLabel } from '../base/common/text.ts';
import type { CommandView } from '../protocol/index.ts';
import type { CommandResult, ProcessEnd } from './commandOutput.ts';
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
  /** Notes for the model, by the conversation and the command's id. */
  private readonly news = new Map<string, Map<string, string>>();
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
    startsInBackground,
    signal,
    ...request
  }: LiveRequest): Promise<CommandOutcome> {
    if (id === undefined || conversation === undefined) {
      if (startsInBackground)
        throw new Error('Only a call of a conversation can leave a command in the background.');
      return { kind: 'ended', result: await this.runner.run({ ...request, timeoutMs, signal }) };
    }
    signal.throwIfAborted();
    if (startsInBackground && this.isFull(conversation))
      throw new Error(
        `There are ${MAX_BACKGROUND} commands in the background. Stop one with stop_command first. It was not run.`,
      );
    const { onOutput, ...about } = request;
    const command = new LiveCommand(
      {
        ...about,
        id,
        conversation,
        startsInBackground,
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
    if (!startsInBackground) command.limit(timeoutMs);
    const following = command.onDidChange(() => this.changed(entry));
    void command.ended.then(
      () => following.dispose(),
      () => following.dispose(),
    );
    const timer = startsInBackground ? setTimeout(() => kept.resolve('asked'), START_MS) : undefined;
    const handOver = this.handOver(entry);
    const stop = (): void => command.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const outcome = await Promise.race([
        command.ended.then((result) => ({ kind: 'ended', result }) as const),
        kept.promise.then((why) => ({ kind: 'kept', why, command }) as const),
      ]);
      signal.throwIfAborted();
      if (outcome.kind === 'kept' && !command.end) {
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
    if (entry && !entry.command.end) entry.keep(why);
  }

  /** Returns what the model has to be told of commands that have ended, once. */
  takeNews(conversation: string): readonly string[] {
    const news = this.news.get(conversation);
    this.news.delete(conversation);
    return [...(news?.values() ?? [])];
  }

  /** The model knows of its end, because it has stopped it or read it. */
  forgetNews(command: LiveCommand): void {
    const conversation = this.conversationOf(command);
    if (conversation !== undefined) this.news.get(conversation)?.delete(command.about.id);
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
    this.news.set(to, new Map([...(this.news.get(to) ?? []), ...(this.news.get(from) ?? [])]));
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
    return this.all(conversation).flatMap((command) => (command.end ? [] : [command.view]));
  }

  private isFull(conversation: string): boolean {
    // A command that still starts counts, too: the calls of one answer start together.
    const running = this.all(conversation).filter(
      ({ end, isBackground, about }) => !end && (isBackground || about.startsInBackground),
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
    const conversation = this.conversationOf(command);
    if (conversation !== undefined) this.byConversation.get(conversation)?.delete(command.about.id);
    this.changes.fire();
  }

  /** Returns the conversation that has the command now, which need not be the one that has started it. */
  private conversationOf(command: LiveCommand): string | undefined {
    for (const [conversation, entries] of this.byConversation)
      if (entries.get(command.about.id)?.command === command) return conversation;
    return undefined;
  }

  private changed({ command }: Entry): void {
    const conversation = this.conversationOf(command);
    if (command.end && conversation !== undefined) {
      if (command.isBackground) this.ended(conversation, command, command.end);
      else this.remove(command);
    }
    this.changes.fire();
  }

  private ended(conversation: string, command: LiveCommand, end: ProcessEnd): void {
    const news = this.news.get(conversation) ?? new Map<string, string>();
    this.news.set(conversation, news.set(command.about.id, newsOf(command, end)));
    const ended = this.all(conversation).filter((each) => each.end);
    for (const old of ended.slice(0, -MAX_ENDED)) this.byConversation.get(conversation)?.delete(old.about.id);
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
function newsOf({ about }: LiveCommand, end: ProcessEnd): string {
  return `[Note from Patchbay, not from the user: the background command "${about.id}" (${quotedLabel(about.command, MAX_NAMED)}) has ended: ${endText(end)} read_command_output gives its output.]`;
}

/** Says to the model how a command has ended. */
export function endText(end: ProcessEnd): string {
  switch (end.kind) {
    case 'exited':
      return `exit code ${end.code}.`;
    case 'killed':
      return `ended by ${end.signal}.`;
    case 'timedOut':
      return 'ended at the time limit.';
  }
}
