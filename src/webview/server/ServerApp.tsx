import { t } from '@vscode/l10n';
import type { ServerView } from '../../protocol/index.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { moveFocus } from '../ui/moveFocus.ts';
import { Messages } from './Messages.tsx';
import { Overview } from './Overview.tsx';
import { tabs, type PageProps, type ServerState, type Tab } from './state.ts';
import { Tools } from './Tools.tsx';
import { stateLook } from './words.ts';

function tabName(tab: Tab): string {
  const names = { overview: t('Overview'), tools: t('Tools'), messages: t('Messages') };
  return names[tab];
}

export function ServerApp({ state, post }: PageProps) {
  const server = state.server.value;
  if (state.isGone.value)
    return (
      <main class="server">
        <p class="server-empty" role="status">
          {t('This server is no longer in the settings.')}
        </p>
      </main>
    );
  if (!server) return <main class="server" aria-busy="true" />;
  const tab = state.tab.value;
  return (
    <main class="server">
      <Head server={server} post={post} />
      <Tabs state={state} counts={{ tools: server.tools.length, messages: state.rows.value.length }} />
      <div class="server-body" role="tabpanel" id={`panel-${tab}`} aria-labelledby={`tab-${tab}`}>
        {tab === 'overview' && <Overview server={server} post={post} />}
        {tab === 'tools' && <Tools server={server} state={state} post={post} />}
        {tab === 'messages' && <Messages state={state} post={post} />}
      </div>
    </main>
  );
}

function Head({ server, post }: { server: ServerView; post: PageProps['post'] }) {
  const { name, state } = server;
  const { name: stateName, icon } = stateLook(state.kind);
  const isDown = state.kind === 'disconnected';
  return (
    <header class="server-head">
      <h1>{name}</h1>
      <span class={`server-state ${state.kind}`} role="status">
        <Icon name={icon} spin={state.kind === 'connecting'} /> {stateName}
      </span>
      <div class="server-actions">
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

function Tabs({ state, counts }: { state: ServerState; counts: { tools: number; messages: number } }) {
  const current = state.tab.value;
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
