import type { HostMessage } from '../../protocol/index.ts';

/** `asking`: a snapshot is awaited; nothing else is applied. `live`: `seq` is the last applied patch. */
export type Sync =
  | { readonly state: 'asking' }
  | { readonly state: 'live'; readonly conversation: string; readonly seq: number };

export type Numbered = Extract<HostMessage, { type: 'snapshot' | 'patch' | 'earlier' }>;

/** `ask`: ignore, and ask for a snapshot. */
export type SyncAction = 'apply' | 'ignore' | 'ask';

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
