import { t } from '@vscode/l10n';
import { useComputed, type ReadonlySignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { commandEndText, planOfCall, type CallView, type Item, type Progress } from '../../protocol/index.ts';
import { Icon, TextButton } from '../ui/controls.tsx';
import { useChat } from '../ui/chatContext.ts';
import { useClock } from '../ui/clock.ts';
import { Picture } from '../ui/Picture.tsx';
import { imagesIn } from './parts.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { formatDuration, formatRunning } from '../ui/format.ts';
import { percentage } from '../ui/language.ts';
import { AboutCall, AboutEdit, AboutMove } from './AboutCall.tsx';
import { Approval } from './Approval.tsx';
import { Exact, Words } from './Exact.tsx';
import { moveOf } from './moves.ts';
import { isInBackground, isInputAwaited, RunningCall } from './RunningCall.tsx';
import { PlanSum } from './PlanSteps.tsx';
import { CallBody } from './CallBody.tsx';
import { useNamedCommand } from './CommandTarget.tsx';
import { callName, isOpenCall, ranForMs, sourceIcons, sourceName, statusLooks } from '../state/callNames.ts';
import { withNamedCommand } from '../state/namedCommand.ts';

/** Only the user unfolds or folds a call. */
export function Call({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, commands } = useChat();
  const isAwaited = useComputed(() => isInputAwaited(commands.value, id)).value;
  const isKept = useComputed(() => isInBackground(commands.value, id)).value;
  const named = useNamedCommand(item);
  if (item.value.kind !== 'call') return null;
  const { imported } = item.value;
  // The field below says what the command asks; the line has to say which command that is.
  const call = isAwaited ? { ...item.value.call, awaitsUser: true, progress: undefined } : item.value.call;
  const runsOn = isKept && !isOpenCall(call.status);
  const asked = isAsking(call) ? call.approval : undefined;
  const progress = progressOf(call);
  const isOpen = view.isOpen(id).value;
  return (
    <Disclosure
      id={id}
      class={`call ${call.status} ${asked ? 'asking' : ''} ${isAwaitingAnswer(call) ? 'awaiting' : ''} ${isAwaitingCall(call) ? 'behind-call' : ''} ${runsOn ? 'in-background' : ''}`}
      label={<CallLine call={call} runsOn={runsOn} named={named} />}
      title={call.wireName}
      below={
        asked ? (
          <Approval id={id} call={call} approval={asked} />
        ) : (
          <>
            {progress && <CallProgress progress={progress} />}
            <RunningCall id={id} call={call} />
            {call.needsTrust && <TrustNeeded />}
            {/* The result has them whole. */}
            {!isOpen && <Thumbnails call={call} />}
          </>
        )
      }
    >
      {() => <CallBody id={id} call={call} isImported={imported === true} isAsked={asked !== undefined} />}
    </Disclosure>
  );
}

/** The button goes with trust: what the row says stays true. */
function TrustNeeded() {
  const { store, post } = useChat();
  return (
    <div class="call-trust">
      <span>{t('The workspace is not trusted, so the command was not run.')}</span>
      {store.status.value?.isUntrusted && (
        <TextButton onClick={() => post({ type: 'action', action: 'manageTrust' })}>{t('Trust…')}</TextButton>
      )}
    </div>
  );
}

const MAX_THUMBNAILS = 6;

function Thumbnails({ call: { result = [] } }: { call: CallView }) {
  const images = useMemo(() => imagesIn(result), [result]);
  if (images.length === 0) return null;
  const more = images.length - MAX_THUMBNAILS;
  return (
    <div class="call-thumbnails">
      {images.slice(0, MAX_THUMBNAILS).map(({ uri, mimeType }, index) => (
        <Picture key={index} src={uri} alt={t('Image from the tool, {0}', mimeType)} />
      ))}
      {more > 0 && <span class="call-none">{t('and {0} more', more)}</span>}
    </div>
  );
}

function isAsking({ status, approval }: CallView): boolean {
  return status === 'pending' && approval !== undefined;
}

function isAwaitingAnswer({ status, awaitsUser }: CallView): boolean {
  return status === 'running' && awaitsUser === true;
}

function isAwaitingCall({ status, awaitsCall }: CallView): boolean {
  return status === 'running' && awaitsCall === true;
}

function progressOf(call: CallView): Progress | undefined {
  return isOpenCall(call.status) && !isAsking(call) ? call.progress : undefined;
}

/** `runsOn`: its command runs in the background, so that the end of the call is not its end. */
function looksOf(call: CallView, runsOn: boolean): { readonly icon: string; readonly label: string } {
  if (runsOn) return { icon: 'terminal', label: t('Runs in the background') };
  if (isAsking(call)) return { icon: 'shield', label: t('Needs approval') };
  if (isAwaitingAnswer(call)) return { icon: 'question', label: t('Waiting for you') };
  if (call.needsTrust) return { icon: 'workspace-untrusted', label: t('Not run') };
  if (isAwaitingCall(call)) return { icon: 'circle-large', label: t('Waiting for an earlier call') };
  const looks = statusLooks(call.status);
  return call.commandEnd && call.status === 'error'
    ? { ...looks, label: commandEndText(call.commandEnd) }
    : looks;
}

/** Columns, in the same order at every width: icon, title, source, what it is about, state, time. */
function CallLine(props: { call: CallView; runsOn: boolean; named: string | undefined }) {
  const { call, runsOn, named } = props;
  const { icon, label } = looksOf(call, runsOn);
  const awaiting = isAwaitingAnswer(call) || isAwaitingCall(call);
  const progress = progressOf(call);
  const message = progress?.message;
  const percent = progress && percentOf(progress);
  const plan = useMemo(() => planOfCall(call), [call.status, call.argsText]);
  const move = useMemo(() => moveOf(call), [call.argsText]);
  const quiet = (call.status === 'success' && !runsOn) || (call.status === 'running' && !awaiting);
  return (
    <>
      <Icon name={sourceIcons[call.source.kind]} class="call-icon" />
      <span class="call-name">
        <Exact text={callName(call)} />
      </span>
      <span class="call-source">
        <Exact text={sourceName(call.source)} />
      </span>
      <span class="call-what">
        {call.edit ? (
          <AboutEdit edit={call.edit} />
        ) : move ? (
          <AboutMove {...move} />
        ) : (
          !isAsking(call) &&
          (plan ? <PlanSum plan={plan} /> : <AboutCall argsText={withNamedCommand(call.argsText, named)} />)
        )}
        {message !== undefined && (
          <span class="call-message" aria-hidden="true" title={showHidden(message, 'turning')}>
            <Words text={message} />
          </span>
        )}
        {message === undefined && percent !== undefined && (
          <span class="call-percent" aria-hidden="true">
            {percentage(percent / 100)}
          </span>
        )}
      </span>
      <span class="call-state">
        <Icon name={icon} spin={call.status === 'running' && !awaiting} class="call-state-icon" />
        <span class={quiet ? 'sr-only' : 'call-state-label'} title={isAwaitingCall(call) ? label : undefined}>
          {label}
        </span>
      </span>
      <CallTime call={call} />
    </>
  );
}

function CallTime({ call }: { call: CallView }) {
  const { status, startedAt } = call;
  const ranFor = ranForMs(call);
  if (ranFor !== undefined) return <span class="call-time">{formatDuration(ranFor)}</span>;
  const runs = status === 'running' && !isAwaitingAnswer(call) && !isAwaitingCall(call);
  return runs ? <RunningTime startedAt={startedAt} /> : null;
}

/** The first second shows no time: most calls are over by then. */
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
