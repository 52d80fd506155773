import { t } from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { ComponentChildren } from 'preact';
import type { Field, FormValues, Option } from '../../protocol/index.ts';
import { Icon } from '../ui/controls.tsx';
import { hintOf, placeholderOf } from './values.ts';

/** `problem`: why the host refused the value. `none`: the text of an option list without a choice. */
export function FieldControl(props: {
  field: Field;
  value: FormValues[string] | undefined;
  problem: string | undefined;
  none?: string | undefined;
  onChange: (value: FormValues[string]) => void;
}) {
  const { field, value, problem, none = t('No answer'), onChange } = props;
  const id = useId();
  const hint = hintOf(field);
  const notes = [
    { id: `${id}-about`, text: field.description, class: 'field-about' },
    { id: `${id}-hint`, text: hint, class: 'field-hint' },
  ].filter(({ text }) => text !== undefined);
  const describedBy = [...notes.map((note) => note.id), ...(problem === undefined ? [] : [`${id}-problem`])];
  const control: ControlProps = {
    id,
    invalid: problem !== undefined,
    required: field.required,
    describedBy: describedBy.length > 0 ? describedBy.join(' ') : undefined,
  };
  const notesAndProblem = (
    <>
      {notes.map((note) => (
        <div key={note.id} id={note.id} class={note.class}>
          {note.text}
        </div>
      ))}
      {problem !== undefined && (
        <div id={`${id}-problem`} class="field-problem">
          <Icon name="error" />
          <span>{problem}</span>
        </div>
      )}
    </>
  );
  const className = `field ${field.kind}-field ${problem === undefined ? '' : 'invalid'}`;
  if (field.kind === 'choices')
    return (
      <CheckList
        class={className}
        label={<FieldLabel field={field} />}
        {...control}
        options={field.options}
        value={Array.isArray(value) ? (value as readonly string[]) : []}
        onChange={onChange}
      >
        {notesAndProblem}
      </CheckList>
    );
  return (
    <div class={className}>
      {field.kind === 'boolean' ? (
        <Checkbox {...control} label={field.title} value={value === true} onChange={onChange} />
      ) : (
        <>
          <label for={id}>
            <FieldLabel field={field} />
          </label>
          {field.kind === 'choice' ? (
            <OptionList
              {...control}
              options={field.options}
              none={none}
              value={String(value ?? '')}
              onChange={onChange}
            />
          ) : (
            <TextInput {...control} field={field} value={String(value ?? '')} onChange={onChange} />
          )}
        </>
      )}
      {notesAndProblem}
    </div>
  );
}

export function FieldLabel({ field: { title, required } }: { field: Pick<Field, 'title' | 'required'> }) {
  return (
    <>
      <span class="field-title">{title}</span>
      {required && (
        <span class="field-required">
          <span aria-hidden="true">*</span>
          <span class="sr-only"> {t('(required)')}</span>
        </span>
      )}
    </>
  );
}

/** Values stay as typed: the host validates them. `describedBy`: ids for aria-describedby. */
interface ControlProps {
  readonly id: string;
  readonly required: boolean;
  readonly invalid: boolean;
  readonly describedBy?: string | undefined;
}

/** Numbers are typed as text, too: a number input would swallow what is not a number. */
function TextInput(props: ControlProps & { field: Field; value: string; onChange: (value: string) => void }) {
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

function OptionList(
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

function Checkbox(
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
function CheckList(
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
