/** The controls above a list by which it is narrowed. */

/** What is typed goes to `onInput` letter by letter. Without `value` the page keeps it to itself. */
export function SearchField(props: {
  label: string;
  /** What is searched. */
  title?: string;
  class?: string;
  value?: string;
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
      {...(value !== undefined && { value })}
      onInput={({ currentTarget }) => onInput(currentTarget.value)}
    />
  );
}

/** One of several: values with their names. */
export function Choice(props: {
  label: string;
  value: string;
  options: readonly (readonly [value: string, name: string])[];
  onChoose: (value: string) => void;
}) {
  const { label, value, options, onChoose } = props;
  return (
    <select
      class="field-input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}
