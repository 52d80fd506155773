/** What a screen reader is told: the start and the end of turns, failures, and what is asked of the user. Never the text that streams. */
import { t } from '@vscode/l10n';
import type { CallView, ChatStatus, Item, Patch } from '../../protocol/index.ts';
import { callName } from '../calls/names.ts';

/** The state that a patch is about to change. */
export interface Before {
  readonly item: Item | undefined;
  readonly turn: ChatStatus['turn'];
  /** The kind of the newest item: a notice at the end has already said how the turn ended. */
  readonly last: Item['kind'] | undefined;
}

/** The sentence for a patch, if it is worth one. */
export function announcementOf(patch: Patch, before: Before): string | undefined {
  switch (patch.op) {
    case 'add':
      return added(patch.item);
    case 'question':
      return before.item?.kind === 'question' && patch.state.status === 'withdrawn'
        ? t('The question of {0} was withdrawn.', before.item.question.server)
        : undefined;
    case 'call':
      return before.item?.kind === 'call'
        ? ofCall({ ...before.item.call, ...patch.change }, patch.change)
        : undefined;
    case 'status':
      return turn(before, patch.status.turn);
    default:
      return undefined;
  }
}

function added(item: Item): string | undefined {
  if (item.kind === 'notice') return notice(item);
  if (item.kind === 'question' && item.question.kind === 'sampling')
    return item.state.status === 'open'
      ? t('The server {0} asks to use your model.', item.question.server)
      : undefined;
  if (item.kind === 'question')
    return t('The server {0} asks for your input: {1}', item.question.server, item.question.message);
  return undefined;
}

function notice({ level, text }: Extract<Item, { kind: 'notice' }>): string {
  if (level === 'info') return text;
  return level === 'error' ? t('Error: {0}', text) : t('Warning: {0}', text);
}

function ofCall(call: CallView, { status, approval }: Partial<CallView>): string | undefined {
  if (status === 'pending' && approval) return t('{0} waits for your permission.', callName(call));
  if (call.status === 'pending' && approval?.problem !== undefined) return approval.problem;
  if (call.status === 'error') return t('{0} failed.', callName(call));
  if (call.status === 'timeout') return t('{0} timed out.', callName(call));
  return undefined;
}

function turn({ turn: from, last }: Before, to: ChatStatus['turn']): string | undefined {
  if (from === to) return undefined;
  if (to === 'running') return t('Working on an answer.');
  if (to === 'stopping') return t('Stopping.');
  return last === 'notice' ? undefined : t('The answer is complete.');
}
