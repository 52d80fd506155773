import { join, msg } from '../../base/common/message.ts';
import {
  ModelError,
  type ChatModel,
  type Message,
  type ModelRequest,
  type ToolDefinition,
} from '../../models/index.ts';
import type { ContextUse, ShortenedContext, Usage } from '../../protocol/index.ts';
import { locale } from '../../base/common/locale.ts';
import type { ToolSet } from '../../tools/index.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { OnTurnEvent } from '../conversation/events.ts';
import { systemText, type SystemPart } from '../conversation/systemParts.ts';
import type { TokenGauge } from './gauge.ts';
import { readResultTool } from './readResult.ts';
import { READ_RESULT } from '../../protocol/index.ts';
import { cutResults } from './results.ts';
import { isImage } from './resultText.ts';
import type { ContextState, ToolMessage } from '../conversation/contextState.ts';
import { summarise } from './summarise.ts';
import { countMessage, countTools } from './tokens.ts';
import {
  planSummary,
  shortenedBetween,
  shownIn,
  modelView,
  withoutOldResults,
  withReplaced,
  withSummary,
} from './view.ts';

export interface ContextOptions {
  readonly gauge: TokenGauge;
  /** Most tokens of one result, as the model counts them. */
  readonly maxResultTokens: number;
}

/**
 * Largest request in tokens for which the endpoint is not asked for its window, because nearly every model takes this
 * much.
 */
const SMALL = 8_000;
/** Space that is kept free for the answer: this share of the window, but at most this many tokens. */
const ANSWER_SHARE = 0.15;
const MOST_FOR_ANSWER = 8_000;
/** Share of the window that all results of a step may take together. */
const STEP_SHARE = 0.35;
/** Share of the window that a skill may take, and of the space for messages that skills may take beside a summary. */
const SKILL_SHARE = 0.25;
/**
 * Share of the space for messages that is still used after results were removed. Enough are removed at once, because
 * each removal empties the endpoint's cache.
 */
const AFTER_REMOVAL = 0.7;
/** Shares of the space for messages: one for the messages that stay beside a summary, one for the summary. */
const KEEP_SHARE = 0.35;
const SUMMARY_SHARE = 0.15;
const MOST_FOR_SUMMARY = 3_000;
/** Share of the window that the text to summarise may take in one request. */
const SUMMARY_INPUT_SHARE = 0.6;
/** Tokens of space below which no summary is made, because it would be of no use. */
const MIN_SPACE = 300;
/** Fewest tokens that are summarised on request. A summary of less would save nothing. */
const LEAST_TO_SUMMARISE = 500;
/** A request that is larger than the window by this factor is not sent, because some endpoints truncate it silently. */
const DOUBT = 1.15;

/** Space in the window, in tokens of the estimate. */
interface Space {
  readonly limit: number;
  /** Space that the system message, the tools and the answer leave for messages. */
  readonly messages: number;
}

export class ContextWindow {
  private readonly conversation: Conversation;
  private readonly model: ChatModel;
  private message: Extract<Message, { role: 'system' }> = { role: 'system', text: '' };
  private parts: readonly SystemPart[] = [];
  private readonly gauge: TokenGauge;
  private readonly maxResultTokens: number;
  private readonly onEvent: OnTurnEvent;
  /** Context window in tokens, from the user, or from the endpoint once it was asked. */
  private configuredWindow: number | undefined;
  private asked: { readonly what: 'answer' | 'summary'; readonly tokens: number } | undefined;
  private fixed = 0;
  /** Size of the view of the first `until` messages in this state, so that only new ones are counted. */
  private measured:
    | { readonly context: ContextState; readonly until: number; readonly tokens: number }
    | undefined;
  /** Number of images of this turn of which the chat has said that the model does not get them. */
  private unseenImages = 0;
  /** Refusal after which the request is made again. It is kept until the chat has a line about it. */
  private refusal: ModelError | undefined;
  private offered: { readonly base: ToolSet; readonly all: ToolSet } | undefined;

