/** Search, filters and what can be done with what they leave. */
import { useRef } from 'preact/hooks';
import type { HistoryFilter, StoredStatus } from '../../protocol/index.ts';
import { IconButton } from '../chat/controls.tsx';
import type { PageProps } from './HistoryApp.tsx';
import { serverName, statuses } from './words.ts';

/** A search waits so long for the next letter, in ms. */
const TYPING_MS = 150;

export function Filters({ state, post }: PageProps) {
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
    <div class="history-filters" role="search">
      <input
        class="field-input history-search"
        type="search"
        aria-label="Search calls"
        placeholder="Search calls"
        title="Words of the tool, the server, the arguments or the result"
        onInput={({ currentTarget }) => search(currentTarget.value)}
      />
      <Choice
        label="Server"
        all="All servers"
        value={filter.server}
        options={servers.map((server) => [server, serverName(server)])}
        onChoose={(server) => state.setFilter({ server, tool: '' })}
      />
      <Choice
        label="Tool"
        all="All tools"
        value={filter.tool}
        options={names.map((name) => [name, name])}
        onChoose={(tool) => state.setFilter({ tool })}
      />
      <Choice
        label="Status"
        all="Any status"
        value={filter.status}
        options={Object.entries(statuses).map(([status, { name }]) => [status, name])}
        onChoose={(status) => state.setFilter({ status: status as StoredStatus | '' })}
      />
      <div class="history-actions">
        <IconButton
          icon={state.statistics.value ? 'list-flat' : 'graph'}
          label={state.statistics.value ? 'Show calls' : 'Show statistics'}
          onClick={() => state.toggleStatistics()}
        />
        <IconButton
          icon="export"
          label="Export these calls as JSON…"
          onClick={() => post({ type: 'export', filter })}
        />
        <IconButton icon="trash" label="Delete all calls…" onClick={() => post({ type: 'deleteAll' })} />
      </div>
    </div>
  );
}

function Choice(props: {
  label: string;
  all: string;
  value: HistoryFilter[keyof HistoryFilter];
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  const { label, all, value, options, onChoose } = props;
  return (
    <select
      class="field-input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      <option value="">{all}</option>
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}
