import { t } from '@vscode/l10n';
import type { RequestRow } from '../../protocol/index.ts';
import { CopyButton, IconButton } from '../ui/controls.tsx';
import type { PageProps } from './state.ts';

export function StepBar({ row, state, post }: PageProps & { readonly row: RequestRow }) {
  const { rows } = state;
  const [before, after] = [state.neighbour(-1), state.neighbour(1)];
  const { id } = row;
  return (
    <div class="page-bar">
      <div class="request-steps">
        <StepButton icon="chevron-left" label={t('Previous step')} to={before} state={state} />
        <select
          class="field-input"
          aria-label={t('Step')}
          value={String(id)}
          onChange={({ currentTarget }) => state.select(Number(currentTarget.value))}
        >
          {rows.map((each) => (
            <option key={each.id} value={String(each.id)}>
              {nameOf(each, rows)}
            </option>
          ))}
        </select>
        <StepButton icon="chevron-right" label={t('Next step')} to={after} state={state} />
      </div>
      <div class="page-actions">
        <CopyButton label={t('Copy as JSON')} onCopy={() => post({ type: 'copy', id })} />
        <IconButton
          icon="go-to-file"
          label={t('Open as text')}
          onClick={() => post({ type: 'openText', id })}
        />
      </div>
    </div>
  );
}

function StepButton(props: {
  icon: string;
  label: string;
  to: number | undefined;
  state: PageProps['state'];
}) {
  const { icon, label, to, state } = props;
  return (
    <IconButton
      icon={icon}
      label={label}
      waits={to === undefined}
      onClick={() => to !== undefined && state.select(to)}
    />
  );
}

function nameOf({ turn, step, asked }: RequestRow, rows: readonly RequestRow[]): string {
  const of = rows.findLast((row) => row.turn === turn)?.step ?? step;
  const name = of === 1 ? t('Step {0}', step) : t('Step {0} of {1}', step, of);
  return asked === '' ? name : `${name} · ${asked}`;
}