  constructor(
    { gauge, maxResultTokens }: ContextOptions,
    turn: {
      readonly conversation: Conversation;
      readonly model: ChatModel;
      readonly onEvent: OnTurnEvent;
    },
  ) {
    this.gauge = gauge;
    this.maxResultTokens = maxResultTokens;
    this.conversation = turn.conversation;
    this.onEvent = turn.onEvent;
    this.model = turn.model;
    this.configuredWindow = turn.model.contextWindow;
  }

  get systemText(): string {
    return this.message.text;
  }

  get system(): readonly SystemPart[] {
    return this.parts;
  }

  /** Keeps the same message while its text stays the same, so that its tokens are counted once. */
  set system(parts: readonly SystemPart[]) {
    this.parts = parts;
    const text = systemText(parts);
    if (text !== this.message.text) this.message = { role: 'system', text };
  }

  get inUse(): ContextUse {
    return this.use(this.used());
  }

  /**
   * Adds the tool that reads results, from the first request on: a tool that joins once something is cut would change the
   * list of tools in the middle of a conversation.
   */
  withReading(tools: ToolSet): ToolSet {
    const { replaced, summary } = this.conversation.context;
    const hasResults = tools.size > 0 || replaced.size > 0 || summary !== undefined;
    if (!this.model.canCallTools || !hasResults) return tools;
    if (this.offered?.base !== tools) {
      const reading = readResultTool(this.conversation, () => this.estimated(this.maxResultTokens));
      this.offered = { base: tools, all: new Map([...tools, [READ_RESULT, reading]]) };
    }
    return this.offered.all;
  }

  appendResults(results: readonly ToolMessage[]): void {
    for (const result of results) this.conversation.append(result);
    this.cut(results, this.limit() * STEP_SHARE, true);
  }

  /**
   * Returns the next request. Makes room for it by removing old results, then by summarising. `refused` is the
   * endpoint's refusal if the request is made again.
   * @throws ModelError, or the signal's reason when aborted
   */
  async fit(
    tools: readonly ToolDefinition[],
    signal: AbortSignal,
    refused?: ModelError,
  ): Promise<ModelRequest> {
    const before = this.asked;
    if (refused) this.gauge.refused(this.model, before?.tokens ?? 0, refused);
    this.fixed = countMessage(this.message) + countTools(tools);
    const { fixed } = this;
    await this.lookUpWindow(signal);
    this.refusal = refused;
    const size = this.size();
    await this.counting(() => this.makeRoom(fixed, signal));
    const tokens = fixed + this.size();
    if (refused && before?.what === 'answer' && tokens >= before.tokens) throw refused;
    // A summary has a line of its own, which says nothing of the refusal.
    if (this.refusal) this.report({ removed: 0, cut: 0, images: 0 }, size - this.size());
    if (this.configuredWindow !== undefined && tokens > this.limit() * DOUBT)
      throw this.tooLarge(tokens, fixed);
    this.asked = { what: 'answer', tokens };
    this.onEvent({ type: 'context', context: this.inUse });
    return { messages: [this.message, ...this.view()], tools };
  }

  /** Reports that a request goes out without its images. The chat is told of each image of this turn once. */
  withoutImages(messages: readonly Message[]): void {
    const asked = messages.findLastIndex(({ role }) => role === 'user');
    const images = messages
      .slice(Math.max(0, asked))
      .flatMap((message) => ('content' in message ? (message.content ?? []).filter(isImage) : [])).length;
    const more = images - this.unseenImages;
    if (more <= 0) return;
    this.unseenImages = images;
    this.report({ removed: 0, cut: 0, images: more }, 0);
  }

  /** Learns from the answer to the last request, and returns what is in use of the window with that answer. */
  answered(answer: Message, usage: Usage | undefined): ContextUse {
    const tokens = this.asked?.tokens ?? 0;
    const reported = usage && this.gauge.believes(tokens, usage.inputTokens) ? usage.inputTokens : undefined;
    this.setCounted(reported ?? this.used());
    if (usage) this.gauge.answered(this.model, tokens, usage.inputTokens);
    return this.use(this.used() + this.counted(countMessage(answer)));
  }

