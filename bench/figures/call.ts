/** call: one tool call through Patchbay's `Tool.call`, and on a bare SDK client. */
import { fixtureCommand, type FixtureCommand } from '../../test/fixtures/servers/command.ts';
import { comparison, median, single, type Figure } from '../figure.ts';
import { connectBare } from '../peers/bareClient.ts';
import { connectAll, createEngine, toolOf } from '../peers/patchbay.ts';
import { repoFile } from '../processes.ts';
import { measureInTurns, timed } from '../rounds.ts';

const WARM_UP = 250;
/** A sample is the median of this many batches, so that batches interrupted by other processes do not count. */
const BATCHES = 15;
/** Calls per batch, one after the other. */
const CALLS = 20;
const args = { text: 'The quick brown fox jumps over the lazy dog.' };
const server = fixtureCommand('recorder');
/** The baseline's server in a session of its own, like Patchbay's. */
const serverInSession: FixtureCommand = {
  command: process.execPath,
  args: [repoFile('bench/children/ownSession.ts'), server.command, ...server.args],
};

const labels = {
  ratio: { name: 'call', what: 'one tool call', unit: 'ms', aim: { kind: 'ratio', max: 1.1 } },
  overhead: {
    name: 'call.overhead',
    what: 'what a tool call costs over a bare one',
    unit: 'ms',
    aim: { kind: 'value', max: 0.2 },
  },
  session: {
    name: 'call.session',
    what: 'bare call, server in a session of its own (other: in the same)',
    unit: 'ms',
  },
} as const;

/**
 * Thousands of calls of the recorder's `echo`. The scheduler changes how fast two processes talk by more than what is
 * measured. So each sample has its own server process, as cores are luck, and the bare client's server has its own
 * session like Patchbay's, because Linux schedules sessions as groups and wakes others' later on a busy machine. That
 * cost is a figure of its own.
 */
export async function measureCall(): Promise<Figure[]> {
  const sides = {
    ours: callOurs,
    bare: () => callBare(serverInSession),
    plain: () => callBare(server),
  };
  return measureInTurns(sides, { warmUp: 3, rounds: 40 }, (rounds) => [
    comparison(labels.ratio, rounds, 'ours', 'bare'),
    single(
      labels.overhead,
      rounds.map((round) => round.ours - round.bare),
    ),
    comparison(labels.session, rounds, 'bare', 'plain'),
  ]);
}

async function callOurs(): Promise<number> {
  const engine = createEngine();
  try {
    await connectAll(engine, { bench: server });
    const tool = toolOf(engine, 'mcp__bench__echo');
    // A turn has one signal for all its calls, too.
    const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
    return await timeOfOne(async () => {
      const { status } = await tool.call(args, context);
      if (status !== 'success') throw new Error(`The call ended with ${status}.`);
    });
  } finally {
    await engine.dispose();
  }
}

async function callBare(command: FixtureCommand): Promise<number> {
  const { client } = await connectBare(command);
  try {
    return await timeOfOne(() => client.callTool({ name: 'echo', arguments: args }));
  } finally {
    await client.close();
  }
}

/** In ms. */
async function timeOfOne(call: () => Promise<unknown>): Promise<number> {
  const calls = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) await call();
  };
  await calls(WARM_UP);
  const batches: number[] = [];
  for (let index = 0; index < BATCHES; index++) batches.push((await timed(() => calls(CALLS))) / CALLS);
  return median(batches);
}
