/** A server's sampling request: the user reviews and edits what is sent, and may review the answer. */
import { t } from '@vscode/l10n';
import { useId, useRef, useState } from 'preact/hooks';
import type { FormValues, Question, Reply, SamplingMessageView, SamplingPart } from '../../protocol/index.ts';
import { ConsentButtons } from '../ui/ConsentButtons.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import type { OpenState } from '../state/questionState.ts';
import { remainderText } from '../calls/ApprovalArguments.tsx';
import { headOf } from '../calls/headOf.ts';

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
    <div class="question-form" tabIndex={-1} role="group" aria-labelledby={titleId}>
      <QuestionHead id={titleId} question={question} callId={callId} />
      {state.status === 'open' && <Consent {...props} />}
      {state.status === 'answering' && <Answering model={state.model} {...props} />}
      {state.status === 'review' && <Review answer={state} {...props} />}
    </div>
  );
}

type Scope = 'once' | 'always';

const scopes = (): readonly (readonly [Scope, string])[] => [
  ['once', t('Once')],
  ['always', t('Always')],
];

function Consent({ id, question, onReply }: Props) {
  const { view } = useChat();
  const [values, setValues] = useState<FormValues>(() => view.form(id) ?? {});
  const change = (name: string, text: string): void => {
    const changed = { ...values, [name]: text };
    setValues(changed);
    view.saveForm(id, changed);
  };
  const [isWhole, setWhole] = useState(() => !isLongPrompt(question));
  const prompt = useRef<HTMLDivElement>(null);
  const [scope, setScope] = useState<Scope>('once');
  const deny = useDenial(onReply);
  const allow = (): void =>
    onReply({ action: 'accept', values: scope === 'always' ? { ...values, always: true } : values });
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
      <ConsentButtons
        allow={{
          label: isWhole ? t('Allow') : t('Show all'),
          onClick: isWhole ? allow : showAll,
          scope: { value: scope, options: scopes(), onChoose: setScope },
        }}
        deny={deny}
      />
      {!deny.reason.isOpen && scope === 'always' && (
        <p class="field-about">{t('Do not ask again for this server, until its definition changes')}</p>
      )}
    </>
  );
}

/** A denial, which may give the server a reason. */
function useDenial(onReply: Props['onReply']) {
  const [isOpen, onOpen] = useState(false);
  const [text, onText] = useState('');
  return {
    onDeny: () => onReply({ action: 'decline', reason: text }),
    reason: {
      isOpen,
      onOpen,
      text,
      onText,
      label: t('Reason for the server (optional)'),
      placeholder: t('Reason (optional, sent to the server)'),
    },
  };
}

function Answering({ model, onReply }: Props & { model: string }) {
  return (
    <>
      <p class="field-about sampling-answering">
        <Icon name="loading" spin />{' '}
        {model === '' ? t('Waiting for the model.') : t('{0} is answering.', model)}
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
  const deny = useDenial(onReply);
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
      <ConsentButtons
        allow={{
          label: t('Send to server'),
          onClick: () => onReply({ action: 'accept', values: { answer: text } }),
        }}
        deny={deny}
      />
    </>
  );
}

type SamplingQuestion = Extract<Question, { kind: 'sampling' }>;

interface Editing {
  text(name: string, original: string): string;
  change(name: string, text: string): void;
  readonly isWhole: boolean;
}

function isLongPrompt({ messages }: SamplingQuestion): boolean {
  return messages.some(({ parts }) =>
    parts.some((part) => part.kind !== 'image' && headOf(part.text).rest !== undefined),
  );
}

function roleName(role: SamplingMessageView['role']): string {
  const names = {
    system: t('System prompt'),
    user: t('User message'),
    assistant: t('Earlier answer'),
  };
  return names[role];
}

export function SamplingPrompt({
  question,
  edit,
}: {
  question: SamplingQuestion;
  edit?: Editing | undefined;
}) {
  const { messages, tools, wishes } = question;
  return (
    <div class="sampling-prompt">
      {messages.map(({ role, parts }, index) => (
        <div key={index} class="sampling-message">
          <div class="field-title">{roleName(role)}</div>
          {parts.map((part, at) => (
            <Part key={at} part={part} label={t('Prompt {0}', index + 1)} edit={edit} />
          ))}
        </div>
      ))}
      {tools.length > 0 && (
        <div class="sampling-message">
          <div class="field-title">{t('Tools of the server')}</div>
          {tools.map(({ name, description }, index) => (
            <div key={index} class="field-about">
              <code>{name}</code> {description}
            </div>
          ))}
        </div>
      )}
      <dl class="given">
        {wishes.map(({ label, text }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function Part({ part, label, edit }: { part: SamplingPart; label: string; edit: Editing | undefined }) {
  switch (part.kind) {
    case 'image':
      return (
        <img
          class="sampling-image"
          src={`data:${part.mimeType};base64,${part.data}`}
          alt={t('Image for the model, {0}', part.mimeType)}
        />
      );
    case 'note':
      return edit ? (
        <>
          <div class="sampling-text whole">{edit.isWhole ? part.text : headOf(part.text).head}</div>
          {!edit.isWhole && <Rest text={part.text} />}
        </>
      ) : (
        <div class="sampling-text">{part.text}</div>
      );
    case 'text':
      return edit ? (
        <TextBox
          label={label}
          value={edit.text(part.name, part.text)}
          isWhole={edit.isWhole}
          onChange={(text) => edit.change(part.name, text)}
        />
      ) : (
        <div class="sampling-text">{part.text}</div>
      );
  }
}

function Rest({ text }: { text: string }) {
  const { rest } = headOf(text);
  return rest ? <div class="approval-rest">{remainderText(rest)}</div> : null;
}

const MAX_ROWS = 24;

function TextBox(props: {
  label: string;
  value: string;
  isWhole?: boolean | undefined;
  onChange: (text: string) => void;
}) {
  const { label, value, isWhole = false, onChange } = props;
  const id = useId();
  const needed = Math.max(2, Math.ceil(value.length / 60), value.split('\n').length);
  return (
    <>
      <label class="sr-only" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        class={`field-input ${isWhole ? 'whole' : ''}`}
        rows={Math.min(MAX_ROWS, needed)}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
      {!isWhole && <Rest text={value} />}
    </>
  );
}
