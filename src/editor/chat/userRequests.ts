/** What the user is asked in a conversation: questions of servers, sampling, approvals. */
import type { SamplingQuestion } from '../../agent/index.ts';
import type { Answer, Question, Reply } from '../../protocol/index.ts';
import { Approvals, type ApprovalsHost } from './approvals.ts';
import { Questions, type Origin } from './questions.ts';
import { SamplingCards, type SamplingCard } from './samplingCards.ts';

interface UserRequestsHost extends ApprovalsHost {
  openPage(url: string): PromiseLike<boolean>;
  /** Combines the signal with that of the running turn. */
  untilStopped(signal: AbortSignal): AbortSignal;
}

export class UserRequests {
  readonly approvals: Approvals;
  private readonly host: UserRequestsHost;
  private readonly questions: Questions;
  private readonly samplings = new SamplingCards();

  constructor(host: UserRequestsHost) {
    this.host = host;
    this.approvals = new Approvals(host);
    this.questions = new Questions((url) => host.openPage(url));
  }

  /**
   * Asks a server's question. The signal withdraws it, and the answer is then `cancel`, as with a new chat. A page is
   * answered when it was opened; with `page.waits`, when `page.finished` fires after that or the user says that it is
   * done, which a call that is to be retried needs.
   */
  ask(question: Question, from: Origin): Promise<Answer> {
    // Not every server withdraws its question when its call is cancelled: a stopped turn leaves none open.
    const until = this.host.untilStopped(from.signal);
    const answer = this.questions.ask(this.host.transcript, question, { ...from, signal: until });
    if (!until.aborted) this.host.needsUser();
    return answer;
  }

  /** With `allowed` the user is not asked. */
  showSampling(question: SamplingQuestion, from: Omit<Origin, 'page'>, allowed: boolean): SamplingCard {
    const until = this.host.untilStopped(from.signal);
    const card = this.samplings.open(this.host.transcript, question, { ...from, signal: until }, allowed);
    if (!allowed) this.host.needsUser();
    return card;
  }

  async answer(id: string, reply: Reply): Promise<void> {
    this.samplings.reply(id, reply);
    await this.questions.reply(id, reply);
    // Whoever corrects a form or waits for the next question sees the change without a frame's delay.
    this.host.flush();
  }

  /** How long questions of the call's server have waited for the user; in ms. */
  waitedMs(call: string): number {
    return this.host.transcript.waitedMs(call);
  }

  withdrawAll(): void {
    this.questions.cancelAll();
    this.samplings.cancelAll();
  }
}
