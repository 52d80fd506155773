import { t } from '@vscode/l10n';
import { useId } from 'preact/hooks';
import type { Field, FormValues } from '../../protocol/index.ts';
import { Icon } from '../ui/controls.tsx';
import { Checkbox, CheckList, OptionList, TextInput, type ControlProps } from './inputs.tsx';
import { hintOf } from './values.ts';

/** `problem`: why the host refused the value. `none`: the text of an option list without a choice. */
export function FieldControl(props: {
  field: Field;
  value: FormValues[string] | undefined;
  problem: string | undefined;
  none?: string;
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
    ...(describedBy.length > 0 && { describedBy: describedBy.join(' ') }),
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
