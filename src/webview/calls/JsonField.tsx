/** The arguments of a call as JSON, to be edited. */
import { t } from '@vscode/l10n';

/** As high as the text has lines, within bounds. */
export function JsonField(props: { value: string; onChange: (text: string) => void }) {
  const { value, onChange } = props;
  return (
    <textarea
      class="field-input json-field"
      aria-label={t('Arguments as JSON')}
      rows={Math.min(16, value.split('\n').length + 1)}
      spellcheck={false}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
