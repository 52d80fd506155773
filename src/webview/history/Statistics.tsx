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
      <table class="history-statistics">
        <thead>
          <tr>
            <th scope="col">{t('Tool')}</th>
            <th scope="col">{t('Server')}</th>
            <th scope="col">{t('Calls')}</th>
            <th scope="col" title={t('Failed or timed out')}>
              {t({ message: 'Failed', comment: 'heads the number of calls that failed' })}
            </th>
            <th scope="col" title={t('Median duration')}>
              p50
            </th>
            <th scope="col" title={t('95th percentile of the duration')}>
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
              </th>
              <td>{serverName(row.server)}</td>
              <td>{row.calls}</td>
              <td class={row.errors > 0 ? 'some-errors' : ''}>{row.errors}</td>
              <td>{time(row.p50)}</td>
              <td>{time(row.p95)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
