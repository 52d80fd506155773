import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { WireRow, WireStatus } from '../../protocol/index.ts';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { Icon, IconButton, TextButton, CopyButton } from '../ui/controls.tsx';
import { Choice, SearchField } from '../ui/fields.tsx';
import { Details, EmptyNote, RowButton, Rows, SplitView } from '../ui/SplitView.tsx';
import { isNarrow } from '../state/filter.ts';
import type { PageProps, ServerPageState } from './state.ts';
import { exactTime, kindName } from './words.ts';
import { indentJson } from '../calls/json.ts';
import { CodeText } from '../calls/ResultPart.tsx';

const DRAWN = 300;
/** Pixels from the end within which new messages are followed. */
const NEAR = 40;

export function Messages({ state, post }: PageProps) {
  const { selected, rows } = state;
  const chosen = rows.value.find(({ seq }) => seq === selected.value);
  return (
    <div class="wire">
      <Bar state={state} post={post} />
      <Loss status={state.status.value} />
      <SplitView
        list={<MessageList state={state} />}
        details={chosen && <MessageDetails key={chosen.seq} row={chosen} state={state} post={post} />}
      />
    </div>
  );
}

function Bar({ state, post }: PageProps) {
  const { recording } = state.status.value;
  const filter = state.filter.value;
  const shown = state.shown.value;
  const seqs = shown.map(({ seq }) => seq);
  return (
    <div class="page-bar" role="search">
      <SearchField
        label={t('Search messages')}
        title={t('Filter by method or message')}
        value={filter.text}
        onInput={(text) => state.setFilter({ text })}
      />
      <Choice
        label={t('Type')}
        value={filter.kind}
        options={[
          ['', t('All types')],
          ['calls', t('Requests and answers')],
          ['notifications', t('Notifications')],
          ['errors', t('Errors')],
        ]}
        onChoose={(kind) => state.setFilter({ kind })}
      />
      <Choice
        label={t('Direction')}
        value={filter.from}
        options={[
          ['', t('Both directions')],
          ['patchbay', t('Sent')],
          ['server', t('Received')],
        ]}
        onChoose={(from) => state.setFilter({ from })}
      />
      <div class="page-actions">
        <span class={`wire-recording ${recording ? 'on' : ''}`} role="status">
          {recording ? t('Recording') : t('Paused')}
        </span>
        <IconButton
          icon={recording ? 'debug-pause' : 'record'}
          label={recording ? t('Pause recording') : t('Record messages')}
          onClick={() => post({ type: 'record', on: !recording })}
        />
        <IconButton icon="clear-all" label={t('Clear messages')} onClick={() => post({ type: 'clear' })} />
        <IconButton
          icon="copy"
          label={t('Copy these messages as JSON')}
          onClick={() => post({ type: 'copy', text: `[\n${shown.flatMap(copied).join(',\n')}\n]` })}
        />
        <IconButton
          icon="export"
          label={t('Export these messages as JSON…')}
          onClick={() => post({ type: 'export', seqs })}
        />
      </div>
    </div>
  );
}

/** A cut message is not JSON. */
function copied({ kind, text, isCut }: WireRow): string[] {
  return kind === 'note' || isCut ? [] : [text];
}

function Loss({ status: { lost } }: { status: WireStatus }) {
  if (lost.messages === 0) return null;
  const size = formatBytes(lost.characters);
  return (
    <p class="page-quiet server-note" role="status">
      {lost.messages === 1
        ? t('1 older message ({0}) was removed to save memory.', size)
        : t('{0} older messages ({1}) were removed to save memory.', lost.messages, size)}
    </p>
  );
}

function MessageList({ state }: { state: ServerPageState }) {
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
      class="split-list"
      ref={list}
      onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
        atEnd.current = scrollHeight - scrollTop - clientHeight < NEAR;
      }}
    >
      {rows.length < shown.length && (
        <div class="wire-older">
          <TextButton look="quiet" onClick={() => setDrawn(drawn + DRAWN)}>
            {t('Show older messages')}
          </TextButton>
        </div>
      )}
      <Rows label={t('Messages')} rows={rows} keyOf={({ seq }) => seq}>
        {(row) => <Row row={row} state={state} />}
      </Rows>
    </div>
  );
}

function Row({ row, state }: { row: WireRow; state: ServerPageState }) {
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
    <RowButton
      class={`wire-row ${kind} ${isPair ? 'is-pair' : ''}`}
      isChosen={seq === selected}
      onChoose={() => state.select(seq)}
    >
      <time dateTime={new Date(at).toISOString()}>{exactTime(at)}</time>
      <Icon name={from === 'patchbay' ? 'arrow-right' : 'arrow-left'} class={`wire-${from}`} />
      <span class="sr-only">{from === 'patchbay' ? t('Sent') : t('Received')}</span>
      <span class="wire-kind">{kindName(kind)}</span>
      <span class="wire-text">
        <span class="wire-method">{method === '' ? t('answer to an unknown request') : method}</span>
        <span class="wire-about">{about}</span>
      </span>
      <span class="wire-numbers">
        {ms !== undefined && kind !== 'request' && <span>{formatDuration(ms)}</span>}
        <span>{formatBytes(size)}</span>
      </span>
    </RowButton>
  );
}

function Empty({ state }: { state: ServerPageState }) {
  const { recording } = state.status.value;
  const text = isNarrow(state.filter.value)
    ? t('No messages match the filter.')
    : recording
      ? t('No messages yet. Messages are recorded from now on. Reconnect to see the handshake.')
      : t('Recording is paused.');
  return (
    <div class="split-list">
      <EmptyNote>{text}</EmptyNote>
    </div>
  );
}

function MessageDetails({ row, state, post }: PageProps & { row: WireRow }) {
  const { kind, method, from, at, ms, size, pair, text, isCut } = row;
  const hasPair = state.rows.value.some(({ seq }) => seq === pair);
  return (
    <Details
      label={t('Message')}
      heading={method === '' ? t('Answer') : method}
      actions={
        <CopyButton
          label={t('Copy message')}
          onCopy={() => post({ type: 'copy', text: indentJson(text) ?? text })}
        />
      }
      onClose={() => state.select(undefined)}
    >
      <p class="page-facts">
        <span>{kindWords(row)}</span>
        <span>{from === 'patchbay' ? t('Sent') : t('Received')}</span>
        <span>{exactTime(at)}</span>
        {ms !== undefined && <span>{t('answered after {0}', formatDuration(ms))}</span>}
        <span>{formatBytes(size)}</span>
      </p>
      {kind === 'request' && pair === undefined && <p class="page-quiet">{t('There is no answer yet.')}</p>}
      {hasPair && (
        <TextButton look="quiet" onClick={() => state.select(pair)}>
          {kind === 'request' ? t('Show the answer') : t('Show the request')}
        </TextButton>
      )}
      <CodeText text={indentJson(text) ?? text} language="json" />
      {isCut && <p class="page-quiet">{t('Only the beginning of this message was recorded.')}</p>}
    </Details>
  );
}

function kindWords({ kind, id }: WireRow): string {
  const name = kindName(kind);
  return id === undefined ? name : `${name} ${String(id)}`;
}
