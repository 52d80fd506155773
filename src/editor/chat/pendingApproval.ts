/** The approval of a tool call: who decides, what the user is asked, and what the call would change. */
import { isDeepStrictEqual } from 'node:util';
import type { ApprovalNeeded, ApprovalOutcome, Approve } from '../../agent/index.ts';
import type { Engine } from '../../engine.ts';
import type {
  Approval,
  ApprovalMode,
  ApprovalReason,
  ApprovalScope,
  DataMark,
  ProposedEdit,
} from '../../protocol/index.ts';
import type { Decision, Permissions, PlannedEdit, Tool } from '../../tools/index.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Shows the approval as a card or a dialog, and resolves with the user's answer. */
export type AskUser = (
  id: string,
  approval: PendingApproval,
  signal: AbortSignal,
) => Promise<ApprovalOutcome>;

/** The conversation that a call's arguments come from, and the marks of the data that it holds. */
export interface MarkedConversation {
  readonly id: string;
  readonly marks: () => readonly DataMark[];
}

interface ApprovalServices extends Pick<Engine, 'argumentProblem' | 'proposedEdit'> {
  readonly permissions: Pick<Permissions, 'decide' | 'release'>;
}

interface ApprovalContext {
  readonly services: ApprovalServices;
  readonly conversation: MarkedConversation;
  readonly ask: AskUser;
  readonly chosenMode: () => ApprovalMode | undefined;
  readonly isFromText: boolean;
}

/**
 * Has `Permissions` decide about each call. `chosenMode` returns what the user has chosen for the conversation by then.
 */
export function createApprove(
  services: ApprovalServices,
  conversation: MarkedConversation,
  ask: AskUser,
  chosenMode: ApprovalContext['chosenMode'] = () => undefined,
): Approve {
  return async (tool, args, { isFromText = false }) => {
    const context = { services, conversation, ask, chosenMode, isFromText };
    const decision = await decide(context, tool, args);
    return decision.kind === 'allowed'
      ? { kind: 'allowed', approved: decision.reasons }
      : new PendingApproval(context, tool, args, decision);
  };
}

/** Decides as of now: the mode, the permissions and what the conversation holds change while the user thinks. */
function decide(
  { services, conversation, chosenMode, isFromText }: ApprovalContext,
  tool: Tool,
  args: Arguments,
): Promise<Decision> {
  return services.permissions.decide(tool, args, {
    conversation: conversation.id,
    marks: conversation.marks(),
    isFromText,
    mode: chosenMode(),
  });
}

/** A call that waits for the user. Its arguments never change: with others it is another one (`withArguments`). */
export class PendingApproval implements ApprovalNeeded {
  readonly kind = 'ask';
  readonly tool: Tool;
  readonly args: Arguments;
  readonly reasons: readonly ApprovalReason[];
  private readonly context: ApprovalContext;
  private readonly decision: Decision;
  private readonly isEdited: boolean;
  private plannedEdit: Promise<PlannedEdit | undefined> | undefined;

  constructor(
    context: ApprovalContext,
    tool: Tool,
    args: Arguments,
    decision: Decision,
    { isEdited = false }: { readonly isEdited?: boolean } = {},
  ) {
    this.context = context;
    this.tool = tool;
    this.args = args;
    this.decision = decision;
    this.reasons = decision.reasons;
    this.isEdited = isEdited;
  }

  /** Returns what the card shows. Plans the change of the file at the first time. */
  async approval(): Promise<Approval> {
    this.plannedEdit ??= Promise.resolve(this.context.services.proposedEdit?.(this.tool, this.args));
    const planned = await this.plannedEdit;
    const { changed } = this.offer;
    const { hints } = this.tool;
    return {
      changed: changed === 'changed',
      isNew: changed === 'new' ? true : undefined,
      says: (['readOnly', 'destructive', 'openWorld'] as const).filter((hint) => hints[hint] === true),
      reasons: this.reasons.length > 0 ? this.reasons : undefined,
      coverages: this.offer.coverages,
      edit: planned?.edit,
    };
  }

