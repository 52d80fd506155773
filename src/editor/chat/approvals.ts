import { t } from '@vscode/l10n';
import type { ApprovalOutcome, Transcript } from '../../agent/index.ts';
import { headText } from '../../base/common/cut.ts';
import { jsonFault } from '../../base/common/jsonFault.ts';
import type { ApprovalDecision } from '../../protocol/index.ts';
import type { PendingApproval } from './pendingApproval.ts';

export interface ApprovalsHost {
  readonly transcript: Transcript;
  needsUser(): void;
  /** Shows changes of the transcript without a frame's delay. */
  flush(): void;
  /** Counts what waits for the user until the promise settles. */
  counted<Outcome>(outcome: Promise<Outcome>): Promise<Outcome>;
}

interface PendingCall {
  /** The call with the model's arguments. */
  readonly asked: PendingApproval;
  /** The call as the card shows it. Arguments that ask for more than it are shown before they run. */
  shown: PendingApproval;
  /** Ends the diff that is open of `shown`. */
  diff: AbortController;
  readonly settle: (outcome: ApprovalOutcome) => void;
}

/** Characters; the model has to read the reason. */
const MAX_REASON = 2_000;

/** The calls of a conversation that wait for the user. */
export class Approvals {
  private readonly host: ApprovalsHost;
  private readonly pending = new Map<string, PendingCall>();

  constructor(host: ApprovalsHost) {
    this.host = host;
  }

  /** Resolves with the user's decision, or a denial when the signal aborts. */
  ask(id: string, approval: PendingApproval, signal: AbortSignal): Promise<ApprovalOutcome> {
    const outcome = new Promise<ApprovalOutcome>((resolve) => {
      const settle = (decided: ApprovalOutcome): void => {
        this.pending.get(id)?.diff.abort();
        this.pending.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(decided);
      };
      const stop = (): void => settle({ allowed: false, reason: 'The user stopped the turn.' });
      if (signal.aborted) return stop();
      this.pending.set(id, { asked: approval, shown: approval, diff: new AbortController(), settle });
      signal.addEventListener('abort', stop, { once: true });
    });
    if (!signal.aborted) this.host.needsUser();
    return this.host.counted(outcome);
  }

  async openEdit(id: string): Promise<void> {
    const call = this.pending.get(id);
    if (!call) return;
    const { asked, shown, diff } = call;
    const argsText = shown === asked ? undefined : JSON.stringify(shown.args);
    const answer = (isAllowed: boolean): void => {
      // The answer is for the change that the user sees, and not for what has taken its place.
      if (diff.signal.aborted) return;
      void this.reply(
        id,
        isAllowed
          ? { action: 'allow', scope: 'once', covers: 'tool', argsText }
          : { action: 'deny', reason: '' },
      );
    };
    await shown.openEdit(answer, diff.signal);
  }

  async reply(id: string, decision: ApprovalDecision): Promise<void> {
    await this.decide(id, decision);
    this.host.flush();
  }

  /** Runs the waiting calls that the new approval mode allows. */
  async modeChanged(): Promise<void> {
    await this.release('mode');
    this.host.flush();
  }

  /** Shows the changes that the waiting calls would make now that another call of their step has ended. */
  async callEnded(): Promise<void> {
    const { transcript } = this.host;
    await Promise.all(
      [...this.pending].map(async ([id, call]) => {
        const { asked, shown } = call;
        if (shown !== asked) await asked.planAgain();
        if (!(await shown.planAgain())) return;
        const { edit } = await shown.approval();
        const approval = transcript.call(id)?.approval;
        // The call was answered or stopped meanwhile.
        if (!approval || this.pending.get(id) !== call || call.shown !== shown) return;
        endDiff(call);
        transcript.changeApproval(id, { ...approval, edit });
      }),
    );
  }

  private async decide(id: string, decision: ApprovalDecision): Promise<void> {
    const call = this.pending.get(id);
    if (!call) return;
    if (decision.action === 'deny') {
      const why = headText(decision.reason.trim(), MAX_REASON);
      return call.settle({ allowed: false, reason: why === '' ? '' : `They say: ${why}` });
    }
    const { transcript } = this.host;
    const { scope, covers, argsText, releases } = decision;
    const edited = argsText === undefined ? undefined : readArguments(argsText, call.asked);
    if (edited && 'problem' in edited) {
      const shown = transcript.call(id)?.approval;
      if (shown) transcript.changeApproval(id, { ...shown, problem: edited.problem });
      return;
    }
    const decided = edited ? await call.asked.withArguments(edited.args) : call.asked;
    const approval = needsShowing(decided, call, scope !== 'once') ? await decided.approval() : undefined;
    // The call was answered or stopped meanwhile.
    if (this.pending.get(id) !== call) return;
    if (approval) {
      call.shown = decided;
      endDiff(call);
      return transcript.changeApproval(id, approval);
    }
    if (scope !== 'once') decided.remember(scope, covers);
    if (releases) decided.releaseMarks();
    call.settle(decided.allow());
    await this.release('permission');
  }

  /** Runs the calls that the user need no longer decide about, each with a note of what allowed it. */
  private async release(by: 'mode' | 'permission'): Promise<void> {
    await Promise.all(
      [...this.pending].map(async ([id, call]) => {
        // The user wants other arguments, and sees those.
        if (call.shown !== call.asked) return;
        const approved = await call.asked.allowedNow();
        // The call was answered or stopped meanwhile.
        if (!approved || this.pending.get(id) !== call || call.shown !== call.asked) return;
        this.host.transcript.addCallNote(id, { kind: 'released', by });
        call.settle(call.asked.allow(approved));
      }),
    );
  }
}

/** Closes the diff that is open of what was shown before. */
function endDiff(call: PendingCall): void {
  call.diff.abort();
  call.diff = new AbortController();
}

/** Tells whether the card does not show yet what would run: after an edit, it shows the edited arguments’ change. */
function needsShowing(decided: PendingApproval, { asked, shown }: PendingCall, isSaved: boolean): boolean {
  if (decided === shown) return false;
  return decided === asked || decided.asksForMore(shown, isSaved);
}

function readArguments(
  text: string,
  approval: PendingApproval,
): { readonly args: Readonly<Record<string, unknown>> } | { readonly problem: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: t('This is not valid JSON: {0}.', jsonFault(text).localized) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: t('The arguments must be a JSON object.') };
  const edited = value as Readonly<Record<string, unknown>>;
  if (JSON.stringify(edited) === JSON.stringify(approval.args)) return undefined;
  const problem = approval.argumentProblem(edited);
  return problem === undefined ? { args: edited } : { problem };
}
