import {
  ProtocolError,
  type CallToolRequestOptions,
  type CallToolResult,
  Client,
  type PriorDiscovery,
  type Tool,
} from '@modelcontextprotocol/client';
import { RunningCalls, type CallOptions } from '../runningCalls/runningCalls.ts';
import type { CallTimes } from '../runningCalls/callLimits.ts';
import { SetupTimeout } from '../failures/explain.ts';
import { fetchCatalog, withoutOutputSchema, type Catalog } from '../catalog/catalog.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import type { ProcessTrace } from '../process/processTrace.ts';
import { handleQuestions } from '../questions/questionHandlers.ts';
import { ConnectionError, type ConnectionContext } from './context.ts';
import { keepListening } from './listening.ts';
import { followVerbosity, sendLevelAlong, writeMessage } from './logLevel.ts';
import { MessageBounds, MAX_PAGES } from '../catalog/messageBounds.ts';
import { MessageReader } from '../reading/messageReader.ts';
import { withAuthorization } from '../oauth/oauth.ts';
import { whenAborted } from '../../base/common/abort.ts';
import { discoveryOf, type SavedDiscovery } from '../catalog/savedServer.ts';
import { StdioTransport } from '../process/stdioTransport.ts';
import { taskRequests, type TaskRequests } from './taskRequests.ts';
import { requestLimit } from './startLimit.ts';
import { closeClient, openTransport, type TransportKind } from './transports.ts';
import { tap } from '../wire/recorder.ts';
import { interactionCapabilities } from '../questions/interaction.ts';

export interface Connection {
  readonly catalog: Catalog;
  readonly discovery: SavedDiscovery | undefined;
  readonly hasExited: () => boolean;
  trace(): ProcessTrace | undefined;
  readonly pid: number | undefined;
  readonly signedIn: () => boolean;
  readonly account: () => string | undefined;
  /** @throws CallFailure when its time is over, otherwise like the SDK's `client.callTool` */
  callTool(
    tool: Tool,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions,
    times: CallTimes,
  ): Promise<CallToolResult>;
  readonly tasks: TaskRequests;
  ask<T>(send: (client: Client) => Promise<T>, signal: AbortSignal): Promise<T>;
  refresh(): Promise<Catalog>;
  ping(limitMs: number): Promise<void>;
  /** Closes the connection, and ends a local server's whole process tree. */
  close(): Promise<void>;
}

/** The time in ms after which a process that leaves `server/discover` unanswered is taken for a legacy server. */
const PROBE_TIMEOUT_MS = 3_000;
/**
 * The time in ms within which a process that has answered the probe, and so is up, must answer `initialize`. A slower
 * one is started again.
 */
const INITIALIZE_LIMIT_MS = 10_000;

/**
 * Connects once in the given way, and fetches the catalog. Leaves nothing running when it fails. @throws
 * ConnectionError with its cause, or the signal's reason
 */
