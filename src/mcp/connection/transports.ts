import {
  type Client,
  type FetchLike,
  SSEClientTransport,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client';
import { checkEnvFile, checkTarget } from '../startPolicy/startPolicy.ts';
import { boundedFetch } from './boundedFetch.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { jsonObject } from '../../base/common/guards.ts';
import { patientFetch, UNDICI_LIMIT_MS } from '../../base/node/patientFetch.ts';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import { resolveLaunch } from '../definition/environment.ts';
import type { ConnectionContext } from './context.ts';
import { withLoginPath } from '../process/loginShell.ts';
import type { MessageReader } from '../reading/messageReader.ts';
import { regularFetch } from '../reading/regularFetch.ts';
import { MAX_MESSAGE_BYTES, StdioTransport } from '../process/stdioTransport.ts';

export type TransportKind = 'stdio' | 'http' | 'sse';

const TERMINATE_MS = 500;

/** Opens a transport. Every start comes through here, so the policy is applied here. @throws RefusedError */
export async function openTransport(
  definition: ServerDefinition,
  context: ConnectionContext,
  kind: TransportKind,
  onExcess: (error: Error) => void,
  read: MessageReader['messages'],
): Promise<Transport> {
  const { launch } = definition;
  if (launch.kind === 'stdio') {
    const written = await resolveLaunch(launch, context.workspace.folders(), process.env, (file) =>
      checkEnvFile(definition, file, context),
    );
    // A definition with a PATH of its own decides alone where commands are looked for.
    const ownPath = hasOwnPath(written.env);
    const inherited = inheritedEnvironment(process.env, launch.inheritEnv);
    const variables = Object.keys(written.env).filter((name) => written.env[name] !== inherited[name]);
    checkTarget({ kind: 'command', ...written, ownPath, variables }, context.policy);
    const resolved = ownPath ? written : await withLoginPath(written, context);
    const transport = new StdioTransport(resolved, context.reaper, read);
    transport.onstderr = (line) => {
      context.log.append('info', 'stderr', line);
      context.startLimit?.logged(line);
    };
    transport.onstray = (line) => context.log.append('warning', 'stdout', line);
    transport.onstdout = () => context.startLimit?.wroteOutput();
    return transport;
  }
  checkTarget({ kind: 'url', url: launch.url }, context.policy);
  const url = new URL(launch.url);
  const base = context.authorizer?.fetch ?? serverFetch(definition);
  const options = {
    requestInit: { headers: { ...launch.headers } },
    fetch: regularFetch(boundedFetch(MAX_MESSAGE_BYTES, base, onExcess), url, read),
    ...(context.authorizer && { authProvider: context.authorizer }),
  };
  return kind === 'sse'
    ? new SSEClientTransport(url, options)
    : new StreamableHTTPClientTransport(url, options);
}

/**
 * Returns a `fetch` whose own time limits do not end a request before the definition's limits do. A call also waits for
 * as long as a question to the user is open, and its stream is silent meanwhile.
 */
export function serverFetch({ timeout, maxTimeout, setupTimeout }: ServerDefinition): FetchLike {
  if (Math.max(timeout, setupTimeout) >= UNDICI_LIMIT_MS) return patientFetch;
  return (url, init) =>
    maxTimeout >= UNDICI_LIMIT_MS && mayAsk(init) ? patientFetch(url, init) : fetch(url, init);
}

function mayAsk({ method, body }: RequestInit = {}): boolean {
  if (method !== 'POST' || typeof body !== 'string') return false;
  const asked = jsonObject(body)?.['method'];
  return asked === 'tools/call' || asked === 'tasks/result';
}

/** Returns true if commands are looked for in other folders than the editor's. Windows ignores the case of the name. */
function hasOwnPath(env: Readonly<Record<string, string>>): boolean {
  const isPath = (name: string): boolean =>
    process.platform === 'win32' ? name.toUpperCase() === 'PATH' : name === 'PATH';
  const paths = Object.keys(env).filter(isPath);
  const editors = process.env['PATH'];
  return paths.length === 0 ? editors !== undefined : paths.some((name) => env[name] !== editors);
}

export async function closeClient(client: Client, transport: Transport): Promise<void> {
  client.onclose = () => undefined;
  if (transport instanceof StreamableHTTPClientTransport) {
    // This ends the session. The server may not support that, or be gone.
    await Promise.race([transport.terminateSession().catch(() => undefined), delay(TERMINATE_MS)]);
  }
  await client.close().catch(() => undefined);
  await transport.close().catch(() => undefined);
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
