/** One tool call: a line that says what runs and how it stands, unfolding to its arguments and result. */
import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { CallView, Item, Progress } from '../../protocol/index.ts';
import { Icon } from '../chat/controls.tsx';
import { Disclosure } from '../chat/Disclosure.tsx';
import { Approval } from './Approval.tsx';
import { Exact } from './Exact.tsx';
import { CallBody } from './CallBody.tsx';
import { CallProgress, percentOf } from './CallProgress.tsx';
import { CallTime } from './CallTime.tsx';
import { chiefArgument, splitPath, summarizeArguments } from './json.ts';
import { callName, isOpenCall, sourceIcons, sourceName, statusLooks } from './names.ts';

/** The item of a call. Nothing but the user's hand unfolds or folds it. */
export function Call({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  if (item.value.kind !== 'call') return null;
  const { call } = item.value;
  const asked = isAsking(call) ? call.approval : undefined;
  const progress = progressOf(call);
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
          progress && <CallProgress progress={progress} />
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

/** How far it is, as long as that is news. */
function progressOf(call: CallView): Progress | undefined {
  return isOpenCall(call.status) && !isAsking(call) ? call.progress : undefined;
}

function looksOf(call: CallView): { readonly icon: string; readonly label: string } {
  if (isAsking(call)) return { icon: 'shield', label: t('Asks') };
  if (isAwaitingAnswer(call)) return { icon: 'question', label: t('Waiting for you') };
  return statusLooks(call.status);
}

/** What the call is about. */
function Chief({ text }: { text: string }) {
  const [folders, rest] = splitPath(text);
  return (
    <span class="call-chief" aria-hidden="true">
      {folders !== '' && (
        <span class="chief-folders">
          <Exact text={folders} />
        </span>
      )}
      {rest !== '' && (
        <span class="chief-rest">
          <Exact text={rest} />
        </span>
      )}
    </span>
  );
}

function CallLine({ call }: { call: CallView }) {
  const { icon, label } = looksOf(call);
  const awaiting = isAwaitingAnswer(call);
  const progress = progressOf(call);
  const message = progress?.message;
  const percent = progress && percentOf(progress);
  const quiet = call.status === 'success' || (call.status === 'running' && !awaiting);
  return (
    <>
      <Icon name={sourceIcons[call.source.kind]} class="call-icon" />
      <span class="call-title">
        <span class="call-name">
          <Exact text={callName(call)} />
        </span>
        <span class="call-source">
          <Exact text={sourceName(call.source)} />
        </span>
      </span>
      <span class="call-summary">
        <Exact text={summarizeArguments(call.argsText)} />
      </span>
      <Chief text={chiefArgument(call.argsText)} />
      {message !== undefined && (
        <span class="call-message" aria-hidden="true" title={message}>
          {message}
        </span>
      )}
      {message === undefined && percent !== undefined && (
        <span class="call-percent" aria-hidden="true">
          {`${percent} %`}
        </span>
      )}
      <span class="call-state">
        <span class={quiet ? 'sr-only' : 'call-state-label'}>{label}</span>
        <CallTime call={call} />
        <Icon name={icon} spin={call.status === 'running' && !awaiting} class="call-state-icon" />
      </span>
    </>
  );
}
