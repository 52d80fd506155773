import { msg } from '../../base/common/message.ts';
import { readArguments } from './callArguments.ts';
import { CallDrafts } from './callDrafts.ts';
import { addMessageEcho, type Fields } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import { ModelError } from '../failures/errors.ts';
import { brokenStream, explainStreamError } from '../failures/failure.ts';
import type { CallRequest, FoundTextCalls, ModelEvent, ModelRequest } from '../common/model.ts';
import { hostOf, type Target } from '../common/target.ts';
import { TextCalls } from './textCalls.ts';
import { usageOf } from './usage.ts';

/** Progress of a call is told after so many characters of arguments each. */
const DRAFT_STEP = 100;

/** In place of an id, which `function_call` does not have. */
const FUNCTION_CALL = 'function_call';

export class Assembly {
  private readonly target: Target;
  private readonly calls: CallDrafts;
  /** From the field that `tool_calls` has replaced. Some send a call in both. */
  private readonly functionCall: CallDrafts;
  private readonly textCalls: TextCalls;
  private readonly takesTextCalls: ModelRequest['takesTextCalls'];
  private draftTold = 0;
  private text = '';
  private readonly echo: Record<string, unknown> = {};
  private usage: Extract<ModelEvent, { type: 'usage' }> | undefined;
  private finish: string | undefined;
  private done = false;
  private fromDeltas = false;

  constructor({ tools, takesTextCalls }: Pick<ModelRequest, 'tools' | 'takesTextCalls'>, target: Target) {
    const names = tools.map(({ name }) => name);
    this.calls = new CallDrafts(names);
    this.functionCall = new CallDrafts(names);
    this.takesTextCalls = takesTextCalls;
    this.textCalls = new TextCalls(takesTextCalls ? tools : []);
    this.target = target;
  }

  /** A connection that breaks after that does no harm. */
  get isComplete(): boolean {
    return this.done || this.finish !== undefined;
  }

  get isDone(): boolean {
    return this.done;
  }

  markDone(): void {
    this.done = true;
  }

  /** Takes a `chat.completion.chunk` or a whole `chat.completion`. @throws ModelError when it is or holds an error. */
  push(chunk: unknown): ModelEvent[] {
    if (!isRecord(chunk)) return [];
    this.refuseError(chunk['error']);
    this.takeUsage(chunk['usage'], chunk);
    this.takeOllamaEnd(chunk);
    // Only one answer is asked for.
    const choice: unknown = Array.isArray(chunk['choices']) ? chunk['choices'][0] : undefined;
    return isRecord(choice) ? this.pushChoice(choice) : [];
  }

  /** Returns usage and answer. @throws ModelError when the answer is not complete. */
  end(): ModelEvent[] {
    if (!this.isComplete) throw brokenStream(this.target);
    if (this.finish === 'error') throw explainStreamError(undefined, this.target);
    const { text, found } = this.textCalls.end();
    const events = this.shown(text);
    const calls = this.finishedCalls(found, events);
    if (this.finish === 'content_filter' && this.text === '' && calls.length === 0) throw this.filtered();
    if (this.usage !== undefined) events.push(this.usage);
    const echo = Object.keys(this.echo).length > 0 ? { echo: this.echo } : {};
    events.push({
      type: 'answer',
      message: { role: 'assistant', text: this.text, calls, ...echo },
      truncated: this.finish === 'length' || this.finish === 'max_tokens',
    });
    return events;
  }

  /** What OpenAI says of the tier is in each chunk. */
  private takeUsage(usage: unknown, { service_tier: tier }: Fields): void {
    this.usage = usageOf(usage, this.target, tier) ?? this.usage;
  }

  /** Ollama's own `done` and `done_reason`, which some send in place of `[DONE]`. */
  private takeOllamaEnd({ done, done_reason: reason }: Fields): void {
    if (done === true) this.finish ??= typeof reason === 'string' && reason !== '' ? reason : 'stop';
  }

  private pushChoice(choice: Fields): ModelEvent[] {
    this.refuseError(choice['error']);
    // Moonshot tells the usage here.
    this.takeUsage(choice['usage'], {});
    const events = this.pushContent(this.contentOf(choice));
    const finish = choice['finish_reason'];
    if (typeof finish === 'string' && finish !== '') this.finish = finish;
    return events;
  }

