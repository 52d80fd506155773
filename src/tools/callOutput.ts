/**
 * The output of a call that is stopped, runs out of time, or loses its server. What it has written until then is added
 * to the result.
 */
import { joined, sliced } from '../base/common/terminalText.ts';
import { plainText } from '../base/common/text.ts';
import type { ApprovalReason, DataMark, ProgressUpdate } from '../protocol/index.ts';
import { BoundedText, shownOutput } from './commandOutput.ts';
import { marksOfResult, unique } from './dataFlow.ts';
import { styledText } from './results.ts';
import type { Tool, ToolResult } from './tool.ts';

/** Limits of one progress message, and of the text that is collected before it is added. */
const MAX_MESSAGE = 8_000;
const PIECE = 8_000;

export class CallOutput {
  private readonly text = new BoundedText();
  private readonly messages = new ProgressMessages((text) => this.write(text));
  private waiting = '';
  private isOwn = false;
  private started: { readonly tool: Tool; readonly approved: readonly ApprovalReason[] } | undefined;

  start(tool: Tool, approved: readonly ApprovalReason[]): void {
    this.started = { tool, approved };
  }

  /** Adds the tool's own output. It replaces the output of its progress. */
  readonly add = (text: string): void => {
    this.isOwn = true;
    this.write(text);
  };

  addProgress({ output, message }: ProgressUpdate): void {
    if (this.isOwn) return;
    if (output === undefined) this.messages.add(message);
    else this.write(output);
  }

  /** Returns the result of a call that ended after `ms`. A result that the tool itself returned is not changed. */
  completed(result: ToolResult, ms: number): ToolResult {
    const { started } = this;
    if (result.isUnfinished !== true || !started) return result;
    this.flush();
    const output = shownOutput(this.text.parts);
    const { length } = output.text.trimEnd();
    if (length === 0) return result;
    const marks = marksOfOutput(started.tool, started.approved);
    return {
      ...result,
      content: [
        ...result.content,
        styledText(joined({ text: `${noteOf(result, ms)}\n` }, sliced(output, 0, length))),
      ],
      hasOutput: true,
      marks: unique([...(result.marks ?? []), ...marks]),
    };
  }

  /** Collects text into large pieces: a flood of small ones would copy the end of the text again and again. */
  private write(text: string): void {
    this.waiting += text;
    if (this.waiting.length > PIECE) this.flush();
  }

  private flush(): void {
    this.text.add(this.waiting);
    this.waiting = '';
  }
}

/** Returns the marks of the output. Without them, the guard would treat a stopped call as one without data. */
function marksOfOutput(tool: Tool, approved: readonly ApprovalReason[]): readonly DataMark[] {
  const marks = marksOfResult(tool, approved, { status: 'error', content: [] });
  const isLocal = tool.source.kind === 'mcp' && tool.bringsOutsideContent === undefined;
  return isLocal ? [...marks, { kind: 'workspace', source: tool.source.server }] : marks;
}

/** Writes progress messages as lines. A server may repeat a message with each number. */
export class ProgressMessages {
  private readonly write: ((text: string) => void) | undefined;
  private last: string | undefined;

  constructor(write: ((text: string) => void) | undefined) {
    this.write = write;
  }

  add(message: string | undefined): void {
    if (message === undefined || message === this.last) return;
    this.last = message;
    const text = plainText(message, MAX_MESSAGE);
    if (text !== undefined) this.write?.(`${text}\n`);
  }
}

function noteOf({ status }: ToolResult, ms: number): string {
  const time = ms < 1_000 ? `${Math.round(ms)} ms` : `${Math.round(ms / 100) / 10} s`;
  const what = status === 'error' ? 'ended without a result' : 'was stopped';
  return `The call ${what} after ${time}. Until then it had returned:`;
}
