import { t } from '@vscode/l10n';
import type { Question } from '../../protocol/index.ts';
import { Filled, Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';
import { SamplingPrompt } from './SamplingPrompt.tsx';
import { outcomeOf, type ClosedState } from '../state/questionState.ts';

const icons: Readonly<Record<ClosedState['status'], string>> = {
  accepted: 'check',
  finished: 'check',
  declined: 'circle-slash',
  cancelled: 'close',
  withdrawn: 'circle-slash',
  failed: 'error',
};

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
            <Filled text={outcomeOf(question, state)}>
              <strong>{question.server}</strong>
            </Filled>
          </span>
        </>
      }
      below={
        opened && <p class="answered-next">{t('Finish in your browser. The server continues from there.')}</p>
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