  /**
   * Summarises all messages before the user's last one, or before the last step if those are too few. Returns false if
   * there is too little to summarise.
   * @throws ModelError, or the signal's reason when aborted
   */
  async summariseNow(signal: AbortSignal): Promise<boolean> {
    const { conversation } = this;
    this.fixed = conversation.counted?.fixed ?? 0;
    const until = this.placeToSummarise();
    if (until === undefined) return false;
    await this.lookUpWindow(signal);
    await this.counting(() => this.sumUp(until, this.space(0), signal));
    this.onEvent({ type: 'context', context: this.inUse });
    return true;
  }

  private placeToSummarise(): number | undefined {
    const { messages, context } = this.conversation;
    const from = context.summary?.until ?? 0;
    const lastOfUser = messages.findLastIndex(({ role }) => role === 'user');
    return [lastOfUser, planSummary(messages, context, 0) ?? 0].find((until) => {
      const tokens = messages
        .slice(from, Math.max(from, until))
        .reduce((sum, message) => sum + countMessage(shownIn(context, message)), 0);
      return tokens >= LEAST_TO_SUMMARISE;
    });
  }

  private async lookUpWindow(signal: AbortSignal): Promise<void> {
    if (this.configuredWindow === undefined && this.fixed + this.size() > SMALL)
      this.configuredWindow = await unlessAborted(signal, this.model.lookUpContextWindow());
    signal.throwIfAborted();
  }

  /** Runs a function that may change the model's view, and corrects the known count by the difference. */
  private async counting(change: () => Promise<void>): Promise<void> {
    const { context } = this.conversation;
    const [used, size] = [this.used(), this.size()];
    await change();
    if (this.conversation.context === context) return;
    this.setCounted(Math.max(0, used + this.counted(this.size() - size)));
  }

  private setCounted(used: number): void {
    const { model, fixed, conversation } = this;
    conversation.noteCount({ used, until: conversation.messages.length, fixed, model: model.key });
  }

  /**
   * Returns the tokens in use as the model counts them: the last known count with an estimate of what has come since,
   * or else an estimate of all.
   */
  private used(): number {
    const { fixed, model } = this;
    const { messages, context, counted } = this.conversation;
    if (!counted || (counted.model ?? model.key) !== model.key) return this.counted(fixed + this.size());
    const added = messages
      .slice(counted.until)
      .reduce((sum, message) => sum + countMessage(shownIn(context, message)), 0);
    return counted.used + this.counted(added + fixed - (counted.fixed ?? fixed));
  }

  private counted(estimate: number): number {
    return estimate * this.gauge.ratio(this.model);
  }

  private async makeRoom(fixed: number, signal: AbortSignal): Promise<void> {
    const { conversation } = this;
    const { messages } = conversation;
    const space = this.space(fixed);
    if (this.size() <= space.messages) return;
    const excess = this.size() - space.messages * AFTER_REMOVAL;
    this.shorten(withoutOldResults(messages, conversation.context, excess));
    if (this.size() <= space.messages) return;
    const until =
      space.messages < MIN_SPACE
        ? undefined
        : planSummary(messages, conversation.context, space.messages * KEEP_SHARE);
    if (until !== undefined) await this.sumUp(until, space, signal);
    if (this.size() <= space.messages) return;
    // If there is still too little space, the newest results alone are too long.
    const newest = messages.slice(messages.findLastIndex(({ role }) => role !== 'tool') + 1);
    this.cut(
      newest.filter((message) => message.role === 'tool'),
      space.messages * STEP_SHARE,
    );
  }

  private async sumUp(until: number, space: Space, signal: AbortSignal): Promise<void> {
    const { conversation } = this;
    const { summary } = conversation.context;
    this.onEvent({ type: 'summary', state: { status: 'running' } });
    try {
      const text = await summarise(this.model, conversation.messages.slice(summary?.until ?? 0, until), {
        before: summary?.text,
        limits: {
          input: Math.floor(space.limit * SUMMARY_INPUT_SHARE),
          output: Math.floor(Math.min(MOST_FOR_SUMMARY, space.messages * SUMMARY_SHARE)),
        },
        signal,
        asked: (tokens) => {
          this.asked = { what: 'summary', tokens };
        },
      });
      const skillTokens = space.messages * SKILL_SHARE;
      const { messages, context } = conversation;
      conversation.shortenTo(withSummary(messages, context, text, { until, skillTokens }));
      this.onEvent({ type: 'summary', state: { status: 'done', text } });
    } catch (error) {
      this.onEvent({ type: 'summary', state: { status: 'failed' } });
      throw error;
    }
  }

