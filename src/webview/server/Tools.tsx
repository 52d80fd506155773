import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ServerToolView, ServerView } from '../../protocol/index.ts';
import { formatCount } from '../ui/format.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Icon, IconButton } from '../ui/controls.tsx';
import { SearchField } from '../ui/fields.tsx';
import { moveFocus } from '../ui/focus.ts';
import type { PageProps } from './state.ts';
import { ToolForm } from './ToolForm.tsx';

export function Tools({ server, state, post }: PageProps & { server: ServerView }) {
  const name = state.tool.value;
  const chosen = server.tools.find((tool) => tool.name === name);
  return (
    <div class={`server-split ${chosen ? 'has-details' : ''}`}>
      <ToolList server={server} chosen={name} onChoose={(tool) => state.showTool(tool)} />
      {chosen && <ToolDetails key={chosen.name} {...{ server, tool: chosen, state, post }} />}
    </div>
  );
}

function ToolList(props: {
  server: ServerView;
  chosen: string | undefined;
  onChoose: (name: string) => void;
}) {
  const { server, chosen, onChoose } = props;
  const [text, setText] = useState('');
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const tools = server.tools.filter(({ name, label, description = '' }) => {
    const said = `${name} ${label} ${description}`.toLowerCase();
    return words.every((word) => said.includes(word));
  });
  return (
    <div class="server-list">
      <div class="server-bar" role="search">
        <SearchField label={t('Search tools')} value={text} onInput={setText} />
      </div>
      {server.toolsAreRemembered && server.tools.length > 0 && (
        <p class="server-quiet server-note">
          {t('These are the tools of the last connection. Connect the server to call them.')}
        </p>
      )}
      {tools.length === 0 ? (
        <p class="server-empty" role="status">
          {words.length > 0 ? t('No tools match the search.') : t('The server has no tools.')}
        </p>
      ) : (
        <ul aria-label={t('Tools')} onKeyDown={(event) => moveFocus(event, '.server-row')}>
          {tools.map((tool) => (
            <li key={tool.name}>
              <ToolRow tool={tool} selected={tool.name === chosen} onChoose={() => onChoose(tool.name)} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function ToolRow({
  tool,
  selected,
  onChoose,
}: {
  tool: ServerToolView;
  selected: boolean;
  onChoose: () => void;
}) {
  const { label, description, hints, enabled, tokens } = tool;
  return (
    <button type="button" class="server-row tool-row" aria-pressed={selected} onClick={onChoose}>
      <span class="tool-line">
        <span class="tool-name">{label}</span>
        {!enabled && (
          <span class="tool-badge">{t({ message: 'off', comment: 'a tool that is switched off' })}</span>
        )}
        {hints.map(({ kind, word }) => (
          <span key={kind} class={`tool-badge ${kind === 'destructive' ? 'destructive' : ''}`}>
            {word}
          </span>
        ))}
        {tokens !== undefined && (
          <span class="tool-tokens" title={t('Approximate size of the tool definition in each request')}>
            {t('{0} tokens', formatCount(tokens))}
          </span>
        )}
      </span>
      {description !== undefined && <span class="tool-about">{description.split('\n', 1)[0]}</span>}
    </button>
  );
}

function ToolDetails({
  server,
  tool,
  state,
  post,
}: PageProps & { server: ServerView; tool: ServerToolView }) {
  const { name, label, description } = tool;
  const known = state.definition.value;
  return (
    <section
      class="server-details-pane"
      aria-label={t('Tool {0}', label)}
      onKeyDown={({ key }) => key === 'Escape' && state.showTool(undefined)}
    >
      <div class="server-heading">
        <h2>{label}</h2>
        <IconButton icon="close" label={t('Close')} onClick={() => state.showTool(undefined)} />
      </div>
      {label !== name && <p class="server-quiet">{name}</p>}
      {description !== undefined && <p class="server-instructions">{description}</p>}
      {known ? (
        <>
          <ToolForm {...{ tool: name, known, state, post }} />
          <details class="server-schema">
            <summary>{t('Definition')}</summary>
            <CodeText text={known.definition} language="json" />
          </details>
        </>
      ) : (
        server.state.kind !== 'connected' && (
          <p class="server-quiet">
            <Icon name="info" /> {t('The schema is available while the server is connected.')}
          </p>
        )
      )}
    </section>
  );
}
