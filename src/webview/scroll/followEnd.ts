/** Decides whether the transcript follows its newest item: only while the user is there. */

/** Where the scrolled element stands, in pixels. */
export interface ScrollPosition {
  readonly top: number;
  /** The height of all the content. */
  readonly height: number;
  /** The height of what is visible. */
  readonly visible: number;
}

/** This near to the end counts as there: browsers round, and zoom makes fractions. */
const NEAR = 12;

export function distanceFromEnd({ top, height, visible }: ScrollPosition): number {
  return height - visible - top;
}

/**
 * Whether to follow after the position changed from `before` to `now`. A move up ends following at once,
 * however small it is, or else the next piece of text would take the user back; a move to the end starts it.
 */
export function followsAfter(following: boolean, before: ScrollPosition, now: ScrollPosition): boolean {
  const movedUp = now.top < before.top - 1;
  // When content goes away, the browser itself moves the position up.
  const shrank = now.height < before.height || now.visible > before.visible;
  if (movedUp && !shrank) return distanceFromEnd(now) <= 1;
  return following || distanceFromEnd(now) <= NEAR;
}
