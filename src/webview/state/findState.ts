/** The host searches, as it has the whole conversation; the page scrolls to a match, fetching items as needed. */
import { batch, effect, signal } from '@preact/signals';
import type { ChatMessage, FoundPlace, HostMessage } from '../../protocol/index.ts';
import type { FoldedSteps } from './foldedSteps.ts';
import type { ChatStore } from './store.ts';
import type { ViewState } from './viewState.ts';

/** Ms after a key or a change before searching again. */
const PAUSE = 120;

export class FindState {
  readonly isOpen = signal(false);
  /** Incremented to focus the bar. */
  readonly wanted = signal(0);
  readonly text = signal('');
  readonly places = signal<readonly FoundPlace[] | undefined>(undefined);
  readonly current = signal(-1);
  /** The place to scroll to once its item is loaded. */
  readonly goal = signal<FoundPlace | undefined>(undefined);
  private readonly store: ChatStore;
  private readonly view: ViewState;
  private readonly steps: FoldedSteps;
  private readonly post: (message: ChatMessage) => void;
  private request = 0;
  private timer: number | undefined;

  constructor(store: ChatStore, view: ViewState, steps: FoldedSteps, post: (message: ChatMessage) => void) {
    this.steps = steps;
    this.store = store;
    this.view = view;
    this.post = post;
    effect(() => {
      if (!this.isOpen.value) return;
      // New items may match.
      void store.rows.value;
      void store.status.value?.turn;
      this.searchSoon();
    });
    effect(() => this.fetchGoal());
  }

  open(): void {
    this.isOpen.value = true;
    this.wanted.value += 1;
  }

  close(): void {
    clearTimeout(this.timer);
    batch(() => {
      this.isOpen.value = false;
      this.goal.value = undefined;
    });
  }

  write(text: string): void {
    this.text.value = text;
    this.current.value = -1;
    this.places.value = undefined;
    this.searchSoon();
  }

  /** `from`: the first row in sight. */
  handle({ request, places }: Extract<HostMessage, { type: 'found' }>, from: number): void {
    if (request !== this.request || !this.isOpen.peek()) return;
    const shown = this.places.peek()?.[this.current.peek()]?.id;
    const again = shown === undefined ? -1 : places.findIndex(({ id }) => id === shown);
    batch(() => {
      this.places.value = places;
      this.current.value = again;
    });
    if (again < 0 && places.length > 0) this.show(this.nearest(places, from));
  }

  step(by: 1 | -1): void {
    const { length } = this.places.peek() ?? [];
    if (length > 0) this.show((this.current.peek() + by + length) % length);
  }

  private show(index: number): void {
    const place = this.places.peek()?.[index];
    if (!place) return;
    if (place.unfold !== undefined) this.view.unfold(place.unfold);
    batch(() => {
      this.current.value = index;
      this.goal.value = place;
    });
  }

  private nearest(places: readonly FoundPlace[], from: number): number {
    const indexes = new Map(this.steps.rows.peek().map(({ id }, index) => [id, index]));
    const next = places.findIndex(({ id }) => (indexes.get(this.steps.rowFor(id)) ?? -1) >= from);
    return next < 0 ? places.length - 1 : next;
  }

  private fetchGoal(): void {
    const goal = this.goal.value;
    const rows = this.store.rows.value;
    if (!goal) return;
    if (rows.some(({ id }) => id === goal.id)) this.steps.unfold(goal.id);
    else this.store.askEarlier(goal.id);
  }

  private searchSoon(): void {
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => {
      this.request += 1;
      const text = this.text.peek();
      if (text.trim() === '') this.places.value = undefined;
      else this.post({ type: 'find', request: this.request, text });
    }, PAUSE);
  }
}