  /** Cuts results that are too long. Skills have a higher limit, because they are instructions. */
  private cut(results: readonly ToolMessage[], total: number, isOfNewest?: true): void {
    const [skills, others] = [true, false].map((isSkill) =>
      results.filter(({ skill }) => (skill !== undefined) === isSkill),
    );
    const forSkills = this.limit() * SKILL_SHARE;
    const cut = [
      ...cutResults(others ?? [], { each: this.estimated(this.maxResultTokens), total }),
      ...cutResults(skills ?? [], { each: forSkills, total: forSkills }),
    ];
    this.shorten(withReplaced(this.conversation.context, 'cut', cut), isOfNewest);
  }

  /** Gives the model less from now on, and has the chat say so. */
  private shorten(next: ContextState, isOfNewest?: true): void {
    const { conversation } = this;
    const before = conversation.context;
    if (next === before) return;
    const size = this.size();
    conversation.shortenTo(next);
    this.report(shortenedBetween(conversation.messages, before, next), size - this.size(), isOfNewest);
  }

  private report(
    what: Pick<ShortenedContext, 'removed' | 'cut' | 'images'>,
    estimate: number,
    isOfNewest?: true,
  ): void {
    const tokens = Math.max(0, Math.round(this.counted(estimate)));
    const isRefused = this.refusal ? ({ isRefused: true } as const) : {};
    this.refusal = undefined;
    this.onEvent({
      type: 'shortened',
      what: { ...what, tokens, ...isRefused },
      ...(isOfNewest && { isOfNewest }),
    });
  }

  private view(): readonly Message[] {
    return modelView(this.conversation.messages, this.conversation.context);
  }

  /** Returns the tokens of the view by the estimate. Counts only what is new. */
  private size(): number {
    const { messages, context } = this.conversation;
    const { summary } = context;
    let { tokens, until } =
      this.measured?.context === context
        ? this.measured
        : { tokens: summary ? countMessage(summary.message) : 0, until: summary?.from ?? 0 };
    for (const message of messages.slice(until)) tokens += countMessage(shownIn(context, message));
    until = messages.length;
    this.measured = { context, until, tokens };
    return tokens;
  }

  private space(fixed: number): Space {
    const limit = this.limit();
    const answer = Math.min(this.estimated(MOST_FOR_ANSWER), limit * ANSWER_SHARE);
    return { limit, messages: Math.max(0, limit - answer - fixed) };
  }

  private limit(): number {
    return this.estimated(this.gauge.window(this.model, this.configuredWindow));
  }

  private estimated(tokens: number): number {
    return tokens / this.gauge.ratio(this.model);
  }

  private use(used: number): ContextUse {
    const { gauge, model, configuredWindow: told } = this;
    const use = { used: Math.round(used), window: gauge.window(model, told) };
    return gauge.isAssumed(model, told) ? { ...use, isAssumed: true } : use;
  }

  private tooLarge(tokens: number, fixed: number): ModelError {
    const { used, window } = this.use(this.counted(tokens));
    const [needed, taken, share] = [used, window, Math.round(this.counted(fixed))].map((count) =>
      count.toLocaleString(locale()),
    ) as [string, string, string];
    const what = msg(
      'The request needs about {0} tokens, but model "{1}" accepts only {2}.',
      needed,
      this.model.name,
      taken,
    );
    const next =
      fixed > tokens / 2
        ? msg(
            'The instructions and tools alone need {0}. Enable fewer tools, or choose a model with a larger context window.',
            share,
          )
        : msg(
            'The last message is too long. Send a shorter one, or choose a model with a larger context window.',
          );
    return new ContextTooLarge('too-large', join(' ', what, next));
  }
}

/** Says that a request is too large to be sent. No endpoint has refused it, so nothing is learned from it. */
export class ContextTooLarge extends ModelError {}

async function unlessAborted<T>(signal: AbortSignal, value: Promise<T>): Promise<T | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const stop = (): void => resolve(undefined);
  signal.addEventListener('abort', stop, { once: true });
  return Promise.race([value, promise]).finally(() => signal.removeEventListener('abort', stop));
}
