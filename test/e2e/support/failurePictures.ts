/** Pictures of windows in which a test has failed. */
import type { Window } from './window.ts';

/**
 * Takes a picture of the window after each test of a `describe` that fails, with the label and the beginning of the
 * test's name in its own. Nothing happens while there is no window.
 */
export function pictureFailures(label: string, window: () => Window | undefined): void {
  afterEach(async function () {
    if (this.currentTest?.state !== 'failed') return;
    const title = this.currentTest.title.slice(0, 40).replace(/\W+/g, '-');
    await window()?.picture(`${label}-failed-${title}`);
  });
}
