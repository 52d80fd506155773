/** The transports of MCP: opened for a launch, and closed with the client that used them. */
import {
  type Client,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { boundedFetch } from '../catalog/boundedFetch.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { resolveLaunch } from '../definition/environment.ts';
import type { AttemptContext } from './launchContext.ts';
import { withLoginPath } from '../process/loginPath.ts';
import { MAX_MESSAGE_BYTES, StdioTransport } from '../process/stdioTransport.ts';

export type TransportKind = 'stdio' | 'http' | 'sse';

/** How long in ms a server may take to hear that its session is over. */
const TERMINATE_MS = 500;

/** Opens the transport to where the definition launches or points to. `onExcess` is told of what exceeds the bounds. */
export async function openTransport(
  definition: ServerDefinition,
  context: AttemptContext,
  kind: TransportKind,
  onExcess: (error: Error) => void,
): Promise<Transport> {
  const { launch } = definition;
  if (launch.kind === 'stdio') {
    const written = await resolveLaunch(launch, context.workspace.folders(), process.env);
    // Where the definition says where commands are looked for, nobody else has a say in it.
    const resolved =
      written.env['PATH'] === process.env['PATH'] ? await withLoginPath(written, context) : written;
    const transport = new StdioTransport(resolved, context.reaper);
    transport.onstderr = (line) => context.log.append('info', 'stderr', line);
    return transport;
  }
  const options = {
    requestInit: { headers: { ...launch.headers } },
    fetch: boundedFetch(MAX_MESSAGE_BYTES, context.authorizer?.fetch, onExcess),
    ...(context.authorizer && { authProvider: context.authorizer }),
  };
  const url = new URL(launch.url);
  return kind === 'sse'
    ? new SSEClientTransport(url, options)
    : new StreamableHTTPClientTransport(url, options);
}

/** Ends a client and its transport, whichever of the two still lives. Errors on the way out help nobody. */
export async function closeClient(client: Client, transport: Transport): Promise<void> {
  client.onclose = () => undefined;
  if (transport instanceof StreamableHTTPClientTransport) {
    // Tells the server that the session is over; it may not support that, or be gone.
    await Promise.race([transport.terminateSession().catch(() => undefined), delay(TERMINATE_MS)]);
  }
  await client.close().catch(() => undefined);
  await transport.close().catch(() => undefined);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
