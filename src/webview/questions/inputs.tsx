/** Controls of forms. Values stay as typed: the host validates them. */
import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { Field, Option } from '../../protocol/index.ts';
import { placeholderOf } from './values.ts';

/** `describedBy`: ids for aria-describedby. */
export interface ControlProps {
  readonly id: string;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string;
}

/** Numbers too: a number input would swallow what is not a number. */
export function TextInput(
  props: ControlProps & { field: Field; value: string; onChange: (value: string) => void },
) {
  const { field, value, onChange } = props;
  const attributes = {
    ...aria(props),
    class: 'field-input',
    autoComplete: 'off',
    spellcheck: field.kind === 'text' && !field.format,
    placeholder: placeholderOf(field),
    value,
    onInput: ({ currentTarget }: { currentTarget: HTMLInputElement }) => onChange(currentTarget.value),
  };
  const secret = field.kind === 'text' && field.secret === true;
  return secret ? <input {...attributes} type="password" /> : <input {...attributes} type="text" />;
}

/** The empty option stands for no choice. */
export function OptionList(
  props: ControlProps & {
    options: readonly Option[];
    value: string;
    none: string;
    onChange: (value: string) => void;
  },
) {
  const { options, value, none, required, onChange } = props;
  return (
    <select
      {...aria(props)}
      class="field-input"
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{required ? t('Choose…') : none}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export function Checkbox(
  props: ControlProps & { label: string; value: boolean; onChange: (value: boolean) => void },
) {
  const { id, label, value, onChange, describedBy } = props;
  return (
    <label class="check">
      <input
        id={id}
        type="checkbox"
        aria-describedby={describedBy}
        checked={value}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
      />
      <span>{label}</span>
    </label>
  );
}

/** `children` stand between the label and the boxes. */
export function CheckList(
  props: ControlProps & {
    class: string;
    label: ComponentChildren;
    options: readonly Option[];
    value: readonly string[];
    onChange: (value: readonly string[]) => void;
    children: ComponentChildren;
  },
) {
  const { id, label, options, value, onChange, describedBy, invalid, children } = props;
  const toggle = (chosen: string, on: boolean): void =>
    onChange(on ? [...value, chosen] : value.filter((other) => other !== chosen));
  return (
    <fieldset class={props.class} aria-describedby={describedBy}>
      <legend>{label}</legend>
      <div class="check-list">
        {options.map((option, index) => (
          <label class="check" key={option.value}>
            <input
              id={index === 0 ? id : undefined}
              type="checkbox"
              aria-invalid={invalid}
              checked={value.includes(option.value)}
              onChange={({ currentTarget }) => toggle(option.value, currentTarget.checked)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {children}
    </fieldset>
  );
}

function aria({ id, required, invalid, describedBy }: ControlProps) {
  return {
    id,
    'aria-required': required,
    'aria-invalid': invalid,
    'aria-describedby': describedBy,
  };
}
