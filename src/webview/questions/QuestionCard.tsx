import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef, useId, useState } from 'preact/hooks';
import type { Item, Reply, FieldProblem, FormValues, Question } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { focusNextCard } from '../ui/focus.ts';
import { SamplingCard, SamplingPrompt } from './SamplingCard.tsx';
import { isOpenState, outcomeOf, type ClosedState } from '../state/questionState.ts';
import { Icon, Filled } from '../ui/controls.tsx';
import { ConsentButtons, handleConsentKey } from '../ui/ConsentButtons.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { FieldControl } from './FieldControl.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { startValues, withoutSecrets } from './values.ts';
import { Disclosure } from '../ui/Disclosure.tsx';

export function QuestionCard({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, post } = useChat();
  const card = useRef<HTMLDivElement>(null);
  const replied = useRef(false);
  const state = item.value.kind === 'question' ? item.value.state : undefined;
  const isOpen = state !== undefined && isOpenState(state);
  // The focus is read before drawing, which may remove the focused element.
  const hadFocus = card.current?.contains(document.activeElement) ?? false;
  useShowStart(id, isOpen);
  useLayoutEffect(() => {
    if (!isOpen) view.forgetForm(id);
    if (!isOpen && hadFocus) focusNextCard(null, () => view.focusComposer());
    // Only the page that sent the form moves to its problems.
    if (isOpen && replied.current) focusFirstProblem(card.current);
    replied.current = false;
  }, [state]);
  if (item.value.kind !== 'question' || !state) return null;
  const { question, callId } = item.value;
  const reply = (given: Reply): void => {
    replied.current = true;
    post({ type: 'answer', id, reply: given });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    handleConsentKey(event, card.current, () => reply({ action: 'decline' }));
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Escape concerns the question here, not the turn.
    event.preventDefault();
    reply({ action: 'cancel' });
  };
  if (!isOpenState(state)) return <Answered id={id} question={question} state={state} />;
  return (
    <div ref={card} class="question" onKeyDown={onKeyDown} {...deliberate}>
      {question.kind === 'sampling' && (
        <SamplingCard id={id} question={question} callId={callId} state={state} onReply={reply} />
      )}
      {question.kind === 'form' && (
        <FormCard
          id={id}
          question={question}
          callId={callId}
          problems={state.status === 'open' ? state.problems : []}
          onReply={reply}
        />
      )}
      {question.kind === 'url' && (
        <UrlCard question={question} callId={callId} opened={state.status === 'opened'} onReply={reply} />
      )}
    </div>
  );
}

function focusFirstProblem(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('.field.invalid :is(input, select)')?.focus();
}

/** A card taller than the page is read from its start. */
function useShowStart(id: string, open: boolean): void {
  const { scroll } = useChat();
  useLayoutEffect(() => {
    if (open) scroll.showStart(id);
  }, []);
}

function FormCard(props: {
  id: string;
  question: Extract<Question, { kind: 'form' }>;
  callId: string | undefined;
  problems: readonly FieldProblem[];
  onReply: (reply: Reply) => void;
}) {
  const { id, question, callId, problems, onReply } = props;
  const { fields } = question;
  const { view } = useChat();
  const [values, setValues] = useState<FormValues>(() => ({ ...startValues(fields), ...view.form(id) }));
  const titleId = useId();
  const change = (name: string, value: FormValues[string]): void => {
    const changed = { ...values, [name]: value };
    setValues(changed);
    view.saveForm(id, withoutSecrets(fields, changed));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    onReply({ action: 'accept', values });
  };
  return (
    <form class="question-form" tabIndex={-1} noValidate aria-labelledby={titleId} onSubmit={submit}>
      <QuestionHead id={titleId} question={question} callId={callId} />
      {fields.map((field) => (
        <FieldControl
          key={field.name}
          field={field}
          value={values[field.name]}
          problem={problems.find(({ name }) => name === field.name)?.message}
          onChange={(value) => change(field.name, value)}
        />
      ))}
      <ConsentButtons allow={{ label: t('Submit') }} {...refusing(onReply)} />
    </form>
  );
}

/** MCP has no field for a reason in either answer. */
function refusing(onReply: (reply: Reply) => void) {
  return {
    deny: { onDeny: () => onReply({ action: 'decline' }) },
    onCancel: () => onReply({ action: 'cancel' }),
  };
}

/** Shows the address first and opens nothing without consent. */
function UrlCard(props: {
  question: Extract<Question, { kind: 'url' }>;
  callId: string | undefined;
  opened: boolean;
  onReply: (reply: Reply) => void;
}) {
  const { question, callId, opened, onReply } = props;
  const { host, url } = question;
  const id = useId();
  return (
    <div class="question-form" tabIndex={-1} role="group" aria-labelledby={id}>
      <QuestionHead id={id} question={question} callId={callId} />
      <div class="page">
        <div class="page-host">
          <Icon name="globe" />
          <span class="sr-only">{t('Host of the page')}</span>
          {/* A host breaks only after a dot: its end says whose page it is. */}
          <strong>{host.split(/(?<=\.)/).map((part, index) => [index > 0 && <wbr />, part])}</strong>
        </div>
        <div class="page-url">{url}</div>
      </div>
      {!opened && url.startsWith('http:') && (
        <p class="field-problem">
          <Icon name="warning" />
          <span>{t('The connection to this page is not encrypted.')}</span>
        </p>
      )}
      <p class="field-about">
        {opened
          ? t(
              'The page was opened in your browser. When you have finished there, continue here. The call is then run again.',
            )
          : t(
              'The page opens in your browser, and Patchbay does not see what you enter there. Open the page only if you trust {0}.',
              host,
            )}
      </p>
      <ConsentButtons
        allow={{
          label: opened ? t('Continue') : t('Open in browser'),
          onClick: () => onReply({ action: 'accept', values: {} }),
        }}
        {...refusing(onReply)}
      />
    </div>
  );
}

const icons: Readonly<Record<ClosedState['status'], string>> = {
  accepted: 'check',
  finished: 'check',
  declined: 'circle-slash',
  cancelled: 'close',
  withdrawn: 'circle-slash',
  failed: 'error',
};

function Answered({ id, question, state }: { id: string; question: Question; state: ClosedState }) {
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
