/** manyTools: the first request of a turn with 30 servers of 50 tools each: its size, and the time until it is made. */
import { type Engine } from '../../src/engine.ts';
import { Conversation } from '../../src/agent/index.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import { startEndpoint, textReply } from '../../test/fixtures/endpoint.ts';
import { fixtureCommand } from '../../test/fixtures/servers/command.ts';
import { comparison, type Figure } from '../figure.ts';
import { connectAll, createEngine } from '../peers/patchbay.ts';
import { measureInTurns } from '../rounds.ts';

const SERVERS = 30;
const TOOLS = 50;

/** In bytes and ms. */
interface FirstRequest {
  readonly bytes: number;
  readonly ms: number;
}

export async function measureManyTools(): Promise<Figure[]> {
  const engine = createEngine();
  const names = Array.from({ length: SERVERS }, (_, index) => `shop-${index}`);
  try {
    await connectAll(
      engine,
      Object.fromEntries(names.map((name) => [name, fixtureCommand('many', name, String(TOOLS))])),
    );
    const sides = {
      searched: async () => (await firstRequest(engine, 5)).ms,
      all: async () => (await firstRequest(engine)).ms,
    };
    const searched = await firstRequest(engine, 5);
    const all = await firstRequest(engine);
    return [
      comparison(
        {
          name: 'manyTools.request',
          what: 'first request with 30 × 50 tools, searched (other: all sent)',
          unit: 'bytes',
          aim: { kind: 'value', max: 40_000 },
        },
        [{ searched: searched.bytes, all: all.bytes }],
        'searched',
        'all',
      ),
      ...(await measureInTurns(sides, { warmUp: 2, rounds: 15 }, (rounds) => [
        comparison(
          { name: 'manyTools.first', what: 'until it arrives (other: all sent)', unit: 'ms' },
          rounds,
          'searched',
          'all',
        ),
      ])),
    ];
  } finally {
    await engine.dispose();
  }
}

async function firstRequest(engine: Engine, toolBudget?: number): Promise<FirstRequest> {
  let arrivedAt = 0;
  const endpoint = await startEndpoint(() => {
    arrivedAt ||= performance.now();
    return textReply('Done.');
  });
  try {
    const conversation = new Conversation('bench');
    conversation.append({ role: 'user', text: 'Cancel an invoice.' });
    const startedAt = performance.now();
    await engine.turns.run({
      conversation,
      model: createOpenAiModel({
        baseURL: endpoint.baseURL,
        model: 'scripted',
        canCallTools: true,
        // Enough for all of them.
        contextWindow: 400_000,
      }),
      maxIterations: 1,
      maxResultTokens: 10_000,
      graceMs: 0,
      ...(toolBudget !== undefined && { toolBudget }),
      approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
      signal: new AbortController().signal,
      onEvent: (event) => {
        if (event.type === 'turnEnd' && event.end.why !== 'answered')
          throw new Error('The turn was not answered.');
      },
    });
    return {
      bytes: Buffer.byteLength(JSON.stringify(endpoint.requests[0]?.body)),
      ms: arrivedAt - startedAt,
    };
  } finally {
    await endpoint.close();
  }
}
