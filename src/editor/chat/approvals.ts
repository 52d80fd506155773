/** The calls that wait for the user's word: asked in the transcript, answered from any chat. */
import { t } from '@vscode/l10n';
import type { PermitVerdict, Transcript } from '../../agent/index.ts';
import type { ApprovalScope, Verdict } from '../../protocol/index.ts';

/** What is done with a decision beyond the call itself. */
export interface Wish {
  readonly args: Readonly<Record<string, unknown>>;
  /** Whether it may run by now without being asked about: an answer to another call may have covered it. */
  readonly isAllowed: () => boolean;
  /** Remembers a permission for longer than this call. */
  readonly remember: (scope: Exclude<ApprovalScope, 'once'>, covers: Covers) => void;
  /** What is wrong with arguments that the user has edited. */
  readonly check: (args: Readonly<Record<string, unknown>>) => string | undefined;
}

type Covers = Extract<Verdict, { action: 'allow' }>['covers'];

interface Waiting extends Wish {
  readonly transcript: Transcript;
  readonly settle: (verdict: PermitVerdict) => void;
}

/** Reasons longer than this many characters are cut: the model has to read them. */
const MAX_REASON = 2_000;

export class Approvals {
  private readonly waiting = new Map<string, Waiting>();

  /** Waits for the user's word on the call, which stands in the transcript. The signal ends the waiting. */
  ask(transcript: Transcript, id: string, wish: Wish, signal: AbortSignal): Promise<PermitVerdict> {
    return new Promise((resolve) => {
      const settle = (verdict: PermitVerdict): void => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', stop);
        resolve(verdict);
      };
      const stop = (): void => settle({ allowed: false, reason: 'The user stopped the turn.' });
      if (signal.aborted) return stop();
      this.waiting.set(id, { ...wish, transcript, settle });
      signal.addEventListener('abort', stop, { once: true });
    });
  }

  /** Takes a decision from a page. Whatever it is, a call runs only by a valid one. */
  reply(id: string, verdict: unknown): void {
    const call = this.waiting.get(id);
    if (!call || typeof verdict !== 'object' || verdict === null) return;
    const { action, reason, scope, covers, argsText } = verdict as Record<string, unknown>;
    if (action === 'deny') {
      const why = typeof reason === 'string' ? reason.trim().slice(0, MAX_REASON) : '';
      return call.settle({ allowed: false, reason: why === '' ? '' : `They say: ${why}` });
    }
    if (action !== 'allow' || !isScope(scope) || !isCovers(covers)) return;
    const edited = typeof argsText === 'string' ? readArguments(argsText, call) : undefined;
    if (edited && 'problem' in edited) return call.transcript.refuseArguments(id, edited.problem);
    if (scope !== 'once') call.remember(scope, covers);
    call.settle({ allowed: true, ...edited });
    for (const other of this.waiting.values()) if (other.isAllowed()) other.settle({ allowed: true });
  }
}

function readArguments(
  text: string,
  { args, check }: Waiting,
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

function isScope(value: unknown): value is ApprovalScope {
  return value === 'once' || value === 'conversation' || value === 'workspace' || value === 'always';
}

function isCovers(value: unknown): value is Covers {
  return value === 'tool' || value === 'source' || value === 'readOnly';
}
