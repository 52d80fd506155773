import { t } from '@vscode/l10n';
import { EmptyNote } from '../ui/SplitView.tsx';
import type { ToolStatistics } from '../../protocol/index.ts';
import { formatDuration } from '../ui/format.ts';
import { type HistoryState, serverName } from './state.ts';

export function Statistics({ tools, state }: { tools: readonly ToolStatistics[]; state: HistoryState }) {
  const time = (ms: number | undefined): string => (ms === undefined ? '–' : formatDuration(ms));
  const show = ({ server, tool }: ToolStatistics): void => {
    state.show('calls');
    state.setFilter({ server, tool });
  };
  if (tools.length === 0)
    return (
      <div class="split-list">
        <EmptyNote>{t('No calls to show.')}</EmptyNote>
      </div>
    );
  return (
    <div class="split-list">
      <table class="history-statistics statistics-table">
        <thead>
          <tr>
            <th scope="col">{t('Tool')}</th>
            <th scope="col" class="statistics-server">
              {t('Server')}
            </th>
            <th scope="col">{t('Calls')}</th>
            <th scope="col" title={t('Failed or timed out')}>
              {t({ message: 'Failed', comment: 'heads the number of calls that failed' })}
            </th>
            <th scope="col" class="statistics-medium" title={t('Median duration')}>
              p50
            </th>
            <th scope="col" class="statistics-time" title={t('95th percentile of the duration')}>
              p95
            </th>
          </tr>
        </thead>
        <tbody>
          {tools.map((row) => (
            <tr key={`${row.server}/${row.tool}`}>
              <th scope="row">
                <button type="button" class="history-link" onClick={() => show(row)}>
                  {row.tool}
                </button>
                <span class="statistics-narrow-server">{serverName(row.server)}</span>
              </th>
              <td class="statistics-server">{serverName(row.server)}</td>
              <td>{row.calls}</td>
              <td class={row.errors > 0 ? 'some-errors' : ''}>{row.errors}</td>
              <td class="statistics-medium">{time(row.p50)}</td>
              <td class="statistics-time">{time(row.p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
