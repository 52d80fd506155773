/** The time of the pages under test: they see a screen of 60 frames a second, however quick the machine is. */

/**
 * Runs in a page before its own scripts. Each frame is a sixtieth of a second after the one before, and clocks stand
 * still in between: what the page does at a frame has cost nothing, as on a machine that nobody else uses. `advance(ms)`
 * moves the clocks on, and does at once what timers would do by then, in their order. What moves without end stands still.
 */
export const pageTime = `{
  const { requestAnimationFrame: nextFrame, setTimeout: set, clearTimeout: clear, setInterval: repeat, clearInterval: stop } = window;
  let [lastFrame, time, ahead] = [0, 0, 0];
  window.requestAnimationFrame = (run) => nextFrame((frame) => {
    if (frame !== lastFrame) [lastFrame, time] = [frame, time + 1000 / 60];
    run(time + ahead);
  });
  performance.now = () => time + ahead;

  // At so many frames what moves without end would keep the machine busy.
  addEventListener('animationstart', () => {
    for (const animation of document.getAnimations())
      if (animation.effect.getTiming().iterations === Infinity) animation.pause();
  });

  const start = Date.now();
  Date.now = () => start + ahead;
  const timers = new Map();
  window.setTimeout = (run, ms = 0, ...given) => {
    const once = () => {
      timers.delete(id);
      run(...given);
    };
    const id = set(once, ms);
    timers.set(id, { due: Date.now() + ms, run: () => (clear(id), once()) });
    return id;
  };
  window.clearTimeout = (id) => (timers.delete(id), clear(id));
  window.setInterval = (run, ms) => {
    const timer = { due: Date.now() + ms, run: () => ((timer.due += ms), run()) };
    const id = repeat(timer.run, ms);
    timers.set(id, timer);
    return id;
  };
  window.clearInterval = (id) => (timers.delete(id), stop(id));
  window.advance = (ms) => {
    const end = Date.now() + ms;
    const next = () => [...timers.values()].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
    for (let timer = next(); timer; timer = next()) {
      ahead += Math.max(0, timer.due - Date.now());
      timer.run();
    }
    ahead += Math.max(0, end - Date.now());
  };
}`;
