/** Follows the newest item only while the user is at the end. */

/** Pixels of the scrolled element; `height` is of all its content. */
export interface ScrollPosition {
  readonly top: number;
  readonly height: number;
  readonly visible: number;
}

/** Pixels from the end that count as the end: browsers round, and zoom makes fractions. */
const NEAR = 12;

export function distanceFromEnd({ top, height, visible }: ScrollPosition): number {
  return height - visible - top;
}

/** Any move up ends following, or the next text would pull the user back; a move to the end starts it. */
export function followsAfter(following: boolean, before: ScrollPosition, now: ScrollPosition): boolean {
  const movedUp = now.top < before.top - 1;
  // The browser moves the position up by itself when content goes.
  const shrank = now.height < before.height || now.visible > before.visible;
  if (movedUp && !shrank) return distanceFromEnd(now) <= 1;
  return following || distanceFromEnd(now) <= NEAR;
}
