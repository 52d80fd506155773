/** The store room: what is kept on disk of what happened. Imports no editor. */
export { CallHistory, isCallEvent, type CallEvent, type HistoryOptions } from './history.ts';
export type { Retention } from './retention.ts';
