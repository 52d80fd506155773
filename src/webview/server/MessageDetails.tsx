/** One message whole, with the way to its other half. */
import type { WireRow } from '../../protocol/index.ts';
import { formatBytes, formatDuration } from '../calls/format.ts';
import { indentJson } from '../calls/json.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { CopyButton, IconButton, TextButton } from '../chat/controls.tsx';
import type { PageProps } from './ServerApp.tsx';
import { exactTime } from './words.ts';

export function MessageDetails({ row, state, post }: PageProps & { row: WireRow }) {
  const { kind, method, from, at, ms, size, pair, text, isCut } = row;
  const hasPair = state.rows.value.some(({ seq }) => seq === pair);
  return (
    <section
      class="server-details-pane"
      aria-label="Message"
      onKeyDown={({ key }) => key === 'Escape' && state.select(undefined)}
    >
      <div class="server-heading">
        <h2>{method === '' ? 'Answer' : method}</h2>
        <div class="server-actions">
          <CopyButton
            label="Copy message"
            onCopy={() => post({ type: 'copy', text: indentJson(text) ?? text })}
          />
          <IconButton icon="close" label="Close" onClick={() => state.select(undefined)} />
        </div>
      </div>
      <p class="message-facts">
        <span>{kindWords(row)}</span>
        <span>{from === 'patchbay' ? 'Sent' : 'Received'}</span>
        <span>{exactTime(at)}</span>
        {ms !== undefined && <span>{formatDuration(ms)} until the answer</span>}
        <span>{formatBytes(size)}</span>
      </p>
      {kind === 'request' && pair === undefined && <p class="server-quiet">There is no answer yet.</p>}
      {hasPair && (
        <TextButton look="quiet" onClick={() => state.select(pair)}>
          {kind === 'request' ? 'Show the answer' : 'Show the request'}
        </TextButton>
      )}
      <CodeText text={indentJson(text) ?? text} language="json" />
      {isCut && <p class="server-quiet">Only the beginning of this message is kept.</p>}
    </section>
  );
}

function kindWords({ kind, id }: WireRow): string {
  const names = {
    request: 'Request',
    result: 'Result',
    error: 'Error',
    notification: 'Notification',
    note: 'Note',
  };
  return id === undefined ? names[kind] : `${names[kind]} ${String(id)}`;
}
