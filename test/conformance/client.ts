/**
 * The client that the conformance suite tests: Patchbay's own MCP room with a user who agrees to everything.
 * The suite runs it as `client.ts URL`, with the scenario's name and facts in its environment.
 */
import { CallFailure, McpManager, fingerprint, parseServers, type SavedServer } from '../../src/mcp/index.ts';
import { callsFor, type Prescription } from './calls.ts';
import { agreeable, registration, signIn, variablesOf, type RegisteredClient } from './user.ts';
import { Emitter } from '../../src/base/common/event.ts';

/** These mocks speak the modern era but do not answer `server/discover`: their client must know it already. */
const KNOWN_TO_BE_MODERN = /^(http-|sep-2322-)/;
/** How long in ms one scenario may take to connect; the suite ends the client after 30 s. */
const SETUP_TIMEOUT_MS = 15_000;

const url = process.argv.at(-1) ?? '';
const scenario = process.env['MCP_CONFORMANCE_SCENARIO'] ?? '';
const context = JSON.parse(process.env['MCP_CONFORMANCE_CONTEXT'] ?? '{}') as RegisteredClient & Prescription;

const entries = parseServers({
  suite: { type: 'http', url, setupTimeout: SETUP_TIMEOUT_MS, ...registration(context) },
});
const manager = new McpManager({
  client: { name: 'patchbay', version: '0.0.0' },
  workspace: { folders: () => [], onDidChangeFolders: new Emitter().event },
  memory: {
    recall: () => (KNOWN_TO_BE_MODERN.test(scenario) ? rememberedModern() : undefined),
    remember: () => undefined,
  },
  openLog: () => ({ append: (level, from, text) => console.error(`${level} ${from}: ${text}`) }),
  interaction: agreeable,
  authorization: signIn(),
  variables: variablesOf(context),
});

try {
  manager.configure(entries);
  await run();
} finally {
  await manager.dispose();
}

/** Connects, and calls every tool that is offered. Fails if there is no connection, or none for a call. */
async function run(): Promise<void> {
  const server = manager.server('suite');
  if (!server) throw new Error(`This is no URL of a server: ${url}`);
  await server.settled();
  const { state } = server;
  if (state.kind !== 'connected') {
    throw new Error(state.kind === 'error' ? state.failure.message.english : `It is ${state.kind}.`);
  }
  const { signal } = new AbortController();
  for (const { tool, args } of callsFor(state.catalog.tools, context)) {
    try {
      await server.callTool(tool, args, { signal, onProgress: () => undefined });
    } catch (error) {
      // A refusal is an answer, which a model would get to read. Some mocks have tools that answer nothing else.
      if (!(error instanceof CallFailure && error.reason === 'refused')) throw error;
      console.error(`${tool.name}: ${error.message}`);
    }
  }
}

function rememberedModern(): SavedServer | undefined {
  const [entry] = entries;
  if (entry?.kind !== 'valid') return undefined;
  const discover = {
    supportedVersions: ['2026-07-28'],
    capabilities: { tools: {} },
    serverInfo: { name: scenario, version: '0.0.0' },
    ttlMs: 60_000,
    cacheScope: 'private' as const,
  };
  return {
    fingerprint: fingerprint(entry.definition),
    era: 'modern',
    at: Date.now(),
    tools: [],
    offer: { discover, until: Date.now() + 60_000 },
  };
}
