/** Messages that wait for the end of the turn. */
import type { Attachment, QueuedMessage, PendingMessage } from '../../protocol/index.ts';
import type { ChatClient } from './chatHost.ts';

/** What the queue does with its messages. */
interface QueueHost {
  /** Gets all messages after each change. */
  changed(messages: readonly QueuedMessage[]): void;
  /** Begins a turn with the message. */
  send(message: QueuedMessage): void;
}

export class MessageQueue {
  private list: readonly QueuedMessage[] = [];
  private readonly host: QueueHost;
  private ids = 0;

  /** `waited` has waited since another time, and waits for the user's word. */
  constructor(host: QueueHost, waited: readonly PendingMessage[]) {
    this.host = host;
    this.list = waited.map((message) => ({ ...message, id: this.newId(), held: true }));
  }

  get messages(): readonly QueuedMessage[] {
    return this.list;
  }

  add(text: string, attachments: readonly Attachment[]): void {
    this.change([...this.list, { id: this.newId(), text, attachments, held: false }]);
  }

  /** Has what waits now wait for the user's word: the turn was stopped, or failed. */
  hold(): void {
    if (this.list.some(({ held }) => !held)) this.change(this.list.map((each) => ({ ...each, held: true })));
  }

  /** Sends the first message that only waits for the turn. To be called when none runs. */
  sendNext(): void {
    const next = this.list.find(({ held }) => !held);
    if (!next) return;
    this.change(this.list.filter((each) => each !== next));
    this.host.send(next);
  }

  /** Takes a message out: into the composer of the chat that asks, or away. */
  take(id: string, how: 'edit' | 'remove', from: ChatClient): void {
    const taken = this.list.find((each) => each.id === id);
    if (!taken) return;
    this.change(this.list.filter((each) => each !== taken));
    const { text, attachments } = taken;
    if (how === 'edit') from.post({ type: 'compose', text, attachments });
  }

  /** Lets what was held go on, that message first. */
  release(id: string): void {
    const isFirst = (each: QueuedMessage): boolean => each.id === id;
    const ordered = [...this.list.filter(isFirst), ...this.list.filter((each) => !isFirst(each))];
    this.change(ordered.map((each) => ({ ...each, held: false })));
  }

  private newId(): string {
    this.ids += 1;
    return `q${this.ids}`;
  }

  private change(list: readonly QueuedMessage[]): void {
    this.list = list;
    this.host.changed(list);
  }
}
