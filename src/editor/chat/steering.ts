import type { OpenConversation } from '../../agent/index.ts';
import { messageOf } from '../../base/common/message.ts';
import type { ChatHost, ComposerTarget } from './chatHost.ts';
import type { MessageQueue } from './queue.ts';

interface SteeredTurn {
  readonly open: OpenConversation;
  readonly chat: Pick<ChatHost, 'expandMessage'>;
  readonly composer: () => ComposerTarget | undefined;
}

/**
 * Adds the messages that go before the next step of the turn. What cannot be read returns to the composer. Resolves with
 * whether anything was added.
 */
export async function addNextMessages(
  queue: MessageQueue,
  { open, chat, composer }: SteeredTurn,
  signal: AbortSignal,
): Promise<boolean> {
  let isAdded = false;
  for (let next = queue.next; next && !signal.aborted; next = queue.next) {
    const { text, attachments } = next;
    try {
      // oxlint-disable-next-line no-await-in-loop -- in the order of the queue
      const input = await chat.expandMessage(text, attachments, signal, open.conversation);
      if (signal.aborted) break;
      if (!queue.sent(next)) continue;
      open.addInTurn(input);
      isAdded = true;
    } catch (error) {
      if (signal.aborted) break;
      const problem = messageOf(error).localized;
      const target = composer();
      // The user has taken it back meanwhile.
      if (!queue.messages.includes(next)) continue;
      if (!target) queue.hold();
      else if (queue.sent(next)) target.compose({ text, attachments, problem });
    }
  }
  return isAdded;
}
