/** Open questions of servers, each an item of the transcript. They are answered in any order. */
import { checkAnswer, readable, type Transcript } from '../../agent/index.ts';
import type { Asking } from '../../mcp/index.ts';
import type { Answer, FormValues, Question, QuestionState, Reply } from '../../protocol/index.ts';

export type Origin = Pick<Asking, 'signal' | 'call' | 'page'>;

interface OpenQuestion {
  readonly question: Question;
  /**
   * The page that the question opens: `finished` aborts when the user is done there; `waits` says whether the answer
   * waits for that.
   */
  readonly end: Asking['page'];
  readonly show: (state: QuestionState) => void;
  readonly close: (state: QuestionState, answer: Answer) => void;
  /** While `opening`, another reply would open the page twice. */
  page: 'closed' | 'opening' | 'opened';
}

export class Questions {
  private readonly open = new Map<string, OpenQuestion>();
  private readonly openPage: (url: string) => PromiseLike<boolean>;

  /** `openPage` returns false if the page was not opened. */
  constructor(openPage: (url: string) => PromiseLike<boolean>) {
    this.openPage = openPage;
  }

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

  /** Opens the page of a question. This may fail, because VS Code asks about hosts that the user has not trusted. */
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
    // The question may have been withdrawn while VS Code asked.
    if (!this.isOpen(asked)) return;
    const { finished, waits = false } = asked.end ?? {};
    if (finished?.aborted === true) return accept({ status: 'finished' });
    if (!waits) {
      // The answer is sent; the card still shows when the page is done.
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
