/** What the user is asked in a conversation: questions of servers, requests to the model, calls that need a word. */
import type { ApprovalOutcome, SamplingQuestion, Transcript } from '../../agent/index.ts';
import type { Answer, Question, Reply, ApprovalDecision } from '../../protocol/index.ts';
import { Approvals, type ApprovalRequest } from './approvals.ts';
import { Questions, type Origin } from './questions.ts';
import { SamplingCards, type SamplingCard } from './samplingCards.ts';

/** What asking needs of the rest. */
interface UserRequestsHost {
  /** Opens a page outside of the editor; says whether that happened. */
  openPage(url: string): PromiseLike<boolean>;
  /** Makes the conversation visible unless it is, without taking the keyboard. */
  needsUser(): void;
  /** What is shown of the conversation. */
  readonly transcript: Transcript;
  /** The signal, and that of the turn that runs. */
  untilStopped(signal: AbortSignal): AbortSignal;
  /** Shows changes without waiting for a frame. */
  flush(): void;
  /** Counts a call among those that wait for the user, until the verdict is there. */
  counted(verdict: Promise<ApprovalOutcome>): Promise<ApprovalOutcome>;
}

export class UserRequests {
  private readonly host: UserRequestsHost;
  private readonly questions: Questions;
  private readonly approvals = new Approvals();
  private readonly samplings = new SamplingCards();

  constructor(host: UserRequestsHost) {
    this.host = host;
    this.questions = new Questions((url) => host.openPage(url));
  }

  /**
   * Asks the user what a server wants to know, in its conversation. Any number of questions can
   * be open. The signal withdraws the question; it is then answered with `cancel`, as it is by a new chat.
   *
   * To a page the answer comes when it was opened; if `page.waits`, only when `page.finished` fires after it,
   * or when the user says that the page is done, which is what a call that is to be retried needs.
   */
  ask(question: Question, from: Origin): Promise<Answer> {
    // Not every server takes its question back when its call is cancelled: a stopped turn leaves none open.
    const until = this.host.untilStopped(from.signal);
    const answer = this.questions.ask(this.host.transcript, question, { ...from, signal: until });
    if (!until.aborted) this.host.needsUser();
    return answer;
  }

  /**
   * Shows what a server wants the model to answer. With `allowed` the user is not asked. The card is withdrawn
   * as a question is; its signal says so.
   */
  showSampling(question: SamplingQuestion, from: Omit<Origin, 'page'>, allowed: boolean): SamplingCard {
    const until = this.host.untilStopped(from.signal);
    const card = this.samplings.open(this.host.transcript, question, { ...from, signal: until }, allowed);
    if (!allowed) this.host.needsUser();
    return card;
  }

  /** Takes what the user did with a question. */
  async answer(id: string, reply: Reply): Promise<void> {
    this.samplings.reply(id, reply);
    await this.questions.reply(id, reply);
    // Whoever corrects a form or waits for the next question sees the change without a frame's delay.
    this.host.flush();
  }

  /** Asks the user whether a call may run; it stands in the transcript. The signal ends the asking. */
  approve(id: string, request: ApprovalRequest, signal: AbortSignal): Promise<ApprovalOutcome> {
    const verdict = this.approvals.ask(this.host.transcript, id, request, signal);
    if (!signal.aborted) this.host.needsUser();
    return this.host.counted(verdict);
  }

  /** Takes the user's decision about a call. */
  async decide(id: string, decision: ApprovalDecision): Promise<void> {
    await this.approvals.reply(id, decision);
    this.host.flush();
  }

  /** Withdraws all that is open, except for calls: those end with their turn. */
  withdrawAll(): void {
    this.questions.cancelAll();
    this.samplings.cancelAll();
  }
}
