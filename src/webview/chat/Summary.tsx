/** The line from which on the model gets a summary of what is above it. */
import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { Item } from '../../protocol/index.ts';
import { Markdown } from '../markdown/Markdown.tsx';
import { Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

export function Summary({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'summary') return null;
  const { state } = item.value;
  switch (state.status) {
    case 'running':
      return (
        <div class="summary" role="status">
          <span class="summary-line shimmer">{t('Summarising the conversation until here…')}</span>
        </div>
      );
    case 'failed':
      return (
        <div class="summary">
          <span class="summary-line">
            <Icon name="warning" /> {t('The conversation could not be summarised')}
          </span>
        </div>
      );
    case 'done':
      return (
        <Disclosure
          id={`${id} summary`}
          class="summary"
          label={t('The conversation until here was summarised')}
          title={t('The messages above are kept. Only the model receives the summary instead')}
        >
          {() => <Markdown text={state.text} complete />}
        </Disclosure>
      );
  }
}
