import { t } from '@vscode/l10n';
import { historySource, type HistoryRow } from '../../protocol/index.ts';
import { callName, ranForMs, statuses } from '../state/callNames.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { moveFocus } from '../ui/focus.ts';
import { formatDuration, timeText } from '../ui/format.ts';
import { AboutCall } from '../calls/AboutCall.tsx';
import { Exact } from '../calls/Exact.tsx';
import { isNarrow, type HistoryState, serverName } from './state.ts';

/** Pixels before the end at which older calls are loaded. */
const AHEAD = 400;

export function CallList({ state }: { state: HistoryState }) {
  const rows = state.rows.value;
  if (!rows) return <div class="history-list" aria-busy="true" />;
  if (rows.length === 0) return <Empty filtered={isNarrow(state.filter.value)} />;
  return (
    <div
      class="history-list"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < AHEAD) state.showMore();
      }}
      onKeyDown={(event) => moveFocus(event, '.history-row')}
    >
      <ul aria-label={t('Calls')}>
        {rows.map((row) => (
          <li key={row.seq}>
            <Row
              row={row}
              selected={row.seq === state.selected.value}
              onSelect={() => state.select(row.seq)}
            />
          </li>
        ))}
      </ul>
      {state.more.value && (
        <TextButton look="quiet" onClick={() => state.showMore()}>
          {t('Show more')}
        </TextButton>
      )}
    </div>
  );
}

function Row({ row, selected, onSelect }: { row: HistoryRow; selected: boolean; onSelect: () => void }) {
  const { status, tool, title, wireName, source, summary, error, at } = row;
  const ranFor = ranForMs(row);
  const { label, icon } = statuses()[status];
  return (
    <button
      type="button"
      class={`history-row ${status}`}
      aria-pressed={selected}
      title={wireName}
      onClick={onSelect}
    >
      <Icon name={icon} class="history-status" />
      <span class="sr-only">{label}</span>
      <span class="history-tool">
        <Exact text={callName({ title, toolName: tool })} />
      </span>
      <span class="history-server">{serverName(historySource(source))}</span>
      <span class="history-summary">{error ?? <AboutCall argsText={summary} />}</span>
      <span class="history-time">
        {ranFor !== undefined && <span>{formatDuration(ranFor)}</span>}
        <time dateTime={new Date(at).toISOString()}>{timeText(at)}</time>
      </span>
    </button>
  );
}

function Empty({ filtered }: { filtered: boolean }) {
  return (
    <p class="history-empty" role="status">
      {filtered
        ? t('No calls match the filter.')
        : t('No calls yet. Tool calls appear here with their arguments and results.')}
    </p>
  );
}
