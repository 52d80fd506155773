/** Holds messages back until the next frame is drawn, so that a frame changes the page once. */

/** Asks for a call before the next frame, as `requestAnimationFrame` does. */
export type NextFrame = (run: () => void) => void;

/** The function to give messages to; `use` gets all of one frame, in order. */
export function perFrame<T>(
  use: (messages: readonly T[]) => void,
  nextFrame: NextFrame,
): (message: T) => void {
  let waiting: T[] = [];
  return (message) => {
    waiting.push(message);
    if (waiting.length > 1) return;
    nextFrame(() => {
      const messages = waiting;
      waiting = [];
      use(messages);
    });
  };
}
