import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { handleContentClick, handleContentKey } from './contentEvents.ts';
import { useChat } from '../ui/chatContext.ts';
import { handleCopy, narrowToList } from './copySelection.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { EmptyState } from './EmptyState.tsx';
import { FindBar } from '../find/FindBar.tsx';
import { RowList } from './RowList.tsx';
import { TurnStatus } from './TurnStatus.tsx';

export function Transcript() {
  const chat = useChat();
  const { store, scroll, view } = chat;
  const scroller = useRef<HTMLDivElement>(null);
  const conversation = store.conversation.value;
  const isEmpty = store.rows.value.length === 0;
  const click = (event: MouseEvent): void => handleContentClick(event, chat);
  useLayoutEffect(() => (scroller.current ? scroll.attach(scroller.current) : undefined), [scroll]);
  useLayoutEffect(() => scroll.opened(), [conversation]);
  // A selection of all begins outside of the transcript.
  useLayoutEffect(() => {
    const copy = (event: ClipboardEvent): void => handleCopy(event, chat);
    document.addEventListener('copy', copy);
    return () => document.removeEventListener('copy', copy);
  }, [chat]);
  // The editor's own Select All selects the page, also what is no part of the conversation.
  useLayoutEffect(() => {
    const narrow = (): void => narrowToList(scroll.list);
    document.addEventListener('selectionchange', narrow);
    return () => document.removeEventListener('selectionchange', narrow);
  }, [scroll]);
  return (
    <div class="transcript-frame">
      <div
        class={`transcript ${view.wrapsCode.value ? 'wraps-code' : ''}`}
        data-conversation={conversation}
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label={t('Conversation')}
      >
        <div
          class={`transcript-content ${isEmpty ? 'is-empty' : ''}`}
          onClick={click}
          onAuxClick={click}
          onKeyDown={(event) => handleContentKey(event, chat)}
        >
          <EarlierButton />
          {conversation !== undefined && isEmpty && <EmptyState />}
          {!isEmpty && <RowList />}
          <TurnStatus />
        </div>
      </div>
      <JumpButton />
      <FindBar />
    </div>
  );
}

function EarlierButton() {
  const { store, scroll } = useChat();
  const count = store.earlier.value;
  if (count === 0) return null;
  // The button goes while items are fetched, so the transcript takes the focus.
  const fetchEarlier = (): void => {
    scroll.focus();
    store.askEarlier();
  };
  return (
    <div class="earlier">
      {store.loadingEarlier.value ? (
        <Icon name="loading" spin />
      ) : (
        <TextButton look="quiet" onClick={fetchEarlier}>
          {t('Show earlier messages ({0})', count)}
        </TextButton>
      )}
    </div>
  );
}

function JumpButton() {
  const { scroll } = useChat();
  if (!scroll.away.value) return null;
  const news = scroll.news.value;
  // The button goes at the end, so the transcript takes the focus.
  const goToEnd = (): void => {
    scroll.focus();
    scroll.jump();
  };
  return (
    <button type="button" class="jump" onClick={goToEnd}>
      <Icon name="arrow-down" /> {t('Jump to latest')}
      {news > 0 && <span class="jump-news">{t('{0} new', news)}</span>}
    </button>
  );
}
