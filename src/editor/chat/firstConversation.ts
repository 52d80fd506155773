/** What a chat begins with. */
import { OpenConversation } from '../../agent/index.ts';
import type { ChatHost } from './chatHost.ts';

/** The conversation that was shown before, if it is kept and can be read; else an empty one. */
export function firstConversation(
  { storage, newId }: Pick<ChatHost, 'storage' | 'newId'>,
  around: Parameters<typeof OpenConversation.begin>[1],
): OpenConversation {
  const id = storage?.lastShown();
  try {
    const kept = id === undefined ? undefined : storage?.read(id);
    // An empty one is not kept; it is the same one all the same, with the draft that belongs to it.
    return kept ? OpenConversation.restore(kept, around) : OpenConversation.begin(id ?? newId(), around);
  } catch {
    // Whoever writes hears why the store cannot be used; the window must have a chat all the same.
    return OpenConversation.begin(newId(), around);
  }
}
