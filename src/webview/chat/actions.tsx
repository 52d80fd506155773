/** The words on the buttons that ask the host for something. */
import { t } from '@vscode/l10n';
import type { ChatAction } from '../../protocol/index.ts';
import { useChat } from './context.ts';
import { TextButton } from './controls.tsx';

function labels(): Record<ChatAction, string> {
  return {
    continue: t('Continue'),
    retry: t('Try again'),
    setApiKey: t('Set API key'),
    setUpModel: t('Set up a model'),
    selectModel: t('Choose a model'),
    selectTools: t('Choose tools'),
    openModelSettings: t('Model settings'),
    openServerSettings: t('Server settings'),
    addServer: t('Add a server…'),
    addSample: t('Try the sample server'),
    showLog: t('Show log'),
  };
}

/** A button for one action. */
export function ActionButton({ action, look }: { action: ChatAction; look: 'primary' | 'secondary' }) {
  const { post } = useChat();
  return (
    <TextButton look={look} onClick={() => post({ type: 'action', action })}>
      {labels()[action]}
    </TextButton>
  );
}

/** Buttons for the actions; `urgent`: the first one is what the user should do now. */
export function ActionButtons({ actions, urgent }: { actions: readonly ChatAction[]; urgent: boolean }) {
  const { view, post } = useChat();
  if (actions.length === 0) return null;
  return (
    <div class="actions">
      {actions.map((action, index) => (
        <TextButton
          key={action}
          look={urgent && index === 0 ? 'primary' : 'secondary'}
          onClick={() => {
            post({ type: 'action', action });
            // The buttons go away with the notice when the turn goes on: the keyboard needs another place.
            if (action === 'continue' || action === 'retry') view.focusWanted.value += 1;
          }}
        >
          {labels()[action]}
        </TextButton>
      ))}
    </div>
  );
}
