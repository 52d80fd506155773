import { t } from '@vscode/l10n';
import { TextButton } from './controls.tsx';
import { Choice } from './fields.tsx';

/** Allows, for as long as is chosen beside it. Without `onClick` it submits its form. */
export function AllowButton<Scope extends string>(props: {
  label: string;
  onClick?: () => void;
  scope?: {
    readonly value: Scope;
    readonly options: readonly (readonly [Scope, string])[];
    readonly onChoose: (scope: Scope) => void;
  };
}) {
  const { label, onClick, scope } = props;
  return (
    <span class="split-button">
      <TextButton look="primary" submits={!onClick} {...(onClick && { onClick })}>
        {label}
      </TextButton>
      {scope && <Choice class="approval-choice" label={t('For how long')} {...scope} />}
    </span>
  );
}
