import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { CallView, Item, Progress } from '../../protocol/index.ts';
import { Icon } from '../ui/controls.tsx';
import { useChat } from '../ui/chatContext.ts';
import { useClock } from '../ui/clock.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { formatDuration, formatRunning } from '../ui/format.ts';
import { Approval } from './Approval.tsx';
import { Exact } from './Exact.tsx';
import { CallBody } from './CallBody.tsx';
import { chiefArgument, splitPath, summarizeArguments } from './json.ts';
import { callName, isOpenCall, sourceIcons, sourceName, statusLooks } from '../state/callNames.ts';

/** Only the user unfolds or folds a call. */
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

function isAsking({ status, approval }: CallView): boolean {
  return status === 'pending' && approval !== undefined;
}

function isAwaitingAnswer({ status, awaitsUser }: CallView): boolean {
  return status === 'running' && awaitsUser === true;
}

function progressOf(call: CallView): Progress | undefined {
  return isOpenCall(call.status) && !isAsking(call) ? call.progress : undefined;
}

function looksOf(call: CallView): { readonly icon: string; readonly label: string } {
  if (isAsking(call)) return { icon: 'shield', label: t('Needs approval') };
  if (isAwaitingAnswer(call)) return { icon: 'question', label: t('Waiting for you') };
  return statusLooks(call.status);
}

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

function CallTime({ call: { status, startedAt, durationMs } }: { call: CallView }) {
  if (durationMs !== undefined) return <span class="call-time">{formatDuration(durationMs)}</span>;
  return status === 'running' ? <RunningTime startedAt={startedAt} /> : null;
}

/** No time in the first second: most calls are over by then. */
function RunningTime({ startedAt }: { startedAt: number }) {
  const { store } = useChat();
  const elapsed = useClock() + store.clockSkew - startedAt;
  return <span class="call-time">{elapsed < 1000 ? '' : formatRunning(elapsed)}</span>;
}

/** A bar on the lower edge of the line; it takes no height, so nothing moves when it comes or goes. */
function CallProgress({ progress }: { progress: Progress }) {
  const percent = percentOf(progress);
  return (
    <div class="call-progress">
      <div
        class={`bar ${percent === undefined ? 'endless' : ''}`}
        role="progressbar"
        aria-label={progress.message ?? t('Progress')}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
      >
        <div class="bar-done" style={percent === undefined ? undefined : { width: `${percent}%` }} />
      </div>
    </div>
  );
}

function percentOf({ progress, total }: Progress): number | undefined {
  if (total === undefined || total <= 0) return undefined;
  return Math.round(Math.min(100, Math.max(0, (progress / total) * 100)));
}
