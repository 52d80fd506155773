/** The quiet line under the composer: which model, which servers and tools, how full the model's context is. */
import { plural } from '../calls/format.ts';
import { ContextUse } from '../composer/ContextUse.tsx';
import { useChat } from './context.ts';
import { Icon } from './controls.tsx';

export function StatusLine() {
  const { store, post } = useChat();
  const status = store.status.value;
  if (!status) return <div class="status-line" />;
  const { model, endpoint, servers, context, usage } = status;
  const { allTools = servers.tools } = servers;
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
      <CountButton
        icon="plug"
        count={countOf(servers.connected, servers.total)}
        word={servers.total === 1 ? 'server' : 'servers'}
        hint={`${servers.connected} of ${plural(servers.total, 'server')} connected. Open the MCP server settings`}
        onClick={() => post({ type: 'action', action: 'openServerSettings' })}
      />
      <CountButton
        icon="tools"
        count={countOf(servers.tools, allTools)}
        word={allTools === 1 ? 'tool' : 'tools'}
        hint={`The model gets ${servers.tools} of ${plural(allTools, 'tool')}. Choose which`}
        onClick={() => post({ type: 'action', action: 'selectTools' })}
      />
      {context && <ContextUse context={context} usage={usage} />}
    </div>
  );
}

/** Where there is little room, only icon and count are drawn. */
function CountButton(props: {
  icon: string;
  count: string;
  word: string;
  hint: string;
  onClick: () => void;
}) {
  const { icon, count, word, hint, onClick } = props;
  return (
    <button
      type="button"
      class="status-button"
      title={hint}
      aria-label={`${count} ${word}. ${hint}`}
      onClick={onClick}
    >
      <Icon name={icon} />
      <span class="status-text">
        {count}
        <span class="status-word"> {word}</span>
      </span>
    </button>
  );
}

function countOf(some: number, all: number): string {
  return some === all ? String(all) : `${some} of ${all}`;
}
