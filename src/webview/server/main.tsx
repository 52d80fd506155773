import { t } from '@vscode/l10n';
import { render } from 'preact';
import type { ServerHostMessage, ServerPageMessage, ServerView } from '../../protocol/index.ts';
import { readLanguage } from '../ui/language.ts';
import { connectHost } from '../state/host.ts';
import { ServerPageState, tabs, type Tab } from './state.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { moveFocus } from '../ui/focus.ts';
import { Messages } from './Messages.tsx';
import { Overview } from './Overview.tsx';
import { Tools } from './Tools.tsx';
import { stateLook } from './words.ts';
import './server.css';

readLanguage();

const host = connectHost<ServerPageMessage, ServerHostMessage>();
const post = (message: ServerPageMessage): void => host.post(message);
const state = new ServerPageState(post);
host.listen(state.handlers);

const root = document.getElementById('patchbay-server');
if (!root) throw new Error('The page has no element #patchbay-server.');
render(<ServerApp />, root);
state.start();

function tabName(tab: Tab): string {
  const names = { overview: t('Overview'), tools: t('Tools'), messages: t('Messages') };
  return names[tab];
}

function ServerApp() {
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
      <Head server={server} />
      <Tabs counts={{ tools: server.tools.length, messages: state.rows.value.length }} />
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
}: {
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

function Tabs({ counts }: { counts: { tools: number; messages: number } }) {
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
