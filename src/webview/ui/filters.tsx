/** Uncontrolled without `value`. */
export function SearchField(props: {
  label: string;
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
