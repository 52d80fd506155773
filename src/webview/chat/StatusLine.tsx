import { t } from '@vscode/l10n';
import { type ChatStatus, type ApprovalMode, effortLabel } from '../../protocol/index.ts';
import { ContextUse } from '../composer/ContextUse.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { wholeNumber } from '../ui/language.ts';

export function StatusLine() {
  const { store, post } = useChat();
  const status = store.status.value;
  if (!status) return <div class="status-line" />;
  const { model, endpoint, servers, context, usage } = status;
  return (
    <div class="status-line">
      <button
        type="button"
        class={`status-button status-model ${model === undefined ? 'unset' : ''}`}
        title={modelHint(model, endpoint)}
        onClick={() => post({ type: 'action', action: model === undefined ? 'setUpModel' : 'selectModel' })}
      >
        <span class="status-text">
          {model ?? t('Choose a model')}
          {endpoint !== undefined && <span class="status-endpoint"> · {endpoint}</span>}
        </span>
        <Icon name="chevron-down" />
      </button>
      {status.effort !== undefined && <EffortButton effort={status.effort} />}
      {servers && <ServerCounts servers={servers} />}
      {status.approvalMode && <ApprovalModeButton mode={status.approvalMode} />}
      {context && <ContextUse context={context} usage={usage} onShow={() => post({ type: 'showRequest' })} />}
    </div>
  );
}

type Servers = NonNullable<ChatStatus['servers']>;

function ServerCounts({ servers }: { servers: Servers }) {
  const { post } = useChat();
  return (
    <>
      <CountButton
        icon="plug"
        look="status-servers"
        {...serverWords(servers)}
        onClick={() => post({ type: 'action', action: 'openServerSettings' })}
      />
      {servers.toolSet && (
        <CountButton
          icon={servers.toolSet.isMissing ? 'warning' : 'layers'}
          look="status-set"
          {...toolSetWords(servers.toolSet)}
          onClick={() => post({ type: 'action', action: 'useToolSet' })}
        />
      )}
      <CountButton
        icon="tools"
        {...toolWords(servers)}
        onClick={() => post({ type: 'action', action: 'selectTools' })}
      />
    </>
  );
}

function modelHint(model: string | undefined, endpoint: string | undefined): string {
  if (model === undefined) return t('Choose a model');
  return endpoint === undefined
    ? t('Model: {0}. Choose another', model)
    : t('Model: {0} at {1}. Choose another', model, endpoint);
}

/** `short` is for little room, `hint` for the tooltip. */
interface CountWords {
  readonly short: string;
  readonly long: string;
  readonly hint: string;
}

function serverWords({ connected, total }: Servers): CountWords {
  const one = total === 1;
  const long = serversText(connected, total);
  if (total === 0) return { short: '0', long, hint: t('Open the MCP server settings') };
  return {
    short: countOf(connected, total),
    long,
    hint: one
      ? t('{0} of 1 server connected. Open the MCP server settings', connected)
      : t('{0} of {1} servers connected. Open the MCP server settings', connected, total),
  };
}

function serversText(connected: number, total: number): string {
  if (total === 0) return t('No servers');
  if (connected === total) return total === 1 ? t('1 server') : t('{0} servers', total);
  return total === 1 ? t('{0} of 1 server', connected) : t('{0} of {1} servers', connected, total);
}

function toolSetWords({ name, isMissing, away }: NonNullable<Servers['toolSet']>): CountWords {
  return { short: name, long: name, hint: toolSetHint(name, isMissing, away) };
}

function toolSetHint(name: string, isMissing: true | undefined, away: string | undefined): string {
  if (isMissing) return t('The tool set "{0}" does not exist. Choose another one', name);
  return away === undefined
    ? t('Tool set: only its tools are sent to the model. Choose another one, or all tools')
    : t(
        'Tool set: only its tools are sent to the model. Not connected: {0}. Choose another one, or all tools',
        away,
      );
}

function toolWords({ tools, allTools = tools, sent }: Servers): CountWords {
  if (sent)
    return {
      short: countOf(wholeNumber(sent.count), wholeNumber(tools)),
      long: t('{0} of {1} tools sent', wholeNumber(sent.count), wholeNumber(tools)),
      hint:
        sent.savedTokens === undefined
          ? t('The model finds the other tools by search. Select tools')
          : t(
              'The model finds the other tools by search, which saves about {0} tokens in each request. Select tools',
              wholeNumber(sent.savedTokens),
            ),
    };
  const one = allTools === 1;
  return {
    short: countOf(tools, allTools),
    long: toolsText(tools, allTools),
    hint: one
      ? t('The model can use {0} of 1 tool. Select tools', tools)
      : t('The model can use {0} of {1} tools. Select tools', tools, allTools),
  };
}

function toolsText(some: number, all: number): string {
  if (some === all) return all === 1 ? t('1 tool') : t('{0} tools', all);
  return all === 1 ? t('{0} of 1 tool', some) : t('{0} of {1} tools', some, all);
}

function countOf(some: number | string, all: number | string): string {
  return some === all
    ? String(all)
    : t({ message: '{0} of {1}', comment: 'where there is little room', args: [some, all] });
}

function CountButton(props: CountWords & { icon: string; look?: string | undefined; onClick: () => void }) {
  const { icon, look = '', short, long, hint, onClick } = props;
  return (
    <button type="button" class={`status-button ${look}`} title={hint} onClick={onClick}>
      <Icon name={icon} />
      {/* The name begins with the visible text, which is what users of speech control say. A stop follows what is visible. */}
      <span class="status-text status-long">{long}</span>
      <span class="sr-only status-long">. </span>
      <span class="status-text status-short">{short}</span>
      <span class="sr-only status-short">. </span>
      <span class="sr-only">{hint}</span>
    </button>
  );
}

function ApprovalModeButton({ mode }: { mode: ApprovalMode }) {
  const { post } = useChat();
  const { icon, short, hint } = wordsFor(mode);
  return (
    <button
      type="button"
      class={`status-button status-approval mode-${mode}`}
      title={hint}
      aria-label={`${short}. ${hint}`}
      onClick={() => post({ type: 'pickApprovalMode' })}
    >
      <Icon name={icon} />
      <span class="status-text">{short}</span>
    </button>
  );
}

function wordsFor(mode: ApprovalMode): {
  readonly icon: string;
  readonly short: string;
  readonly hint: string;
} {
  switch (mode) {
    case 'ask':
      return {
        icon: 'shield',
        short: t('Ask'),
        hint: t('Tools need your approval before they run. Change for this conversation'),
      };
    case 'changes':
      return {
        icon: 'edit',
        short: t('Read-only allowed'),
        hint: t(
          'Tools that the server marks as read-only run without approval. Change for this conversation',
        ),
      };
    case 'free':
      return {
        icon: 'unlock',
        short: t('Allow all tools'),
        hint: t(
          'All tools run without approval, except calls that always need it. Change for this conversation',
        ),
      };
  }
}

function EffortButton({ effort }: { effort: string }) {
  const { post } = useChat();
  const label = effortLabel(effort);
  const hint = t('Reasoning effort: {0}. Choose another', label);
  return (
    <button
      type="button"
      class="status-button status-effort"
      title={hint}
      aria-label={hint}
      onClick={() => post({ type: 'pickEffort' })}
    >
      <Icon name="lightbulb" />
      {effort !== '' && <span class="status-text">{label}</span>}
    </button>
  );
}
