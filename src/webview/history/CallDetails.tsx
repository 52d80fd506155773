import { t } from '@vscode/l10n';
import { useState } from 'preact/hooks';
import {
  historySource,
  isTurnTool,
  type HistoryCall,
  type HistoryHostMessage,
} from '../../protocol/index.ts';
import { callName, ranForMs, storedLook } from '../state/callNames.ts';
import { formatDuration, timeText } from '../ui/format.ts';
import { Exact } from '../calls/Exact.tsx';
import { indentJson } from '../calls/json.ts';
import { JsonField } from '../ui/fields.tsx';
import { plainPart } from '../calls/parts.ts';
import { CodeText } from '../calls/ResultPart.tsx';
import { Icon, TextButton } from '../ui/controls.tsx';
import { Details } from '../ui/SplitView.tsx';
import { type PageProps, serverName } from './state.ts';

type Shown = Extract<HistoryHostMessage, { type: 'call' }>;
type Props = PageProps & { readonly call: HistoryCall; readonly cut: Shown['cut'] };

export function CallDetails({ call, cut, state, post }: Props) {
  const { seq, tool, title, wireName, source, status, at, result, argsText } = call;
  const ranFor = ranForMs(call);
  const name = callName({ title, toolName: tool });
  const { label, icon } = storedLook(call);
  const open = (what: 'arguments' | 'result') => () => post({ type: 'open', seq, what });
  return (
    <Details
      label={t('Call of {0}', name)}
      heading={<Exact text={name} />}
      onClose={() => state.select(undefined)}
    >
      <p class={`page-facts ${status}`}>
        <span class="history-state">
          <Icon name={icon} spin={icon === 'loading'} class="history-status" /> {label}
        </span>
        <span>{serverName(historySource(source))}</span>
        {ranFor !== undefined && <span>{formatDuration(ranFor)}</span>}
        <span>{timeText(at)}</span>
        <span class="call-wire" title={t('Name of the tool for the model')}>
          {wireName}
        </span>
      </p>
      <Arguments key={argsText} {...{ call, cut, state, post }} onOpen={open('arguments')} />
      {result && (
        <>
          <div class="history-heading">
            <h3>{t('Result')}</h3>
            <TextButton look="quiet" onClick={open('result')}>
              {t('Open in editor')}
            </TextButton>
          </div>
          {result.length === 0 && <p class="page-quiet">{t('The tool returned no content.')}</p>}
          {result.map((part, index) => (
            <CodeText key={index} {...plainPart(part)} />
          ))}
          {cut.includes('result') && <p class="page-quiet">{t('Only part of the content is shown.')}</p>}
        </>
      )}
    </Details>
  );
}

function Arguments({ call, cut, state, onOpen }: Props & { readonly onOpen: () => void }) {
  const { seq, source, tool, status, argsText, isGone } = call;
  const indented = indentJson(argsText) ?? argsText;
  const [draft, setDraft] = useState<string | undefined>(undefined);
  // An unknown tool cannot run, and cut arguments would be other ones.
  const isOfUser = source.kind !== 'unknown' && !isTurnTool(source, tool);
  const canRun = status !== 'pending' && isOfUser && !isGone && !cut.includes('arguments');
  return (
    <>
      <div class="history-heading">
        <h3>{t('Arguments')}</h3>
        <TextButton look="quiet" onClick={onOpen}>
          {t('Open in editor')}
        </TextButton>
      </div>
      {draft === undefined ? (
        <CodeText text={indented} language="json" />
      ) : (
        <JsonField value={draft} onChange={setDraft} />
      )}
      {state.problem.value !== undefined && (
        <p class="history-problem" role="alert">
          {state.problem.value}
        </p>
      )}
      {isGone && isOfUser && (
        <p class="page-quiet">
          {t('The call cannot be run again now: its tool is disabled, or its server is not connected.')}
        </p>
      )}
      {canRun && (
        <div class="actions" inert={state.selected.value !== seq}>
          <TextButton look="primary" onClick={() => state.runAgain(seq, draft ?? argsText)}>
            {t('Run again')}
          </TextButton>
          <TextButton onClick={() => setDraft(draft === undefined ? indented : undefined)}>
            {draft === undefined ? t('Edit arguments') : t('Discard changes')}
          </TextButton>
        </div>
      )}
    </>
  );
}
