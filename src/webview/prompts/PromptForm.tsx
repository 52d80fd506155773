import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PromptArgument } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon, IconButton, TextButton } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { useEscape } from '../ui/escape.ts';
import { useListbox } from '../ui/Listbox.tsx';
import { slashCommand } from './matching.ts';
import type { Chosen } from '../state/promptState.ts';

export function PromptForm() {
  const { prompts } = useChat();
  const chosen = prompts.chosen.value;
  return chosen ? <Form key={slashCommand(chosen.prompt)} chosen={chosen} /> : null;
}

function Form({ chosen }: { chosen: Chosen }) {
  const { prompts, store, view } = useChat();
  const form = useRef<HTMLFormElement>(null);
  const { prompt, running, problem, missing } = chosen;
  const busy = store.status.value?.turn !== 'idle';
  // Focuses the first field, or the run button if there is none. A layout effect does it, as a key may come before the
  // next frame.
  useLayoutEffect(() => form.current?.querySelector<HTMLElement>('input, .primary')?.focus(), []);
  // The focus goes to the missing argument each time that one is found missing.
  useLayoutEffect(() => {
    if (missing !== undefined) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [chosen]);
  const close = (): void => {
    prompts.close();
    view.focusComposer();
  };
  useEscape(!running, () => prompts.close());
  const run = (): void => {
    if (store.status.peek()?.turn === 'idle') prompts.run();
  };
  return (
    <form
      class="prompt-form"
      ref={form}
      {...deliberate}
      aria-label={t('Prompt {0}', slashCommand(prompt))}
      onSubmit={(event) => {
        event.preventDefault();
        run();
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented || running) return;
        event.preventDefault();
        close();
      }}
    >
      <div class="prompt-head">
        <Icon name="comment-discussion" />
        <span class="prompt-title">
          <Words text={prompt.title ?? prompt.name} />
          <span class="prompt-command">/{slashCommand(prompt)}</span>
        </span>
        <IconButton icon="close" label={t('Close the prompt (Escape)')} onClick={close} />
      </div>
      {prompt.description !== undefined && <div class="prompt-description">{prompt.description}</div>}
      {prompt.arguments.map((argument) => (
        <Argument
          key={argument.name}
          argument={argument}
          value={chosen.values[argument.name] ?? ''}
          problem={missing === argument.name ? problem : undefined}
        />
      ))}
      {problem !== undefined && missing === undefined && (
        <div class="prompt-problem" role="alert">
          <Icon name="error" /> {problem}
        </div>
      )}
      <div class="actions">
        <TextButton look="primary" submits waits={running || busy}>
          {running
            ? t('Requesting the prompt from the server…')
            : busy
              ? t('Wait for the answer')
              : t('Run prompt')}
        </TextButton>
      </div>
    </form>
  );
}

function Argument(props: { argument: PromptArgument; value: string; problem: string | undefined }) {
  const { argument, value, problem } = props;
  const { prompts } = useChat();
  const { name, title, description, required } = argument;
  const id = `prompt-argument-${name}`;
  const suggestions = prompts.suggestions.value;
  const values = suggestions?.argument === name ? suggestions.values.filter((each) => each !== value) : [];
  const isOpen = values.length > 0;
  const describedBy = [
    description !== undefined && `${id}-description`,
    problem !== undefined && `${id}-problem`,
  ]
    .filter(Boolean)
    .join(' ');
  const { activeId, onKeyDown, list } = useListbox({
    id: `${id}-values`,
    label: t('Values for {0}', title ?? name),
    choices: values.map((each) => ({ key: each, content: each })),
    first: false,
    resetOn: value,
    onChoose: (index) => {
      prompts.write(name, values[index] ?? value);
      prompts.forgetSuggestions();
    },
  });
  return (
    <div class="field prompt-argument">
      <label for={id}>
        <span class="field-title">{title ?? name}</span>
        {!required && <span class="prompt-optional"> {t('optional')}</span>}
      </label>
      {description !== undefined && (
        <div class="prompt-description" id={`${id}-description`}>
          {description}
        </div>
      )}
      <div class="prompt-value">
        <input
          id={id}
          class="field-input"
          type="text"
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-values` : undefined}
          aria-activedescendant={isOpen ? activeId : undefined}
          aria-describedby={describedBy === '' ? undefined : describedBy}
          aria-required={required}
          aria-invalid={problem !== undefined}
          value={value}
          onInput={({ currentTarget }) => {
            prompts.write(name, currentTarget.value);
            prompts.ask(name);
          }}
          onFocus={() => prompts.ask(name)}
          onBlur={() => prompts.forgetSuggestions()}
          onKeyDown={(event) => {
            if (!isOpen) return;
            if (event.key === 'Escape') {
              event.preventDefault();
              event.stopPropagation();
              prompts.forgetSuggestions();
            } else onKeyDown(event);
          }}
        />
        {isOpen && <div class="popup value-popup">{list}</div>}
      </div>
      {problem !== undefined && (
        <div class="field-problem" role="alert" id={`${id}-problem`}>
          <Icon name="error" /> {problem}
        </div>
      )}
    </div>
  );
}
