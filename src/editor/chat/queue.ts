import type { Attachment, QueuedMessage, PendingMessage } from '../../protocol/index.ts';
import type { ComposerTarget } from './chatHost.ts';

interface QueueHost {
  changed(messages: readonly QueuedMessage[]): void;
  send(message: QueuedMessage): void;
}

export class MessageQueue {
  private list: readonly QueuedMessage[] = [];
  private readonly host: QueueHost;
  private ids = 0;

  /** `saved` messages of an earlier session are held until the user releases them. */
  constructor(host: QueueHost, saved: readonly PendingMessage[]) {
    this.host = host;
    this.list = saved.map(({ text, attachments }) => ({
      id: this.newId(),
      text,
      attachments,
      state: 'held',
    }));
  }

  get messages(): readonly QueuedMessage[] {
    return this.list;
  }

  enqueue(text: string, attachments: readonly Attachment[]): void {
    this.replaceList([...this.list, { id: this.newId(), text, attachments, state: 'queued' }]);
  }

  /** Puts a message behind those that also go before the next step, and before all others. */
  enqueueNext(text: string, attachments: readonly Attachment[]): void {
    this.insertNext({ id: this.newId(), text, attachments, state: 'next' });
  }

  /** Has a message go before the next step of the running turn. */
  promote(id: string): void {
    const promoted = this.list.find((each) => each.id === id);
    if (promoted && promoted.state !== 'next') this.insertNext({ ...promoted, state: 'next' });
  }

  /** The first message that goes before the next step. */
  get next(): QueuedMessage | undefined {
    return this.list.find(({ state }) => state === 'next');
  }

  /** Removes a message that is sent. Returns false if the user has taken it back meanwhile. */
  sent(message: QueuedMessage): boolean {
    const isThere = this.list.includes(message);
    if (isThere) this.replaceList(this.list.filter((each) => each !== message));
    return isThere;
  }

  hold(): void {
    if (this.list.some(({ state }) => state !== 'held'))
      this.replaceList(this.list.map((each) => ({ ...each, state: 'held' })));
  }

  sendNext(): void {
    const next = this.list.find(({ state }) => state !== 'held');
    if (!next) return;
    this.sent(next);
    this.host.send(next);
  }

  take(id: string, how: 'edit' | 'remove', composer: ComposerTarget): void {
    const taken = this.list.find((each) => each.id === id);
    if (!taken) return;
    this.replaceList(this.list.filter((each) => each !== taken));
    const { text, attachments } = taken;
    if (how === 'edit') composer.compose({ text, attachments });
  }

  /** Releases all held messages. The one with this id is sent first. */
  release(id: string): void {
    const isFirst = (each: QueuedMessage): boolean => each.id === id;
    const ordered = [...this.list.filter(isFirst), ...this.list.filter((each) => !isFirst(each))];
    this.replaceList(ordered.map((each) => (each.state === 'held' ? { ...each, state: 'queued' } : each)));
  }

  private insertNext(message: QueuedMessage): void {
    const others = this.list.filter(({ id }) => id !== message.id);
    const at = others.findLastIndex(({ state }) => state === 'next') + 1;
    this.replaceList(others.toSpliced(at, 0, message));
  }

  private newId(): string {
    this.ids += 1;
    return `q${this.ids}`;
  }

  private replaceList(list: readonly QueuedMessage[]): void {
    this.list = list;
    this.host.changed(list);
  }
}
