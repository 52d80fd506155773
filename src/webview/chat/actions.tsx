/** The words on the buttons that ask the host for something. */
import type { ChatAction } from '../../protocol/index.ts';
import { useChat } from './context.ts';
import { TextButton } from './controls.tsx';

const labels: Record<ChatAction, string> = {
  continue: 'Continue',
  retry: 'Try again',
  setApiKey: 'Set API key',
  selectModel: 'Choose a model',
  selectTools: 'Choose tools',
  openModelSettings: 'Model settings',
  addServer: 'Add a server',
  openServerSettings: 'Server settings',
  showLog: 'Show log',
};

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
          {labels[action]}
        </TextButton>
      ))}
    </div>
  );
}
