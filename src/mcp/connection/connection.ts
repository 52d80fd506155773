/**
 * One connection to a server, by one way: transport, version negotiation and first catalog at its beginning, what
 * can be asked over it, and the end of it.
 */
import type { Client, CallToolResult, PriorDiscovery, Tool } from '@modelcontextprotocol/client';
import { requestCall } from './callRequest.ts';
import { RunningCalls, type PlainCallOptions } from '../runningCalls/runningCalls.ts';
import { fetchCatalog, type Catalog } from '../catalog/catalog.ts';
import { createClient, notifyRootsChanged } from './client.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import { handleQuestions } from '../questions/questionHandlers.ts';
import { ConnectionError, type AttemptContext, type ConnectionContext } from './context.ts';
import { keepListening } from './listening.ts';
import { followVerbosity, sendLevelAlong } from './logLevel.ts';
import { MessageBounds } from '../catalog/messageBounds.ts';
import { withAuthorization } from '../oauth/oauth.ts';
import { whenAborted } from '../../base/common/abort.ts';
import { offerOf, type Offer } from '../catalog/offer.ts';
import { StdioTransport } from '../process/stdioTransport.ts';
import { taskRequests, type TaskRequests } from './taskRequests.ts';
import { closeClient, openTransport, type TransportKind } from './transports.ts';
import { tap } from '../wire/tap.ts';

/** An established connection with the first catalog. */
export interface Connection {
  readonly catalog: Catalog;
  /** What a server of the modern era said of itself, if it may be kept. */
  readonly offer: Offer | undefined;
  /** Whether its process is known to have ended. */
  readonly hasExited: () => boolean;
  /** How the process is doing; nothing for a remote server. */
  trace(): ProcessTrace | undefined;
  /** The process, for a local server. */
  readonly pid: number | undefined;
  /** Whether it is used with the tokens of a sign-in. */
  readonly signedIn: () => boolean;
  /** @throws CallFailure when its time is over, otherwise like the SDK's `client.callTool`. */
  callTool(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    options: PlainCallOptions,
  ): Promise<CallToolResult>;
  /** Calls that run as tasks. */
  readonly tasks: TaskRequests;
  /** Makes another request, signed in if need be. @throws whatever `send` does. */
  ask<T>(send: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Fetches the catalog again. @throws as `fetchCatalog` does. */
  refresh(): Promise<Catalog>;
  /** Asks the server for a sign of life. @throws like any request, also when it takes longer than `limitMs`. */
  ping(limitMs: number): Promise<void>;
  /** Ends the connection and, for a local server, its whole process tree. */
  close(): Promise<void>;
}

/** How long in ms a process may leave `server/discover` unanswered before it counts as of the older era. */
const PROBE_TIMEOUT_MS = 3_000;
/**
 * Connects once, in one way.
 * @throws ConnectionError with the reason as its cause, which is the signal's when `signal` is aborted. Nothing is
 * left running.
 */
export async function connect(
  definition: ServerDefinition,
  context: AttemptContext,
  kind: TransportKind,
  prior: PriorDiscovery | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  let isUp = false;
  let excess: Error | undefined;
  const onExcess = (error: Error): void => {
    context.log.append('error', 'patchbay', error.message);
    excess ??= error;
    if (!isUp) abandon();
  };
  const transport = await openTransport(definition, context, kind, onExcess);
  tap(transport, context.wire);
  context.wire.begins(kind);
  // The SDK passes messages on to whom it finds there, before it reads them itself.
  const bounds = new MessageBounds();
  transport.onmessage = bounds.apply;
  const trace = (): ProcessTrace | undefined =>
    transport instanceof StdioTransport ? transport.trace : undefined;
  const client = createClient(
    context,
    kind !== 'stdio' || context.knownEra === 'modern' ? definition.setupTimeout : PROBE_TIMEOUT_MS,
  );
  const running = new RunningCalls(context.clock);
  const pages = handleQuestions(context.interaction, client, definition.name, running);
  sendLevelAlong(transport, context.log);
  const tasks = taskRequests(client, transport, running, (aborted, request) =>
    withAuthorization(context.authorizer, 'call', aborted, request),
  );
  // The SDK's negotiation does not listen to the signal. Closing the transport under it ends it at once, but for an
  // SSE stream that has not begun: nothing ever comes of that, so it is not waited for.
  const abandoned = new AbortController();
  const abandon = (): void => {
    abandoned.abort(signal.aborted ? signal.reason : excess);
    transport.close().catch(() => undefined);
  };
  let stopListening = (): void => undefined;
  const rootsListener = context.workspace.onDidChangeFolders(() => notifyRootsChanged(client));
  signal.addEventListener('abort', abandon, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([
      client.connect(transport, { signal, timeout: definition.setupTimeout, ...(prior && { prior }) }),
      whenAborted(abandoned.signal),
    ]);
    // Only in the modern era does an answer ask something; in the older one a pipe says nothing of its calls.
    if (client.getProtocolEra() === 'modern') running.follow(transport);
    else if (kind !== 'http') running.isTold = false;
    stopListening = keepListening(client, context);
    const catalog = await fetchCatalog(client, bounds, { signal, timeout: definition.setupTimeout });
    signal.throwIfAborted();
    isUp = true;
    client.onclose = context.onClose;
    if (!(transport instanceof StdioTransport)) tellTrouble(client, context);
    const verbosityListener = followVerbosity(client, context.log);
    return {
      catalog,
      offer: prior?.kind === 'modern' ? context.knownOffer : offerOf(client.getDiscoverResult()),
      trace,
      hasExited: () => transport instanceof StdioTransport && transport.exit !== undefined,
      pid: transport instanceof StdioTransport ? (transport.pid ?? undefined) : undefined,
      signedIn: () => context.authorizer?.signedIn ?? false,
      callTool: (tool, args, options) => {
        const once = (): Promise<CallToolResult> =>
          running.run(options, (limited) => requestCall(client, tool, args, limited));
        const { authorizer } = context;
        const call = authorizer
          ? (): Promise<CallToolResult> => withAuthorization(authorizer, 'call', options.signal, once)
          : once;
        return pages ? pages.retrying(options, call) : call();
      },
      tasks,
      ask: (send, until) => withAuthorization(context.authorizer, 'call', until, () => send(client)),
      refresh: () =>
        withAuthorization(context.authorizer, 'connect', undefined, () =>
          fetchCatalog(client, bounds, { timeout: definition.setupTimeout }),
        ),
      ping: async (timeout) => {
        // The modern era has no ping; its `server/discover` changes as little.
        await (catalog.era === 'legacy' ? client.ping({ timeout }) : client.discover({ timeout }));
      },
      close: () => {
        rootsListener.dispose();
        verbosityListener?.dispose();
        stopListening();
        return closeClient(client, transport);
      },
    };
  } catch (error) {
    rootsListener.dispose();
    stopListening();
    await closeClient(client, transport);
    throw new ConnectionError(signal.aborted ? signal.reason : (excess ?? error), trace());
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** A URL's transport has no end of its own: that the server is gone shows in its errors only. */
function tellTrouble(client: Client, { onTrouble }: ConnectionContext): void {
  const log = client.onerror;
  client.onerror = (error) => {
    log?.(error);
    onTrouble(error);
  };
}
