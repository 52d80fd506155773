import { t } from '@vscode/l10n';
import type { Suggestion } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { useEscape } from '../ui/escape.ts';
import { useListbox, type PopupChooser, popupOf, useClosing } from '../ui/Listbox.tsx';
import { iconOf, attachmentKey } from '../state/attachments.ts';

export function useContextList(onChoose: (suggestion: Suggestion) => void): PopupChooser {
  const { context } = useChat();
  const mention = context.mention.value;
  const suggestions = context.suggestions.value;
  const { isClosed, close } = useClosing(mention?.start, (start) => mention?.start === start);
  const isOpen = mention !== undefined && suggestions !== undefined && !isClosed;
  // Until the answer is there, what matches the text is taken from the one before.
  const matching =
    isOpen && context.isStale.value ? suggestions.filter((each) => matches(each, mention.query)) : [];
  const isOld = isOpen && context.isStale.value && matching.length === 0;
  const shown = !isOpen ? [] : matching.length > 0 ? matching : suggestions;
  const chooser = useListbox({
    id: 'context-list',
    label: t('Attach to the message'),
    choices: shown.map((suggestion) => ({
      key: suggestionKey(suggestion),
      content: <Line suggestion={suggestion} />,
    })),
    first: true,
    isStop: true,
    isOld,
    resetOn: mention ? `${mention.trigger}${mention.query}` : '',
    onChoose: (at) => {
      const suggestion = shown[at];
      if (suggestion) onChoose(suggestion);
    },
  });
  useEscape(isOpen, close);
  return popupOf({
    id: 'context-list',
    isOpen,
    chooser,
    close,
    content:
      shown.length > 0 ? (
        chooser.list
      ) : (
        <div class="popup-note" role="status">
          {t('No matches in the workspace or on the servers.')}
        </div>
      ),
  });
}

function matches(suggestion: Suggestion, query: string): boolean {
  const { name, detail = '' } =
    suggestion.kind === 'ask'
      ? { name: suggestion.label }
      : { name: nameOf(suggestion), detail: suggestion.detail };
  return `${name}\n${detail}`.toLowerCase().includes(query.toLowerCase());
}

function nameOf(suggestion: Exclude<Suggestion, { readonly kind: 'ask' }>): string {
  return suggestion.kind === 'attach' ? suggestion.attachment.name : suggestion.name;
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
  const name = nameOf(suggestion);
  return (
    <>
      <Icon name={suggestion.kind === 'attach' ? iconOf(suggestion.attachment) : 'layers'} />
      <span class="choice-text choice-row">
        <span class="choice-name">
          <Words text={name} />
        </span>
        {detail !== undefined && detail !== name && (
          <span class="choice-detail" title={detail}>
            {detail}
          </span>
        )}
      </span>
    </>
  );
}
