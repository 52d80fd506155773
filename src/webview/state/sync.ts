/** Keeps count of the host's numbered messages, and notices when one is missing. */
import type { HostMessage } from '../../protocol/index.ts';

/**
 * `asking`: `ready` was announcements and the snapshot is awaited; nothing else makes sense until then.
 * `live`: `seq` is the number of the newest increment that was applied.
 */
export type Sync =
  | { readonly state: 'asking' }
  | { readonly state: 'live'; readonly conversation: string; readonly seq: number };

/** A message whose place in the conversation matters. */
export type Numbered = Extract<HostMessage, { type: 'snapshot' | 'patch' | 'earlier' }>;

/** What to do with a message: use it, leave it, or leave it and ask for a snapshot. */
export type SyncAction = 'apply' | 'ignore' | 'ask';

/** Judges a message, and says how the count stands after it. */
export function nextSync(sync: Sync, message: Numbered): readonly [SyncAction, Sync] {
  if (message.type === 'snapshot') {
    const { conversation, seq } = message;
    return ['apply', { state: 'live', conversation, seq }];
  }
  if (sync.state === 'asking') return ['ignore', sync];
  if (message.type === 'earlier')
    return [message.conversation === sync.conversation ? 'apply' : 'ignore', sync];
  if (message.conversation !== sync.conversation || message.seq > sync.seq + 1)
    return ['ask', { state: 'asking' }];
  if (message.seq <= sync.seq) return ['ignore', sync];
  return ['apply', { ...sync, seq: message.seq }];
}
