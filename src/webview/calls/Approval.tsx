import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  describeReason,
  type Approval as Asked,
  type ApprovalReason,
  type ApprovalScope,
  type CallView,
  type Coverage,
  type ApprovalDecision,
  type ToolSource,
} from '../../protocol/index.ts';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { focusNextCard } from '../ui/focus.ts';
import { ConsentButtons, handleConsentKey } from '../ui/ConsentButtons.tsx';
import { useChat } from '../ui/chatContext.ts';
import { Icon } from '../ui/controls.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { Choice } from '../ui/fields.tsx';
import { CallNotes } from './CallNotes.tsx';
import { ApprovalArguments, shownArguments } from './ApprovalArguments.tsx';
import { CommandTarget } from './CommandTarget.tsx';
import { Exact } from './Exact.tsx';
import { CodeText } from './ResultPart.tsx';
import { callName, sourceName } from '../state/callNames.ts';

type Covers = Coverage['covers'];

const scopes = (): readonly (readonly [ApprovalScope, string])[] => [
  ['once', t('Once')],
  ['conversation', t('In this conversation')],
  ['workspace', t('In this workspace')],
  ['always', t('Always')],
];

export function Approval({ id, call, approval }: { id: string; call: CallView; approval: Asked }) {
  const { post, view } = useChat();
  const card = useRef<HTMLDivElement>(null);
  const [scope, setScope] = useState<ApprovalScope>('once');
  const [chosen, setCovers] = useState<Covers>();
  const [releases, setReleases] = useState(false);
  const [edited, setEdited] = useEditedArguments(id);
  const [denying, setDenying] = useState(false);
  const [reason, setReason] = useState('');
  const isWhole = view.isWhole(id);
  const shown = shownArguments(call);
  // The button shows the rest first: what is not on the page cannot be allowed.
  const isCollapsed = !isWhole && edited === undefined && shown.isLong;
  const source = sourceName(call.source);
  const hints = saying(approval, call.source);
  const { coverages } = approval;
  const coverage = coverages.find(({ covers }) => covers === chosen) ?? coverages[0];
  const allow = (): void => {
    const decision: ApprovalDecision = {
      action: 'allow',
      scope: coverage ? scope : 'once',
      covers: coverage?.covers ?? 'tool',
      argsText: edited,
      releases: releases || undefined,
    };
    post({ type: 'decide', id, decision });
  };
  const deny = (): void => post({ type: 'decide', id, decision: { action: 'deny', reason } });
  const submit = (event: Event): void => {
    event.preventDefault();
    if (denying) deny();
    else if (isCollapsed) view.showWhole(id);
    else allow();
  };
  // The card goes once it is answered: the keyboard moves to the next card.
  useLayoutEffect(() => {
    const element = card.current;
    return () => {
      view.forgetForm(id);
      if (element?.contains(document.activeElement)) focusNextCard(element, () => view.focusComposer());
    };
  }, []);
  return (
    // The card is no form with a name: several forms of one name are no landmarks.
    <div
      ref={card}
      class={`approval ${isCollapsed ? 'collapsed' : ''}`}
      role="group"
      aria-label={t('{0} of {1} is waiting for your approval', callName(call), source)}
      tabIndex={-1}
      onKeyDown={(event) => handleConsentKey(event, card.current, deny)}
      {...deliberate}
    >
      <form
        class="approval-form"
        // The edited arguments are saved; other input is lost when the form is no longer drawn.
        data-untouched={!denying && reason === '' && scope === 'once' && !releases ? '' : undefined}
        onSubmit={submit}
      >
        {approval.changed && (
          <p class="approval-warning">
            <Icon name="warning" /> {t('The tool or its server has changed since you allowed it.')}
          </p>
        )}
        {approval.isNew && (
          <p class="approval-warning">
            <Icon name="warning" /> {t('This tool was added after you allowed the tools of its source.')}
          </p>
        )}
        {approval.reasons?.map((asked) => (
          <Reason key={JSON.stringify(asked)} reason={asked} isChangeShown={shown.edit !== undefined} />
        ))}
        <CallNotes call={call} isAsked />
        {hints !== undefined && <p class="approval-says">{hints}</p>}
        <CommandTarget call={call} argsText={edited ?? call.argsText} />
        <ApprovalArguments
          shown={shown}
          isCollapsed={isCollapsed}
          isWhole={isWhole}
          edited={edited}
          problem={approval.problem}
          onEdit={setEdited}
          onShowAll={() => view.showWhole(id)}
          onOpenDiff={() => post({ type: 'openProposedEdit', id })}
        />
        <ConsentButtons
          allow={{
            label: isCollapsed ? t('Show all') : t('Allow'),
            scope: coverage && { value: scope, options: scopes(), onChoose: setScope },
          }}
          deny={{
            reason: {
              isOpen: denying,
              onOpen: setDenying,
              text: reason,
              onText: setReason,
              label: t('Reason for the model (optional)'),
              placeholder: t('Reason (optional, sent to the model)'),
            },
          }}
        />
        {!denying && coverage && scope !== 'once' && (
          <div class="approval-lasting">
            <Choice
              class="approval-choice"
              label={t('Scope of the permission')}
              value={coverage.covers}
              options={coverages.map((each) => [
                each.covers,
                showHidden(choiceOf(each, call.source), 'exact'),
              ])}
              onChoose={setCovers}
            />
            <Extent coverage={coverage} />
          </div>
        )}
        {!denying && approval.reasons?.some(({ kind }) => kind === 'dataFlow') && (
          <label class="approval-release">
            <input
              type="checkbox"
              checked={releases}
              onChange={({ currentTarget }) => setReleases(currentTarget.checked)}
            />{' '}
            {t('Allow, and do not warn again in this conversation')}
          </label>
        )}
      </form>
    </div>
  );
}

