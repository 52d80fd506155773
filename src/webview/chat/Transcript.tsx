/** The conversation: its items in order, what comes before them, and the way back to the end. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Call } from '../calls/Call.tsx';
import { Question } from '../questions/Question.tsx';
import { placeOf, type Place, type Row } from '../state/rows.ts';
import { AssistantMessage } from './AssistantMessage.tsx';
import { handleContentClick } from './clicks.ts';
import { useChat } from './context.ts';
import { Icon, TextButton } from './controls.tsx';
import { EmptyState } from './EmptyState.tsx';
import { Notice } from './Notice.tsx';
import { Summary } from './Summary.tsx';
import { UserMessage } from './UserMessage.tsx';
import { Waiting } from './Waiting.tsx';

export function Transcript() {
  const { store, scroll, post } = useChat();
  const scroller = useRef<HTMLDivElement>(null);
  const conversation = store.conversation.value;
  const rows = store.rows.value;
  const click = (event: MouseEvent): void => handleContentClick(event, post);
  useLayoutEffect(() => (scroller.current ? scroll.attach(scroller.current) : undefined), [scroll]);
  useKeepPlace(conversation, rows);
  return (
    <div class="transcript-frame">
      <div
        class="transcript"
        data-conversation={conversation}
        ref={scroller}
        tabIndex={0}
        role="log"
        aria-live="off"
        aria-label="Conversation"
      >
        <div class="transcript-content" onClick={click} onAuxClick={click}>
          <EarlierButton />
          {conversation !== undefined && rows.length === 0 && <EmptyState />}
          {rows.length > 0 && (
            <div role="list">
              {rows.map((row, index) => (
                <RowView key={`${conversation} ${row.id}`} row={row} {...placeOf(rows, index)} />
              ))}
            </div>
          )}
          <Waiting />
        </div>
      </div>
      <JumpButton />
    </div>
  );
}

/**
 * Another conversation starts at its end, or where the user was reading before the editor hid the page.
 * Items that appear above the first one must not move what the user sees, so its place is measured before the
 * page changes, which is now, and put right afterwards.
 */
function useKeepPlace(conversation: string | undefined, rows: readonly Row[]): void {
  const { scroll, view } = useChat();
  const first = rows[0]?.id;
  const drawn = useRef<{ conversation: string | undefined; first: string | undefined }>(undefined);
  const sameChat = drawn.current?.conversation === conversation;
  const place = sameChat && drawn.current?.first !== first ? scroll.place() : undefined;
  useLayoutEffect(() => {
    drawn.current = { conversation, first };
    if (place) scroll.goTo(place);
    else if (!sameChat && view.readingPlace) scroll.goTo(view.readingPlace);
    else if (!sameChat) scroll.follow();
  }, [conversation, first]);
}

function RowView({ row, joinsPrevious, joinsNext, endsTurn }: { row: Row } & Place) {
  const { store } = useChat();
  const item = store.item(row.id);
  if (!item) return null;
  const joins = `${joinsPrevious ? 'joins-previous' : ''} ${joinsNext ? 'joins-next' : ''}`;
  return (
    <div class={`row ${row.kind}-row ${joins}`} role="listitem" data-id={row.id}>
      {row.kind === 'user' && <UserMessage id={row.id} item={item} />}
      {row.kind === 'assistant' && <AssistantMessage id={row.id} item={item} endsTurn={endsTurn} />}
      {row.kind === 'call' && <Call id={row.id} item={item} />}
      {row.kind === 'question' && <Question id={row.id} item={item} />}
      {row.kind === 'summary' && <Summary id={row.id} item={item} />}
      {row.kind === 'notice' && <Notice id={row.id} item={item} />}
    </div>
  );
}

function EarlierButton() {
  const { store } = useChat();
  const count = store.earlier.value;
  if (count === 0) return null;
  return (
    <div class="earlier">
      {store.loadingEarlier.value ? (
        <Icon name="loading" spin />
      ) : (
        <TextButton look="quiet" onClick={() => store.askEarlier()}>
          Show earlier messages ({count})
        </TextButton>
      )}
    </div>
  );
}

function JumpButton() {
  const { scroll } = useChat();
  if (!scroll.away.value) return null;
  return (
    <button type="button" class="jump" onClick={() => scroll.follow()}>
      <Icon name="arrow-down" /> Jump to latest
    </button>
  );
}
