/** Scrolls the transcript (to its end, or to where the user reads) and chooses the rows that are drawn. */
import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { FoldedSteps } from '../state/foldedSteps.ts';
import type { ChatStore } from '../state/store.ts';
import type { ReadingPlace, ViewState } from '../state/viewState.ts';
import { scrollPartsTo, shiftFor } from './innerScroll.ts';
import { keptRows } from './keptRows.ts';
import { guessHeight, indexesToDraw, RowHeights } from './rowHeights.ts';
import { distanceFromEnd, followsAfter, type ScrollPosition } from './followEnd.ts';

/** Pixels from the end at which "Jump to latest" is offered. */
const FAR = 80;
/** Pixels that are drawn above and below the visible part. */
const AROUND = 600;
/** Rows, and pixels of all of them, that are drawn at once: few and short ones cost little. */
const ALL = { rows: 60, height: 20_000 };
/** The share of these pixels below which all rows are drawn again: at the limit they would come and go. */
const AGAIN = 0.75;
/** Pixels that a code block's bar may cover. */
const UNDER_BAR = 40;
/** A smooth scroll has ended once nothing has moved for this long. */
const AT_REST_MS = 300;
/** Parts that a button in them unfolds. */
const UNFOLDS = '.disclosure, .changed-file, [data-id]';
/** Pixels above the viewport at which earlier items are fetched. */
const NEAR_START = 800;

export class ScrollKeeper {
  readonly away = signal(false);
  /** Items that have come since the user left the end. */
  readonly news: ReadonlySignal<number>;
  readonly drawn: ReadonlySignal<readonly number[]>;
  private readonly store: ChatStore;
  private readonly steps: FoldedSteps;
  private readonly view: ViewState;
  private readonly heights: RowHeights;
  private readonly sizes = new ResizeObserver((entries) => this.resized(entries));
  private scroller: HTMLElement | undefined;
  list: HTMLElement | undefined;
  private following = true;
  /** The place at which the user reads while the end is not followed. */
  private anchor: ReadingPlace | undefined;
  /** The end is not followed only because something was unfolded, which may have been folded again. */
  private held: 'unfolded' | 'folded' | undefined;
  private last: ScrollPosition = { top: 0, height: 0, visible: 0 };
  /** Timer of a jump to the end, while the user's last scroll may still run. */
  private jumping: number | undefined;
  /** A position set here whose scroll event is still to come: that event is not the user's. */
  private written: number | undefined;
  private saving: number | undefined;
  /** The button that unfolded something at the end, until the next key, click or scroll. */
  private unfolding: { readonly head: Element; readonly last: string | undefined } | undefined;
  /** The last item when the user left the end. */
  private readonly lastSeen = signal<string | undefined>(undefined);
  private drawsAll = true;
  /** Incremented when other rows may be in sight. */
  private readonly moved = signal(0);

  constructor(view: ViewState, store: ChatStore, steps: FoldedSteps) {
    this.view = view;
    this.steps = steps;
    this.store = store;
    this.heights = new RowHeights((id) => guessHeight(store.item(id)?.peek()));
    const ordered = computed(() => {
      this.heights.order(steps.rows.value.map(({ id }) => id));
      return steps.rows.value;
    });
    let before: readonly number[] = [];
    this.drawn = computed(() => {
      void ordered.value;
      void this.moved.value;
      const now = this.inSight();
      const same = now.length === before.length && now.every((index, at) => index === before[at]);
      return same ? before : (before = now);
    });
    this.news = computed(() => {
      const seen = this.lastSeen.value;
      const rows = store.rows.value;
      const index = seen === undefined ? -1 : rows.findLastIndex(({ id }) => id === seen);
      return index < 0 ? 0 : rows.length - 1 - index;
    });
    store.conversation.subscribe(() => this.heights.forget());
  }

  /** `scroller`'s first child holds the content. Returns the function to detach. */
  attach(scroller: HTMLElement): () => void {
    this.scroller = scroller;
    const listening = new AbortController();
    const options = { passive: true, capture: true, signal: listening.signal };
    scroller.addEventListener('scroll', () => this.scrolled(), options);
    for (const input of ['wheel', 'keydown', 'pointerdown'])
      window.addEventListener(input, () => this.inputCame(), options);
    this.sizes.observe(scroller);
    if (scroller.firstElementChild) this.sizes.observe(scroller.firstElementChild);
    return () => {
      listening.abort();
      this.sizes.disconnect();
      this.scroller = undefined;
    };
  }

  watch(row: HTMLElement): () => void {
    this.sizes.observe(row);
    return () => this.sizes.unobserve(row);
  }

  heightOf(first: number, end: number): number {
    return this.heights.topOf(end) - this.heights.topOf(first);
  }

  /** Call when another conversation is drawn: starts at its end, or where the user was reading. */
  opened(): void {
    const { readingPlace } = this.view;
    if (readingPlace === undefined) return this.follow();
    this.leaveEnd(readingPlace);
    if (this.indexOf(readingPlace.id) === undefined) this.store.askEarlier(readingPlace.id);
    this.restore();
  }