  /** The delta, or the message of endpoints that do not stream, unless it repeats the deltas. */
  private contentOf({ delta, message }: Fields): Fields {
    const isStreamed = isRecord(delta) && Object.keys(delta).length > 0;
    if (isStreamed || !isRecord(message)) {
      this.fromDeltas = true;
      return isStreamed ? delta : {};
    }
    // A whole message is complete even if nothing says why it ended.
    this.done = true;
    const isRepeated = this.fromDeltas && (this.text !== '' || this.sent.count > 0);
    return isRepeated ? {} : message;
  }

  private pushContent(delta: Fields): ModelEvent[] {
    const events: ModelEvent[] = [];
    const { text, reasoning } = textsOf(delta);
    if (reasoning !== '') events.push({ type: 'reasoning', text: reasoning });
    events.push(...this.shown(this.textCalls.push(text)));
    const calls: unknown = delta['tool_calls'];
    const functionCall: unknown = delta['function_call'];
    if (Array.isArray(calls)) this.calls.add(calls);
    // It has no id; with one, a repetition is told from another call.
    if (isRecord(functionCall))
      this.functionCall.add([{ index: 0, id: FUNCTION_CALL, function: functionCall }]);
    if (Array.isArray(calls) || isRecord(functionCall)) {
      const { newest } = this.sent;
      const grown = Math.floor((newest?.length ?? 0) / DRAFT_STEP);
      if (newest && grown > 0 && grown !== this.draftTold) events.push({ type: 'callDraft', ...newest });
      this.draftTold = grown;
    }
    addMessageEcho(this.echo, delta);
    return events;
  }

  private get sent(): CallDrafts {
    return this.calls.count > 0 ? this.calls : this.functionCall;
  }

  private shown(text: string): ModelEvent[] {
    if (text === '') return [];
    this.text += text;
    return [{ type: 'text', text }];
  }

  /** Calls in the text stay text beside real ones, and where nobody takes them. */
  private finishedCalls(found: FoundTextCalls | undefined, events: ModelEvent[]): readonly CallRequest[] {
    const calls = this.sent
      .finish()
      .map((call) => withReadArguments(call.id === FUNCTION_CALL ? { ...call, id: '' } : call));
    if (!found) return calls;
    const isTaken = calls.length === 0 && this.takesTextCalls?.(found) === true && found.isAtEnd;
    if (isTaken) return found.calls.map((call) => withReadArguments({ id: '', ...call, isFromText: true }));
    if (found.isAtEnd) events.push(...this.shown(found.source));
    return calls;
  }

  private refuseError(error: unknown): void {
    if (error === undefined || error === null || error === false || error === '') return;
    throw explainStreamError(error, this.target);
  }

  private filtered(): ModelError {
    const message = msg(
      '{0} withheld the answer because of its content filter. Rephrase the message.',
      hostOf(this.target),
    );
    return new ModelError('bad-request', message);
  }
}

function withReadArguments(call: CallRequest): CallRequest {
  const { argsText, forms } = readArguments(call.argsText);
  if (forms.length === 0) return argsText === call.argsText ? call : { ...call, argsText };
  return { ...call, argsText, notes: forms.map((form) => ({ kind: 'arguments', form })) };
}

/** Content can be a list of parts (Mistral), reasoning has two names. */
function textsOf(delta: Fields): { text: string; reasoning: string } {
  const { content, refusal } = delta;
  // vLLM and OpenRouter have sent the same text under both names.
  const thought = [delta['reasoning_content'], delta['reasoning']].find(
    (value) => typeof value === 'string' && value,
  );
  let text = typeof content === 'string' ? content : '';
  let reasoning = typeof thought === 'string' ? thought : '';
  for (const part of Array.isArray(content) ? content.filter(isRecord) : []) {
    if (typeof part['text'] === 'string') text += part['text'];
    const thinking = Array.isArray(part['thinking']) ? part['thinking'].filter(isRecord) : [];
    for (const { text: piece } of thinking) if (typeof piece === 'string') reasoning += piece;
  }
  return { text: text === '' && typeof refusal === 'string' ? refusal : text, reasoning };
}
