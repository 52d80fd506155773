import { t } from '@vscode/l10n';
import type { ChatAction } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { TextButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';

function labelOf(action: ChatAction): string {
  switch (action) {
    case 'continue':
      return t('Continue');
    case 'retry':
      return t('Try again');
    case 'setApiKey':
      return t('Set API key');
    case 'setUpModel':
      return t('Set up a model');
    case 'selectModel':
      return t('Choose a model');
    case 'selectTools':
      return t('Choose tools');
    case 'useToolSet':
      return t('Choose a tool set');
    case 'openModelSettings':
      return t('Model settings');
    case 'allowTextCalls':
      return t('Allow tool calls in text');
    case 'addServer':
      return t('Add a server');
    case 'openServerSettings':
      return t('Server settings');
    case 'addSample':
      return t('Try the sample server');
    case 'showLog':
      return t('Show log');
    case 'manageTrust':
      return t('Trust…');
  }
}

export function ActionButton({ action, look }: { action: ChatAction; look: 'primary' | 'secondary' }) {
  const { post } = useChat();
  return (
    <TextButton look={look} onClick={() => post({ type: 'action', action })}>
      {labelOf(action)}
    </TextButton>
  );
}

/** `urgent`: the first action is the primary button. */
export function ActionButtons({ actions, urgent }: { actions: readonly ChatAction[]; urgent: boolean }) {
  const { view, post } = useChat();
  if (actions.length === 0) return null;
  return (
    <div class="actions" {...deliberate}>
      {actions.map((action, index) => (
        <TextButton
          key={action}
          look={urgent && index === 0 ? 'primary' : 'secondary'}
          onClick={() => {
            post({ type: 'action', action });
            // The buttons go when the turn continues.
            if (action === 'continue' || action === 'retry' || action === 'allowTextCalls')
              view.focusComposer();
          }}
        >
          {labelOf(action)}
        </TextButton>
      ))}
    </div>
  );
}
