import { t } from '@vscode/l10n';
import { useRef } from 'preact/hooks';
import { spendingDays, type StoredStatus } from '../../protocol/index.ts';
import { statuses } from '../state/callNames.ts';
import { IconButton } from '../ui/controls.tsx';
import { Choice, SearchField } from '../ui/fields.tsx';
import { type PageProps, serverName } from './state.ts';

const TYPING_MS = 150;

export function Filters({ state, post }: PageProps) {
  const filter = state.filter.value;
  const isSpending = state.spending.value !== undefined;
  return (
    <div class="page-bar" role="search">
      {isSpending && (
        <Choice
          label={t('Days')}
          value={String(state.days.value)}
          options={spendingDays.map((days) => [String(days), t('Last {0} days', days)] as const)}
          onChoose={(days) => state.setDays(Number(days))}
        />
      )}
      {/* Hidden filters keep their values. */}
      <div class="history-call-filters" hidden={isSpending}>
        <CallFilters state={state} />
      </div>
      <div class="page-actions">
        <IconButton
          icon={state.statistics.value ? 'list-flat' : 'graph'}
          label={state.statistics.value ? t('Show calls') : t('Show statistics')}
          onClick={() => state.show(state.statistics.value ? 'calls' : 'statistics')}
        />
        <IconButton
          icon={isSpending ? 'list-flat' : 'credit-card'}
          label={isSpending ? t('Show calls') : t('Show spending')}
          onClick={() => state.show(isSpending ? 'calls' : 'spending')}
        />
        {!isSpending && (
          <IconButton
            icon="export"
            label={t('Export these calls as JSON…')}
            onClick={() => post({ type: 'export', filter })}
          />
        )}
        <IconButton icon="trash" label={t('Delete all calls…')} onClick={() => post({ type: 'deleteAll' })} />
      </div>
    </div>
  );
}

function CallFilters({ state }: Pick<PageProps, 'state'>) {
  const filter = state.filter.value;
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { tools } = state.facets.value;
  const servers = [...new Set(tools.map(({ server }) => server))];
  const names = [
    ...new Set(
      tools.filter(({ server }) => filter.server === '' || server === filter.server).map(({ tool }) => tool),
    ),
  ];
  const search = (text: string): void => {
    clearTimeout(typing.current);
    typing.current = setTimeout(() => state.setFilter({ text }), TYPING_MS);
  };
  return (
    <>
      <SearchField
        label={t('Search calls')}
        title={t('Filter by tool, server, arguments or result')}
        onInput={search}
      />
      <Choice
        label={t('Server')}
        value={filter.server}
        options={[['', t('All servers')], ...servers.map((server) => [server, serverName(server)] as const)]}
        onChoose={(server) => state.setFilter({ server, tool: '' })}
      />
      <Choice
        label={t('Tool')}
        value={filter.tool}
        options={[['', t('All tools')], ...names.map((name) => [name, name] as const)]}
        onChoose={(tool) => state.setFilter({ tool })}
      />
      <Choice
        label={t('Status')}
        value={filter.status}
        options={[
          ['', t('Any status')],
          ...Object.entries(statuses()).map(([status, { label }]) => [status, label] as const),
        ]}
        onChoose={(status) => state.setFilter({ status: status as StoredStatus | '' })}
      />
    </>
  );
}