export async function connect(
  definition: ServerDefinition,
  context: ConnectionContext,
  kind: TransportKind,
  prior: PriorDiscovery | undefined,
  signal: AbortSignal,
): Promise<Connection> {
  let isInitialized = false;
  let isUp = false;
  let fault: Error | undefined;
  const onExcess = (error: Error): void => {
    context.log.append('error', 'patchbay', error.message);
    fault ??= error;
    if (!isUp) abandon();
  };
  const reader = new MessageReader(context.log);
  const transport = await openTransport(definition, context, kind, onExcess, reader.messages);
  tap(transport, context.wire);
  reader.attach(transport);
  context.wire.begins(kind);
  // The SDK passes messages to an `onmessage` that it finds, before it reads them itself.
  const bounds = new MessageBounds();
  transport.onmessage = bounds.apply;
  const trace = (): ProcessTrace | undefined =>
    transport instanceof StdioTransport ? transport.trace : undefined;
  const requestMs = requestLimit(definition);
  const client = createClient(
    context,
    kind !== 'stdio' || context.knownEra === 'modern' ? requestMs : PROBE_TIMEOUT_MS,
  );
  const running = new RunningCalls(context.clock);
  const pages = handleQuestions(context.interaction, client, definition.name, running);
  sendLevelAlong(transport, context.log);
  const tasks = taskRequests(client, transport, running, (aborted, request) =>
    withAuthorization(context.authorizer, 'call', aborted, request),
  );
  // The SDK's negotiation ignores the signal. Closing its transport ends it, except when an SSE stream has not begun.
  const abandoned = new AbortController();
  const abandon = (): void => {
    abandoned.abort(signal.aborted ? signal.reason : fault);
    transport.close().catch(() => undefined);
  };
  let cancelPatience = (): void => undefined;
  if (kind === 'stdio')
    reader.onOlderWay = () => {
      const patience = Math.min(INITIALIZE_LIMIT_MS, definition.setupTimeout / 3);
      cancelPatience = context.clock.after(patience, () => {
        fault ??= new Error('The server answered "server/discover", but then not "initialize".');
        abandon();
      });
    };
  let stopListening = (): void => undefined;
  const rootsListener = context.workspace.onDidChangeFolders(() => notifyRootsChanged(client));
  signal.addEventListener('abort', abandon, { once: true });
  try {
    signal.throwIfAborted();
    await Promise.race([
      client.connect(transport, { signal, timeout: requestMs, ...(prior && { prior }) }),
      whenAborted(abandoned.signal),
    ]);
    isInitialized = true;
    cancelPatience();
    // Answers are followed only in the modern era, where they can be questions. A legacy pipe does not say which call a
    // question belongs to.
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
      discovery: prior?.kind === 'modern' ? context.knownDiscovery : discoveryOf(client.getDiscoverResult()),
      trace,
      hasExited: () => transport instanceof StdioTransport && transport.exit !== undefined,
      pid: transport instanceof StdioTransport ? (transport.pid ?? undefined) : undefined,
      signedIn: () => context.authorizer?.signedIn ?? false,
      account: () => context.authorizer?.account,
      // The head of calls/toolCall.ts lists all steps of a call.
      callTool: (tool, args, options, times) => {
        const call = (): Promise<CallToolResult> =>
          withAuthorization(context.authorizer, 'call', options.signal, () =>
            running.run(options, times, (limited) => requestCall(client, tool, args, limited)),
          );
        return pages ? pages.retrying(options, call) : call();
      },
      tasks,
      ask: (send, until) => withAuthorization(context.authorizer, 'call', until, () => send(client)),
      refresh: () =>
        withAuthorization(context.authorizer, 'connect', undefined, () =>
          fetchCatalog(client, bounds, { timeout: definition.setupTimeout }),
        ),
      ping: async (timeout) => {
        // The modern era has no ping. `server/discover` serves in its place, because it changes nothing either.
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
    cancelPatience();
    rootsListener.dispose();
    stopListening();
    await closeClient(client, transport);
    const cause: unknown = signal.aborted ? signal.reason : (fault ?? error);
    if (cause instanceof SetupTimeout) cause.unmatchedId = reader.unmatchedId;
    throw new ConnectionError(cause, trace(), isInitialized);
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/**
 * Passes the client's errors to `onTrouble`: a URL's transport does not close, so only its errors show that the server
 * is gone.
 */
function tellTrouble(client: Client, { onTrouble }: ConnectionContext): void {
  const log = client.onerror;
  client.onerror = (error) => {
    log?.(error);
    onTrouble(error);
  };
}

/**
 * The code of an error by which a server wants other headers for these arguments, and has not run the tool (2026-07-28,
 * basic/transports).
 */
const HEADER_MISMATCH = -32020;

/**
 * Calls a tool. If the server wants other headers, the tool has changed since it was listed: it is listed anew and
 * called again.
 */
async function requestCall(
  client: Client,
  tool: Tool,
  args: Readonly<Record<string, unknown>>,
  options: CallToolRequestOptions,
): Promise<CallToolResult> {
  const call = (definition: Tool): Promise<CallToolResult> =>
    client.callTool(
      { name: tool.name, arguments: { ...args } },
      // With an output schema, the SDK would replace a result that does not fit by an error.
      { ...options, toolDefinition: withoutOutputSchema(definition) },
    );
  try {
    return await call(tool);
  } catch (error) {
    if (!(error instanceof ProtocolError && error.code === HEADER_MISMATCH)) throw error;
    const { signal, timeout } = options;
    const listed = await client.listTools(undefined, {
      ...(signal && { signal }),
      ...(timeout !== undefined && { timeout }),
      cacheMode: 'refresh',
    });
    const now = listed.tools.find(({ name }) => name === tool.name);
    if (!now) throw error;
    return call(now);
  }
}

/** The time in ms within which several list changes cause one fetch. */
const LIST_CHANGED_DEBOUNCE_MS = 100;

/** A server that leaves `server/discover` unanswered for `probeTimeoutMs` is taken for a legacy one. */
function createClient(context: ConnectionContext, probeTimeoutMs: number): Client {
  const onChanged = {
    autoRefresh: false,
    debounceMs: LIST_CHANGED_DEBOUNCE_MS,
    onChanged: context.onListChanged,
  };
  const client = new Client(context.client, {
    capabilities: { roots: { listChanged: true }, ...interactionCapabilities(context.interaction) },
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: probeTimeoutMs } },
    listChanged: { tools: onChanged, prompts: onChanged, resources: onChanged },
    listMaxPages: MAX_PAGES,
  });
  client.setRequestHandler('roots/list', () => ({
    roots: context.workspace.folders().map(({ uri, name }) => ({ uri, name })),
  }));
  client.setNotificationHandler('notifications/message', ({ params }) => writeMessage(context.log, params));
  client.setNotificationHandler('notifications/resources/updated', ({ params }) =>
    context.onResourceUpdated(params.uri),
  );
  // These errors are not fatal: late answers to cancelled requests land here, and progress that comes together with its
  // result.
  client.onerror = (error) => context.log.append('debug', 'patchbay', error.message);
  return client;
}

/** Tells a legacy server that the roots have changed. A modern server asks for the roots when it needs them. */
function notifyRootsChanged(client: Client): void {
  if (client.getProtocolEra() !== 'legacy') return;
  client.sendRootsListChanged().catch((error: Error) => client.onerror?.(error));
}
