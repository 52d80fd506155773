/** Controls of a call that runs: stop it by itself, let its command go on, answer what it asks. */
import { t } from '@vscode/l10n';
import type { CallView, CommandView } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { IconButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { callName } from '../state/callNames.ts';
import { CommandInput } from './CommandInput.tsx';

export function RunningCall({ id, call }: { id: string; call: CallView }) {
  const { commands, store, post } = useChat();
  const command = commands.value.find((each) => each.id === id && !each.isBackground);
  if (call.status !== 'running' || store.status.value?.isReadOnly) return null;
  return (
    <>
      <span
        class={`call-actions ${command ? 'of-command' : ''}`}
        role="group"
        aria-label={t('Actions for {0}', command?.command ?? callName(call))}
        {...deliberate}
      >
        {command && canGoOn(call) && (
          <IconButton
            icon="debug-continue"
            label={t('Keep Running in the Background')}
            onClick={() => post({ type: 'keepCommand', id, forInput: false })}
          />
        )}
        <IconButton
          icon="debug-stop"
          label={t('Stop This Call')}
          onClick={() => post({ type: 'stopCall', id })}
        />
      </span>
      {command?.wait && <CommandInput key={id} command={command} wait={command.wait} />}
    </>
  );
}

/** A call that the user has run again is no part of a turn, and nobody would read the rest of its output. */
function canGoOn({ byUser }: CallView): boolean {
  return byUser !== true;
}

export function isInBackground(commands: readonly CommandView[], id: string): boolean {
  return commands.some((each) => each.id === id && each.isBackground);
}

export function isInputAwaited(commands: readonly CommandView[], id: string): boolean {
  return commands.some((each) => each.id === id && !each.isBackground && each.wait !== undefined);
}
