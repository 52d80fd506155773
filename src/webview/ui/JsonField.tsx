import { t } from '@vscode/l10n';
import type { Ref } from 'preact';

/** As high as its lines, within bounds. `element` is for focusing it. */
export function JsonField(props: {
  value: string;
  invalid?: boolean;
  element?: Ref<HTMLTextAreaElement>;
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
