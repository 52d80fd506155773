import { t } from '@vscode/l10n';
import { signal } from '@preact/signals';
import { render } from 'preact';
import type { ChatMessage, HostMessage, QueuedMessage } from '../../protocol/index.ts';
import { readLanguage } from '../ui/language.ts';
import { type Chat, ChatContext } from '../ui/chatContext.ts';
import { ChangedLines } from '../state/changedLines.ts';
import { FileLinks } from '../state/fileLinks.ts';
import { pageNow } from '../ui/clock.ts';
import { ScrollKeeper } from '../scroll/scrollKeeper.ts';
import { MentionState } from '../state/mention.ts';
import { FoldedSteps } from '../state/foldedSteps.ts';
import { FindState } from '../state/findState.ts';
import { connectHost } from '../state/host.ts';
import { PromptState } from '../state/promptState.ts';
import { perFrame } from '../state/frames.ts';
import { StateSaver } from '../state/stateSaver.ts';
import { ChatStore, type Numbered } from '../state/store.ts';
import { ViewState } from '../state/viewState.ts';
import { Composer } from './Composer.tsx';
import { listenForKeys } from './keys.ts';
import { PictureViewer } from '../ui/Picture.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Transcript } from './Transcript.tsx';
import '../styles/index.css';

readLanguage();

const host = connectHost<ChatMessage, HostMessage>();
const store = new ChatStore((message) => host.post(message), pageNow);
const post = (message: ChatMessage): void => host.post(message);
const saver = new StateSaver(host, (state) => post({ type: 'saveState', state }));
saver.flushOnLeave(window);
const view = new ViewState(saver);
const prompts = new PromptState(post);
const context = new MentionState(post);
const queue = signal<readonly QueuedMessage[]>([]);
const steps = new FoldedSteps(store, view);
const scroll = new ScrollKeeper(view, store, steps);
const find = new FindState(store, view, steps, post);
const files = new FileLinks(post);
const changedLines = new ChangedLines(post);
const help = signal(false);
const title = signal('');
const picture: Chat['picture'] = signal(undefined);
const chat: Chat = {
  store,
  steps,
  view,
  prompts,
  context,
  queue,
  scroll,
  find,
  files,
  changedLines,
  picture,
  help,
  post,
};

store.conversation.subscribe((conversation) => {
  if (conversation !== undefined) view.belongTo(conversation);
});

const apply = perFrame<Numbered>(
  (messages) => store.apply(messages),
  (run) => requestAnimationFrame(run),
);

host.listen({
  snapshot: (message) => {
    view.bringBack(
      message.conversation,
      message.items.filter((item) => item.kind === 'user'),
      queue.value.map(({ text }) => text),
    );
    apply(message);
  },
  patch: apply,
  earlier: apply,
  compose: ({ conversation, ...content }) => view.compose(conversation, content),
  received: () => view.received(),
  queue: ({ messages }) => (queue.value = messages),
  suggestions: (message) => context.handle(message),
  editorContext: ({ attachment }) => (context.offered.value = attachment),
  offer: ({ offer }) => (prompts.offer.value = offer),
  completions: ({ request, values }) => prompts.suggest(request, values),
  promptRan: ({ problem }) => prompts.ran(problem, () => view.focusComposer()),
  files: (message) => files.handle(message),
  changedLines: (message) => changedLines.handle(message),
  found: (message) => find.handle(message, scroll.firstInSight),
  show: ({ what }) => {
    if (what === 'find') find.open();
    else help.value = true;
  },
  title: ({ title: now }) => (title.value = now),
  font: applyFont,
  focus: () => view.focusComposer(),
});

const root = document.getElementById('patchbay-chat');
if (!root) throw new Error('The page has no element #patchbay-chat.');
render(<App />, root);
listenForKeys(chat);
addEventListener('focus', () => post({ type: 'focused' }));
store.start();

/** Values that are absent fall back to the editor's font. */
function applyFont({ size, family }: Extract<HostMessage, { type: 'font' }>): void {
  const { style } = document.documentElement;
  style.setProperty('--pb-font-size', size === undefined ? null : `${size}px`);
  // The editor's own font follows, in case this machine lacks the chosen one.
  style.setProperty('--pb-font-family', family === undefined ? null : `${family}, var(--vscode-font-family)`);
}

function App() {
  const isReadOnly = store.status.value?.isReadOnly === true;
  return (
    <ChatContext.Provider value={chat}>
      <main class={isReadOnly ? 'chat read-only' : 'chat'} aria-label={t('Patchbay chat')}>
        <h1 class="sr-only">Patchbay</h1>
        {title.value !== '' && (
          <div class="chat-title" dir="auto" title={title.value}>
            {title.value}
          </div>
        )}
        <Transcript />
        {isReadOnly ? <ReadOnlyNote /> : <Composer />}
        <Announcer />
        <Shortcuts />
        <PictureViewer />
      </main>
    </ChatContext.Provider>
  );
}

function Announcer() {
  return (
    <div class="sr-only" role="status" aria-live="polite">
      {store.announcement.value}
    </div>
  );
}
