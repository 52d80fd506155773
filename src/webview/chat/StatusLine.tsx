/** The quiet line under the composer: which model, which servers and tools, how full the model's context is. */
import type { ChatStatus } from '../../protocol/index.ts';
import { plural } from '../calls/format.ts';
import { ContextUse } from '../composer/ContextUse.tsx';
import { useChat } from './context.ts';
import { Icon } from './controls.tsx';

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
        title={
          model === undefined
            ? 'Choose a model'
            : `Model: ${model}${endpoint === undefined ? '' : ` at ${endpoint}`}. Choose another`
        }
        onClick={() => post({ type: 'action', action: 'selectModel' })}
      >
        <span class="status-text">
          {model ?? 'Choose a model'}
          {endpoint !== undefined && <span class="status-endpoint"> · {endpoint}</span>}
        </span>
        <Icon name="chevron-down" />
      </button>
      <button
        type="button"
        class="status-button"
        title="Open the MCP server settings"
        onClick={() => post({ type: 'action', action: 'openServerSettings' })}
      >
        <Icon name="plug" />
        <span class="status-text">{serversText(servers)}</span>
      </button>
      <button
        type="button"
        class="status-button"
        title={`The model gets ${toolsText(servers)}. Choose which`}
        onClick={() => post({ type: 'action', action: 'selectTools' })}
      >
        <Icon name="tools" />
        <span class="status-text">{toolsText(servers)}</span>
      </button>
      {context && <ContextUse context={context} usage={usage} />}
    </div>
  );
}

function serversText({ connected, total }: ChatStatus['servers']): string {
  if (total === 0) return 'No servers';
  return connected === total ? plural(total, 'server') : `${connected} of ${plural(total, 'server')}`;
}

function toolsText({ tools, allTools = tools }: ChatStatus['servers']): string {
  return tools === allTools ? plural(tools, 'tool') : `${tools} of ${plural(allTools, 'tool')}`;
}
