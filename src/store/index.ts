export type { CallEvent } from './calls.ts';
export { ConversationStore, type ConversationsOptions } from './conversations.ts';
export { CallHistory, isCallEvent, type HistoryOptions } from './history.ts';
export {
  SnapshotStore,
  type CheckpointKey,
  type RestoredFiles,
  type SavedCheckpoint,
  type SnapshotRoots,
  type SnapshotStoreOptions,
} from './snapshotStore.ts';
export { dayOf } from './spending.ts';
export type { ConversationRetention } from './conversationRetention.ts';
export type { Retention } from './retention.ts';
