/** Messages that wait for the end of the turn. */
import type { Attachment, QueuedMessage } from '../../protocol/index.ts';

export class MessageQueue {
  private list: readonly QueuedMessage[] = [];
  private readonly onChange: (messages: readonly QueuedMessage[]) => void;
  private ids = 0;

  /** `onChange` gets all messages after each change. */
  constructor(onChange: (messages: readonly QueuedMessage[]) => void) {
    this.onChange = onChange;
  }

  get messages(): readonly QueuedMessage[] {
    return this.list;
  }

  add(text: string, attachments: readonly Attachment[]): void {
    this.ids += 1;
    this.change([...this.list, { id: `q${this.ids}`, text, attachments, held: false }]);
  }

  /** Has what waits now wait for the user's word: the turn was stopped, or failed. */
  hold(): void {
    if (this.list.some(({ held }) => !held)) this.change(this.list.map((each) => ({ ...each, held: true })));
  }

  /** Takes out the first message that only waits for the turn. */
  next(): QueuedMessage | undefined {
    const first = this.list.find(({ held }) => !held);
    return first && this.take(first.id);
  }

  /** Takes out that message, if it is still there. */
  take(id: string): QueuedMessage | undefined {
    const taken = this.list.find((each) => each.id === id);
    if (taken) this.change(this.list.filter((each) => each !== taken));
    return taken;
  }

  /** Lets what was held go on, that message first. */
  release(id: string): void {
    const first = this.list.filter((each) => each.id === id);
    const others = this.list.filter((each) => each.id !== id);
    this.change([...first, ...others].map((each) => ({ ...each, held: false })));
  }

  private change(list: readonly QueuedMessage[]): void {
    this.list = list;
    this.onChange(list);
  }
}
