/** Asks the user in a conversation: questions of servers, sampling requests, approvals. */
import { CallStops, type SamplingQuestion } from '../../agent/index.ts';
import type { Answer, Question, Reply } from '../../protocol/index.ts';
import { Approvals, type ApprovalsHost } from './approvals.ts';
import { Pauses } from './pauses.ts';
import { Questions, type Origin } from './questions.ts';
import { SamplingCards, type SamplingCard } from './samplingCards.ts';

interface UserRequestsHost extends ApprovalsHost {
  openPage(url: string): PromiseLike<boolean>;
  /** Combines the signal with that of the running turn. */
  untilStopped(signal: AbortSignal): AbortSignal;
  /** Stops the running turn. */
  stop(): void;
}

export class UserRequests {
  readonly approvals: Approvals;
  readonly pauses: Pauses;
  readonly callStops = new CallStops();
  private readonly host: UserRequestsHost;
  private readonly questions: Questions;
  private readonly samplings = new SamplingCards();

  constructor(host: UserRequestsHost) {
    this.host = host;
    this.approvals = new Approvals(host);
    this.pauses = new Pauses({
      transcript: host.transcript,
      needsUser: () => host.needsUser(),
      counted: (decision) => host.counted(decision),
      stop: () => host.stop(),
    });
    this.questions = new Questions((url) => host.openPage(url));
  }

  /**
   * Asks a server's question. If the signal aborts or a new chat begins, the question is withdrawn and the answer is
   * `cancel`. A page is answered when it was opened. With `page.waits`, it is answered when `page.finished` aborts
   * after that or the user says that it is done, because the call is then retried.
   */
  ask(question: Question, from: Origin): Promise<Answer> {
    // A stopped turn withdraws the question, because not every server does that when its call is cancelled.
    const until = this.host.untilStopped(from.signal);
    const answer = this.questions.ask(this.host.transcript, question, { ...from, signal: until });
    if (!until.aborted) this.host.needsUser();
    return answer;
  }

  /** Shows a sampling request. The user is not asked if `allowed` is set. */
  showSampling(question: SamplingQuestion, from: Omit<Origin, 'page'>, allowed: boolean): SamplingCard {
    const until = this.host.untilStopped(from.signal);
    const card = this.samplings.open(this.host.transcript, question, { ...from, signal: until }, allowed);
    if (!allowed) this.host.needsUser();
    return card;
  }

  async answer(id: string, reply: Reply): Promise<void> {
    this.samplings.reply(id, reply);
    await this.questions.reply(id, reply);
    // This skips a frame's delay for users who correct a form or wait for the next question.
    this.host.flush();
  }

  /** Returns for how many milliseconds questions of the call's server have waited for the user. */
  waitedMs(call: string): number {
    return this.host.transcript.waitedMs(call);
  }

  withdrawAll(): void {
    this.questions.cancelAll();
    this.samplings.cancelAll();
  }
}
