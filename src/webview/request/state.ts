import { signal } from '@preact/signals';
import type {
  Handlers,
  RequestGroup,
  RequestHostMessage,
  RequestOutline,
  RequestPageMessage,
  RequestRow,
} from '../../protocol/index.ts';

type Steps = Extract<RequestHostMessage, { type: 'steps' }>;
export type PartText = Extract<RequestHostMessage, { type: 'text' }>;
export type PartFilter = 'all' | 'changed';

/** Parts of a group; a larger group is folded at first. */
const MANY = 30;

export class RequestState {
  readonly steps = signal<Steps | undefined>(undefined);
  readonly shown = signal<number | undefined>(undefined);
  readonly outline = signal<RequestOutline | undefined>(undefined);
  /** The request that the user asked for is no longer known. */
  readonly isForgotten = signal(false);
  readonly filter = signal<PartFilter>('all');
  /** Places of parts whose text is shown, and the texts that have come. */
  readonly open = signal<ReadonlySet<number>>(new Set());
  readonly texts = signal<ReadonlyMap<number, PartText>>(new Map());
  readonly folded = signal<ReadonlyMap<RequestGroup, boolean>>(new Map());
  private readonly post: (message: RequestPageMessage) => void;
  /** The page shows the newest step, and goes on to each that follows. */
  private follows = true;

  constructor(post: (message: RequestPageMessage) => void) {
    this.post = post;
  }

  start(): void {
    this.post({ type: 'ready' });
  }

  get rows(): readonly RequestRow[] {
    return this.steps.value?.rows ?? [];
  }

  select(id: number): void {
    this.isForgotten.value = false;
    this.follows = id === this.rows.at(-1)?.id;
    this.show(id);
  }

  neighbour(by: 1 | -1): number | undefined {
    return this.rows[this.rows.findIndex(({ id }) => id === this.shown.value) + by]?.id;
  }

  toggle(part: number): void {
    const open = new Set(this.open.value);
    if (!open.delete(part)) {
      open.add(part);
      this.ask(part);
    }
    this.open.value = open;
  }

  isFolded(group: RequestGroup, parts: number): boolean {
    return this.folded.value.get(group) ?? parts > MANY;
  }

  fold(group: RequestGroup, isFolded: boolean): void {
    this.folded.value = new Map([...this.folded.value, [group, isFolded]]);
  }

  readonly handlers: Handlers<RequestHostMessage> = {
    steps: (message) => {
      const { rows, show } = message;
      this.steps.value = message;
      // The rows may belong to another conversation.
      if (show !== undefined) {
        this.forget();
        const isThere = rows.some(({ id }) => id === show);
        this.isForgotten.value = show !== 'newest' && !isThere;
        this.follows = show === 'newest' || show === rows.at(-1)?.id;
        this.shown.value = typeof show === 'number' && isThere ? show : undefined;
      }
      const isThere = rows.some(({ id }) => id === this.shown.value);
      const id = this.follows || !isThere ? rows.at(-1)?.id : this.shown.value;
      if (id !== undefined) this.show(id);
    },
    request: ({ outline }) => {
      if (outline.id !== this.shown.value) return;
      this.outline.value = outline;
      // The request may have been sent again with less, or be answered by now.
      this.texts.value = new Map();
      for (const part of this.open.value) this.ask(part);
    },
    text: (message) => {
      if (message.id === this.shown.value)
        this.texts.value = new Map([...this.texts.value, [message.part, message]]);
    },
  };

  private show(id: number): void {
    if (id !== this.shown.value) this.forget();
    this.shown.value = id;
    this.post({ type: 'show', id });
  }

  private forget(): void {
    this.outline.value = undefined;
    this.open.value = new Set();
    this.texts.value = new Map();
  }

  private ask(part: number): void {
    if (this.shown.value !== undefined) this.post({ type: 'text', id: this.shown.value, part });
  }
}

export interface PageProps {
  readonly state: RequestState;
  readonly post: (message: RequestPageMessage) => void;
}
