export type { CallEvent } from './calls.ts';
export { ConversationStore, type ConversationsOptions } from './conversations.ts';
export { CallHistory, isCallEvent, type HistoryOptions } from './history.ts';
export type { ConversationRetention } from './conversationRetention.ts';
export type { Retention } from './retention.ts';
