import { t } from '@vscode/l10n';
import { historySource, type HistoryRow } from '../../protocol/index.ts';
import { callName, ranForMs, storedLook } from '../state/callNames.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { EmptyNote, RowButton, Rows } from '../ui/SplitView.tsx';
import { isNarrow } from '../state/filter.ts';
import { formatDuration, timeText } from '../ui/format.ts';
import { AboutCall } from '../calls/AboutCall.tsx';
import { Exact } from '../calls/Exact.tsx';
import { type HistoryState, serverName } from './state.ts';

/** Pixels before the end at which older calls are loaded. */
const AHEAD = 400;

export function CallList({ state }: { state: HistoryState }) {
  const rows = state.rows.value;
  if (!rows) return <div class="split-list" aria-busy="true" />;
  if (rows.length === 0)
    return (
      <div class="split-list">
        <EmptyNote>
          {isNarrow(state.filter.value)
            ? t('No calls match the filter.')
            : t('No calls yet. Tool calls appear here with their arguments and results.')}
        </EmptyNote>
      </div>
    );
  return (
    <div
      class="split-list"
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        if (scrollHeight - scrollTop - clientHeight < AHEAD) state.showMore();
      }}
    >
      <Rows label={t('Calls')} rows={rows} keyOf={({ seq }) => seq}>
        {(row) => (
          <Row row={row} isChosen={row.seq === state.selected.value} onChoose={() => state.select(row.seq)} />
        )}
      </Rows>
      {state.more.value && (
        <TextButton look="quiet" onClick={() => state.showMore()}>
          {t('Show more')}
        </TextButton>
      )}
    </div>
  );
}

function Row({ row, isChosen, onChoose }: { row: HistoryRow; isChosen: boolean; onChoose: () => void }) {
  const { status, tool, title, wireName, source, summary, error, at } = row;
  const ranFor = ranForMs(row);
  const { label, icon } = storedLook(row);
  return (
    <RowButton class={`history-row ${status}`} isChosen={isChosen} title={wireName} onChoose={onChoose}>
      <Icon name={icon} spin={icon === 'loading'} class="history-status" />
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
    </RowButton>
  );
}
