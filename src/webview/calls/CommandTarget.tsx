import { t } from '@vscode/l10n';
import { useComputed, type ReadonlySignal } from '@preact/signals';
import type { CallView, Item } from '../../protocol/index.ts';
import { namedCommand } from '../state/namedCommand.ts';
import { useChat } from '../ui/chatContext.ts';
import { Exact } from './Exact.tsx';

/** `argsText`: as the user has edited them, if so. */
export function CommandTarget({ call, argsText }: { call: CallView; argsText: string }) {
  const { store, commands } = useChat();
  const line = namedCommand({ ...call, argsText }, (id) => store.item(id)?.value, commands.value);
  if (line === undefined) return null;
  return (
    <div class="approval-target">
      {t('Input for the command:')}{' '}
      <code dir="ltr">
        <Exact text={line} />
      </code>
    </div>
  );
}

/** Redraws only when the line is another one, not with each output of a command. */
export function useNamedCommand(item: ReadonlySignal<Item>): string | undefined {
  const { store, commands } = useChat();
  return useComputed(() =>
    item.value.kind === 'call'
      ? namedCommand(item.value.call, (id) => store.item(id)?.value, commands.value)
      : undefined,
  ).value;
}
