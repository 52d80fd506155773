import { t } from '@vscode/l10n';
import { onScreen } from '../../base/common/terminalText.ts';
import {
  isTurnTool,
  planOfCall,
  toolKey,
  type CallView,
  type Plan,
  type ProposedEdit,
} from '../../protocol/index.ts';
import { useMemo } from 'preact/hooks';
import { useChat } from '../ui/chatContext.ts';
import { Icon, IconButton, TextButton } from '../ui/controls.tsx';
import { CallNotes } from './CallNotes.tsx';
import { InlineDiff } from './InlineDiff.tsx';
import { GrowingText } from './GrowingText.tsx';
import { PlanSteps } from './PlanSteps.tsx';
import { CodeText, CutNote, ResultPart } from './ResultPart.tsx';
import { Section } from './Section.tsx';
import { terminalCommand, Terminal } from './Terminal.tsx';
import { adviceFor, isOpenCall } from '../state/callNames.ts';
import { markdownIn } from './markdownResult.ts';
import { formattedText } from './parts.ts';

/** A call of an imported conversation cannot be run again: its arguments are only a claim. */
interface Shown {
  readonly id: string;
  readonly call: CallView;
  readonly isImported: boolean;
}

/** `isAsked`: the approval shows the arguments, and what else is known of the call. */
export function CallBody({ isAsked, ...shown }: Shown & { isAsked: boolean }) {
  if (isAsked) return <CallFoot {...shown} />;
  return <WholeCall {...shown} />;
}

function WholeCall({ id, call, isImported }: Shown) {
  const command = terminalCommand(call);
  const plan = planOfCall(call);
  return (
    <>
      <CallNotes call={call} />
      {command ? (
        <Terminal id={id} call={call} command={command} />
      ) : plan ? (
        <PlanSection id={id} argsText={call.argsText} plan={plan} />
      ) : (
        <>
          {call.edit ? (
            <Edit id={id} argsText={call.argsText} edit={call.edit} />
          ) : (
            <Arguments id={id} argsText={call.argsText} />
          )}
          <Result id={id} call={call} />
          <Written call={call} />
        </>
      )}
      <CallFoot id={id} call={call} isImported={isImported} />
    </>
  );
}

function PlanSection({ id, argsText, plan }: { id: string; argsText: string; plan: Plan }) {
  const { post } = useChat();
  return (
    <Section
      what="plan"
      onCopy={() => post({ type: 'copy', text: formattedText(argsText).text })}
      onOpen={() => post({ type: 'openCall', id, what: 'arguments' })}
    >
      <PlanSteps plan={plan} />
    </Section>
  );
}

function Edit({ id, argsText, edit }: { id: string; argsText: string; edit: ProposedEdit }) {
  const { post } = useChat();
  return (
    <Section
      what="edit"
      onCopy={() => post({ type: 'copy', text: formattedText(argsText).text })}
      onOpen={() => post({ type: 'openCall', id, what: 'arguments' })}
    >
      <InlineDiff {...edit} />
    </Section>
  );
}

function Arguments({ id, argsText }: { id: string; argsText: string }) {
  const { post } = useChat();
  const args = formattedText(argsText);
  const open = (): void => post({ type: 'openCall', id, what: 'arguments' });
  return (
    <Section what="arguments" onCopy={() => post({ type: 'copy', text: args.text })} onOpen={open}>
      {args.text.trim() === '' || args.text === '{}' ? (
        <div class="call-none">{t({ message: 'None', comment: 'of arguments' })}</div>
      ) : (
        <CodeText {...args} onMore={open} />
      )}
    </Section>
  );
}

function Result({ id, call }: { id: string; call: CallView }) {
  const { post, view, scroll } = useChat();
  const { result, status, cutBytes = 0 } = call;
  const texts = useMemo(() => result?.map((part) => markdownIn(part, call)) ?? [], [result, status]);
  if (!result) return null;
  const plain = `${id} plain`;
  const isPlain = view.isOpen(plain).value;
  const open = (): void => post({ type: 'openCall', id, what: 'result' });
  return (
    <Section
      what={status === 'error' || status === 'timeout' ? 'error' : 'result'}
      onCopy={() => post({ type: 'copyResult', id })}
      onOpen={open}
      extra={
        texts.some((text) => text !== undefined) && (
          <IconButton
            icon="code"
            label={t('Show as plain text')}
            pressed={isPlain}
            onClick={() => {
              scroll.holdStill();
              view.toggle(plain);
            }}
          />
        )
      }
    >
      {result.length === 0 && (
        <div class="call-none">{t({ message: 'Nothing', comment: 'a tool returned it' })}</div>
      )}
      {result.map((part, index) => (
        <ResultPart key={index} part={part} callId={id} markdown={isPlain ? undefined : texts[index]} />
      ))}
      {cutBytes > 0 && <CutNote bytes={cutBytes} onOpen={open} />}
    </Section>
  );
}

/** Output while the call runs. Its room is there from the start, so nothing moves when text comes. */
function Written({ call: { output, result, status } }: { call: CallView }) {
  const { post } = useChat();
  const written = output && (
    <Section what="output" onCopy={() => post({ type: 'copy', text: onScreen(output).text })}>
      <GrowingText text={output} />
    </Section>
  );
  if (result || !isOpenCall(status)) return written || null;
  return (
    <div class={`call-written ${status}`}>{written || <div class="call-none">{t('No result yet')}</div>}</div>
  );
}

function CallFoot({ id, call, isImported }: Shown) {
  const { post, store, prompts } = useChat();
  const { source, toolName, status, byUser, wireName, isRefused } = call;
  const idle = store.status.value?.turn === 'idle';
  const advice = adviceFor(call);
  const canRunAgain =
    !isOpenCall(status) &&
    !isImported &&
    !isRefused &&
    source.kind !== 'unknown' &&
    prompts.offer.value.tools?.includes(toolKey(source, toolName)) !== false &&
    !isTurnTool(source, toolName) &&
    !store.status.value?.isReadOnly;
  return (
    <div class="call-foot">
      {byUser && (
        <div class="call-none">{t('You ran this call again. The model does not see the result.')}</div>
      )}
      {isImported && (
        <div class="call-none">
          {t('This call is from an imported conversation, so it cannot be run again.')}
        </div>
      )}
      {advice !== undefined && <div class="call-advice">{advice}</div>}
      <div class="actions">
        {canRunAgain && (
          <TextButton look="quiet" disabled={!idle} onClick={() => post({ type: 'runAgain', id })}>
            <Icon name="debug-rerun" /> {t('Run again')}
          </TextButton>
        )}
        {source.kind === 'mcp' && (
          <TextButton look="quiet" onClick={() => post({ type: 'showServer', server: source.server })}>
            <Icon name="list-tree" /> {t('Show server')}
          </TextButton>
        )}
        {advice !== undefined && (
          <TextButton look="quiet" onClick={() => post({ type: 'action', action: 'showLog' })}>
            <Icon name="output" /> {t('Show log')}
          </TextButton>
        )}
        <span class="call-wire" title={t('Name of the tool for the model')}>
          {wireName}
        </span>
      </div>
    </div>
  );
}
