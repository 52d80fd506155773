import { t } from '@vscode/l10n';
import type { WireRow } from '../../protocol/index.ts';
import { formatBytes, formatDuration } from '../ui/format.ts';
import { indentJson } from '../calls/json.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { CopyButton, IconButton, TextButton } from '../ui/controls.tsx';
import type { PageProps } from './state.ts';
import { exactTime, kindName } from './words.ts';

export function MessageDetails({ row, state, post }: PageProps & { row: WireRow }) {
  const { kind, method, from, at, ms, size, pair, text, isCut } = row;
  const hasPair = state.rows.value.some(({ seq }) => seq === pair);
  return (
    <section
      class="server-details-pane"
      aria-label={t('Message')}
      onKeyDown={({ key }) => key === 'Escape' && state.select(undefined)}
    >
      <div class="server-heading">
        <h2>{method === '' ? t('Answer') : method}</h2>
        <div class="server-actions">
          <CopyButton
            label={t('Copy message')}
            onCopy={() => post({ type: 'copy', text: indentJson(text) ?? text })}
          />
          <IconButton icon="close" label={t('Close')} onClick={() => state.select(undefined)} />
        </div>
      </div>
      <p class="message-facts">
        <span>{kindWords(row)}</span>
        <span>{from === 'patchbay' ? t('Sent') : t('Received')}</span>
        <span>{exactTime(at)}</span>
        {ms !== undefined && <span>{t('{0} until the answer', formatDuration(ms))}</span>}
        <span>{formatBytes(size)}</span>
      </p>
      {kind === 'request' && pair === undefined && <p class="server-quiet">{t('There is no answer yet.')}</p>}
      {hasPair && (
        <TextButton look="quiet" onClick={() => state.select(pair)}>
          {kind === 'request' ? t('Show the answer') : t('Show the request')}
        </TextButton>
      )}
      <CodeText text={indentJson(text) ?? text} language="json" />
      {isCut && <p class="server-quiet">{t('Only the beginning of this message was recorded.')}</p>}
    </section>
  );
}

function kindWords({ kind, id }: WireRow): string {
  const name = kindName(kind);
  return id === undefined ? name : `${name} ${String(id)}`;
}