function Reason({ reason, isChangeShown }: { reason: ApprovalReason; isChangeShown: boolean }) {
  const change = reason.kind === 'protectedFile' && !isChangeShown ? reason.change : undefined;
  return (
    <>
      <p class="approval-warning">
        <Icon name="warning" />{' '}
        <span>
          <Exact text={describeReason(reason)} />
        </span>
      </p>
      {change !== undefined && (
        <div class="approval-change" role="group" aria-label={t('The change')}>
          <CodeText text={change} language="diff" />
        </div>
      )}
    </>
  );
}

/** Arguments that the user is editing, saved with the page until the call is answered. */
function useEditedArguments(id: string): [string | undefined, (text: string | undefined) => void] {
  const { view } = useChat();
  const [text, setText] = useState(() => view.form(id)?.['arguments']);
  const save = (changed: string | undefined): void => {
    setText(changed);
    if (changed === undefined) view.forgetForm(id);
    else view.saveForm(id, { arguments: changed });
  };
  return [typeof text === 'string' ? text : undefined, save];
}

function Extent({ coverage }: { coverage: Coverage }) {
  if ('tools' in coverage)
    return (
      <p class="approval-extent">
        {coverage.tools === 1
          ? t('Currently 1 tool. New and changed tools need approval again.')
          : t('Currently {0} tools. New and changed tools need approval again.', coverage.tools)}
      </p>
    );
  if (!('command' in coverage)) return null;
  return (
    <div class="approval-extent">
      <div>
        {coverage.covers === 'command'
          ? t('Exactly this command, in this folder:')
          : t(
              'This command, followed only by file names and paths in this folder, without options or shell syntax. Folder:',
            )}
      </div>
      <code class="approval-command">
        <Exact text={coverage.command} />
      </code>
      <code class="approval-command">
        <Exact text={coverage.cwd} />
      </code>
    </div>
  );
}

function choiceOf(coverage: Coverage, source: ToolSource): string {
  const name = sourceName(source);
  switch (coverage.covers) {
    case 'tool':
      return t('this tool');
    case 'readOnly':
      return t('tools that {0} marks as read-only', name);
    case 'source':
      return source.kind === 'native'
        ? t('all built-in tools except commands and web pages')
        : t('every tool of {0}', name);
    case 'command':
      return t('this exact command');
    case 'pattern':
      return t('{0} …', coverage.command);
    case 'resources':
      return t('resources of {0}', coverage.server);
    case 'host':
      return t('pages of {0}', coverage.host);
  }
}

/** Says what the maker claims of the tool, or what a built-in tool does. */
function saying({ says }: Asked, source: ToolSource): string | undefined {
  if (source.kind === 'native') {
    const isOpen = says.includes('openWorld');
    if (!says.includes('destructive')) return isOpen ? t('Sends a request to the internet') : undefined;
    return isOpen ? t('Runs a shell command') : t('Changes files in your workspace');
  }
  const maker = sourceName(source);
  const sentences = {
    readOnly: t('Marked read-only by {0}', maker),
    destructive: t('Marked destructive by {0}', maker),
    openWorld: t('{0} says this tool reaches external systems', maker),
  };
  return says.length > 0 ? says.map((hint) => sentences[hint]).join(' · ') : undefined;
}
