import { t } from '@vscode/l10n';
import { useId, useState } from 'preact/hooks';
import type { FieldProblem, FormValues, Question, Reply } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { TextButton } from '../ui/controls.tsx';
import { FieldControl } from './FieldControl.tsx';
import { QuestionHead } from './QuestionHead.tsx';
import { RefusalButtons } from './RefusalButtons.tsx';
import { startValues, withoutSecrets } from './values.ts';

export function FormCard(props: {
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
    view.keepForm(id, withoutSecrets(fields, changed));
  };
  const submit = (event: Event): void => {
    event.preventDefault();
    onReply({ action: 'accept', values });
  };
  return (
    <form class="question-form" noValidate aria-labelledby={titleId} onSubmit={submit}>
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
      <div class="actions">
        <TextButton look="primary" submits>
          {t('Submit')}
        </TextButton>
        <RefusalButtons onReply={onReply} />
      </div>
    </form>
  );
}
