import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { Item } from '../../protocol/index.ts';
import { ActionButtons } from './actions.tsx';
import { Icon } from '../ui/controls.tsx';
import { Disclosure } from '../ui/Disclosure.tsx';

export function Notice({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'notice') return null;
  const { level, text, detail, actions } = item.value;
  return (
    <div class={`notice ${level}`}>
      <Icon name={level} class="notice-icon" />
      <div class="notice-content">
        <div class="notice-text">{text}</div>
        {detail && (
          <Disclosure id={`${id} detail`} class="notice-detail" label={t('Details')}>
            {() => <pre tabIndex={0}>{detail}</pre>}
          </Disclosure>
        )}
        <ActionButtons actions={actions} urgent={level !== 'info'} />
      </div>
    </div>
  );
}
