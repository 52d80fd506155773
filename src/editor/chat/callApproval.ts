import type { Approve, ApprovalOutcome } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type { Approval, ApprovalMode, DataMark } from '../../protocol/index.ts';
import type { PlannedEdit, Tool } from '../../tools/index.ts';
import type { ApprovalRequest } from './approvals.ts';

export type AskApproval = (
  id: string,
  request: ApprovalRequest,
  signal: AbortSignal,
) => Promise<ApprovalOutcome>;

/** The conversation that a call's arguments come from, and what it holds. */
export interface Held {
  readonly id: string;
  readonly marks: () => readonly DataMark[];
}

/** What the user has chosen for the conversation, at each call. */
export type ChosenMode = () => ApprovalMode | undefined;

export function createApprove(
  { permissions, argumentProblem, proposedEdit }: Engine,
  conversation: Held,
  ask: AskApproval,
  chosenMode: ChosenMode = () => undefined,
): Approve {
  return async (tool, args, { isFromText }) => {
    const decide = (about = args) => {
      const mode = chosenMode();
      return permissions.decide(tool, about, {
        conversation: conversation.id,
        marks: conversation.marks(),
        ...(isFromText && { isFromText }),
        ...(mode && { mode }),
      });
    };
    const decision = await decide();
    if (decision.kind === 'allowed') return { kind: 'allowed', approved: decision.reasons };
    const request: ApprovalRequest = {
      args,
      ...askedOf(tool, decision, await proposedEdit?.(tool, args)),
      allowedBy: async () => {
        const now = await decide();
        return now.kind === 'allowed' ? now.reasons : undefined;
      },
      decideOn: async (edited) => {
        const now = await decide(edited);
        const asking = now.kind === 'ask' ? now : { ...nothingAsked, reasons: now.reasons };
        return askedOf(tool, asking, await proposedEdit?.(tool, edited));
      },
      release: (marks) => permissions.release(conversation.id, marks),
      check: (edited) => argumentProblem(tool, edited)?.localized,
    };
    return { kind: 'ask', approval: request.approval, ask: (id, signal) => ask(id, request, signal) };
  };
}

type Asking = Omit<Extract<Awaited<ReturnType<Engine['permissions']['decide']>>, { kind: 'ask' }>, 'kind'>;

const nothingAsked = { changed: false, coverages: [], covered: {}, remember: () => undefined } as const;

function askedOf(
  tool: Tool,
  decision: Asking,
  planned: PlannedEdit | undefined,
): Pick<ApprovalRequest, 'approval' | 'openEdit' | 'covered' | 'remember'> {
  return {
    approval: { ...approvalOf(tool, decision), ...(planned && { edit: planned.edit }) },
    openEdit: planned?.open,
    covered: decision.covered,
    remember: decision.remember,
  };
}

function approvalOf(
  tool: Tool,
  { changed, reasons, coverages }: Pick<Asking, 'changed' | 'reasons' | 'coverages'>,
): Approval {
  return {
    changed: changed === 'changed',
    ...(changed === 'new' && { isNew: true }),
    says: hintsOf(tool),
    ...(reasons.length > 0 && { reasons }),
    coverages,
  };
}

function hintsOf({ hints }: Tool): Approval['says'] {
  return (['readOnly', 'destructive', 'openWorld'] as const).filter((hint) => hints[hint] === true);
}
