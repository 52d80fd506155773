/** Announces starts and ends of turns, calls and questions to screen readers, but never streaming text. */
import { t } from '@vscode/l10n';
import type {
  CallStatus,
  CallView,
  ChatStatus,
  Item,
  Patch,
  Question,
  QuestionState,
  ChangesState,
  TurnChanges,
} from '../../protocol/index.ts';
import { callName } from './callNames.ts';
import { pauseText } from './pauseText.ts';
import { isOpenState, outcomeOf } from './questionState.ts';
import { shortenedText } from './shortenedText.ts';

interface Before {
  readonly item: Item | undefined;
  readonly status: ChatStatus | undefined;
  /** A notice at the end has already told how the turn ended. */
  readonly last: Item['kind'] | undefined;
}

/** A call's new state; calls of one tool can be told together. */
export interface CallAnnouncement {
  readonly id: string;
  readonly name: string;
  readonly state: Exclude<CallStatus, 'interrupted'>;
}

export type Announcement = string | CallAnnouncement;

export function announcementOf(patch: Patch, before: Before): Announcement | undefined {
  switch (patch.op) {
    case 'add':
      return added(patch.item);
    case 'question':
      return before.item?.kind === 'question' ? answered(before.item.question, patch.state) : undefined;
    case 'pause':
      // The notice at the end says that the user has stopped.
      return patch.state.status === 'stopped' ? undefined : pauseText(patch.state);
    case 'call':
      return before.item?.kind === 'call' ? ofCall(before.item, patch.change) : undefined;
    case 'changes':
      return before.item?.kind === 'changes'
        ? wordsForChanges({ ...before.item, views: patch.views ?? before.item.views }, patch.state)
        : undefined;
    case 'status':
      return retry(before, patch.status) ?? turn(before, patch.status.turn);
    case 'summary':
      return patch.state.status === 'done' ? t('Earlier messages summarized') : undefined;
    default:
      return undefined;
  }
}

function added(item: Item): Announcement | undefined {
  if (item.kind === 'notice') return notice(item);
  if (item.kind === 'shortened') return shortenedText(item);
  if (item.kind === 'pause') return t('A limit was reached. Continue or stop?');
  if (item.kind === 'question' && item.question.kind === 'sampling')
    return item.state.status === 'open'
      ? t('The server {0} asks to use your model.', item.question.server)
      : undefined;
  if (item.kind === 'question')
    return t('The server {0} asks for your input: {1}', item.question.server, item.question.message);
  return item.kind === 'call' && item.call.status === 'running' ? stateOf(item.id, item.call) : undefined;
}

function answered(question: Question, state: QuestionState): string | undefined {
  if (isOpenState(state)) return undefined;
  if (state.status === 'withdrawn') return t('Request of {0} cancelled', question.server);
  return `${outcomeOf(question, state).replace('{0}', () => question.server)}.`;
}

function notice({ level, text }: Extract<Item, { kind: 'notice' }>): string {
  if (level === 'info') return text;
  return level === 'error' ? t('Error: {0}', text) : t('Warning: {0}', text);
}

function stateOf(id: string, call: CallView): CallAnnouncement | undefined {
  const { status: state, commandEnd } = call;
  // A command that goes on is announced as such, and "complete" would contradict that.
  if (state === 'interrupted' || commandEnd?.kind === 'background') return undefined;
  return { id, name: callName(call), state };
}

function ofCall(
  { id, call: before }: Extract<Item, { kind: 'call' }>,
  change: Partial<CallView>,
): Announcement | undefined {
  const call = { ...before, ...change };
  const { status, approval } = change;
  if (status === 'pending' && approval) return stateOf(id, call);
  if (call.status === 'pending' && approval?.problem !== undefined) return approval.problem;
  if (call.status === before.status || call.status === 'pending') return undefined;
  return stateOf(id, call);
}

export function wordsForCalls({ name, state }: CallAnnouncement, count: number): string {
  const isOne = count === 1;
  switch (state) {
    case 'pending':
      return isOne
        ? t('{0} is waiting for your approval.', name)
        : t('{0} calls of {1} are waiting for your approval.', count, name);
    case 'running':
      return isOne ? t('{0} has started.', name) : t('{0} calls of {1} have started.', count, name);
    case 'success':
      return isOne ? t('{0} is complete.', name) : t('{0} calls of {1} are complete.', count, name);
    case 'error':
      return isOne ? t('{0} failed.', name) : t('{0} calls of {1} failed.', count, name);
    case 'timeout':
      return isOne ? t('{0} timed out.', name) : t('{0} calls of {1} timed out.', count, name);
    case 'cancelled':
      return isOne ? t('{0} was cancelled.', name) : t('{0} calls of {1} were cancelled.', count, name);
    case 'denied':
      return isOne ? t('{0} was denied.', name) : t('{0} calls of {1} were denied.', count, name);
  }
}

/** An attempt is announced once: the countdown would be read out every second. */
function retry({ status }: Before, { progress }: ChatStatus): string | undefined {
  if (!progress?.retry || status?.progress?.retry?.attempt === progress.retry.attempt) return undefined;
  const { why, leftMs, attempt, attempts } = progress.retry;
  return `${why} ${retryText(leftMs, attempt, attempts)}`;
}

export function retryText(leftMs: number, attempt: number, attempts: number): string {
  const seconds = Math.ceil(leftMs / 1_000);
  return seconds > 0
    ? t('Trying again in {0} s (attempt {1} of {2}).', seconds, attempt, attempts)
    : t('Trying again… (attempt {0} of {1})', attempt, attempts);
}

function turn({ status, last }: Before, to: ChatStatus['turn']): string | undefined {
  if ((status?.turn ?? 'idle') === to) return undefined;
  if (to === 'running') return t('Working on an answer.');
  if (to === 'stopping') return t('Stopping.');
  return last === 'notice' ? undefined : t('The answer is complete.');
}

/** Says whether the changes are kept or undone by now, or neither. */
export function wordsForChanges(
  { files: { length: count }, views = [] }: Pick<TurnChanges, 'files' | 'views'>,
  state: ChangesState,
): string {
  if (count === 0) return t('No changed files found');
  const changed = count === 1 ? t('1 file changed') : t('{0} files changed', count);
  if (isUndone(state)) return t('{0}, undone', changed);
  if (state.status === 'past') return t('{0}, can no longer be undone', changed);
  const kept = views.filter(({ standing }) => standing === 'kept').length;
  if (kept === count) return t('{0}, kept', changed);
  if (state.status === 'undone' && kept === 0) {
    const undone = count - state.left;
    if (undone < state.left) return t('{0}, {1} undone', changed, undone);
    return state.left === 1
      ? t('{0}, undone except for 1', changed)
      : t('{0}, undone except for {1}', changed, state.left);
  }
  if (kept === 0) return changed;
  return state.status === 'undone'
    ? t('{0}, {1} undone, {2} kept', changed, count - state.left, kept)
    : t('{0}, {1} kept', changed, kept);
}

export function isUndone(state: ChangesState): boolean {
  return (state.status === 'undone' && state.left === 0) || (state.status === 'past' && state.wasUndone);
}
