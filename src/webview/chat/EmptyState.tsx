import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { ChatStatus } from '../../protocol/index.ts';
import { ActionButton } from './actions.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';

/** Examples that the sample server's tools can answer, if it is there. */
function examples(sample: boolean): readonly string[] {
  return sample
    ? [
        t('How big is this project, and what is it written in? Use the sample server.'),
        t('Find the TODO comments in this project, and say which to do first.'),
        t('Which tools do you have, and what is each of them good for?'),
      ]
    : [
        t('Which tools do you have, and what is each of them good for?'),
        t('Try one of your read-only tools and show me what it returns.'),
        t('Help me plan a task, and say which tools you would use for it.'),
      ];
}

export function EmptyState() {
  const { store } = useChat();
  const status = store.status.value;
  if (!status) return null;
  const { model, servers } = status;
  const isReady = model !== undefined && servers !== undefined && servers.total > 0;
  return (
    <div class="empty">
      <Logo />
      <h2>Patchbay</h2>
      <p>{t('Chat with the model of your choice, and let it use the tools of your MCP servers.')}</p>
      {isReady ? <Examples sample={servers.sample === true} /> : <Missing status={status} />}
    </div>
  );
}

function Examples({ sample }: { sample: boolean }) {
  const { post, view } = useChat();
  const ask = (text: string): void => {
    view.goes({ draft: text, attachments: [] });
    post({ type: 'send', text });
    view.focusComposer();
  };
  return (
    <div class="examples" role="group" aria-label={t('Examples')}>
      {examples(sample).map((example) => (
        <button type="button" key={example} class="example" onClick={() => ask(example)}>
          <Icon name="comment" />
          <span>{example}</span>
        </button>
      ))}
    </div>
  );
}

function Missing({ status: { model, servers } }: { status: ChatStatus }) {
  return (
    <div class="missing">
      <Step done={model !== undefined} text={model ?? t('No model selected yet.')}>
        <ActionButton action="setUpModel" look="primary" />
      </Step>
      {servers && (
        <Step done={servers.total > 0} text={serversText(servers.total)}>
          <ActionButton action="addSample" look={model === undefined ? 'secondary' : 'primary'} />
          <ActionButton action="addServer" look="secondary" />
        </Step>
      )}
    </div>
  );
}

function serversText(count: number): string {
  if (count === 0) return t('No MCP server is set up yet.');
  return count === 1 ? t('1 MCP server') : t('{0} MCP servers', count);
}

function Step({ done, text, children }: { done: boolean; text: string; children: ComponentChildren }) {
  return (
    <div class={`missing-step ${done ? 'done' : ''}`}>
      <Icon name={done ? 'pass-filled' : 'circle-large'} />
      <div>
        <span class="sr-only">{done ? t('Done:') : t('Missing:')}</span>
        <span>{text}</span>
        {!done && <div class="actions">{children}</div>}
      </div>
    </div>
  );
}

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 24 24" aria-hidden="true">
      <path d="M7.8 6.4c5 .8 3.4 10.4 8.4 11.2" />
      <path d="M7.8 17.6c2-.3 3-2 3.7-4" />
      <path d="M16.2 6.4c-1.4.2-2.3 1.2-2.9 2.5" />
      {[5.5, 18.5].map((x) => [6, 18].map((y) => <circle key={`${x} ${y}`} cx={x} cy={y} r="2.3" />))}
    </svg>
  );
}