  /** Call when rows have changed: what the user reads stays in place. */
  rowsChanged(): void {
    if (!this.following) this.restore();
  }

  private follow(): void {
    this.following = true;
    this.anchor = undefined;
    this.lastSeen.value = undefined;
    this.moved.value += 1;
    this.toEnd();
  }

  /** A smooth scroll that still runs would leave the end again: until it rests, or another begins, it is undone. */
  jump(): void {
    this.follow();
    this.jumpOn();
  }

  private jumpOn(): void {
    clearTimeout(this.jumping);
    this.jumping = window.setTimeout(() => this.endJump(), AT_REST_MS);
  }

  private inputCame(): void {
    this.unfolding = undefined;
    this.endJump();
  }

  private endJump(): void {
    clearTimeout(this.jumping);
    this.jumping = undefined;
  }

  /**
   * Call before the user unfolds or folds something: it must not move from under the pointer. Only what unfolds at the
   * end, out of sight, comes into sight. `last`: the last row that it brings, if those are rows of their own.
   */
  holdStill(folds = false, last?: string): void {
    const isAtEnd = this.following || this.held !== undefined || distanceFromEnd(this.measure()) <= 1;
    this.hold(folds);
    const head = document.activeElement;
    this.unfolding = !folds && isAtEnd && head && this.list?.contains(head) ? { head, last } : undefined;
  }

  private hold(folds = false): void {
    if (this.held || this.following) this.held = folds ? 'folded' : 'unfolded';
    this.leaveEnd(this.place());
  }

  /** Scrolls to the start of a new item instead of the end if it is taller than the viewport. */
  showStart(id: string): void {
    const row = this.rowElement(id);
    if (!this.scroller || !row || !this.following) return;
    if (row.getBoundingClientRect().height <= this.scroller.clientHeight) return;
    this.hold();
    this.goTo({ id, offset: 8 });
  }

  /** Shows the item from its start, unless what follows has room below it, or the user is elsewhere. */
  standAt(id: string): void {
    const row = this.rowElement(id);
    if (!this.scroller || !row || !this.following) return;
    if (row.getBoundingClientRect().top >= this.scroller.getBoundingClientRect().top) return;
    this.hold();
    this.goTo({ id, offset: 8 });
  }

  focus(): void {
    this.scroller?.focus({ preventScroll: true });
  }

  reveal(id: string): void {
    this.steps.unfold(id);
    this.show(id);
    // A row that was far away is drawn only in the next frame.
    requestAnimationFrame(() => this.rowElement(id)?.querySelector('button')?.focus({ preventScroll: true }));
  }

  show(id: string): void {
    const { scroller } = this;
    if (!scroller) return;
    const row = this.rowElement(id)?.getBoundingClientRect();
    const view = scroller.getBoundingClientRect();
    if (row && row.top >= view.top && row.bottom <= view.bottom) return this.hold();
    this.held = undefined;
    this.goTo({ id, offset: Math.round(view.height / 4) });
  }

  /** Scrolls to the range in that row, also what scrolls within the row. */
  showPart(id: string, range: Range): void {
    if (this.scroller) scrollPartsTo(range, this.scroller);
    const bounds = range.getBoundingClientRect();
    const view = this.scroller?.getBoundingClientRect();
    const row = this.rowElement(id)?.getBoundingClientRect();
    if (!view || !row || (bounds.top >= view.top + UNDER_BAR && bounds.bottom <= view.bottom)) return;
    this.goTo({ id, offset: row.top - bounds.top + view.height / 3 });
  }

  get firstInSight(): number {
    const place = this.place();
    return (place && this.heights.indexOf(place.id)) ?? 0;
  }

