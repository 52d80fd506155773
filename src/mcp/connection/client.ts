import { Client } from '@modelcontextprotocol/client';
import { interactionCapabilities } from '../questions/interaction.ts';
import { writeMessage } from './logLevel.ts';
import { MAX_PAGES } from '../catalog/messageBounds.ts';
import type { ConnectionContext } from './context.ts';

/** In ms. List changes within it cause one fetch. */
const LIST_CHANGED_DEBOUNCE_MS = 100;

/** `probeTimeoutMs`: a server that leaves `server/discover` unanswered for so long is taken for a legacy one. */
export function createClient(context: ConnectionContext, probeTimeoutMs: number): Client {
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
  // Not fatal: late answers to cancelled requests land here, and progress that comes together with its result.
  client.onerror = (error) => context.log.append('debug', 'patchbay', error.message);
  return client;
}

/** Modern servers ask for the roots when they need them. */
export function notifyRootsChanged(client: Client): void {
  if (client.getProtocolEra() !== 'legacy') return;
  client.sendRootsListChanged().catch((error: Error) => client.onerror?.(error));
}
