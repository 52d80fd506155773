/** What a server wants to send to the model. Texts are editable with `edit`. */
import { t } from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Question, SamplingMessageView, SamplingPart } from '../../protocol/index.ts';
import { remainderText } from '../calls/ApprovalArguments.tsx';
import { headOf } from '../calls/headOf.ts';

type SamplingQuestion = Extract<Question, { kind: 'sampling' }>;

export interface Editing {
  text(name: string, original: string): string;
  change(name: string, text: string): void;
  readonly isWhole: boolean;
}

export function isLongPrompt({ messages }: SamplingQuestion): boolean {
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

export function SamplingPrompt({ question, edit }: { question: SamplingQuestion; edit?: Editing }) {
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

export function TextBox(props: {
  label: string;
  value: string;
  isWhole?: boolean;
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
