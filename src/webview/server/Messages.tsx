/** The wire inspector: every message between Patchbay and the server, both ways. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WireRow, WireStatus } from '../../protocol/index.ts';
import { formatBytes, formatDuration, plural } from '../calls/format.ts';
import { Icon, IconButton, TextButton } from '../chat/controls.tsx';
import { moveFocus } from '../chat/moveFocus.ts';
import { MessageDetails } from './MessageDetails.tsx';
import type { PageProps } from './ServerApp.tsx';
import type { ServerState } from './state.ts';
import { isNarrow, type WireFilter } from './wireView.ts';
import { exactTime } from './words.ts';

/** So many messages are drawn at once; older ones by a button. */
const DRAWN = 300;
/** Whoever is so near the end, in pixels, wants to see what comes. */
const NEAR = 40;

export function Messages({ state, post }: PageProps) {
  const { selected, rows } = state;
  const chosen = rows.value.find(({ seq }) => seq === selected.value);
  return (
    <div class="wire">
      <Bar state={state} post={post} />
      <Loss status={state.status.value} />
      <div class={`server-split ${chosen ? 'has-details' : ''}`}>
        <MessageList state={state} />
        {chosen && <MessageDetails key={chosen.seq} row={chosen} state={state} post={post} />}
      </div>
    </div>
  );
}

function Bar({ state, post }: PageProps) {
  const { recording } = state.status.value;
  const filter = state.filter.value;
  const shown = state.shown.value;
  const seqs = shown.map(({ seq }) => seq);
  return (
    <div class="server-bar" role="search">
      <input
        class="field-input wire-search"
        type="search"
        aria-label="Search messages"
        placeholder="Search messages"
        title="Words of the method or of the message"
        value={filter.text}
        onInput={({ currentTarget }) => state.setFilter({ text: currentTarget.value })}
      />
      <Choice
        label="Kind"
        value={filter.kind}
        options={[
          ['', 'All kinds'],
          ['calls', 'Requests and answers'],
          ['notifications', 'Notifications'],
          ['errors', 'Errors'],
        ]}
        onChoose={(kind) => state.setFilter({ kind: kind as WireFilter['kind'] })}
      />
      <Choice
        label="Direction"
        value={filter.from}
        options={[
          ['', 'Both ways'],
          ['patchbay', 'Sent'],
          ['server', 'Received'],
        ]}
        onChoose={(from) => state.setFilter({ from: from as WireFilter['from'] })}
      />
      <div class="server-actions">
        <span class={`wire-recording ${recording ? 'on' : ''}`} role="status">
          {recording ? 'Recording' : 'Paused'}
        </span>
        <IconButton
          icon={recording ? 'debug-pause' : 'record'}
          label={recording ? 'Pause recording' : 'Record messages'}
          onClick={() => post({ type: 'record', on: !recording })}
        />
        <IconButton icon="clear-all" label="Clear messages" onClick={() => post({ type: 'clear' })} />
        <IconButton
          icon="copy"
          label="Copy these messages as JSON"
          onClick={() => post({ type: 'copy', text: `[\n${shown.flatMap(copied).join(',\n')}\n]` })}
        />
        <IconButton
          icon="export"
          label="Export these messages as JSON…"
          onClick={() => post({ type: 'export', seqs })}
        />
      </div>
    </div>
  );
}

/** A message that is cut is no JSON any more. */
function copied({ kind, text, isCut }: WireRow): string[] {
  return kind === 'note' || isCut ? [] : [text];
}

function Choice(props: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  const { label, value, options, onChoose } = props;
  return (
    <select
      class="field-input"
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

function Loss({ status: { lost } }: { status: WireStatus }) {
  if (lost.messages === 0) return null;
  return (
    <p class="server-quiet server-note" role="status">
      {plural(lost.messages, 'older message')} ({formatBytes(lost.characters)}) no longer fitted in.
    </p>
  );
}

function MessageList({ state }: { state: ServerState }) {
  const shown = state.shown.value;
  const [drawn, setDrawn] = useState(DRAWN);
  const list = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  const newest = shown.at(-1)?.seq;
  useLayoutEffect(() => {
    if (atEnd.current && list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [newest]);
  if (shown.length === 0) return <Empty state={state} />;
  const rows = shown.slice(-drawn);
  return (
    <div
      class="server-list"
      ref={list}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {rows.length < shown.length && (
        <div class="wire-older">
          <TextButton look="quiet" onClick={() => setDrawn(drawn + DRAWN)}>
            Show older messages
          </TextButton>
        </div>
      )}
      <ul aria-label="Messages" onKeyDown={(event) => moveFocus(event, '.wire-row')}>
        {rows.map((row) => (
          <li key={row.seq}>
            <Row row={row} state={state} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What each kind of message is called. */
const kindNames: Readonly<Record<WireRow['kind'], string>> = {
  request: 'Request',
  result: 'Result',
  error: 'Error',
  notification: 'Notification',
  note: 'Note',
};

function Row({ row, state }: { row: WireRow; state: ServerState }) {
  const { seq, at, from, kind, method, about, ms, size } = row;
  if (kind === 'note')
    return (
      <p class="wire-note">
        <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
        <span>{method}</span>
      </p>
    );
  const selected = state.selected.value;
  const isPair = selected !== undefined && row.pair === selected;
  return (
    <button
      type="button"
      class={`server-row wire-row ${kind} ${isPair ? 'is-pair' : ''}`}
      aria-pressed={seq === selected}
      onClick={() => state.select(seq)}
    >
      <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
      <Icon name={from === 'patchbay' ? 'arrow-right' : 'arrow-left'} class={`wire-${from}`} />
      <span class="sr-only">{from === 'patchbay' ? 'Sent' : 'Received'}</span>
      <span class="wire-kind">{kindNames[kind]}</span>
      <span class="wire-method">{method === '' ? 'answer to an unknown request' : method}</span>
      <span class="wire-about">{about}</span>
      <span class="wire-numbers">
        {ms !== undefined && kind !== 'request' && <span>{formatDuration(ms)}</span>}
        <span>{formatBytes(size)}</span>
      </span>
    </button>
  );
}

function Empty({ state }: { state: ServerState }) {
  const { recording } = state.status.value;
  const text = isNarrow(state.filter.value)
    ? 'No message is like that.'
    : recording
      ? 'No messages yet. They are recorded from now on; reconnect to see the handshake.'
      : 'Recording is paused.';
  return (
    <div class="server-list">
      <p class="server-empty" role="status">
        {text}
      </p>
    </div>
  );
}
