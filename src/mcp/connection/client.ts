/** The SDK's client as Patchbay sets it up: what it says it can do, and what it does with what servers say. */
import { Client, type Implementation } from '@modelcontextprotocol/client';
import { interactionCapabilities, type Interaction } from '../questions/interaction.ts';
import { writeMessage } from './logLevel.ts';
import { MAX_PAGES } from '../catalog/messageBounds.ts';
import type { ServerLog, Workspace } from '../common/ports.ts';

/** What a client needs beyond the transport. */
export interface ClientContext {
  readonly client: Implementation;
  readonly workspace: Workspace;
  readonly log: ServerLog;
  /** The user, for servers that ask; without it they are told that they cannot. */
  readonly interaction?: Interaction | undefined;
  /** Called when the server says that one of its lists has changed. */
  readonly onListChanged: () => void;
  /** Called with the URI of a resource that the server says has changed. */
  readonly onResourceUpdated: (uri: string) => void;
}

/** How long in ms a burst of list changes is gathered before the lists are fetched again. */
const LIST_CHANGED_DEBOUNCE_MS = 100;

/**
 * Makes a client, not yet connected. `probeTimeoutMs` is how long an unanswered `server/discover` is waited
 * for before the server is taken for one of the older era.
 */
export function createClient(context: ClientContext, probeTimeoutMs: number): Client {
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
  // Not fatal by itself: a late answer to a cancelled request lands here, and so does a progress
  // notification that comes together with its result.
  client.onerror = (error) => context.log.append('debug', 'patchbay', error.message);
  return client;
}

/** Says that the roots have changed. The modern era has no such word: there the server asks when it needs them. */
export function notifyRootsChanged(client: Client): void {
  if (client.getProtocolEra() !== 'legacy') return;
  client.sendRootsListChanged().catch((error: Error) => client.onerror?.(error));
}
