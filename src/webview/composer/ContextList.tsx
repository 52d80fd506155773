import { t } from '@vscode/l10n';
import type { Suggestion } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { useListbox, type PopupChooser, popupOf, useClosing } from '../ui/Listbox.tsx';
import { iconOf, attachmentKey } from '../state/attachments.ts';

export function useContextList(onChoose: (suggestion: Suggestion) => void): PopupChooser {
  const { context } = useChat();
  const mention = context.mention.value;
  const suggestions = context.suggestions.value;
  const { isClosed, close } = useClosing(mention?.start, (start) => mention?.start === start);
  const isOpen = mention !== undefined && suggestions !== undefined && !isClosed;
  const shown = isOpen ? suggestions : [];
  const { index, activeId, onKeyDown, list } = useListbox({
    id: 'context-list',
    label: t('Attach to the message'),
    choices: shown.map((suggestion) => ({
      key: suggestionKey(suggestion),
      content: <Line suggestion={suggestion} />,
    })),
    first: true,
    isStop: true,
    resetOn: mention ? `${mention.trigger}${mention.query}` : '',
    onChoose: (at) => {
      const suggestion = shown[at];
      if (suggestion) onChoose(suggestion);
    },
  });
  const chooseOnceFresh = (key: string): void =>
    context.onceFresh(() => {
      const again = context.suggestions.peek()?.find((each) => suggestionKey(each) === key);
      if (again) onChoose(again);
    });
  const onKey = (event: KeyboardEvent): boolean => {
    // These suggestions may belong to an older query: one that does not match the current query is not meant.
    if (!context.isStale.peek() || (event.key !== 'Enter' && event.key !== 'Tab')) return onKeyDown(event);
    event.preventDefault();
    const seen = shown[index];
    if (seen) chooseOnceFresh(suggestionKey(seen));
    return true;
  };
  return popupOf({
    id: 'context-list',
    isOpen,
    chooser: { activeId, onKeyDown: onKey },
    close: () => {
      context.onceFresh(undefined);
      close();
    },
    content:
      shown.length > 0 ? (
        list
      ) : (
        <div class="popup-note" role="status">
          {t('No matches in the workspace or on the servers.')}
        </div>
      ),
  });
}

function suggestionKey(suggestion: Suggestion): string {
  switch (suggestion.kind) {
    case 'ask':
      return suggestion.what;
    case 'toolSet':
      return `toolSet ${suggestion.name}`;
    case 'attach':
      return attachmentKey(suggestion.attachment);
  }
}

function Line({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'ask')
    return (
      <>
        <Icon name="add" />
        <span class="choice-text">
          <span class="choice-name">{suggestion.label}</span>
        </span>
      </>
    );
  const { detail } = suggestion;
  const { name } = suggestion.kind === 'attach' ? suggestion.attachment : suggestion;
  return (
    <>
      <Icon name={suggestion.kind === 'attach' ? iconOf(suggestion.attachment) : 'layers'} />
      <span class="choice-text choice-row">
        <span class="choice-name">{name}</span>
        {detail !== undefined && detail !== name && (
          <span class="choice-detail" title={detail}>
            {detail}
          </span>
        )}
      </span>
    </>
  );
}
