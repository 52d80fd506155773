import { WholePairs } from '../../base/common/cut.ts';
import type { LocalizedMessage } from '../../base/common/message.ts';
import { isUnfinished, readArguments } from './callArguments.ts';
import { CallDrafts } from './callDrafts.ts';
import { callPieces } from './callPieces.ts';
import { regularChunk, unquoted } from './chatForms.ts';
import { addMessageEcho, type Fields } from '../common/echo.ts';
import { isRecord, scalarText } from '../../base/common/guards.ts';
import {
  announcedCallIsMissing,
  cutByFilter,
  endedEarly,
  failedEnd,
  filteredAnswer,
  limitWithoutText,
} from '../failures/answerFailure.ts';
import { explainStreamError } from '../failures/failure.ts';
import { finishOf, finishReason, wordsOfEnd, type Finish } from './finish.ts';
import { foreignChunks, type ForeignMemory } from './foreignForms.ts';
import type { Following } from './tail.ts';
import type { CallRequest, FoundTextCalls, ModelEvent, ModelRequest } from '../common/model.ts';
import { modelKey, type Target } from '../common/target.ts';
import { textsOf } from './answerTexts.ts';
import { MessageTexts } from './messageTexts.ts';
import { TextCalls } from './textCalls.ts';
import { type SplitText, ThinkTags } from './thinkTags.ts';
import { type StreamEnd, Unread } from './unread.ts';
import { usageOf } from './usage.ts';

/** Number of characters of arguments after which the progress of a call is reported again. */
const DRAFT_STEP = 100;

/** Prefix of a finish reason that the Responses API gives for an incomplete answer. */
export const INCOMPLETE = 'incomplete: ';

/** Id for a `function_call`, which has none. */
const FUNCTION_CALL = 'function_call';

export class Assembly {
  private readonly target: Target;
  private readonly calls: CallDrafts;
  /** Calls in the field that `tool_calls` has replaced. Some endpoints send a call in both. */
  private readonly functionCall: CallDrafts;
  private readonly textCalls: TextCalls;
  private readonly thinkTags: ThinkTags;
  private readonly hasTools: boolean;
  private readonly takesTextCalls: ModelRequest['takesTextCalls'];
  private reportedDraft = 0;
  private text = '';
  private readonly echo: Record<string, unknown> = {};
  private usage: Extract<ModelEvent, { type: 'usage' }> | undefined;
  private finish: string | undefined;
  private wordsOfEnd: string | undefined;
  private done = false;
  /** Something was received that belongs to an answer, even if it is empty. */
  protected isUnderstood = false;
  private readonly unread: Unread;
  /** Pieces of a call were received after the last finish reason. */
  private isWithinCall = false;
  private hasUsageAfterEnd = false;
  private readonly shownPairs = new WholePairs();
  private readonly reasoningPairs = new WholePairs();
  private fromDeltas = false;
  private hasReasoning = false;
  private readonly messageTexts = new MessageTexts();
  private readonly memory: ForeignMemory = { usage: {} };

  constructor({ tools, takesTextCalls }: Pick<ModelRequest, 'tools' | 'takesTextCalls'>, target: Target) {
    const names = tools.map(({ name }) => name);
    this.calls = new CallDrafts(names);
    this.functionCall = new CallDrafts(names);
    this.takesTextCalls = takesTextCalls;
    this.textCalls = new TextCalls(takesTextCalls ? tools : []);
    this.thinkTags = new ThinkTags(modelKey(target));
    this.hasTools = names.length > 0;
    this.target = target;
    this.unread = new Unread(target);
  }

  /** The answer is complete, so a broken connection does no harm. */
  get isComplete(): boolean {
    return this.done || this.finish !== undefined;
  }

  get isDone(): boolean {
    return this.done;
  }

  /** Parts that the endpoint may still send after the finish reason. */
  get following(): Following {
    if (this.sent.count > 0 && !this.isWithinCall && this.hasUsageAfterEnd) return 'countedCalls';
    if (this.sent.count > 0 || this.isWithinCall || this.finishKind === 'calls') return 'calls';
    return this.hasTools && !this.hasUsageAfterEnd ? 'text' : 'nothing';
  }

  markDone(): void {
    this.done = true;
  }

  /** Takes a `chat.completion.chunk` or a whole `chat.completion`. @throws ModelError if it is or contains an error */
  push(chunk: unknown): ModelEvent[] {
    const foreign = foreignChunks(chunk, this.memory);
    if (foreign)
      return foreign.flatMap((each) => {
        this.unread.refuseField(each);
        return this.pushChunk(each);
      });
    // Some gateways write the JSON of a chunk as a text.
    if (typeof chunk === 'string' && isRecord(unquoted(chunk))) return this.push(unquoted(chunk));
    // Gemini sends errors in a list.
    if (Array.isArray(chunk) && isRecord(chunk[0]) && 'error' in chunk[0]) return this.push(chunk[0]);
    if (!isRecord(chunk)) {
      this.unread.note(chunk);
      return [];
    }
    this.unread.refuse(chunk);
    return this.pushChunk(chunk);
  }

