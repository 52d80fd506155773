import { t } from '@vscode/l10n';
import type { ServerHostMessage, ServerPageMessage, ServerView } from '../../protocol/index.ts';
import { startPage } from '../ui/startPage.tsx';
import { ServerPageState, tabs, type PageProps, type Tab } from './state.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { moveFocus } from '../ui/focus.ts';
import { EmptyNote } from '../ui/SplitView.tsx';
import { Messages } from './Messages.tsx';
import { Overview } from './Overview.tsx';
import { Tools } from './Tools.tsx';
import { stateLook } from './words.ts';
import './server.css';

startPage<ServerPageMessage, ServerHostMessage>('patchbay-server', ({ post, storage }) => {
  // The name is all that the host needs to bring the tab back after a reload.
  const state = new ServerPageState(post, (server) => storage.save({ server }));
  return {
    handlers: state.handlers,
    view: <ServerApp state={state} post={post} />,
    start: () => state.start(),
  };
});

function tabName(tab: Tab): string {
  const names = { overview: t('Overview'), tools: t('Tools'), messages: t('Messages') };
  return names[tab];
}

function ServerApp({ state, post }: PageProps) {
  const server = state.server.value;
  if (state.isGone.value)
    return (
      <main class="page server">
        <EmptyNote>{t('This server is no longer in the settings.')}</EmptyNote>
      </main>
    );
  if (!server) return <main class="page server" aria-busy="true" />;
  const tab = state.tab.value;
  return (
    <main class="page server">
      <Head server={server} post={post} />
      <Tabs tools={server.tools.length} state={state} />
      <div class="server-body" role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'overview' && <Overview server={server} post={post} />}
        {tab === 'tools' && <Tools server={server} state={state} post={post} />}
        {tab === 'messages' && <Messages state={state} post={post} />}
      </div>
    </main>
  );
}

function Head({
  server: {
    name,
    state: { kind },
  },
  post,
}: Pick<PageProps, 'post'> & {
  server: ServerView;
}) {
  const { name: stateName, icon } = stateLook(kind);
  const isDown = kind === 'disconnected';
  return (
    <header class="server-head">
      <h1>{name}</h1>
      <span class={`server-state ${kind}`} role="status">
        <Icon name={icon} spin={kind === 'connecting'} /> {stateName}
      </span>
      <div class="page-actions">
        <TextButton
          look={isDown ? 'primary' : 'secondary'}
          onClick={() => post({ type: isDown ? 'connect' : 'reconnect' })}
        >
          {isDown ? t('Connect') : t('Reconnect')}
        </TextButton>
        {!isDown && <TextButton onClick={() => post({ type: 'disconnect' })}>{t('Disconnect')}</TextButton>}
        <TextButton onClick={() => post({ type: 'showLog' })}>{t('Show Log')}</TextButton>
        <TextButton onClick={() => post({ type: 'openSettings' })}>{t('Open Settings')}</TextButton>
      </div>
    </header>
  );
}

function Tabs({ tools, state }: Pick<PageProps, 'state'> & { tools: number }) {
  const current = state.tab.value;
  const counts = { tools, messages: state.rows.value.length };
  return (
    <div
      class="server-tabs"
      role="tablist"
      aria-label={t('Sections of the page')}
      onKeyDown={(event) => moveFocus(event, '[role=tab]', ['ArrowLeft', 'ArrowRight'])}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          role="tab"
          id={`tab-${tab}`}
          aria-selected={tab === current}
          aria-controls={tab === current ? `panel-${tab}` : undefined}
          tabIndex={tab === current ? 0 : -1}
          onFocus={() => (state.tab.value = tab)}
          onClick={() => (state.tab.value = tab)}
        >
          {tabName(tab)}
          {tab !== 'overview' && <span class="server-count">{counts[tab]}</span>}
        </button>
      ))}
    </div>
  );
}
