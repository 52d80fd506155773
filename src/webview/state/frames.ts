/**
 * Holds messages back until the next frame is drawn, so that a frame changes the page once; and after a frame that did,
 * until the eye wants another. Every change is paid for with styles, layout and paint of the page, whatever it changes.
 */

/** Asks for a call before the next frame with its time in ms, as `requestAnimationFrame` does. */
export type NextFrame = (run: (now: number) => void) => void;

/**
 * How far frames that change the page are apart, in ms: every second one of a screen with 60 frames a second, with room
 * for frames that come a little early. Text that grows thirty times a second flows; VS Code's own chat draws it twenty
 * times. What comes after a rest is drawn at the very next frame.
 */
const APART = 30;

/** The function to give messages to; `use` gets all that came until its frame, in order. */
export function perFrame<T>(
  use: (messages: readonly T[]) => void,
  nextFrame: NextFrame,
): (message: T) => void {
  let waiting: T[] = [];
  let drawn = -Infinity;
  const frame = (now: number): void => {
    if (now - drawn < APART) return nextFrame(frame);
    drawn = now;
    const messages = waiting;
    waiting = [];
    use(messages);
  };
  return (message) => {
    waiting.push(message);
    if (waiting.length === 1) nextFrame(frame);
  };
}
