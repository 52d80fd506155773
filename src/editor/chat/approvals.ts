import { headText } from '../../base/common/cut.ts';
import { isDeepStrictEqual } from 'node:util';
import { t } from '@vscode/l10n';
import type { ApprovalOutcome, Transcript } from '../../agent/index.ts';
import type {
  Approval,
  ApprovalReason,
  ApprovalScope,
  DataMark,
  ApprovalDecision,
} from '../../protocol/index.ts';

export interface ApprovalRequest {
  readonly args: Readonly<Record<string, unknown>>;
  readonly approval: Approval;
  readonly openEdit?: (() => void) | undefined;
  /** What a permission for all tools would be for; the card shows how many they are. */
  readonly covered?: Readonly<Record<string, string>> | undefined;
  /** The reasons with which an answer to another call allows it by now; undefined if none does. */
  readonly allowedBy: () => Promise<readonly ApprovalReason[] | undefined>;
  /** Saves a permission if `covers` is one of the approval's coverages. */
  readonly remember: (scope: Exclude<ApprovalScope, 'once'>, covers: unknown) => void;
  readonly decideOn: (
    args: Readonly<Record<string, unknown>>,
  ) => Promise<Pick<ApprovalRequest, 'approval' | 'openEdit' | 'covered' | 'remember'>>;
  readonly release: (marks: readonly DataMark[]) => void;
  readonly check: (args: Readonly<Record<string, unknown>>) => string | undefined;
}

type Asked = Pick<ApprovalRequest, 'approval' | 'covered'>;

interface PendingApproval extends ApprovalRequest {
  approval: Approval;
  openEdit?: ApprovalRequest['openEdit'];
  covered?: ApprovalRequest['covered'];
  readonly transcript: Transcript;
  readonly settle: (verdict: ApprovalOutcome) => void;
}

/** Characters; the model has to read the reason. */
const MAX_REASON = 2_000;

export class Approvals {
  private readonly waiting = new Map<string, PendingApproval>();

  /** Resolves with the user's decision, or a denial when the signal aborts. */
  ask(
    transcript: Transcript,
    id: string,
    request: ApprovalRequest,
    signal: AbortSignal,
  ): Promise<ApprovalOutcome> {
    return new Promise((resolve) => {
      const settle = (verdict: ApprovalOutcome): void => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(verdict);
      };
      const stop = (): void => settle({ allowed: false, reason: 'The user stopped the turn.' });
      if (signal.aborted) return stop();
      this.waiting.set(id, { ...request, transcript, settle });
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  openEdit(id: string): void {
    this.waiting.get(id)?.openEdit?.();
  }

  async reply(id: string, verdict: ApprovalDecision): Promise<void> {
    const call = this.waiting.get(id);
    if (!call) return;
    if (verdict.action === 'deny') {
      const why = headText(verdict.reason.trim(), MAX_REASON);
      return call.settle({ allowed: false, reason: why === '' ? '' : `They say: ${why}` });
    }
    const { scope, covers, argsText, releases } = verdict;
    const edited = argsText === undefined ? undefined : readArguments(argsText, call);
    if (edited && 'problem' in edited)
      return call.transcript.changeApproval(id, { ...call.approval, problem: edited.problem });
    const asked = edited ? await call.decideOn(edited.args) : call;
    // It was answered or stopped meanwhile.
    if (this.waiting.get(id) !== call) return;
    if (edited && asksForMore(call, asked, scope !== 'once')) {
      call.approval = asked.approval;
      call.openEdit = asked.openEdit;
      call.covered = asked.covered;
      return call.transcript.changeApproval(id, asked.approval);
    }
    const { reasons: approved = [] } = asked.approval;
    if (scope !== 'once') asked.remember(scope, covers);
    if (releases) call.release(approved.flatMap((one) => (one.kind === 'dataFlow' ? one.marks : [])));
    call.settle({ allowed: true, approved, ...edited });
    await this.release('permission');
  }

  /** Runs the calls that the user need no longer decide about by now; each says what allowed it. */
  async release(by: 'mode' | 'permission'): Promise<void> {
    await Promise.all(
      [...this.waiting].map(async ([id, call]) => {
        const approved = await call.allowedBy();
        // It was answered or stopped meanwhile.
        if (!approved || this.waiting.get(id) !== call) return;
        call.transcript.addCallNote(id, { kind: 'released', by });
        call.settle({ allowed: true, approved });
      }),
    );
  }
}

/** Whether edited arguments have reasons that were not shown, or a permission would cover something else. */
function asksForMore(shown: Asked, now: Asked, isSaved: boolean): boolean {
  const { reasons: known = [], coverages } = shown.approval;
  const isNews = (now.approval.reasons ?? []).some(
    (one) => !known.some((each) => isDeepStrictEqual(each, one)),
  );
  const isSame =
    isDeepStrictEqual(now.approval.coverages, coverages) && isDeepStrictEqual(now.covered, shown.covered);
  return isNews || (isSaved && !isSame);
}

function readArguments(
  text: string,
  { args, check }: PendingApproval,
): { readonly args: Readonly<Record<string, unknown>> } | { readonly problem: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { problem: t('This is not valid JSON: {0}', (error as Error).message) };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: t('The arguments must be a JSON object.') };
  const edited = value as Readonly<Record<string, unknown>>;
  if (JSON.stringify(edited) === JSON.stringify(args)) return undefined;
  const problem = check(edited);
  return problem === undefined ? { args: edited } : { problem };
}
