import { t } from '@vscode/l10n';
import { effortLabel } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';

/** `effort` is empty where the model's default holds. */
export function EffortButton({ effort }: { effort: string }) {
  const { post } = useChat();
  const label = effortLabel(effort);
  const hint = t('Reasoning effort: {0}. Choose another', label);
  return (
    <button
      type="button"
      class="status-button status-effort"
      title={hint}
      aria-label={hint}
      onClick={() => post({ type: 'pickEffort' })}
    >
      <Icon name="lightbulb" />
      {effort !== '' && <span class="status-text">{label}</span>}
    </button>
  );
}
