/** The whole chat: transcript, composer, and what screen readers are told. */
import { useEffect } from 'preact/hooks';
import { Composer } from './Composer.tsx';
import { ChatContext, useChat, type Chat } from './context.ts';
import { Transcript } from './Transcript.tsx';

export function App({ chat }: { chat: Chat }) {
  useEffect(() => stopOnEscape(chat), [chat]);
  return (
    <ChatContext.Provider value={chat}>
      <main class="chat" aria-label="Patchbay chat">
        <h1 class="sr-only">Patchbay</h1>
        <Transcript />
        <Composer />
        <Announcer />
      </main>
    </ChatContext.Provider>
  );
}

/** Escape stops the turn from anywhere in the chat, unless it belongs to a text composition. */
function stopOnEscape({ store, post }: Chat): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    if (store.status.peek()?.turn !== 'running') return;
    event.preventDefault();
    post({ type: 'stop' });
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function Announcer() {
  const { store } = useChat();
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}
