import { t } from '@vscode/l10n';
import { effect, signal } from '@preact/signals';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type { Appearance, ChatMessage, Handlers, HostMessage } from '../../protocol/index.ts';
import { type Chat, ChatContext, useChat } from '../ui/chatContext.ts';
import { startPage } from '../ui/startPage.tsx';
import { wordsForCommands } from '../state/commandWords.ts';
import { appearance } from '../state/appearance.ts';
import { ChangedLines } from '../state/changedLines.ts';
import { FileLinks } from '../state/fileLinks.ts';
import { pageNow } from '../ui/clock.ts';
import { Words } from '../calls/Exact.tsx';
import { ScrollKeeper } from '../scroll/scrollKeeper.ts';
import { MentionState } from '../state/mention.ts';
import { FoldedSteps } from '../state/foldedSteps.ts';
import { FindState } from '../state/findState.ts';
import { PromptState } from '../state/promptState.ts';
import { perFrame } from '../state/frames.ts';
import { StateSaver } from '../state/stateSaver.ts';
import { ChatStore, type Numbered } from '../state/store.ts';
import { ViewState } from '../state/viewState.ts';
import { Composer, ReadOnlyNote } from './Composer.tsx';
import { listenForKeys } from './keys.ts';
import { PictureViewer } from '../ui/Picture.tsx';
import { Shortcuts } from './Shortcuts.tsx';
import { Transcript } from './Transcript.tsx';
import '../styles/index.css';

startPage<ChatMessage, HostMessage>('patchbay-chat', ({ post, storage }) => {
  const store = new ChatStore(post, pageNow, (run, ms) => void setTimeout(run, ms));
  const saver = new StateSaver(storage, (state) => post({ type: 'saveState', state }));
  saver.flushOnLeave(window);
  const view = new ViewState(saver);
  const steps = new FoldedSteps(store, view);
  const chat: Chat = {
    store,
    steps,
    view,
    prompts: new PromptState(post),
    context: new MentionState(post),
    queue: signal([]),
    commands: signal([]),
    scroll: new ScrollKeeper(view, store, steps),
    find: new FindState(store, view, steps, post),
    files: new FileLinks(post),
    changedLines: new ChangedLines(post),
    picture: signal(undefined),
    help: signal(false),
    post,
  };
  store.conversation.subscribe((conversation) => {
    if (conversation !== undefined) view.belongTo(conversation);
  });
  effect(() => setFont(appearance.value.font));
  return {
    handlers: handlersOf(chat),
    view: <App chat={chat} />,
    start: () => {
      listenForKeys(chat);
      addEventListener('focus', () => post({ type: 'focused' }));
      store.start();
    },
  };
});

function handlersOf(chat: Chat): Handlers<HostMessage> {
  const { store, view, prompts, context, queue, scroll, find, files, changedLines, help } = chat;
  const apply = perFrame<Numbered>(
    (messages) => store.apply(messages),
    (run) => requestAnimationFrame(run),
  );
  return {
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
    commands: ({ conversation, commands }) => {
      if (conversation === store.conversation.peek())
        store.announcer.say(...wordsForCommands(chat.commands.peek(), commands));
      chat.commands.value = commands;
    },
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
    focus: () => focusText(view),
  };
}

/** Another field in which the user writes, such as that of a sent message, keeps the keyboard. */
function focusText(view: ViewState): void {
  const field = document.querySelector<HTMLElement>(
    ':is(textarea, input:not([type=checkbox], [type=radio])):focus',
  );
  if (field && !field.closest('.composer-box')) field.focus();
  else view.focusComposer();
}

/** Sets the font. A value that is undefined falls back to the editor's font. */
function setFont({ size, family }: Appearance['font']): void {
  const { style } = document.documentElement;
  style.setProperty('--pb-font-size', size === undefined ? null : `${size}px`);
  // The editor's own font follows, in case this machine lacks the chosen one.
  style.setProperty('--pb-font-family', family === undefined ? null : `${family}, var(--vscode-font-family)`);
}

function App({ chat }: { chat: Chat }) {
  const isReadOnly = chat.store.status.value?.isReadOnly === true;
  return (
    <ChatContext.Provider value={chat}>
      <main class={isReadOnly ? 'chat read-only' : 'chat'} aria-label={t('Patchbay chat')}>
        <h1 class="sr-only">Patchbay</h1>
        <Title />
        <Transcript />
        {isReadOnly ? <ReadOnlyNote /> : <Composer />}
        <Announcements />
        <Shortcuts />
        <PictureViewer />
      </main>
    </ChatContext.Provider>
  );
}

function Title() {
  const { title } = appearance.value;
  if (title === '') return null;
  return (
    <div class="chat-title" dir="auto" title={showHidden(title, 'turning')}>
      <Words text={title} />
    </div>
  );
}

/** Two places in turn: a text that takes the place of the same one is no change, and is not read. */
function Announcements() {
  const { text, turn } = useChat().store.announcer.announced.value;
  return (
    <div class="sr-only announcer">
      {[0, 1].map((place) => (
        <div key={place} role="status" aria-live="polite">
          {turn % 2 === place ? text : ''}
        </div>
      ))}
    </div>
  );
}
