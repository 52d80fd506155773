/** A server's sampling request: the user reviews and edits what is sent, and may review the answer. */
import { t } from '@vscode/l10n';
import { useId, useRef, useState } from 'preact/hooks';
import type { FormValues, Question, Reply } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { isLongPrompt, SamplingPrompt, TextBox } from './SamplingPrompt.tsx';
import type { OpenState } from '../state/questionState.ts';

type Props = {
  id: string;
  question: Extract<Question, { kind: 'sampling' }>;
  callId: string | undefined;
  state: OpenState;
  onReply: (reply: Reply) => void;
};

export function SamplingCard(props: Props) {
  const { question, callId, state } = props;
  const titleId = useId();
  return (
    <div class="question-form" role="group" aria-labelledby={titleId}>
      <QuestionHead id={titleId} question={question} callId={callId} />
      {state.status === 'open' && <Consent {...props} />}
      {state.status === 'answering' && <Answering model={state.model} {...props} />}
      {state.status === 'review' && <Review answer={state} {...props} />}
    </div>
  );
}

function Consent({ id, question, onReply }: Props) {
  const { view } = useChat();
  const [values, setValues] = useState<FormValues>(() => view.form(id) ?? {});
  const change = (name: string, text: string): void => {
    const changed = { ...values, [name]: text };
    setValues(changed);
    view.keepForm(id, changed);
  };
  const [isWhole, setWhole] = useState(() => !isLongPrompt(question));
  const prompt = useRef<HTMLDivElement>(null);
  const allow = (always: boolean): void =>
    onReply({ action: 'accept', values: { ...values, ...(always && { always }) } });
  // The button shows the rest first: what is not on the page cannot be allowed.
  const showAll = (): void => {
    setWhole(true);
    prompt.current?.focus();
  };
  return (
    <>
      <p class="question-message">{question.message}</p>
      <div ref={prompt} tabIndex={-1}>
        <SamplingPrompt
          question={question}
          edit={{ text: (name, original) => String(values[name] ?? original), change, isWhole }}
        />
      </div>
      <div class="actions">
        {isWhole ? (
          <>
            <TextButton look="primary" onClick={() => allow(false)}>
              {t('Allow once')}
            </TextButton>
            <TextButton
              title={t('Do not ask again for this server, until its definition changes')}
              onClick={() => allow(true)}
            >
              {t('Always allow')}
            </TextButton>
          </>
        ) : (
          <TextButton look="primary" onClick={showAll}>
            {t('Show all')}
          </TextButton>
        )}
        <TextButton onClick={() => onReply({ action: 'decline' })}>{t('Refuse')}</TextButton>
      </div>
    </>
  );
}

function Answering({ model, onReply }: Props & { model: string }) {
  return (
    <>
      <p class="field-about sampling-answering">
        <Icon name="loading" spin />{' '}
        {model === '' ? t('The model is being asked.') : t('{0} is answering.', model)}
      </p>
      <div class="actions">
        <TextButton title={t('Cancel (Escape)')} onClick={() => onReply({ action: 'cancel' })}>
          {t('Cancel')}
        </TextButton>
      </div>
    </>
  );
}

function Review({ answer, onReply }: Props & { answer: Extract<OpenState, { status: 'review' }> }) {
  const [text, setText] = useState(answer.text);
  return (
    <>
      <div class="sampling-message">
        <div class="field-title">{t('Answer of {0}', answer.model)}</div>
        <TextBox label={t('Answer of {0}', answer.model)} value={text} onChange={setText} />
        {answer.calls.map((call, index) => (
          <div key={index} class="sampling-text">
            {t('Tool call: {0}', call)}
          </div>
        ))}
      </div>
      <div class="actions">
        <TextButton look="primary" onClick={() => onReply({ action: 'accept', values: { answer: text } })}>
          {t('Pass to the server')}
        </TextButton>
        <TextButton onClick={() => onReply({ action: 'decline' })}>{t('Refuse')}</TextButton>
      </div>
    </>
  );
}
