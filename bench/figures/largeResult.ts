/** largeResult: what a tool result of 5 MB adds to a turn, from the tool to the model's next request and the chat. */
import { Conversation, PatchStream, runTurn, Transcript, type TurnEvent } from '../../src/agent/index.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import type { HostMessage } from '../../src/protocol/index.ts';
import { textContent, type Tool } from '../../src/tools/index.ts';
import { callsReply, startEndpoint, textReply } from '../../test/fixtures/endpoint.ts';
import { single, type Figure } from '../figure.ts';
import { measureInTurns, timed } from '../rounds.ts';

const SIZE = 5_000_000;
const LINE = 'a line of a log that says that all is well\n';
const TOOL = 'mcp__bench__read';
const large = LINE.repeat(Math.ceil(SIZE / LINE.length));

/** The endpoint is in this process: what it takes to read a request counts for both sides. */
export async function measureLargeResult(): Promise<Figure[]> {
  const endpoint = await startEndpoint(({ body }) =>
    (body as { messages: { role: string }[] }).messages.some(({ role }) => role === 'tool')
      ? textReply('Done.')
      : callsReply([{ id: 'call_1', name: TOOL, args: {} }]),
  );
  let bytes = 0;
  const side = (text: string) => (): Promise<number> =>
    timed(async () => {
      bytes = await bytesToChat(endpoint.baseURL, text);
    });
  const label = {
    name: 'largeResult',
    what: 'what a result of 5 MB adds to a turn',
    unit: 'ms',
    aim: { kind: 'value', max: 100 },
  } as const;
  try {
    const figures = await measureInTurns(
      { small: side('small'), large: side(large) },
      { warmUp: 2, rounds: 15 },
      (rounds) => [
        single(
          label,
          rounds.map((round) => round.large - round.small),
        ),
      ],
    );
    await side(large)();
    const chat = { kind: 'value', max: 50_000 } as const;
    const what = 'of it, host to chat';
    return [...figures, single({ name: 'largeResult.chat', what, unit: 'bytes', aim: chat }, [bytes])];
  } finally {
    await endpoint.close();
  }
}

/** Runs the turn and returns how many bytes went to the chat. */
async function bytesToChat(baseURL: string, text: string): Promise<number> {
  let bytes = 0;
  const patches = new PatchStream((seq, list) => {
    const message: HostMessage = { type: 'patch', conversation: 'bench', seq, patches: list };
    bytes += Buffer.byteLength(JSON.stringify(message));
  });
  const transcript = new Transcript((patch) => patches.push(patch));
  const conversation = new Conversation('bench');
  conversation.append({ role: 'user', text: 'Read it.' });
  const turn = runTurn({
    conversation,
    model: createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true, contextWindow: 128_000 }),
    system: 'You read logs.',
    tools: () => new Map([[TOOL, reading(text)]]),
    maxIterations: 2,
    permit: () => undefined,
    signal: new AbortController().signal,
  });
  let last: TurnEvent | undefined;
  for await (const event of turn) {
    transcript.apply(event, 0);
    last = event;
  }
  patches.flush();
  if (last?.type !== 'turnEnd' || last.end.why !== 'answered') throw new Error('The turn was not answered.');
  return bytes;
}

function reading(text: string): Tool {
  return {
    name: 'read',
    source: { kind: 'mcp', server: 'bench' },
    description: 'Reads the log.',
    inputSchema: { type: 'object', properties: {} },
    hints: { readOnly: true },
    permission: () => 'free',
    fingerprint: () => ({ origin: 'bench', definition: 'read' }),
    call: () => Promise.resolve({ status: 'success', content: textContent(text) }),
  };
}
