import type { ServerContext } from '../connection/context.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { ServerFailure } from '../failures/serverFailure.ts';
import type { Variables } from '../common/ports.ts';
import { Server } from './server.ts';

/** The outcome of a connection test. Times are in ms. */
export type ConnectionTest =
  | {
      readonly kind: 'connected';
      /** The name that the server gives itself, not sanitised. */
      readonly server: string | undefined;
      readonly version: string | undefined;
      readonly protocolVersion: string;
      readonly tools: number;
      readonly ms: number;
    }
  | { readonly kind: 'failed'; readonly failure: ServerFailure; readonly log: readonly string[] }
  | { readonly kind: 'cancelled' };

const MAX_LINES = 200;

/**
 * Connects once with a definition. Saves and shows nothing, and the server cannot ask the user. Never rejects for
 * errors of the server.
 */
export async function testConnection(
  definition: ServerDefinition,
  context: ServerContext,
  variables: Variables | undefined,
  signal: AbortSignal,
): Promise<ConnectionTest> {
  const log: string[] = [];
  // The user who tests a definition has it before them: no other confirmation is needed.
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
