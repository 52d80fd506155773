/** The chats that are open: what all of them are told, and the part of the transcript that each asks for. */
import type { OpenConversation } from '../../agent/index.ts';
import type { Attachment, ChatStatus, HostMessage, Item, Offer } from '../../protocol/index.ts';
import type { ChatClient } from './chatHost.ts';

/** How many of the newest items a chat gets at first; the rest on demand. */
const WINDOW = 200;

export class ChatClients {
  private readonly clients = new Set<ChatClient>();
  /** The offer as the chats know it. */
  private offered = '';

  /** Lets a chat take part. It gets nothing until it says `ready`. Returns how to leave. */
  add(client: ChatClient): () => void {
    this.clients.add(client);
    return () => this.clients.delete(client);
  }

  tell(message: HostMessage): void {
    for (const client of this.clients) client.post(message);
  }

  /** Gives everything that a chat needs to draw itself. Increments go on from there. */
  snapshot(
    { id, transcript, patches }: OpenConversation,
    { offer, status }: { readonly offer: Offer; readonly status: ChatStatus },
    to: readonly ChatClient[] = [...this.clients],
  ): void {
    patches.flush();
    const { items } = transcript;
    for (const client of to) {
      client.post({ type: 'offer', offer });
      client.post({
        type: 'snapshot',
        conversation: id,
        seq: patches.seq,
        items: items.slice(-WINDOW),
        earlier: Math.max(0, items.length - WINDOW),
        status,
      });
    }
  }

  /** Sends the items that stand before the item `before`, the nearest ones. */
  earlier({ id, transcript }: OpenConversation, client: ChatClient, before: string): void {
    const end = transcript.items.findIndex((item) => item.id === before);
    if (end < 0) return;
    const start = Math.max(0, end - WINDOW);
    const items: readonly Item[] = transcript.items.slice(start, end);
    client.post({ type: 'earlier', conversation: id, items, earlier: start });
  }

  /** Tells what is offered now, if it is something else than before. */
  offer(offer: Offer): void {
    const text = JSON.stringify(offer);
    if (text === this.offered) return;
    this.offered = text;
    this.tell({ type: 'offer', offer });
  }

  /** Puts something into what is being written in that chat, or else in the one that appeared last. */
  compose(
    text: string,
    attachments: readonly Attachment[] = [],
    to: ChatClient | undefined = [...this.clients].at(-1),
  ): void {
    to?.post({ type: 'compose', text, ...(attachments.length > 0 && { attachments }) });
  }

  clear(): void {
    this.clients.clear();
  }
}