  /** Takes a text that is not JSON. It may be the words of an error, if no answer follows. */
  pushText(text: string): void {
    this.unread.noteText(text);
  }

  protected isForeign(chunk: unknown): boolean {
    return foreignChunks(chunk, this.memory) !== undefined;
  }

  private pushChunk(received: Fields): ModelEvent[] {
    const chunk = regularChunk(received);
    this.takeUsage(chunk['usage'], chunk);
    this.takeOllamaEnd(chunk);
    if ('choices' in chunk || isRecord(chunk['usage']) || chunk['done'] === true) this.isUnderstood = true;
    else this.unread.note(chunk);
    const choices = Array.isArray(chunk['choices']) ? chunk['choices'].filter(isRecord) : [];
    if (choices.length > 0) {
      this.unread.clear();
      // More of the answer follows, so the usage before it was not the last.
      this.hasUsageAfterEnd = false;
      return choices.filter(isOfAnswer).flatMap((choice) => this.pushChoice(choice));
    }
    this.hasUsageAfterEnd ||= this.finish !== undefined && isRecord(chunk['usage']);
    return [];
  }

  /** Returns usage and answer. @throws ModelError if the answer is not complete */
  end(stream: StreamEnd = {}): ModelEvent[] {
    if (!this.isComplete || (!this.isUnderstood && !this.unread.isEmpty))
      throw this.unread.explain(stream, this.isUnderstood);
    const finish = this.finishKind;
    if (finish === 'failed')
      throw this.finish === 'error'
        ? explainStreamError(undefined, this.target)
        : failedEnd(this.target, this.finish ?? '');
    const isCut = finish === 'limit' || this.sent.count > 0;
    const events = this.taken(this.thinkTags.end(isCut));
    const { text, found } = this.textCalls.end();
    events.push(...this.shown(text));
    const calls = this.withCutMarked(this.finishedCalls(found, events), finish, stream.isBroken === true);
    events.push(...this.rest());
    if (finish === 'filter' && this.text === '' && calls.length === 0)
      throw filteredAnswer(this.target, this.wordsOfEnd);
    const isEmpty = this.text.trim() === '' && calls.length === 0 && !this.hasReasoning;
    const why = isEmpty ? this.unread.explainEmpty() : undefined;
    if (why) throw why;
    if (this.usage !== undefined) events.push(this.usage);
    const echo = Object.keys(this.echo).length > 0 ? { echo: this.echo } : {};
    const problem = calls.length > 0 || found ? undefined : this.problem(finish);
    events.push({
      type: 'answer',
      message: { role: 'assistant', text: this.text, calls, ...echo },
      truncated: finish === 'limit',
      problem,
    });
    return events;
  }

  private get finishKind(): Finish {
    return finishOf(this.finish ?? '');
  }

  /** Returns a problem to show to the user at the end of an answer without calls. */
  private problem(finish: Finish): LocalizedMessage | undefined {
    const isEmpty = this.text.trim() === '';
    if (finish === 'calls') return announcedCallIsMissing(this.target);
    if (finish === 'filter') return cutByFilter(this.target, this.wordsOfEnd);
    if (finish === 'limit') return isEmpty ? limitWithoutText(this.target) : undefined;
    return this.finish?.startsWith(INCOMPLETE) === true
      ? endedEarly(this.target, this.finish.slice(INCOMPLETE.length))
      : undefined;
  }

  /** Marks the last call if the answer ended within it. Such a call must not run. */
  private withCutMarked(
    calls: readonly CallRequest[],
    finish: Finish,
    isBroken: boolean,
  ): readonly CallRequest[] {
    const last = calls.at(-1);
    const isCut = last && (isUnfinished(last.argsText) || (isBroken && this.isWithinCall));
    if (!isCut) return calls;
    const cutBy = finish === 'limit' || finish === 'filter' ? finish : 'end';
    return [...calls.slice(0, -1), { ...last, cutBy }];
  }

  /** OpenAI puts the service tier into each chunk. */
  private takeUsage(usage: unknown, { service_tier: tier }: Fields): void {
    this.usage = usageOf(usage, this.target, tier) ?? this.usage;
  }

  /** Handles Ollama's own `done` and `done_reason`, which some servers send instead of `[DONE]`. */
  private takeOllamaEnd({ done, done_reason: reason }: Fields): void {
    if (done === true) this.finish ??= typeof reason === 'string' && reason !== '' ? reason : 'stop';
  }

