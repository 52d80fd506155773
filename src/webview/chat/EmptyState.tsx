import { t } from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import type { ChatStatus } from '../../protocol/index.ts';
import { ActionButton } from './actions.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';

type Servers = NonNullable<ChatStatus['servers']>;

/** Returns examples that the sample server's tools can answer, if it is there, and else such as any tools can. */
function examples({ sample, total }: Servers): readonly string[] {
  return [
    sample === true
      ? t('How big is this project, and what is it written in? Use the sample server.')
      : t('How big is this project, and what is it written in?'),
    t('Find the TODO comments in this project, and say which to do first.'),
    sample === true || total === 0
      ? t('Which tools do you have, and what is each of them good for?')
      : t('Try one of your read-only tools and show me what it returns.'),
  ];
}

export function EmptyState() {
  const { store } = useChat();
  const status = store.status.value;
  if (!status) return null;
  const { model, servers } = status;
  return (
    <div class="empty">
      <Logo />
      <h2>Patchbay</h2>
      <p>
        {t(
          'Chat with the model of your choice. It can read and edit your files, run commands, and use the tools of your MCP servers.',
        )}
      </p>
      {model !== undefined && servers && <Examples servers={servers} />}
      <Steps status={status} />
    </div>
  );
}

function Examples({ servers }: { servers: Servers }) {
  const { post, view } = useChat();
  const ask = (text: string): void => {
    view.goes({ draft: text, attachments: [] });
    post({ type: 'send', text });
    view.focusComposer();
  };
  return (
    <div class="examples" role="group" aria-label={t('Examples')}>
      {examples(servers).map((example) => (
        <button type="button" key={example} class="example" onClick={() => ask(example)}>
          <Icon name="comment" />
          <span>{example}</span>
        </button>
      ))}
    </div>
  );
}

/** Shows what is to be set up. A server is no must, because the built-in tools work without one. */
function Steps({ status: { model, servers } }: { status: ChatStatus }) {
  const hasNone = servers?.total === 0;
  if (model !== undefined && !hasNone) return null;
  return (
    <div class="missing">
      {model === undefined && (
        <Step icon="circle-large" kind={t('Missing:')} text={t('No model is set up yet.')}>
          <ActionButton action="setUpModel" look="primary" />
        </Step>
      )}
      {hasNone ? (
        <Step icon="plug" kind={t('Optional:')} text={t('Connect an MCP server for more tools.')}>
          <ActionButton action="addSample" look="secondary" />
          <ActionButton action="addServer" look="secondary" />
        </Step>
      ) : (
        servers && <Step icon="pass-filled" kind={t('Done:')} text={serversText(servers.total)} />
      )}
    </div>
  );
}

function serversText(count: number): string {
  return count === 1 ? t('1 MCP server') : t('{0} MCP servers', count);
}

interface StepParts {
  readonly icon: string;
  /** Says for screen readers what the icon says. */
  readonly kind: string;
  readonly text: string;
  readonly children?: ComponentChildren;
}

function Step({ icon, kind, text, children }: StepParts) {
  return (
    <div class={`missing-step ${children === undefined ? 'done' : ''}`}>
      <Icon name={icon} />
      <div>
        <span class="sr-only">{kind}</span>
        <span>{text}</span>
        {children !== undefined && <div class="actions">{children}</div>}
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
