/** The quiet line under the composer: which model, which servers, how full the model's context is, how many tokens. */
import type { ChatStatus, ContextUse, Usage } from '../../protocol/index.ts';
import { formatCount, plural } from '../calls/format.ts';
import { useChat } from './context.ts';
import { Icon } from './controls.tsx';

export function StatusLine() {
  const { store, post } = useChat();
  const status = store.status.value;
  if (!status) return <div class="status-line" />;
  const { model, servers, context, usage } = status;
  return (
    <div class="status-line">
      <button
        type="button"
        class={`status-button status-model ${model === undefined ? 'unset' : ''}`}
        title={model === undefined ? 'Choose a model' : `Model: ${model}. Choose another`}
        onClick={() => post({ type: 'action', action: 'selectModel' })}
      >
        <span class="status-text">{model ?? 'Choose a model'}</span>
        <Icon name="chevron-down" />
      </button>
      <button
        type="button"
        class="status-button"
        title="Open the MCP server settings"
        onClick={() => post({ type: 'action', action: 'openServerSettings' })}
      >
        <Icon name="plug" />
        <span class="status-text">
          {serversText(servers)}
          {servers.total > 0 && <span class="status-tools"> · {plural(servers.tools, 'tool')}</span>}
        </span>
      </button>
      {context && <ContextText context={context} />}
      {usage && <UsageText usage={usage} />}
    </div>
  );
}

function serversText({ connected, total }: ChatStatus['servers']): string {
  if (total === 0) return 'No servers';
  return connected === total ? plural(total, 'server') : `${connected} of ${plural(total, 'server')}`;
}

/** A ring that fills, so that it is understood before it is read. */
function ContextText({ context: { used, window } }: { context: ContextUse }) {
  const share = Math.min(1, used / window);
  const percent = `${Math.round(share * 100)}%`;
  const exact = `About ${used.toLocaleString()} of the model's ${window.toLocaleString()} tokens of context are in use. When they run out, older parts are summarised.`;
  return (
    <span class={`status-context ${share > 0.8 ? 'full' : ''}`} title={exact}>
      <span class="sr-only">{exact}</span>
      <span aria-hidden="true" class="status-ring" style={{ '--pb-share': percent }} />
      <span aria-hidden="true">{percent}</span>
    </span>
  );
}

function UsageText({ usage: { inputTokens, outputTokens } }: { usage: Usage }) {
  const exact = `${inputTokens.toLocaleString()} tokens sent, ${outputTokens.toLocaleString()} received`;
  return (
    <span class="status-usage" title={exact}>
      <span class="sr-only">{exact}</span>
      <span aria-hidden="true">
        <Icon name="arrow-up" />
        {formatCount(inputTokens)}
        <Icon name="arrow-down" />
        {formatCount(outputTokens)}
      </span>
    </span>
  );
}
