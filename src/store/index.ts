/** The store room: what is kept on disk of what happened. Imports no editor. */
export type { CallEvent } from './calls.ts';
export { CallHistory, isCallEvent, type HistoryOptions } from './history.ts';
export type { Retention } from './retention.ts';
