/** A model behind an endpoint that has a context window and counts in its own way. */
import assert from 'node:assert/strict';
import {
  ContextWindow,
  Conversation,
  runTurn,
  TurnLimits,
  TokenGauge,
  Transcript,
  type TurnEvent,
} from '../../../../src/agent/index.ts';
import { createOpenAiModel, metered, type ChatModel, type Message } from '../../../../src/models/index.ts';
import type { ToolSet } from '../../../../src/tools/index.ts';
import {
  errorReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
  type SeenRequest,
} from '../../../fixtures/endpoint.ts';
import { allow } from '../tools.ts';

/** Counts as no tokenizer does, but strictly: a token for every three characters of the whole body. */
export function strictCount(body: unknown): number {
  return Math.ceil(JSON.stringify(body).length / 3);
}

/** Whether the request asks for a summary. */
export function asksForSummary({ body }: SeenRequest): boolean {
  return JSON.stringify(body.messages[0]).includes('You sum up a conversation');
}

/** What of a request an endpoint checks: every call has its result right after it, and no result is without its call. */
export function checkPairs({ body }: SeenRequest): void {
  let open: string[] = [];
  for (const message of body.messages) {
    if (message.role === 'tool') {
      assert.ok(open.includes(message.tool_call_id), 'a result without its call');
      open = open.filter((id) => id !== message.tool_call_id);
    } else {
      assert.deepEqual(open, [], 'a call without its result');
      open = (message.tool_calls ?? []).map(({ id }: { id: string }) => id);
    }
  }
  assert.deepEqual(open, [], 'a call without its result at the end');
}

/** An endpoint that refuses what is larger than its window, in the words of `refusal`. */
export async function startStrictEndpoint(
  window: number,
  reply: (request: SeenRequest, index: number) => Reply | Promise<Reply>,
  refusal: (counted: number) => Reply = (counted) =>
    errorReply(400, {
      error: {
        message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${counted} tokens.`,
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    }),
): Promise<ScriptedEndpoint & { readonly refusals: number }> {
  let refusals = 0;
  let answered = 0;
  const endpoint = await startEndpoint((request) => {
    if (request.path.endsWith('/models')) return errorReply(404, 'no list');
    const counted = strictCount(request.body);
    if (counted > window) {
      refusals += 1;
      return refusal(counted);
    }
    if (asksForSummary(request)) return textReply('SUMMARY: the secret word is heron.');
    return reply(request, answered++);
  });
  return {
    get baseURL() {
      return endpoint.baseURL;
    },
    get requests() {
      return endpoint.requests;
    },
    get connections() {
      return endpoint.connections;
    },
    get refusals() {
      return refusals;
    },
    close: () => endpoint.close(),
  };
}

/** A conversation that is had message by message, with all that the user would see. */
export class ContextSession {
  readonly conversation = new Conversation('test');
  readonly transcript = new Transcript(() => undefined);
  readonly events: TurnEvent[] = [];
  readonly gauge = new TokenGauge();
  readonly stop = new AbortController();
  private readonly model: ChatModel;
  private readonly tools: ToolSet;
  private readonly maxResultTokens: number;

  constructor(
    baseURL: string,
    tools: ToolSet,
    { contextWindow, maxResultTokens = 10_000 }: { contextWindow?: number; maxResultTokens?: number } = {},
  ) {
    this.model = metered(
      createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true, contextWindow }),
      ({ usage }) => usage && this.transcript.spend(usage),
    );
    this.tools = tools;
    this.maxResultTokens = maxResultTokens;
  }

  /** Says something and waits for the end of the turn, which it returns. */
  async say(
    text: string,
    onEvent: (event: TurnEvent) => void = () => undefined,
  ): Promise<Extract<TurnEvent, { type: 'turnEnd' }>['end']> {
    this.transcript.addUser({ text });
    this.conversation.append({ role: 'user', text });
    await runTurn({
      conversation: this.conversation,
      model: this.model,
      system: () => [{ kind: 'base', text: 'sys' }],
      tools: () => this.tools,
      limits: new TurnLimits({ maxSteps: 50 }),
      approve: allow,
      signal: this.stop.signal,
      context: { gauge: this.gauge, maxResultTokens: this.maxResultTokens },
      onEvent: (event) => {
        this.events.push(event);
        this.transcript.apply(event, 0);
        onEvent(event);
      },
    });
    const last = this.events.at(-1);
    assert.ok(last?.type === 'turnEnd');
    return last.end;
  }

  /** What the chat shows as used, after each request and each answer. */
  get used(): readonly number[] {
    return this.events.flatMap((event) => (event.type === 'context' ? [event.context.used] : []));
  }

  /** Summarises as `/compact` does. */
  summarise(): Promise<boolean> {
    const { conversation, model, gauge, maxResultTokens } = this;
    const onEvent = (event: TurnEvent): void => {
      this.events.push(event);
      this.transcript.apply(event, 0);
    };
    const window = new ContextWindow({ gauge, maxResultTokens }, { conversation, model, onEvent });
    return window.summariseNow(this.stop.signal);
  }

  /** The messages whole. */
  get messages(): readonly Message[] {
    return this.conversation.messages;
  }
}
