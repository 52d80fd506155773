import { t } from '@vscode/l10n';
import type { Ref } from 'preact';

export function SearchField(props: {
  label: string;
  title?: string | undefined;
  class?: string | undefined;
  value?: string | undefined;
  onInput: (text: string) => void;
}) {
  const { label, title, value, onInput } = props;
  return (
    <input
      class={`field-input ${props.class ?? ''}`.trim()}
      type="search"
      aria-label={label}
      placeholder={label}
      title={title}
      value={value}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  );
}

export function Choice<Value extends string>(props: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, name: string])[];
  class?: string | undefined;
  onChoose: (value: Value) => void;
}) {
  const { label, value, options, onChoose } = props;
  return (
    <select
      class={`field-input ${props.class ?? ''}`.trim()}
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value as Value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** A field for JSON that is as high as its lines, within bounds. `element` is for focusing it. */
export function JsonField(props: {
  value: string;
  invalid?: boolean | undefined;
  element?: Ref<HTMLTextAreaElement> | undefined;
  onChange: (text: string) => void;
}) {
  const { value, invalid = false, element = null, onChange } = props;
  return (
    <textarea
      ref={element}
      class="field-input json-field"
      aria-label={t('Arguments as JSON')}
      aria-invalid={invalid}
      rows={Math.min(16, value.split('\n').length + 1)}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
