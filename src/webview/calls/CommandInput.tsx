import { t } from '@vscode/l10n';
import { useId, useRef } from 'preact/hooks';
import { MAX_COMMAND_INPUT, type CommandView } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { TextButton } from '../ui/controls.tsx';

/**
 * The field for what a command asks. The text stays in the field and goes to the command alone: it is no part of the
 * state that the page saves.
 */
export function CommandInput({
  command: { id, isBackground },
  wait: { prompt, isSecret },
}: {
  command: CommandView;
  wait: NonNullable<CommandView['wait']>;
}) {
  const { post } = useChat();
  const field = useRef<HTMLInputElement>(null);
  const labelId = useId();
  const input = {
    ref: field,
    id: labelId,
    class: 'field-input',
    autocomplete: 'off',
    spellcheck: false,
    maxLength: MAX_COMMAND_INPUT,
  } as const;
  const send = (event: Event): void => {
    event.preventDefault();
    const { current } = field;
    if (!current) return;
    post({ type: 'typeIntoCommand', id, line: current.value, isSecret });
    current.value = '';
  };
  return (
    <form class="command-input" onSubmit={send}>
      <label class="command-prompt" for={labelId} dir="auto">
        {prompt || t('The command waits for input.')}
      </label>
      {isSecret && (
        <span class="command-hint">{t('Your input is not sent to the model and not saved.')}</span>
      )}
      <span class="command-answer">
        {isSecret ? <input {...input} type="password" /> : <input {...input} type="text" />}
        <TextButton look="primary" submits>
          {t('Send')}
        </TextButton>
        {!isSecret && !isBackground && (
          <TextButton onClick={() => post({ type: 'keepCommand', id, forInput: true })}>
            {t('Let the Model Answer')}
          </TextButton>
        )}
      </span>
    </form>
  );
}
