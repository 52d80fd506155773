import { t } from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { Composer } from './Composer.tsx';
import { ChatContext, useChat, type Chat } from '../ui/chatContext.ts';
import { listenForKeys } from './keys.ts';
import { PictureViewer } from '../ui/Picture.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Transcript } from './Transcript.tsx';

export function App({ chat }: { chat: Chat }) {
  useEffect(() => listenForKeys(chat), [chat]);
  return (
    <ChatContext.Provider value={chat}>
      <main class="chat" aria-label={t('Patchbay chat')}>
        <h1 class="sr-only">Patchbay</h1>
        <Transcript />
        <Composer />
        <Announcer />
        <Shortcuts />
        <PictureViewer />
      </main>
    </ChatContext.Provider>
  );
}

function Announcer() {
  const { store } = useChat();
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}
