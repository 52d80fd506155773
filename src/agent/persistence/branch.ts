import type { Message } from '../../models/index.ts';
import { wholeContext, type ContextState } from '../conversation/contextState.ts';
import type { Conversation } from '../conversation/conversation.ts';
import type { TurnInput } from '../prompts/promptExpansion.ts';
import type { Transcript } from '../transcript/transcript.ts';
import type { UserItemIds } from './journal.ts';
import { restrictionOf, type RestoredConversation } from './restore.ts';

/**
 * Splits a conversation at a message of the user's: returns what comes before it, and the message. Returns undefined if
 * the item is no message of the user's that the model knows.
 */
export function branch(
  from: { readonly conversation: Conversation; readonly transcript: Transcript },
  said: UserItemIds,
  item: string,
): { readonly restored: RestoredConversation; readonly input: TurnInput } | undefined {
  const { conversation, transcript } = from;
  const place = transcript.items.findIndex((each) => each.id === item);
  const asked = transcript.items[place];
  const indexes = [...said].flatMap(([index, of]) => (of === item ? [index] : []));
  const start = indexes[0];
  if (asked?.kind !== 'user' || start === undefined) return undefined;
  const items = transcript.items.slice(0, place);
  const messages = conversation.messages.slice(0, start);
  const results = new Map(
    items.flatMap(({ id: call }) => {
      const content = transcript.result(call);
      return content ? [[call, content] as const] : [];
    }),
  );
  const context = contextUntil(conversation.context, messages);
  const { toolSet, effort } = conversation;
  return {
    restored: {
      start: { messages, context, toolSet, effort },
      before: { items, results },
      saved: {
        messages: 0,
        context: wholeContext,
        changed: items.map((each) => each.id),
        results: [...results.keys()],
        parent: conversation.id,
      },
      userItems: new Map([...said].filter(([index]) => index < start)),
    },
    input: {
      content: asked,
      messages: indexes.flatMap((index) => conversation.messages[index] ?? []),
      ...restrictionOf(asked),
    },
  };
}

/** Returns the context of the first messages. A summary that covers more than these is left out. */
function contextUntil({ replaced, summary }: ContextState, messages: readonly Message[]): ContextState {
  const calls = new Set(messages.map((each) => (each.role === 'tool' ? each.callId : '')));
  return {
    replaced: new Map([...replaced].filter(([call]) => calls.has(call))),
    ...(summary && summary.from <= messages.length && { summary }),
  };
}

/** Adds the attachments of another input, which were read now; those of the message stay as they were read then. */
export function withAttachments(input: TurnInput, added: TurnInput): TurnInput {
  const attachments = [...(input.content.attachments ?? []), ...(added.content.attachments ?? [])];
  const [more] = added.messages;
  const both = <Each>(one: readonly Each[] = [], other: readonly Each[] = []): readonly Each[] | undefined =>
    one.length + other.length > 0 ? [...one, ...other] : undefined;
  return {
    content: { ...input.content, attachments },
    messages: input.messages.map((message) =>
      message.role === 'user' && more?.role === 'user'
        ? {
            ...message,
            content: both(message.content, more.content),
            instructions: both(message.instructions, more.instructions),
          }
        : message,
    ),
    instructions: both(input.instructions, added.instructions),
    onlyServers: both(input.onlyServers, added.onlyServers),
  };
}

/**
 * Replaces the text of a message, and keeps its attachments. A prompt of a server is returned as it is, because it has
 * no other text.
 */
export function withText(input: TurnInput, text: string): TurnInput {
  const { content: said, messages } = input;
  if (said.prompt) return input;
  return {
    ...input,
    content: { ...said, text },
    messages: messages.map((message) => (message.role === 'user' ? { ...message, text } : message)),
  };
}
