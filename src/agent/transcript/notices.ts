import { t } from '@vscode/l10n';
import type { ModelErrorKind } from '../../models/index.ts';
import { locale } from '../../base/common/locale.ts';
import { reachedText, type ChatAction, type Item, type ReachedLimit } from '../../protocol/index.ts';
import type { Notice, TextCallRefusal, TurnEnd } from '../conversation/events.ts';

/**
 * Returns the notice at the end of a turn, or undefined if the answer says it all. `stoppedAt`: the limit at which the
 * user has stopped it.
 */
export function noticeOf(end: TurnEnd, stoppedAt?: ReachedLimit): Notice | undefined {
  switch (end.why) {
    case 'answered':
      return end.textCalls === undefined ? undefined : textCallNotice(end.textCalls);
    case 'empty': {
      const what = end.thought
        ? t('The model "{0}" ended its answer after the reasoning, without text or a tool call.', end.model)
        : t('The model "{0}" ended its answer without text or a tool call.', end.model);
      const next = t('Try again. If this happens again, rephrase the question or choose another model.');
      return { level: 'warning', text: `${what} ${next}`, actions: ['retry', 'selectModel'] };
    }
    case 'cancelled':
      return {
        level: 'info',
        text: stoppedAt ? `${reachedText(stoppedAt, locale())} ${t('You stopped here.')}` : t('Stopped.'),
        actions: ['continue'],
      };
    case 'limit':
      return {
        level: 'warning',
        text: reachedText(end.reached, locale()),
        actions: ['continue'],
      };
    case 'truncated':
      return {
        level: 'warning',
        text: end.problem?.localized ?? t('The endpoint truncated the answer at its output limit.'),
        actions: ['continue'],
      };
    case 'notCompacted':
      return end.notice;
    case 'failed': {
      const { text, transient, detail, kind } = end.error;
      const isPartial = end.isPartial === true;
      // Advice to try again would stand above a button that continues.
      const message = (isPartial ? (transient ?? text) : text).localized;
      return {
        level: 'error',
        text: isPartial
          ? `${message} ${t('The part that was received is kept. "Continue" requests the rest.')}`
          : message,
        detail,
        // The button asks for the rest of an answer if a part of it was received.
        actions: remedies[kind].map((action) => (isPartial && action === 'retry' ? 'continue' : action)),
      };
    }
  }
}

function textCallNotice(why: TextCallRefusal): Notice {
  const what = t('The answer contains a tool call as text. The call was not run.');
  switch (why) {
    case 'offer':
      return {
        level: 'warning',
        text: `${what} ${t('The model may not support tool calls in any other form. If so, you can allow tool calls in its text. Each of them needs your approval.')}`,
        actions: ['allowTextCalls', 'selectModel'],
      };
    case 'quoted':
      return {
        level: 'warning',
        text: `${what} ${t('The call also appears in content that the model has read, so the answer may only quote it.')}`,
        actions: [],
      };
    case 'elsewhere':
      return {
        level: 'info',
        text: `${what} ${t('The call is not at the end of the answer, so the answer may only quote it.')}`,
        actions: [],
      };
    case 'notAllowed':
      return {
        level: 'info',
        text: `${what} ${t('If the model does not support tool calls in any other form, see the setting patchbay.model.textCalls.')}`,
        actions: ['openModelSettings'],
      };
  }
}

export const goingOn = new Set<ChatAction>(['continue', 'retry', 'allowTextCalls']);

export function offersToContinue(item: Item): boolean {
  return item.kind === 'notice' && item.actions.some((action) => goingOn.has(action));
}

/** Buttons that may help after an error, the likeliest first. */
export const remedies: Record<ModelErrorKind, readonly ChatAction[]> = {
  'no-model': ['setUpModel', 'retry'],
  'bad-settings': ['openModelSettings', 'retry'],
  'no-key': ['setApiKey', 'retry'],
  unauthorized: ['setApiKey', 'retry'],
  forbidden: ['setApiKey', 'selectModel', 'retry'],
  // Another key of the same account has no credit either.
  'no-credit': ['selectModel', 'openModelSettings', 'retry'],
  'not-permitted': ['retry', 'selectModel'],
  'not-found': ['selectModel', 'openModelSettings', 'retry'],
  'no-tools': ['selectModel', 'openModelSettings', 'retry'],
  'tool-set': ['useToolSet', 'retry'],
  'rate-limited': ['retry'],
  'too-large': ['retry'],
  'bad-request': ['retry', 'openModelSettings'],
  server: ['retry'],
  unreachable: ['retry', 'openModelSettings'],
  'broken-stream': ['retry'],
  internal: ['retry', 'showLog'],
};
