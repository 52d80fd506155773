/** A call as the chat shows it when it begins. */
import type { CallView } from '../../protocol/index.ts';
import type { TurnEvent } from '../conversation/events.ts';

/** `now` is in ms since the epoch. */
export function startedCall(event: Extract<TurnEvent, { type: 'callStart' }>, now: number): CallView {
  const { source, toolName, title, wireName, argsText, notes, byUser } = event;
  return {
    source,
    toolName,
    wireName,
    argsText,
    status: 'running',
    startedAt: now,
    ...(title !== undefined && { title }),
    ...(notes && { notes }),
    ...(byUser && { byUser }),
  };
}
