/**
 * The open questions of servers: each stands in the transcript until the user replies, in whatever order, or
 * nobody waits for the answer any more.
 */
import { checkAnswer, readable, type Transcript } from '../../agent/index.ts';
import type { Asking } from '../../mcp/index.ts';
import type { Answer, FormValues, Question, QuestionState, Reply } from '../../protocol/index.ts';

/** Where a question comes from: whose signal withdraws it, and the call that it belongs to. */
export type Origin = Pick<Asking, 'signal' | 'call' | 'page'>;

interface OpenQuestion {
  readonly question: Question;
  /** Says when the user has finished on the page, and whether the answer shall come only then. */
  readonly end: Asking['page'];
  /** Shows another state; the question stays open. */
  readonly show: (state: QuestionState) => void;
  /** Shows the last state and gives the answer to whoever asked. */
  readonly close: (state: QuestionState, answer: Answer) => void;
  /** While the browser is being asked to open the page, another reply would open it twice. */
  page: 'closed' | 'opening' | 'opened';
}

export class Questions {
  private readonly open = new Map<string, OpenQuestion>();
  private readonly openPage: (url: string) => PromiseLike<boolean>;

  /** `openPage` opens a page outside of the editor and says whether that happened. */
  constructor(openPage: (url: string) => PromiseLike<boolean>) {
    this.openPage = openPage;
  }

  /** Adds the question to the transcript. The signal withdraws it: the answer is then `cancel`. */
  ask(transcript: Transcript, question: Question, { signal, call, page }: Origin): Promise<Answer> {
    if (signal.aborted) return Promise.resolve({ action: 'cancel' });
    return new Promise((resolve) => {
      const id = transcript.addQuestion(question, call);
      const show = (state: QuestionState): void => transcript.changeQuestion(id, state);
      const withdraw = (): void => close({ status: 'withdrawn' }, { action: 'cancel' });
      const close = (state: QuestionState, answer: Answer): void => {
        if (!this.open.delete(id)) return;
        signal.removeEventListener('abort', withdraw);
        show(state);
        resolve(answer);
      };
      this.open.set(id, { question, end: page, show, close, page: 'closed' });
      signal.addEventListener('abort', withdraw, { once: true });
    });
  }

  /** Takes what the user did with a question; only checked values leave here. */
  async reply(id: string, reply: Reply): Promise<void> {
    const asked = this.open.get(id);
    if (!asked || asked.page === 'opening') return;
    if (reply.action !== 'accept') {
      const status = reply.action === 'decline' ? 'declined' : 'cancelled';
      return asked.close({ status }, { action: reply.action });
    }
    if (asked.question.kind === 'url') await this.visit(asked, asked.question.url);
    if (asked.question.kind === 'form') this.submit(asked, asked.question.fields, reply.values);
  }

  /** Withdraws all of them. */
  cancelAll(): void {
    for (const { close } of this.open.values()) close({ status: 'withdrawn' }, { action: 'cancel' });
  }

  private submit(
    { close, show }: OpenQuestion,
    fields: Extract<Question, { kind: 'form' }>['fields'],
    values: FormValues,
  ): void {
    const checked = checkAnswer(fields, values);
    if (!checked.ok) return show({ status: 'open', problems: checked.problems });
    const { content } = checked;
    close({ status: 'accepted', given: readable(fields, content) }, { action: 'accept', content });
  }

  /** The page may stay closed: the editor itself asks about hosts that the user has not trusted. */
  private async visit(asked: OpenQuestion, url: string): Promise<void> {
    const accept = (state: QuestionState): void => asked.close(state, { action: 'accept', content: {} });
    if (asked.page === 'opened') return accept({ status: 'finished' });
    asked.page = 'opening';
    let opened = false;
    try {
      opened = await this.openPage(url);
    } finally {
      asked.page = opened ? 'opened' : 'closed';
    }
    if (!opened) return;
    // It may have been withdrawn while the editor asked.
    if (!this.isOpen(asked)) return;
    const { finished, waits = false } = asked.end ?? {};
    if (finished?.aborted === true) return accept({ status: 'finished' });
    if (!waits) {
      // The answer is out; that the page is done is still worth showing.
      finished?.addEventListener('abort', () => asked.show({ status: 'finished' }), { once: true });
      return accept({ status: 'accepted', given: [] });
    }
    finished?.addEventListener('abort', () => accept({ status: 'finished' }), { once: true });
    asked.show({ status: 'opened' });
  }

  private isOpen(asked: OpenQuestion): boolean {
    return [...this.open.values()].includes(asked);
  }
}
