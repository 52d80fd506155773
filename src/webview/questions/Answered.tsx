/** What became of a question: one quiet line, unfolding to what was asked and given. */
import { t } from '@vscode/l10n';
import type { Question } from '../../protocol/index.ts';
import { Icon } from '../chat/controls.tsx';
import { Filled } from '../chat/Filled.tsx';
import { Disclosure } from '../chat/Disclosure.tsx';
import { SamplingPrompt } from './SamplingPrompt.tsx';
import type { ClosedState } from './states.ts';

const icons: Readonly<Record<ClosedState['status'], string>> = {
  accepted: 'check',
  finished: 'check',
  declined: 'circle-slash',
  cancelled: 'close',
  withdrawn: 'circle-slash',
  failed: 'error',
};

/** What became of it, with `{0}` in the place of the server. */
function sentence(question: Question, { status }: ClosedState): string {
  const isSampling = question.kind === 'sampling';
  switch (status) {
    case 'accepted':
      if (isSampling) return t('The model answered {0}');
      return question.kind === 'url' ? t('Opened {1} for {0}', '{0}', question.host) : t('You answered {0}');
    case 'finished':
      return t('You finished the page of {0}');
    case 'declined':
      return isSampling ? t('You refused the model to {0}') : t('You declined to answer {0}');
    case 'cancelled':
      return isSampling ? t('You cancelled the request of {0}') : t('You cancelled the question of {0}');
    case 'withdrawn':
      return t('No longer asked by {0}');
    case 'failed':
      return t('The model did not answer {0}');
  }
}

export function Answered({ id, question, state }: { id: string; question: Question; state: ClosedState }) {
  const opened = question.kind === 'url' && state.status === 'accepted';
  return (
    <Disclosure
      id={id}
      class={`answered ${state.status}`}
      label={
        <>
          <Icon name={icons[state.status]} class="answered-icon" />
          <span class="answered-text">
            <Filled text={sentence(question, state)}>
              <strong>{question.server}</strong>
            </Filled>
          </span>
        </>
      }
      below={
        opened && <p class="answered-next">{t('Finish in your browser. The server goes on from there.')}</p>
      }
    >
      {() => (
        <>
          {question.kind === 'sampling' ? (
            <SamplingPrompt question={question} />
          ) : (
            <p class="question-message">{question.message}</p>
          )}
          {state.status === 'failed' && <p class="question-message">{state.message}</p>}
          {question.kind === 'url' && <div class="page-url">{question.url}</div>}
          {state.status === 'accepted' && state.given.length > 0 && (
            <dl class="given">
              {state.given.map(({ label, text: value }, index) => (
                <div key={index}>
                  <dt>{label}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </Disclosure>
  );
}
