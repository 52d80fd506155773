/** Restores a saved conversation so that it can go on: what was running has ended, and every call has a result. */
import { t } from '@vscode/l10n';
import type { CallRequest, Message } from '../../models/index.ts';
import {
  efforts,
  patchItem,
  type ContentPart,
  type ContextUse,
  type Item,
  type SavedConversation,
  type Patch,
  type Usage,
  type PendingMessage,
} from '../../protocol/index.ts';
import type { ConversationStart } from '../conversation/conversation.ts';
import type { ToolMessage } from '../conversation/contextState.ts';
import type { UserContent, SavedTranscript } from '../transcript/transcript.ts';
import { secretsShown } from '../transcript/dataMarks.ts';
import { forView } from '../transcript/viewOfResult.ts';
import { contextOf, EFFORT, OFFERED, offerOf, TOOL_SET } from './facts.ts';
import type { UserItemIds, SavedState } from './journal.ts';

export interface RestoredConversation {
  readonly start: ConversationStart;
  readonly before: SavedTranscript;
  readonly saved: SavedState;
  readonly userItems: UserItemIds;
  readonly queued?: readonly PendingMessage[];
}

/** Texts about a turn that was running: one for the user, and one for the model in place of a result. */
export interface InterruptionTexts {
  readonly notice: () => string;
  readonly result: string;
}

export const windowGone: InterruptionTexts = {
  notice: () => t('Interrupted: the window was reloaded or closed.'),
  result:
    'The editor was closed or crashed while this call ran. It may have done all of its work, a part of it, or nothing.',
};

/** Restores a conversation. With `cutOff`, what was running has ended; without it, it goes on in another window. */
export function restore(
  kept: SavedConversation,
  cutOff: InterruptionTexts | undefined,
): RestoredConversation {
  const saved = new Map(kept.results.map(({ callId, content }) => [callId, content]));
  const facts = new Map(kept.facts);
  const list = withPatches(kept.items, kept.patches);
  const cut = cutOff ? resultsOfCutOff(list, saved, cutOff.result) : [];
  const results = new Map([...saved, ...cut]);
  const items = cutOff
    ? (facts.get('running') === true ? interrupted(list, cutOff.notice()) : list).map(ending)
    : list.map(goingOn);
  const messages = complete(
    kept.messages.map(({ message }) => whole(message as Message, results)),
    list,
    { results, otherwise: { type: 'text', text: cutOff?.result ?? '' } },
  );
  const byCall = new Map(
    messages.flatMap((message) => (message.role === 'tool' ? [[message.callId, message] as const] : [])),
  );
  const context = contextOf(kept.facts, byCall);
  const asked = items.findLast(({ kind }) => kind === 'user');
  const use = facts.get('context') as ContextUse | undefined;
  const toolSet = facts.get(TOOL_SET);
  const effort = facts.get(EFFORT);
  const isEffort = effort === '' || efforts.some((each) => each === effort);
  return {
    start: {
      messages,
      context,
      // A turn that goes on is that of the last message, so it keeps the restriction of that message.
      onlyServers: asked?.kind === 'user' ? restrictionOf(asked).onlyServers : undefined,
      counted: use && { used: use.used, until: messages.length },
      toolSet: typeof toolSet === 'string' ? toolSet : undefined,
      offered: offerOf(facts.get(OFFERED)),
      effort: isEffort ? (effort as string) : undefined,
    },
    before: {
      items: items.map((item) => withResult(item, results)),
      results,
      usage: facts.get('usage') as Usage | undefined,
      context: use,
    },
    saved: {
      messages: kept.messages.length,
      context,
      changed: changedItems(kept.items, items),
      results: cut.map(([id]) => id),
    },
    userItems: new Map(
      kept.messages.flatMap(({ item }, index) => (item === undefined ? [] : [[index, item] as const])),
    ),
    queued: ((cutOff && facts.get('waiting')) ?? []) as readonly PendingMessage[],
  };
}

function changedItems(before: readonly Item[], now: readonly Item[]): string[] {
  const left = new Map(before.map((item) => [item.id, item]));
  const changed: string[] = [];
  for (const item of now) {
    if (left.get(item.id) !== item) changed.push(item.id);
    left.delete(item.id);
  }
  return [...left.keys(), ...changed];
}

function withPatches(items: readonly Item[], patches: readonly Patch[]): Item[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  for (const patch of patches) {
    if (patch.op === 'status') continue;
    if (patch.op === 'add') byId.set(patch.item.id, patch.item);
    else if (patch.op === 'remove') byId.delete(patch.id);
    else {
      const item = byId.get(patch.id);
      if (item) byId.set(patch.id, patchItem(item, patch));
    }
  }
  return [...byId.values()];
}

