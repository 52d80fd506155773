import type {
  CallView,
  ChatStatus,
  ContentPart,
  HostMessage,
  Item,
  Patch,
} from '../../src/protocol/index.ts';

/** Stories do not move: there is nothing to wait for. */
export interface Story {
  readonly name: string;
  readonly messages: readonly HostMessage[];
  /** Ids of disclosures to unfold, after the messages. */
  readonly open?: readonly string[];
  readonly draft?: string;
  /** Answers to what the draft requests. */
  readonly answers?: readonly HostMessage[];
  /** After that: keys, scrolling to a share of the whole, a click on the selector's first match. */
  readonly keys?: readonly string[];
  readonly scrollTo?: number;
  readonly press?: string;
  /** Keys after the click. */
  readonly thenKeys?: readonly string[];
  /** A value of the first select that the selector finds. */
  readonly choose?: { readonly from: string; readonly value: string };
  /** Makes everything look hovered or focused. */
  readonly force?: 'hover' | 'focus';
  /** CSS pixels of the window. Without it, pictures show the whole conversation. */
  readonly height?: number;
  /** A file is dragged over the page. */
  readonly dragging?: true;
  /** The host's last message. */
  readonly last?: HostMessage;
}

const status: ChatStatus = {
  turn: 'idle',
  model: 'qwen3-coder-30b-a3b-instruct',
  endpoint: '127.0.0.1:8000',
  approvalMode: 'ask',
  effort: '',
  servers: { connected: 3, total: 3, tools: 41 },
  usage: { inputTokens: 18_412, outputTokens: 2_906 },
  context: { used: 12_240, window: 32_768 },
};

/** The whole conversation; `over` changes its status. */
export function snapshot(items: readonly Item[], over: Partial<ChatStatus> = {}, earlier = 0): HostMessage {
  // The host sends this with every running turn.
  const progress = { ms: 8_000, quietMs: 300, doing: 'preparing' } as const;
  const shown = { ...status, ...(over.turn === 'running' && { progress }), ...over };
  return { type: 'snapshot', conversation: 'c1', seq: 0, items, earlier, status: shown };
}

/** An empty conversation without a model. */
export function withoutModel(servers: ChatStatus['servers']): HostMessage {
  const shown: ChatStatus = { turn: 'idle', servers };
  return { type: 'snapshot', conversation: 'c1', seq: 0, items: [], earlier: 0, status: shown };
}

/** `seq` counts from 1. */
export function patch(seq: number, ...patches: Patch[]): HostMessage {
  return { type: 'patch', conversation: 'c1', seq, patches };
}

/** A successful call, except for `over`. */
export function call(id: string, step: number, over: Partial<CallView>): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: 'filesystem' },
    toolName: 'read_text_file',
    wireName: 'mcp__filesystem__read_text_file',
    argsText: '{"path":"src/agent/turn.ts","head":80}',
    status: 'success',
    startedAt: Date.now() - 75_000,
    durationMs: 12,
    ...over,
  };
  return { kind: 'call', id, step, call: view };
}

/** A call of an unknown tool. */
export function goneCall(id: string, step: number): Item {
  return call(id, step, {
    source: { kind: 'unknown' },
    toolName: 'mcp__gone__tool',
    wireName: 'mcp__gone__tool',
    status: 'error',
    durationMs: 0,
    result: [text('There is no tool named mcp__gone__tool.')],
  });
}

export const text = (value: string): ContentPart => ({ type: 'text', text: value });
export const user = (id: string, value: string): Item => ({ kind: 'user', id, text: value });
export const assistant = (id: string, value: string): Item => ({
  kind: 'assistant',
  id,
  text: value,
  streaming: false,
});
/** For a call that has not ended. */
export const running = { status: 'running', durationMs: undefined } as unknown as Partial<CallView>;
