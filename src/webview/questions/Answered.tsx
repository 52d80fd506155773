/** What became of a question: one quiet line, unfolding to what was asked and given. */
import type { Question } from '../../protocol/index.ts';
import { Icon } from '../chat/controls.tsx';
import { Disclosure } from '../chat/Disclosure.tsx';
import { SamplingPrompt } from './SamplingPrompt.tsx';
import type { ClosedState } from './states.ts';

type Looks = Record<ClosedState['status'], { readonly icon: string; readonly text: string }>;

const looks: Looks = {
  accepted: { icon: 'check', text: 'You answered' },
  finished: { icon: 'check', text: 'You finished the page of' },
  declined: { icon: 'circle-slash', text: 'You declined to answer' },
  cancelled: { icon: 'close', text: 'You cancelled the question of' },
  withdrawn: { icon: 'circle-slash', text: 'No longer asked by' },
  failed: { icon: 'error', text: 'The model did not answer' },
};

/** Where it is the model that was asked. */
const samplingLooks: Looks = {
  ...looks,
  accepted: { icon: 'check', text: 'The model answered' },
  declined: { icon: 'circle-slash', text: 'You refused the model to' },
  cancelled: { icon: 'close', text: 'You cancelled the request of' },
};

export function Answered({ id, question, state }: { id: string; question: Question; state: ClosedState }) {
  const { icon, text } = (question.kind === 'sampling' ? samplingLooks : looks)[state.status];
  const opened = question.kind === 'url' && state.status === 'accepted';
  return (
    <Disclosure
      id={id}
      class={`answered ${state.status}`}
      label={
        <>
          <Icon name={icon} class="answered-icon" />
          <span class="answered-text">
            {opened ? `Opened ${question.host} for` : text} <strong>{question.server}</strong>
          </span>
        </>
      }
      below={opened && <p class="answered-next">Finish in your browser. The server goes on from there.</p>}
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
