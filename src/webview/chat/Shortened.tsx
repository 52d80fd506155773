import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { Item } from '../../protocol/index.ts';
import { shortenedText } from '../state/shortenedText.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';

/** From this row on the model gets less of what is above it. */
export function Shortened({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { post } = useChat();
  if (item.value.kind !== 'shortened') return null;
  return (
    <div class="shortened">
      <Icon name="fold" />
      <span>
        <span title={t('Nothing is removed from the chat. The model can read the results again.')}>
          {shortenedText(item.value)}
        </span>{' '}
        <button type="button" class="instruction-link" onClick={() => post({ type: 'showRequest', id })}>
          {t('Show what the model gets')}
        </button>
      </span>
    </div>
  );
}