  /**
   * Plans the change of the file again, if the call comes after others of its step that change files: one of them may
   * have been denied. Returns whether the card has to show something else.
   */
  async planAgain(): Promise<boolean> {
    if (!this.tool.earlier) return false;
    const before = await this.plannedEdit;
    const { proposedEdit } = this.context.services;
    const now = await (before ? before.replan() : proposedEdit?.(this.tool, this.args));
    if (now === before) return false;
    this.plannedEdit = Promise.resolve(now);
    return true;
  }

  /** The tool is another one than the user has allowed, or is one that its server did not have then. */
  get isChanged(): boolean {
    return this.offer.changed !== false;
  }

  ask(id: string, signal: AbortSignal): Promise<ApprovalOutcome> {
    return this.context.ask(id, this, signal);
  }

  /** Shows the change in an editor, with `answer` in its title if the change is all that there is to see. */
  async openEdit(answer: (isAllowed: boolean) => void, ended: AbortSignal): Promise<void> {
    const plan = this.plannedEdit;
    const planned = await plan;
    // The change may have been planned again by then: only what the editor shows is allowed there.
    const answerShown = (isAllowed: boolean): void => {
      if (!isAllowed || this.plannedEdit === plan) answer(isAllowed);
    };
    planned?.open({ answer: this.isAllIn(planned.edit) ? answerShown : undefined, ended });
  }

  /** Returns the reasons with which the call may run unasked by now; undefined if the user still has to decide. */
  async allowedNow(): Promise<readonly ApprovalReason[] | undefined> {
    const now = await decide(this.context, this.tool, this.args);
    return now.kind === 'allowed' ? now.reasons : undefined;
  }

  argumentProblem(args: Arguments): string | undefined {
    return this.context.services.argumentProblem(this.tool, args)?.localized;
  }

  async withArguments(args: Arguments): Promise<PendingApproval> {
    const decision = await decide(this.context, this.tool, args);
    return new PendingApproval(this.context, this.tool, args, decision, { isEdited: true });
  }

  /**
   * Returns whether this call has reasons that `shown` did not show or, with `isSaved`, whether a permission for it
   * would cover something else.
   */
  asksForMore(shown: PendingApproval, isSaved: boolean): boolean {
    const isNews = this.reasons.some((one) => !shown.reasons.some((known) => isDeepStrictEqual(known, one)));
    const [now, before] = [this.offer, shown.offer];
    const isSame =
      isDeepStrictEqual(now.coverages, before.coverages) && isDeepStrictEqual(now.covered, before.covered);
    return isNews || (isSaved && !isSame);
  }

  /** Saves a permission if `covers` is that of an offered coverage. */
  remember(scope: Exclude<ApprovalScope, 'once'>, covers: unknown): void {
    if (this.decision.kind === 'ask') this.decision.remember(scope, covers);
  }

  /** Ends the data-flow guard's warnings about the data that it warned of here. */
  releaseMarks(): void {
    const { services, conversation } = this.context;
    const marks = this.reasons.flatMap((reason) => (reason.kind === 'dataFlow' ? reason.marks : []));
    services.permissions.release(conversation.id, marks);
  }

  /** Returns the outcome with which this call runs. */
  allow(approved = this.reasons): ApprovalOutcome {
    return {
      allowed: true,
      args: this.isEdited ? this.args : undefined,
      approved,
      shownEdit: this.plannedEdit,
    };
  }

  /** Nobody knows what another tool does with arguments that the diff does not show. */
  private isAllIn({ file, shows }: ProposedEdit): boolean {
    const others = Object.entries(this.args).filter(([name]) => !shows.includes(name));
    const isFileOnly = others.length <= 1 && others.every(([, value]) => value === file);
    return this.tool.source.kind === 'native' || isFileOnly;
  }

  /** Edited arguments may be allowed by themselves; then no permission is offered for them. */
  private get offer(): Offer {
    return this.decision.kind === 'ask' ? this.decision : nothingOffered;
  }
}

type Offer = Pick<Extract<Decision, { kind: 'ask' }>, 'changed' | 'coverages' | 'covered'>;

const nothingOffered: Offer = { changed: false, coverages: [], covered: {} };
