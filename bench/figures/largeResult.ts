/** largeResult: what a tool result of 5 MB adds to a turn, up to the model's next request and the chat. */
import type { LocalizedMessage } from '../../src/base/common/message.ts';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OpenConversation, runTurn, TurnLimits, TokenGauge, type TurnEnd } from '../../src/agent/index.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import type { HostMessage } from '../../src/protocol/index.ts';
import { CallHistory, ConversationStore, isCallEvent } from '../../src/store/index.ts';
import { textContent, type Tool } from '../../src/tools/index.ts';
import { callsReply, startEndpoint, textReply } from '../../test/fixtures/endpoint.ts';
import { single, type Figure } from '../figure.ts';
import { measureInTurns, timed } from '../rounds.ts';

const SIZE = 5_000_000;
const LINE = 'a line of a log that says that all is well\n';
const TOOL = 'mcp__bench__read';
const large = LINE.repeat(Math.ceil(SIZE / LINE.length));

const labels = {
  plain: {
    name: 'largeResult',
    what: 'what a result of 5 MB adds to a turn',
    unit: 'ms',
    aim: { kind: 'value', max: 100 },
  },
  kept: {
    name: 'largeResult.kept',
    what: 'the same in a conversation that is kept, with the call history on',
    unit: 'ms',
    aim: { kind: 'value', max: 100 },
  },
  chat: {
    name: 'largeResult.chat',
    what: 'of it, host to chat',
    unit: 'bytes',
    aim: { kind: 'value', max: 50_000 },
  },
} as const;

/** The endpoint is in this process: reading a request counts for both sides. */
export async function measureLargeResult(): Promise<Figure[]> {
  const endpoint = await startEndpoint(({ body }) =>
    (body as { messages: { role: string }[] }).messages.some(({ role }) => role === 'tool')
      ? textReply('Done.')
      : callsReply([{ id: 'call_1', name: TOOL, args: {} }]),
  );
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const disk = openDisk(folder);
  const side = (text: string, kept?: Disk) => (): Promise<number> =>
    timed(() => bytesToChat(endpoint.baseURL, text, kept));
  const sides = {
    small: side('small'),
    large: side(large),
    smallKept: side('small', disk),
    largeKept: side(large, disk),
  };
  try {
    const figures = await measureInTurns(sides, { warmUp: 2, rounds: 15 }, (rounds) => [
      single(
        labels.plain,
        rounds.map((round) => round.large - round.small),
      ),
      single(
        labels.kept,
        rounds.map((round) => round.largeKept - round.smallKept),
      ),
    ]);
    return [...figures, single(labels.chat, [await bytesToChat(endpoint.baseURL, large)])];
  } finally {
    disk.history.dispose();
    disk.conversations.dispose();
    await rm(folder, { recursive: true, force: true });
    await endpoint.close();
  }
}

interface Disk {
  readonly history: CallHistory;
  readonly conversations: ConversationStore;
}

function openDisk(folder: string): Disk {
  const common = {
    folder,
    onProblem: ({ english }: LocalizedMessage) => {
      throw new Error(english);
    },
    now: () => Date.now(),
  };
  return {
    history: new CallHistory({
      ...common,
      retention: () => ({ maxAgeDays: 90, maxSizeMB: 5_000 }),
      redact: (_, text) => text,
    }),
    conversations: new ConversationStore({ ...common, workspace: '' }),
  };
}

/** Returns the bytes sent to the chat. */
async function bytesToChat(baseURL: string, text: string, disk?: Disk): Promise<number> {
  let bytes = 0;
  const open = OpenConversation.begin(randomUUID(), {
    target: disk && {
      write: (id, change) => disk.conversations.write(id, change),
      redact: (said) => said,
    },
    show: (conversation, seq, patches) => {
      const message: HostMessage = { type: 'patch', conversation, seq, patches };
      bytes += Buffer.byteLength(JSON.stringify(message));
    },
  });
  const { conversation, transcript } = open;
  open.add({ content: { text: 'Read it.' }, messages: [{ role: 'user', text: 'Read it.' }] });
  open.setRunning(true);
  let end: TurnEnd | undefined;
  await runTurn({
    conversation,
    model: createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true, contextWindow: 128_000 }),
    system: () => [{ kind: 'base', text: 'You read logs.' }],
    tools: () => new Map([[TOOL, reading(text)]]),
    limits: new TurnLimits({ maxSteps: 2 }),
    context: { gauge: new TokenGauge(), maxResultTokens: 10_000 },
    approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
    signal: new AbortController().signal,
    onEvent: (event) => {
      if (event.type === 'stepStart') open.settle();
      if (isCallEvent(event)) disk?.history.record(conversation.id, event);
      transcript.apply(event, 0);
      if (event.type === 'turnEnd') ({ end } = event);
    },
  });
  open.setRunning(false);
  disk?.history.flush();
  if (end?.why !== 'answered') throw new Error('The turn was not answered.');
  return bytes;
}

function reading(text: string): Tool {
  return {
    name: 'read',
    source: { kind: 'mcp', server: 'bench' },
    description: 'Reads the log.',
    inputSchema: { type: 'object', properties: {} },
    hints: { readOnly: true },
    usualNeed: 'free',
    approvalNeed: () => ({ kind: 'free', reasons: [] }),
    fingerprint: () => ({ origin: 'bench', definition: 'read' }),
    call: () => Promise.resolve({ status: 'success', content: textContent(text) }),
  };
}
