/** Moves the transcript: keeps to its end, stays where the user reads, or goes back there. */
import { signal } from '@preact/signals';
import type { ReadingPlace, ViewState } from '../state/viewState.ts';
import { distanceFromEnd, followsAfter, type ScrollPosition } from './stick.ts';

/** "Jump to latest" is worth a button when there is more than this to go, in pixels. */
const FAR = 80;

export class ScrollKeeper {
  /** Whether the end is out of sight. */
  readonly away = signal(false);
  private readonly view: ViewState;
  private scroller: HTMLElement | undefined;
  private following = true;
  /** Not following only because something was unfolded. */
  private held = false;
  private last: ScrollPosition = { top: 0, height: 0, visible: 0 };
  private saving: number | undefined;

  constructor(view: ViewState) {
    this.view = view;
  }

  /** Takes charge of the element that scrolls; its first child holds the content. Returns how to let go. */
  attach(scroller: HTMLElement): () => void {
    this.scroller = scroller;
    this.following = this.view.readingPlace === undefined;
    const onScroll = (): void => this.scrolled();
    const resized = new ResizeObserver(() => this.resized());
    scroller.addEventListener('scroll', onScroll, { passive: true });
    resized.observe(scroller);
    if (scroller.firstElementChild) resized.observe(scroller.firstElementChild);
    return () => {
      scroller.removeEventListener('scroll', onScroll);
      resized.disconnect();
      this.scroller = undefined;
    };
  }

  /** Goes to the end and stays there. */
  follow(): void {
    this.following = true;
    this.toEnd();
  }

  /** To be called before the user unfolds something: it must not run away from under the pointer. */
  holdStill(): void {
    this.held = this.held || this.following;
    this.following = false;
  }

  /** Stands at the beginning of a new item instead of the end, if it is too tall to be seen as a whole. */
  showStart(id: string): void {
    const row = this.scroller?.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!this.scroller || !row || !this.following) return;
    if (row.getBoundingClientRect().height <= this.scroller.clientHeight) return;
    this.holdStill();
    this.goTo({ id, offset: 8 });
  }

  /** Brings an item into sight, and the keyboard to it. */
  reveal(id: string): void {
    const row = this.scroller?.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!row) return;
    this.holdStill();
    row.scrollIntoView({ block: 'nearest' });
    row.querySelector('button')?.focus({ preventScroll: true });
  }

  /** The item at the upper edge. */
  place(): ReadingPlace | undefined {
    const { scroller } = this;
    if (!scroller) return undefined;
    const edge = scroller.getBoundingClientRect().top;
    for (const row of scroller.querySelectorAll<HTMLElement>('[data-id]')) {
      const { top, bottom } = row.getBoundingClientRect();
      if (bottom > edge) return { id: row.dataset['id'] ?? '', offset: top - edge };
    }
    return undefined;
  }

  /** Brings an item back to where it was when `place` was asked. */
  goTo({ id, offset }: ReadingPlace): void {
    const { scroller } = this;
    const row = scroller?.querySelector(`[data-id="${CSS.escape(id)}"]`);
    if (!scroller || !row) return;
    const shift = row.getBoundingClientRect().top - scroller.getBoundingClientRect().top - offset;
    if (Math.abs(shift) >= 1) scroller.scrollTop += shift;
  }

  private scrolled(): void {
    const now = this.measure();
    this.following = followsAfter(this.following, this.last, now);
    this.held = false;
    this.settle(now);
  }

  private resized(): void {
    const { offsetWidth = 0, clientWidth = 0 } = this.scroller ?? {};
    document.documentElement.style.setProperty('--pb-scrollbar', `${offsetWidth - clientWidth}px`);
    const now = this.measure();
    // What the user unfolded may leave the end in sight, or be folded again.
    if (this.held && distanceFromEnd(now) <= 1) this.following = true;
    if (this.following) this.toEnd();
    else this.settle(now);
  }

  private toEnd(): void {
    if (this.scroller) this.scroller.scrollTop = this.scroller.scrollHeight;
    this.settle(this.measure());
  }

  private settle(now: ScrollPosition): void {
    this.last = now;
    this.away.value = !this.following && distanceFromEnd(now) > FAR;
    this.rememberSoon();
  }

  /** Scrolling fires at every frame; the editor need not be told as often. */
  private rememberSoon(): void {
    clearTimeout(this.saving);
    this.saving = window.setTimeout(() => {
      const place = this.place();
      // Before the first item is drawn there is nothing to remember, only something to forget.
      if (place) this.view.readAt(this.following ? undefined : place);
    }, 200);
  }

  private measure(): ScrollPosition {
    const { scrollTop: top = 0, scrollHeight: height = 0, clientHeight: visible = 0 } = this.scroller ?? {};
    return { top, height, visible };
  }
}
