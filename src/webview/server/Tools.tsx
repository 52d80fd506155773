import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import type { ServerToolView, ServerView } from '../../protocol/index.ts';
import { formatCount } from '../ui/format.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Icon } from '../ui/controls.tsx';
import { SearchField } from '../ui/fields.tsx';
import { Details, EmptyNote, RowButton, Rows, SplitView } from '../ui/SplitView.tsx';
import { searchFor } from '../state/filter.ts';
import type { PageProps } from './state.ts';
import { ToolForm } from './ToolForm.tsx';

export function Tools({ server, state, post }: PageProps & { server: ServerView }) {
  const name = state.tool.value;
  const chosen = server.tools.find((tool) => tool.name === name);
  return (
    <SplitView
      list={<ToolList server={server} chosen={name} onChoose={(tool) => state.showTool(tool)} />}
      details={chosen && <ToolDetails key={chosen.name} {...{ server, tool: chosen, state, post }} />}
    />
  );
}

function ToolList(props: {
  server: ServerView;
  chosen: string | undefined;
  onChoose: (name: string) => void;
}) {
  const { server, chosen, onChoose } = props;
  const [text, setText] = useState('');
  const matches = searchFor(text);
  const tools = server.tools.filter(({ name, label, description = '' }) => matches(name, label, description));
  return (
    <div class="split-list">
      <div class="page-bar" role="search">
        <SearchField label={t('Search tools')} value={text} onInput={setText} />
      </div>
      {server.toolsAreRemembered && server.tools.length > 0 && (
        <p class="page-quiet server-note">
          {t('These are the tools of the last connection. Connect the server to call them.')}
        </p>
      )}
      {tools.length === 0 ? (
        <EmptyNote>
          {text.trim() === '' ? t('The server has no tools.') : t('No tools match the search.')}
        </EmptyNote>
      ) : (
        <Rows label={t('Tools')} rows={tools} keyOf={({ name }) => name}>
          {(tool) => (
            <ToolRow tool={tool} isChosen={tool.name === chosen} onChoose={() => onChoose(tool.name)} />
          )}
        </Rows>
      )}
    </div>
  );
}

function ToolRow({
  tool,
  isChosen,
  onChoose,
}: {
  tool: ServerToolView;
  isChosen: boolean;
  onChoose: () => void;
}) {
  const { label, description, hints, enabled, tokens } = tool;
  return (
    <RowButton class="tool-row" isChosen={isChosen} onChoose={onChoose}>
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
    </RowButton>
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
    <Details label={t('Tool {0}', label)} heading={label} onClose={() => state.showTool(undefined)}>
      {label !== name && <p class="page-quiet">{name}</p>}
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
          <p class="page-quiet">
            <Icon name="info" /> {t('The schema is available while the server is connected.')}
          </p>
        )
      )}
    </Details>
  );
}
