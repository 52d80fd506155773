// Keeps the stream of a modern server's list changes open (2026-07-28, `subscriptions/listen`). The SDK opens one after
// it has asked `server/discover`, but none if the answer was known, and it does not replace one that has ended.
import {
  ProtocolError,
  type Client,
  type McpSubscription,
  type SubscriptionFilter,
} from '@modelcontextprotocol/client';
import { backoffDelay, backoffPolicy } from '../reconnect/reconnectPolicy.ts';
import type { Clock } from '../../base/common/clock.ts';
import type { ConnectionContext } from './context.ts';

const METHOD_NOT_FOUND = -32601;
const ACKNOWLEDGE_LIMIT_MS = 30_000;

/**
 * Keeps the stream of changes open until the returned function is called. `onListChanged` is called when changes may
 * have been missed. Legacy servers report changes unasked, so there is no stream for them.
 */
export function keepListening(client: Client, context: ConnectionContext): () => void {
  const filter = wantedOf(client);
  if (client.getProtocolEra() !== 'modern' || Object.keys(filter).length === 0) return () => undefined;
  const stop = new AbortController();
  void listen(client, filter, context, stop.signal);
  return () => stop.abort(new Error('Disconnected.'));
}

function wantedOf(client: Client): SubscriptionFilter {
  const { tools, prompts, resources } = client.getServerCapabilities() ?? {};
  return {
    ...(tools?.listChanged === true && { toolsListChanged: true }),
    ...(prompts?.listChanged === true && { promptsListChanged: true }),
    ...(resources?.listChanged === true && { resourcesListChanged: true }),
  };
}

async function listen(
  client: Client,
  filter: SubscriptionFilter,
  { clock, random, log, onListChanged }: ConnectionContext,
  signal: AbortSignal,
): Promise<void> {
  // The policy of URLs is used for processes, too: it makes no difference here what answers.
  const policy = backoffPolicy('http');
  let open: McpSubscription | undefined = client.autoOpenedSubscription;
  let failures = 0;
  while (!signal.aborted) {
    const openedAt = clock.monotonic();
    try {
      open ??= await client.listen(filter, { signal, timeout: ACKNOWLEDGE_LIMIT_MS });
      if (failures > 0) onListChanged();
      // This resolves at the end of the connection, too.
      await open.closed;
      log.append('debug', 'patchbay', 'The stream of its changes has ended.');
    } catch (error) {
      if (error instanceof ProtocolError && error.code === METHOD_NOT_FOUND) return;
      if (!signal.aborted)
        log.append('debug', 'patchbay', `It does not tell its changes: ${(error as Error).message}`);
    }
    open = undefined;
    if (signal.aborted) return;
    failures = clock.monotonic() - openedAt > policy.stableMs ? 1 : failures + 1;
    await pause(clock, backoffDelay(policy, failures, random), signal);
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => {
    const cancelAlarm = clock.after(ms, resolve);
    const end = (): void => {
      cancelAlarm();
      resolve();
    };
    signal.addEventListener('abort', end, { once: true });
  });
}
