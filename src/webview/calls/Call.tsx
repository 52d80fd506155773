/** One tool call: a line that says what runs and how it stands, unfolding to its arguments and result. */
import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { CallView, Item, Progress } from '../../protocol/index.ts';
import { Icon } from '../chat/controls.tsx';
import { Disclosure } from '../chat/Disclosure.tsx';
import { Approval } from './Approval.tsx';
import { CallBody } from './CallBody.tsx';
import { CallTime } from './CallTime.tsx';
import { chiefArgument, summarizeArguments } from './json.ts';
import { callName, isOpenCall, sourceIcons, sourceName, statusLooks } from './names.ts';

/** The item of a call. Nothing but the user's hand unfolds or folds it. */
export function Call({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'call') return null;
  const { call } = item.value;
  const asked = isAsking(call) ? call.approval : undefined;
  return (
    <Disclosure
      id={id}
      class={`call ${call.status} ${asked ? 'asking' : ''} ${isAwaitingAnswer(call) ? 'awaiting' : ''}`}
      label={<CallLine call={call} />}
      title={call.wireName}
      below={
        asked ? (
          <Approval id={id} call={call} approval={asked} />
        ) : (
          call.progress && isOpenCall(call.status) && <CallProgress progress={call.progress} />
        )
      }
    >
      {() => <CallBody id={id} call={call} />}
    </Disclosure>
  );
}

/** Whether it waits for the user's word. */
function isAsking({ status, approval }: CallView): boolean {
  return status === 'pending' && approval !== undefined;
}

/** Whether its server waits for the user's answer. */
function isAwaitingAnswer({ status, awaitsUser }: CallView): boolean {
  return status === 'running' && awaitsUser === true;
}

function looksOf(call: CallView): { readonly icon: string; readonly label: string } {
  if (isAsking(call)) return { icon: 'shield', label: t('Asks') };
  if (isAwaitingAnswer(call)) return { icon: 'question', label: t('Waiting for you') };
  return statusLooks(call.status);
}

function CallLine({ call }: { call: CallView }) {
  const { icon, label } = looksOf(call);
  const awaiting = isAwaitingAnswer(call);
  const quiet = call.status === 'success' || (call.status === 'running' && !awaiting);
  return (
    <>
      <Icon name={sourceIcons[call.source.kind]} class="call-icon" />
      <span class="call-title">
        <span class="call-name">{callName(call)}</span>
        <span class="call-source">{sourceName(call.source)}</span>
      </span>
      <span class="call-summary">{summarizeArguments(call.argsText)}</span>
      <span class="call-chief" aria-hidden="true">
        {chiefArgument(call.argsText)}
      </span>
      <span class="call-state">
        <span class={quiet ? 'sr-only' : 'call-state-label'}>{label}</span>
        <CallTime call={call} />
        <Icon name={icon} spin={call.status === 'running' && !awaiting} class="call-state-icon" />
      </span>
    </>
  );
}

/** How far the call is. Without a total the bar only says that something moves. */
function CallProgress({ progress: { progress, total, message } }: { progress: Progress }) {
  const known = total !== undefined && total > 0;
  const percent = known ? Math.min(100, Math.max(0, (progress / total) * 100)) : undefined;
  return (
    <div class="call-progress">
      <div
        class={`bar ${known ? '' : 'endless'}`}
        role="progressbar"
        aria-label={message ?? t('Progress')}
        aria-valuenow={percent === undefined ? undefined : Math.round(percent)}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div class="bar-done" style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
      <span class="call-message" title={message}>
        {message ?? (percent === undefined ? '' : `${Math.round(percent)} %`)}
      </span>
    </div>
  );
}