function withResult(item: Item, results: ReadonlyMap<string, readonly ContentPart[]>): Item {
  const result = item.kind === 'call' ? results.get(item.id) : undefined;
  return item.kind === 'call' && result ? { ...item, call: { ...item.call, ...forView(result) } } : item;
}

function interrupted(items: readonly Item[], text: string): Item[] {
  const rest = items.slice(0, items.findLastIndex((item) => item.kind !== 'notice' || item.isPast) + 1);
  const ids = items.map(({ id }) => Number(/^i(\d+)$/.exec(id)?.[1] ?? 0));
  return [
    ...rest,
    {
      kind: 'notice',
      id: `i${Math.max(0, ...ids) + 1}`,
      level: 'warning',
      text,
      actions: ['continue'],
    },
  ];
}

function ending(item: Item): Item {
  switch (item.kind) {
    case 'assistant':
      return item.streaming ? { ...item, streaming: false } : item;
    case 'call': {
      const { status, awaitsUser, awaitsCall } = item.call;
      if (status !== 'pending' && status !== 'running') return item;
      const { output: _, ...call } = item.call;
      const secrets = status === 'running' ? secretsShown(call) : [];
      return {
        ...item,
        call: {
          ...call,
          status: 'interrupted',
          ...(awaitsUser && { awaitsUser: false }),
          ...(awaitsCall && { awaitsCall: false }),
          ...(secrets.length > 0 && { marks: secrets }),
        },
      };
    }
    case 'question': {
      const isOpen = ['open', 'opened', 'answering', 'review'].includes(item.state.status);
      return isOpen ? { ...item, state: { status: 'withdrawn' } } : item;
    }
    case 'pause':
      return item.state.status === 'open' ? { ...item, state: { status: 'withdrawn' } } : item;
    case 'summary':
      return item.state.status === 'running' ? { ...item, state: { status: 'failed' } } : item;
    default:
      return item;
  }
}

/**
 * Returns results for calls that had not ended: what is known of them, and what they had shown until they were saved
 * last.
 */
function resultsOfCutOff(
  items: readonly Item[],
  saved: ReadonlyMap<string, readonly ContentPart[]>,
  text: string,
): (readonly [string, readonly ContentPart[]])[] {
  return items.flatMap((item) => {
    if (item.kind !== 'call' || saved.has(item.id)) return [];
    const { status, output = '' } = item.call;
    if (status !== 'pending' && status !== 'running') return [];
    const shown = output.trimEnd();
    const content: ContentPart[] = [
      { type: 'text', text },
      ...(shown === ''
        ? []
        : [{ type: 'text', text: `The call was stopped. Until then it had returned:\n${shown}` } as const]),
    ];
    return [[item.id, content] as const];
  });
}

/** Shows a call that waits for the user as running, because the user is asked in the window where it runs. */
function goingOn(item: Item): Item {
  if (item.kind !== 'call') return item.kind === 'question' || item.kind === 'pause' ? ending(item) : item;
  if (item.call.status !== 'pending' && item.call.awaitsUser !== true) return item;
  const { approval: _, awaitsUser: __, ...call } = item.call;
  return { ...item, call: { ...call, status: 'running' } };
}

function whole(message: Message, results: ReadonlyMap<string, readonly ContentPart[]>): Message {
  return message.role === 'tool' ? { ...message, content: results.get(message.callId) ?? [] } : message;
}

interface Results {
  readonly results: ReadonlyMap<string, readonly ContentPart[]>;
  readonly otherwise: ContentPart;
}

/** Adds the part of an answer that was shown, and a result for every call. */
function complete(messages: readonly Message[], items: readonly Item[], results: Results): Message[] {
  const open = items.findLast((item) => item.kind === 'assistant');
  if (open?.kind === 'assistant' && open.streaming && open.text !== '')
    return [...messages, { role: 'assistant', text: open.text, calls: [] }];
  const asked = messages.findLast((message) => message.role !== 'tool');
  const calls = asked?.role === 'assistant' ? asked.calls : [];
  const answered = new Set(messages.map((message) => (message.role === 'tool' ? message.callId : '')));
  return [
    ...messages,
    ...calls.filter(({ id }) => !answered.has(id)).map((call) => resultOf(call, items, results)),
  ];
}

function resultOf({ id }: CallRequest, items: readonly Item[], { results, otherwise }: Results): ToolMessage {
  const item = items.find((each) => each.id === id);
  const content = results.get(id);
  if (!content || item?.kind !== 'call')
    return { role: 'tool', callId: id, content: [otherwise], isError: true };
  const { status, commandEnd } = item.call;
  return { role: 'tool', callId: id, content, isError: status !== 'success' && !commandEnd };
}

export function restrictionOf({ attachments = [] }: UserContent): {
  readonly onlyServers?: readonly string[];
} {
  const onlyServers = attachments.flatMap((each) => (each.kind === 'server' ? [each.server] : []));
  return onlyServers.length > 0 ? { onlyServers } : {};
}