  private pushChoice(choice: Fields): ModelEvent[] {
    this.unread.refuseField(choice);
    // Moonshot reports the usage here.
    this.takeUsage(choice['usage'], {});
    const events = this.pushContent(this.contentOf(choice), Number(scalarText(choice['index'])) || 0);
    const finish = finishReason(choice['finish_reason']);
    if (finish !== undefined) {
      this.finish = finish;
      this.isWithinCall = false;
      this.calls.markEnded();
    }
    this.wordsOfEnd = wordsOfEnd(choice) ?? this.wordsOfEnd;
    return events;
  }

  /**
   * Returns the delta, or the whole message of an endpoint that does not stream. A message that repeats the deltas is
   * left out.
   */
  private contentOf({ delta, message, text, content, ...choice }: Fields): Fields {
    const isStreamed = isRecord(delta) && Object.keys(delta).length > 0;
    if (isStreamed || !isRecord(message)) {
      this.fromDeltas = true;
      // The older completions have the text in the choice.
      return isStreamed ? delta : { content: text ?? content };
    }
    // A whole message is complete even without a finish reason. Some endpoints send one for each call, or each piece.
    const hasFinish = finishReason(choice['finish_reason']) !== undefined;
    if (callPieces(message)) this.finish ??= 'tool_calls';
    else if (hasFinish || !('finish_reason' in choice)) this.done = true;
    else this.finish ??= 'stop';
    const isRepeated = this.fromDeltas && (this.text !== '' || this.sent.count > 0);
    return isRepeated ? {} : this.messageTexts.next(message, hasFinish);
  }

  /** `choice` is the number of the choice: some endpoints put each call into a choice of its own. */
  private pushContent(delta: Fields, choice: number): ModelEvent[] {
    const events: ModelEvent[] = [];
    const { text, reasoning } = textsOf(delta);
    events.push(...this.reasoned(reasoning), ...this.taken(this.thinkTags.push(text)));
    const calls = callPieces(delta);
    const functionCall: unknown = delta['function_call'];
    if (calls) this.calls.add(calls, choice);
    // A `function_call` has no id. Giving it one makes a repetition recognisable.
    if (isRecord(functionCall))
      this.functionCall.add([{ index: 0, id: FUNCTION_CALL, function: functionCall }]);
    if (calls || isRecord(functionCall)) {
      this.isWithinCall = true;
      const { newest } = this.sent;
      const grown = Math.floor((newest?.length ?? 0) / DRAFT_STEP);
      if (newest && grown > 0 && grown !== this.reportedDraft) events.push({ type: 'callDraft', ...newest });
      this.reportedDraft = grown;
    }
    addMessageEcho(this.echo, delta);
    return events;
  }

  private get sent(): CallDrafts {
    return this.calls.count > 0 ? this.calls : this.functionCall;
  }

  private taken({ text, reasoning, wasReasoning = false }: SplitText): ModelEvent[] {
    const before = wasReasoning ? this.text : '';
    if (wasReasoning) this.text = '';
    return [...this.reasoned(before + reasoning), ...this.shown(this.textCalls.push(text))];
  }

  private reasoned(piece: string): ModelEvent[] {
    const text = this.reasoningPairs.push(piece);
    this.hasReasoning ||= text !== '';
    return text === '' ? [] : [{ type: 'reasoning', text }];
  }

  private shown(piece: string): ModelEvent[] {
    return this.given(this.shownPairs.push(piece));
  }

  private given(text: string): ModelEvent[] {
    if (text === '') return [];
    this.text += text;
    return [{ type: 'text', text }];
  }

  /** Returns a lone surrogate that was held back, once nothing can follow it. */
  private rest(): ModelEvent[] {
    const thought = this.reasoningPairs.end();
    return [
      ...(thought === '' ? [] : [{ type: 'reasoning', text: thought } as const]),
      ...this.given(this.shownPairs.end()),
    ];
  }

  /** Returns the calls. A call in the text stays text if there are real calls, or if nobody accepts text calls. */
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
}

/** The first choice has the answer. GitHub Copilot puts the calls of some models into a choice of their own. */
function isOfAnswer({ delta, message }: Fields, place: number): boolean {
  return place === 0 || [delta, message].some((each) => isRecord(each) && callPieces(each) !== undefined);
}

function withReadArguments(call: CallRequest): CallRequest {
  const { argsText, forms } = readArguments(call.argsText);
  if (forms.length === 0) return argsText === call.argsText ? call : { ...call, argsText };
  return { ...call, argsText, notes: forms.map((form) => ({ kind: 'arguments', form })) };
}
