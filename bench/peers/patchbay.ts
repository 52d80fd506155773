/** Patchbay's core as `src/headless.ts` builds it, without logs. */
import { Engine, type EngineOptions } from '../../src/engine.ts';
import { Conversation } from '../../src/agent/index.ts';
import { createOpenAiModel } from '../../src/models/index.ts';
import type { ServerStorage } from '../../src/mcp/index.ts';
import type { Tool } from '../../src/tools/index.ts';
import { Emitter } from '../../src/base/common/event.ts';
import { PROMPT, STEPS } from '../script.ts';

/** Every server is new. */
export const noMemory: ServerStorage = { recall: () => undefined, remember: () => undefined };

/** Ms; no benchmark comes near it. */
const CONNECT_LIMIT_MS = 60_000;

const nothing = { get: () => undefined, set: () => undefined };

/** Saves a history in `historyFolder`, if given. Dispose of the engine, or its servers stay. */
export function createEngine(memory: ServerStorage = noMemory, historyFolder?: string): Engine {
  return new Engine({
    ...(historyFolder !== undefined && { history: historyIn(historyFolder) }),
    version: '0.0.0',
    workspace: { folders: () => [], onDidChangeFolders: new Emitter().event },
    memory,
    preferences: nothing,
    rules: { workspace: nothing, always: nothing },
    openLog: () => ({ append: () => undefined }),
  });
}

/** Saves everything, as the settings' defaults do. */
function historyIn(folder: string): NonNullable<EngineOptions['history']> {
  return {
    folder,
    retention: () => ({ maxAgeDays: 90, maxSizeMB: 500 }),
    onProblem: ({ english }) => {
      throw new Error(english);
    },
    now: () => Date.now(),
  };
}

/** Connects servers defined as in `patchbay.servers`. @throws Error if one could not be connected. */
export async function connectAll(engine: Engine, servers: Readonly<Record<string, unknown>>): Promise<void> {
  engine.configure(servers);
  const { manager } = engine;
  await manager.settled(CONNECT_LIMIT_MS, new AbortController().signal);
  for (const { name, state } of manager.servers) {
    if (state.kind === 'error') throw new Error(`Server ${name}: ${state.failure.message.english}`);
    if (state.kind !== 'connected') throw new Error(`Server ${name} is ${state.kind}.`);
  }
}

/** @throws Error if there is none. */
export function toolOf(engine: Engine, wireName: string): Tool {
  const tool = engine.tools.snapshot().get(wireName);
  if (!tool) throw new Error(`There is no tool ${wireName}.`);
  return tool;
}

/** Returns how many tool calls succeeded. */
export async function runTurn(engine: Engine, baseURL: string): Promise<number> {
  const conversation = new Conversation('bench');
  conversation.append({ role: 'user', text: PROMPT });
  let succeeded = 0;
  await engine.turns.run({
    conversation,
    model: createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true }),
    maxIterations: STEPS,
    maxResultTokens: 10_000,
    graceMs: 0,
    approve: () => Promise.resolve({ kind: 'allowed', approved: [] }),
    signal: new AbortController().signal,
    onEvent: (event) => {
      if (event.type === 'callEnd' && event.result.status === 'success') succeeded += 1;
      if (event.type === 'turnEnd' && event.end.why !== 'answered')
        throw new Error(`The turn ended: ${event.end.why}.`);
    },
  });
  return succeeded;
}
