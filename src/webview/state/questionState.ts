import { t } from '@vscode/l10n';
import type { Question, QuestionState } from '../../protocol/index.ts';

export type OpenState = Extract<QuestionState, { status: 'open' | 'opened' | 'answering' | 'review' }>;
export type ClosedState = Exclude<QuestionState, OpenState>;

export function isOpenState(state: QuestionState): state is OpenState {
  return ['open', 'opened', 'answering', 'review'].includes(state.status);
}

/** Returns a text in which `{0}` stands for the server's name. */
export function outcomeOf(question: Question, { status }: ClosedState): string {
  const isSampling = question.kind === 'sampling';
  switch (status) {
    case 'accepted':
      if (isSampling) return t('The model answered {0}');
      return question.kind === 'url' ? t('Opened {1} for {0}', '{0}', question.host) : t('You answered {0}');
    case 'finished':
      return t('You finished the page of {0}');
    case 'declined':
      return isSampling ? t('You did not allow {0} to use the model') : t('You denied the request of {0}');
    case 'cancelled':
      return t('You cancelled the request of {0}');
    case 'withdrawn':
      return t('Request of {0} cancelled');
    case 'failed':
      return t('The model did not answer {0}');
  }
}
