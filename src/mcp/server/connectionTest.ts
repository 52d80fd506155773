/** Trying a definition out: a connection of its own, of which nothing is left. */
import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import type { Variables } from '../common/ports.ts';
import { Server } from './server.ts';

/** What came of it. Times are milliseconds. */
export type ConnectionTest =
  | {
      readonly kind: 'connected';
      /** What the server calls itself. Not sanitised. */
      readonly server: string | undefined;
      readonly version: string | undefined;
      readonly protocolVersion: string;
      readonly tools: number;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly failure: ServerFailure; readonly log: readonly string[] }
  | { readonly kind: 'cancelled' };

/** Lines of the log that are kept for a test that fails. */
const MAX_LINES = 200;

/**
 * Connects by `definition`, beside whatever runs under its name: nothing is remembered, no view is told, nobody
 * is asked by the server, and the connection has ended when this resolves. Never rejects for what the server does.
 */
export async function testConnection(
  definition: ServerDefinition,
  context: ServerContext,
  variables: Variables | undefined,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const log: string[] = [];
  // Whoever tries a definition out has it before them: that is all the confirming it takes.
  const {
    interaction: _,
    variables: __,
    unconfirmed: ___,
    isOfWorkspace: ____,
    unconfirmedFile: _____,
    ...rest
  } = context;
  const server = new Server(definition, {
    ...rest,
    ...(variables && { variables }),
    memory: { recall: () => undefined, remember: () => undefined },
    openLog: () => ({
      append: (_level, from, text) => {
        if (log.length < MAX_LINES) log.push(`[${from}] ${text}`);
      },
    }),
    onChange: () => undefined,
  });
  const cancel = (): void => void server.disconnect();
  signal.addEventListener('abort', cancel, { once: true });
  try {
    if (signal.aborted) return { kind: 'cancelled' };
    await server.connect();
    const { state } = server;
    if (signal.aborted) return { kind: 'cancelled' };
    if (state.kind === 'error') return { kind: 'failed', failure: state.failure, log };
    if (state.kind !== 'connected') return { kind: 'cancelled' };
    const { catalog, setupMs } = state;
    return {
      kind: 'connected',
      server: catalog.server?.title ?? catalog.server?.name,
      version: catalog.server?.version,
      protocolVersion: catalog.protocolVersion,
      tools: catalog.tools.length,
      ms: setupMs,
    };
  } finally {
    signal.removeEventListener('abort', cancel);
    await server.disconnect();
  }
}
