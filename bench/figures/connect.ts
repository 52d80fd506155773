/** connect10: ten stdio servers at once, by Patchbay and by a bare `Promise.all` on the SDK. */
import type { SavedServer, ServerStorage } from '../../src/mcp/index.ts';
import { fixtureCommand, type FixtureCommand } from '../../test/fixtures/servers/command.ts';
import { comparison, type Figure } from '../figure.ts';
import { connectBare } from '../peers/bareClient.ts';
import { connectAll, createEngine, noMemory } from '../peers/patchbay.ts';
import { repoFile } from '../processes.ts';
import { measureInTurns, timed } from '../rounds.ts';

const SERVERS = 10;
const aim = { kind: 'ratio', max: 1.1 } as const;

/** Servers that take a second each, and real ones as fast as they start. */
export async function measureConnect(): Promise<Figure[]> {
  const everything = repoFile('node_modules/@modelcontextprotocol/server-everything/dist/index.js');
  return [
    ...(await measureWith(
      'connect10',
      'servers that need 1 s',
      fixtureCommand('recorder', '--delay', '1000'),
    )),
    ...(await measureWith('connect10.everything', 'server-everything', {
      command: process.execPath,
      args: [everything, 'stdio'],
    })),
  ];
}

function measureWith(name: string, which: string, command: FixtureCommand): Promise<Figure[]> {
  const memory = createMemory();
  const sides = {
    fresh: () => connectOurs(command, noMemory),
    bare: () => connectOther(command),
    // The warm-up fills the memory.
    known: () => connectOurs(command, memory),
  };
  const what = `${SERVERS} × ${which}`;
  return measureInTurns(sides, { warmUp: 1, rounds: 5 }, (rounds) => [
    comparison({ name, what: `connect ${what}, first time`, unit: 'ms', aim }, rounds, 'fresh', 'bare'),
    comparison(
      { name: `${name}.known`, what: `connect ${what}, era remembered`, unit: 'ms', aim },
      rounds,
      'known',
      'bare',
    ),
  ]);
}

function createMemory(): ServerStorage {
  const remembered = new Map<string, SavedServer>();
  return {
    recall: (server) => remembered.get(server),
    remember: (server, what) => void (what ? remembered.set(server, what) : remembered.delete(server)),
  };
}

async function connectOurs(command: FixtureCommand, memory: ServerStorage): Promise<number> {
  const engine = createEngine(memory);
  const names = Array.from({ length: SERVERS }, (_, index) => `server${index}`);
  try {
    return await timed(() => connectAll(engine, Object.fromEntries(names.map((name) => [name, command]))));
  } finally {
    await engine.dispose();
  }
}

async function connectOther(command: FixtureCommand): Promise<number> {
  let connecting: ReturnType<typeof connectBare>[] = [];
  try {
    return await timed(() => {
      connecting = Array.from({ length: SERVERS }, () => connectBare(command));
      return Promise.all(connecting);
    });
  } finally {
    // A failed connection has closed itself.
    await Promise.allSettled(connecting.map(async (each) => (await each).client.close()));
  }
}