  private place(): ReadingPlace | undefined {
    const { scroller, list } = this;
    if (!scroller || !list) return undefined;
    const edge = scroller.getBoundingClientRect().top;
    for (const row of list.querySelectorAll<HTMLElement>('[data-id]')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom <= edge) continue;
      // Nothing is drawn at the edge yet if the first row in sight begins below it.
      if (top <= edge || row === list.firstElementChild)
        return { id: row.dataset['id'] ?? '', offset: top - edge };
      break;
    }
    const into = edge - list.getBoundingClientRect().top;
    const index = this.heights.indexAt(into);
    const id = this.heights.idAt(index);
    return id === undefined ? undefined : { id, offset: this.heights.topOf(index) - into };
  }

  goTo(place: ReadingPlace): void {
    this.leaveEnd(place);
    this.restore();
  }

  private leaveEnd(place: ReadingPlace | undefined): void {
    if (this.following) this.lastSeen.value = this.store.rows.peek().at(-1)?.id;
    this.endJump();
    this.following = false;
    this.anchor = place;
    this.moved.value += 1;
  }

  private restore(): void {
    const { scroller, list, anchor } = this;
    const index = anchor && this.indexOf(anchor.id);
    if (!scroller || !list || !anchor || index === undefined) return;
    const row = this.rowElement(this.steps.rowFor(anchor.id));
    const top = row
      ? row.getBoundingClientRect().top
      : list.getBoundingClientRect().top + this.heights.topOf(index);
    const shift = top - scroller.getBoundingClientRect().top - anchor.offset;
    if (Math.abs(shift) >= 1) this.write(scroller.scrollTop + shift);
    this.moved.value += 1;
  }

  private scrolled(): void {
    if (this.jumping !== undefined) {
      this.jumpOn();
      return this.toEnd();
    }
    const now = this.measure();
    const isOurs = now.top === this.written;
    this.written = undefined;
    if (isOurs) return this.settle(now);
    const follows = followsAfter(this.following, this.last, now);
    this.held = undefined;
    if (follows && !this.following) return this.follow();
    if (!follows) this.leaveEnd(this.place());
    this.settle(now);
    if (!follows && now.top < NEAR_START && this.store.earlier.peek() > 0) this.store.askEarlier();
  }

  private resized(entries: readonly ResizeObserverEntry[]): void {
    for (const { target, borderBoxSize } of entries) {
      const height = borderBoxSize[0]?.blockSize;
      if (target instanceof HTMLElement && target.dataset['id'] !== undefined && height !== undefined)
        this.heights.measure(target.dataset['id'], height);
    }
    const { offsetWidth = 0, clientWidth = 0 } = this.scroller ?? {};
    document.documentElement.style.setProperty('--pb-scrollbar', `${offsetWidth - clientWidth}px`);
    this.moved.value += 1;
    this.showUnfolded();
    // An unfolded item may leave the end in sight. Once it is folded again, text may have come below.
    if (this.held && distanceFromEnd(this.measure()) <= (this.held === 'folded' ? FAR : 1))
      return this.follow();
    if (this.following) return this.toEnd();
    this.restore();
    this.settle(this.measure());
  }

  /** Scrolls so far that what was unfolded is in sight, and its head stays there. */
  private showUnfolded(): void {
    const { scroller, unfolding } = this;
    if (!scroller || this.following || !unfolding?.head.isConnected) return;
    const { head, last } = unfolding;
    const part = last === undefined ? head.closest(UNFOLDS) : this.rowElement(last);
    const view = scroller.getBoundingClientRect();
    const from = head.getBoundingClientRect().top;
    const to = Math.max(from, part?.getBoundingClientRect().bottom ?? from);
    const shift = Math.floor(shiftFor({ from, to }, { from: view.top, to: view.bottom }, 8));
    if (shift <= 0) return;
    this.write(scroller.scrollTop + shift);
    this.anchor = this.place();
  }

  /** An empty conversation begins with what it says first, also where there is little room. */
  private toEnd(): void {
    if (this.scroller) this.write(this.store.rows.peek().length > 0 ? this.scroller.scrollHeight : 0);
    this.settle(this.measure());
  }

  private write(top: number): void {
    const { scroller } = this;
    if (!scroller) return;
    const before = scroller.scrollTop;
    scroller.scrollTop = top;
    if (scroller.scrollTop !== before) this.written = scroller.scrollTop;
  }

  private settle(now: ScrollPosition): void {
    this.last = now;
    this.away.value = !this.following && distanceFromEnd(now) > FAR;
    this.rememberSoon();
  }

  /** Scroll events come with every frame; the editor need not save each. */
  private rememberSoon(): void {
    if (this.following && this.view.readingPlace === undefined) return;
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => {
      // The position says nothing before the first item is drawn.
      if (this.list && this.heights.count > 0) this.view.readAt(this.following ? undefined : this.anchor);
    }, 200);
  }

  private inSight(): number[] {
    const { heights, anchor } = this;
    const height = this.drawsAll ? ALL.height : ALL.height * AGAIN;
    this.drawsAll = heights.count <= ALL.rows && heights.total <= height;
    if (this.drawsAll) return Array.from({ length: heights.count }, (_, index) => index);
    const visible = this.scroller?.clientHeight || window.innerHeight;
    const index = this.following || !anchor ? undefined : this.indexOf(anchor.id);
    const top = index === undefined ? heights.total - visible : heights.topOf(index) - (anchor?.offset ?? 0);
    const stretch = heights.between(top - AROUND, top + visible + AROUND);
    const kept = this.list ? keptRows(this.list, (id) => heights.indexOf(id)) : [];
    return indexesToDraw(stretch, kept);
  }

  private indexOf(id: string): number | undefined {
    return this.heights.indexOf(this.steps.rowFor(id));
  }

  /** Call when a row goes that has the focus: the row in its place takes it. */
  keepFocus(id: string): void {
    requestAnimationFrame(() => {
      const head = this.steps.rowFor(id);
      if (head !== id) this.rowElement(head)?.querySelector('button')?.focus({ preventScroll: true });
    });
  }

  private rowElement(id: string): HTMLElement | undefined {
    return this.list?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"]`) ?? undefined;
  }

  private measure(): ScrollPosition {
    const { scrollTop: top = 0, scrollHeight: height = 0, clientHeight: visible = 0 } = this.scroller ?? {};
    return { top, height, visible };
  }
}
