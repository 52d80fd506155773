/** A page that opens first in a fresh profile has its colours, in each theme. */
import assert from 'node:assert/strict';
import { always, highContrast } from '../support/coreColours.ts';
import { openWindow } from './support/openWindow.ts';
import { themes } from './support/themes.ts';
import type { Window } from './support/window.ts';

/** Draws a diff as calls have it, and reads what tells its lines apart: their grounds, or the bars at their edges. */
const marksOfLines = `(() => {
  const diff = document.createElement('div');
  diff.className = 'inline-diff';
  document.querySelector('.chat').append(diff);
  const marks = ['same', 'added', 'removed'].map((kind) => {
    const line = document.createElement('div');
    line.className = 'diff-line ' + kind;
    diff.append(line);
    const { backgroundColor, borderLeftColor, borderLeftWidth } = getComputedStyle(line);
    return borderLeftWidth === '0px' ? backgroundColor : borderLeftColor;
  });
  diff.remove();
  return marks;
})()`;

describe('the colours of the first session', () => {
  let window: Window | undefined;
  afterEach(() => window?.close());

  for (const [name, theme] of themes) {
    const night = name === 'dark' ? '' : ' @nightly';

    it(`are all there in a page that opens first, with the theme "${theme}"${night}`, async () => {
      window = await openWindow({ theme });
      const page = await window.webviewFrame('.chat');
      const names = [...always, ...(name.startsWith('high-contrast') ? highContrast : [])];
      const valueOf = `(name) => getComputedStyle(document.documentElement).getPropertyValue('--vscode-' + name)`;
      const values = await page.evaluate<string[]>(`${JSON.stringify(names)}.map(${valueOf})`);
      assert.deepEqual(
        names.filter((_, at) => values[at]?.trim() === ''),
        [],
      );
      const marks = await page.evaluate<string[]>(marksOfLines);
      const [same, added = [], removed = []] = marks.map((mark) =>
        (mark.match(/(?<![\w.])[\d.]+/g) ?? []).map(Number),
      );
      assert.deepEqual(same, [0, 0, 0, 0], String(marks));
      const [[red = 0, green = 0, , alpha = 1], [red2 = 0, green2 = 0, , alpha2 = 1]] = [added, removed];
      assert.ok(alpha > 0 && green > red, `added lines are green: ${String(marks)}`);
      assert.ok(alpha2 > 0 && red2 > green2, `removed lines are red: ${String(marks)}`);
    });
  }
});
