/** What a server wants the model to be sent: its messages, tools and wishes. Texts can be changed where `edit` is given. */
import { t } from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Question, SamplingMessageView, SamplingPart } from '../../protocol/index.ts';

type SamplingQuestion = Extract<Question, { kind: 'sampling' }>;

/** The texts as they are now, and how to change them. */
export interface Editing {
  text(name: string, original: string): string;
  change(name: string, text: string): void;
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
          <div class="field-title">{t('Tools it brings')}</div>
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
      return <div class="sampling-text">{part.text}</div>;
    case 'text':
      return edit ? (
        <TextBox
          label={label}
          value={edit.text(part.name, part.text)}
          onChange={(text) => edit.change(part.name, text)}
        />
      ) : (
        <div class="sampling-text">{part.text}</div>
      );
  }
}

/** Several lines of text; as high as it has lines, within bounds. */
export function TextBox(props: { label: string; value: string; onChange: (text: string) => void }) {
  const { label, value, onChange } = props;
  const id = useId();
  return (
    <>
      <label class="sr-only" for={id}>
        {label}
      </label>
      <textarea
        id={id}
        class="field-input"
        rows={Math.min(10, Math.max(2, Math.ceil(value.length / 60), value.split('\n').length))}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </>
  );
}
