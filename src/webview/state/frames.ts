/** Changes the page once per frame, and not at every frame: each change costs styles, layout and paint. */

/** A function like `requestAnimationFrame`: `run` gets the frame's time in ms. */
type NextFrame = (run: (now: number) => void) => void;

/** Ms: every second frame at 60 Hz, with tolerance; VS Code's chat updates at 20 Hz. After a pause: the next frame. */
const APART = 30;

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
