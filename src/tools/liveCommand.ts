/** A command of a conversation, with what of its output was read, and what it waits for. */
import { tailText } from '../base/common/cut.ts';
import { Emitter } from '../base/common/event.ts';
import { onScreen } from '../base/common/terminalText.ts';
import { plainLabel } from '../base/common/text.ts';
import type { CommandView, DataMark } from '../protocol/index.ts';
import { OutputLog, type CommandResult, type ProcessEnd } from './commandOutput.ts';
import type { CommandRunner } from './commandRunner.ts';
import { readsInput } from './groupMembers.ts';
import { unique } from './dataFlow.ts';
import { InputWatch, promptIn, type InputWait } from './inputWait.ts';
import type { RunningCommand } from './runningCommand.ts';

export interface LiveStart {
  /** Id of the call. */
  readonly id: string;
  readonly conversation: string;
  readonly command: string;
  readonly cwd: string;
  /** Marks of the data that the command was allowed to read. */
  readonly marks: readonly DataMark[];
  /** Set if the command is to go to the background as soon as it has started. */
  readonly startsInBackground: boolean;
  readonly onOutput: (text: string) => void;
}

const MAX_LINE = 200;
const MAX_COMMAND = 300;
/** Characters of output in which a prompt is looked for, and from which the last line is taken. */
const MAX_TAIL = 2_000;

/** Programs that search their input in place of the folder if it is open. */
const SEARCHES_INPUT = /(?<![\w.-])(?:rg|ag|ack)(?![\w.-])/u;

export class LiveCommand {
  readonly about: Omit<LiveStart, 'onOutput'>;
  readonly log = new OutputLog();
  readonly startedAt: number;
  readonly ended: Promise<CommandResult>;
  private readonly running: RunningCommand;
  private readonly watch: InputWatch | undefined;
  private readonly written = new Emitter<string>();
  /** Fires with each piece of output. */
  readonly onOutput = this.written.event;
  private readonly changes = new Emitter();
  /** Fires when it waits for input, goes to the background, or has ended. */
  readonly onDidChange = this.changes.event;
  /** Output since it was last answered, in which there may be a prompt. */
  private unanswered = '';
  private current: InputWait | undefined;
  private isKept = false;
  private finalEnd: ProcessEnd | undefined;
  private allMarks: readonly DataMark[];

  constructor({ onOutput, ...about }: LiveStart, runner: CommandRunner, now: number) {
    this.about = about;
    this.startedAt = now;
    this.allMarks = about.marks;
    const { command, cwd } = about;
    const takesInput = !SEARCHES_INPUT.test(command);
    this.running = runner.start({
      command,
      cwd,
      takesInput,
      onOutput: (text) => {
        this.log.add(text);
        this.unanswered = tailText(this.unanswered + text, MAX_TAIL);
        this.watch?.restart();
        onOutput(text);
        this.written.fire(text);
      },
    });
    const { pid } = this.running;
    this.watch =
      takesInput && pid !== undefined
        ? new InputWatch({
            tail: () => this.unanswered,
            // A server in the background may read its input all the time, and asks for nothing.
            readsInput: async () => !this.isKept && !about.startsInBackground && (await readsInput(pid)),
            onChange: (wait) => {
              this.current = wait;
              this.changes.fire();
            },
          })
        : undefined;
    this.ended = this.running.ended.finally(() => this.watch?.dispose());
    this.ended.then(
      ({ end }) => this.finish(end),
      () => this.finish({ kind: 'exited', code: 127 }),
    );
  }

  get isBackground(): boolean {
    return this.isKept;
  }

  /** End of the command; undefined while it runs. */
  get end(): ProcessEnd | undefined {
    return this.finalEnd;
  }

  get wait(): InputWait | undefined {
    return this.current;
  }

  /** It asks for a password or the like. This is known at once, before its silence says that it waits. */
  get asksForSecret(): boolean {
    return this.current?.isSecret === true || promptIn(this.unanswered)?.isSecret === true;
  }

  /** Marks of the data that the command, or a line that was typed into it, was allowed to read. */
  get marks(): readonly DataMark[] {
    return this.allMarks;
  }

  /** Adds the marks of a line that is typed. The output has them from then on, whenever it is read. */
  mark(marks: readonly DataMark[]): void {
    this.allMarks = unique([...this.allMarks, ...marks]);
  }

  get view(): CommandView {
    const { about, startedAt, isBackground, wait } = this;
    const lines = onScreen(this.log.end(MAX_TAIL)).text.trimEnd().split('\n');
    return {
      id: about.id,
      command: plainLabel(about.command, MAX_COMMAND) ?? '',
      line: plainLabel(lines.at(-1), MAX_LINE) ?? '',
      startedAt,
      isBackground,
      wait,
    };
  }

  limit(ms: number): void {
    this.running.limit(ms);
  }

  keep(): void {
    if (this.isKept) return;
    this.isKept = true;
    this.running.keep();
    if (this.current?.prompt === '') this.watch?.restart();
    this.changes.fire();
  }

  stop(): void {
    this.running.stop();
  }

  /** Types a line. Returns false if the command takes no input. What a secret line has is not shown by the output. */
  type(line: string, isSecret: boolean): boolean {
    if (this.finalEnd || !this.running.takesInput) return false;
    this.unanswered = '';
    this.running.write(`${line}\n`, isSecret);
    this.watch?.restart();
    return true;
  }

  endInput(): void {
    this.running.endInput();
  }

  private finish(end: ProcessEnd): void {
    this.finalEnd = end;
    this.changes.fire();
  }
}
