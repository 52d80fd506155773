/** Cards for sampling requests: consent, progress, review. Each is an item of the transcript and ends once. */
import { headText } from '../../base/common/cut.ts';
import type { SamplingQuestion, Transcript } from '../../agent/index.ts';
import type { Asking } from '../../mcp/index.ts';
import type { FormValues, QuestionState, Reply } from '../../protocol/index.ts';

/** Most UTF-16 units of a text; nobody types more. */
const MAX_TEXT = 400_000;

/** `texts` has the texts to be sent, by name. */
export type SamplingConsent =
  | { readonly action: 'allow'; readonly always: boolean; readonly texts: ReadonlyMap<string, string> }
  | { readonly action: 'deny'; readonly reason: string };

export interface SamplingCard {
  /** Aborted when the card is withdrawn or cancelled: the model need not answer any more. */
  readonly signal: AbortSignal;
  consent(): Promise<SamplingConsent>;
  answering(model: string): void;
  /** Resolves with the text for the server, or with `Denied` if it gets none. */
  review(answer: Omit<Extract<QuestionState, { status: 'review' }>, 'status'>): Promise<string | Denied>;
  close(state: QuestionState): void;
}

/** Most characters of the user's reason. */
const MAX_REASON = 2_000;

/** The user's refusal. `reason` is for the server; it is empty if none was given. */
export class Denied {
  readonly reason: string;

  constructor(reason = '') {
    this.reason = headText(reason.trim(), MAX_REASON);
  }
}

interface OpenCard {
  onReply: (reply: FormValues | Denied) => void;
  readonly end: (state: QuestionState) => void;
}

export class SamplingCards {
  private readonly cards = new Map<string, OpenCard>();

  /** Adds a card to the transcript, which does not ask if `allowed` is set. */
  open(
    transcript: Transcript,
    question: SamplingQuestion,
    { signal, call }: Pick<Asking, 'signal' | 'call'>,
    allowed: boolean,
  ): SamplingCard {
    const ended = new AbortController();
    const id = transcript.addQuestion(
      question,
      call,
      allowed ? { status: 'answering', model: '' } : undefined,
    );
    const close = (state: QuestionState): void => {
      if (!this.cards.delete(id)) return;
      signal.removeEventListener('abort', withdraw);
      transcript.changeQuestion(id, state);
    };
    const end = (state: QuestionState): void => {
      close(state);
      ended.abort(new Error('The request to the model was withdrawn.'));
    };
    const withdraw = (): void => end({ status: 'withdrawn' });
    const card: OpenCard = { end, onReply: () => undefined };
    this.cards.set(id, card);
    if (signal.aborted) withdraw();
    signal.addEventListener('abort', withdraw, { once: true });
    /** Waits for one reply. The end of the card counts as a denial. */
    const replied = <T>(accept: (values: FormValues) => T, deny: (reason: string) => T): Promise<T> =>
      new Promise((resolve) => {
        if (ended.signal.aborted) return resolve(deny(''));
        ended.signal.addEventListener('abort', () => resolve(deny('')), { once: true });
        card.onReply = (reply) => {
          card.onReply = () => undefined;
          resolve(reply instanceof Denied ? deny(reply.reason) : accept(reply));
        };
      });
    return {
      signal: ended.signal,
      close,
      consent: () =>
        replied<SamplingConsent>(
          (values) => ({
            action: 'allow',
            always: values['always'] === true,
            texts: textsOf(question, values),
          }),
          (reason) => ({ action: 'deny', reason }),
        ),
      answering: (model) => {
        if (this.cards.has(id)) transcript.changeQuestion(id, { status: 'answering', model });
      },
      review: (answer) => {
        if (this.cards.has(id)) transcript.changeQuestion(id, { status: 'review', ...answer });
        return replied<string | Denied>(
          (values) => textIn(values, 'answer', answer.text),
          (reason) => new Denied(reason),
        );
      },
    };
  }

  reply(id: string, reply: Reply): void {
    const card = this.cards.get(id);
    if (reply.action === 'cancel') card?.end({ status: 'cancelled' });
    else card?.onReply(reply.action === 'accept' ? reply.values : new Denied(reply.reason));
  }

  cancelAll(): void {
    for (const { end } of this.cards.values()) end({ status: 'withdrawn' });
  }
}

function textsOf({ messages }: SamplingQuestion, values: FormValues): ReadonlyMap<string, string> {
  const parts = messages.flatMap((message) => message.parts).filter((part) => part.kind === 'text');
  return new Map(parts.map(({ name, text }) => [name, textIn(values, name, text)]));
}

function textIn(values: FormValues, name: string, otherwise: string): string {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' && value.length <= MAX_TEXT ? value : otherwise;
}
