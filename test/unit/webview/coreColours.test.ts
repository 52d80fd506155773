/** Whatever theme and product there is, a page has each colour that it uses. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { always, highContrast, sometimes } from '../../support/coreColours.ts';

const root = join(import.meta.dirname, '../../..');
const files = globSync('src/webview/**/*.{css,ts,tsx}', { cwd: root }).map((file) => ({
  file,
  text: readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
}));

describe('the colours of pages', () => {
  it('are those that VS Code has itself, and none that an extension contributes', () => {
    const known = new Set([...always, ...highContrast, ...sometimes]);
    const unknown = files.flatMap(({ file, text }) =>
      [...text.matchAll(/--vscode-([\w-]*\w)(?![\w-]*\$)/g)]
        .filter(([, name = '']) => !known.has(name) && name !== 'charts')
        .map(([use]) => `${file}: ${use}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('have others to fall back on where a theme or a product may lack them', () => {
    const uses = files.flatMap(({ file, text }) => problemsOf(text).map((problem) => `${file}: ${problem}`));
    assert.deepEqual(uses, []);
  });

  it('are found wanting without others to fall back on', () => {
    const found = (css: string): number => problemsOf(css).length;
    assert.equal(found('a { color: var(--vscode-foreground); }'), 0);
    assert.equal(found('a { color: var(--vscode-input-border); }'), 1);
    assert.equal(found('a { color: var(--vscode-input-border, var(--pb-border)); }'), 0);
    assert.equal(found('a { color: var(--vscode-input-border, var(--vscode-widget-border)); }'), 1);
    assert.equal(found('a { color: var(--vscode-contrastBorder); }'), 1);
    assert.equal(found('.vscode-high-contrast { a { color: var(--vscode-contrastBorder); } }'), 0);
  });
});

/** Returns the uses of variables that may be undefined where they stand. */
function problemsOf(text: string): readonly string[] {
  return [...text.matchAll(/var\(\s*--vscode-([\w-]+)\s*(,?)/g)].flatMap(
    ({ 0: use, 1: name = '', 2: comma, index }) => {
      const isSafe =
        always.has(name) ||
        comma === ',' ||
        (highContrast.has(name) && selectorsAt(text, index).includes('vscode-high-contrast'));
      return isSafe ? [] : [use];
    },
  );
}

/** Returns the selectors of the rules around a place. */
function selectorsAt(text: string, place: number): string {
  const open: string[] = [];
  let head = 0;
  for (let index = 0; index < place; index += 1) {
    const sign = text[index];
    if (sign === '{') open.push(text.slice(head, index));
    if (sign === '}') open.pop();
    if (sign === '{' || sign === '}' || sign === ';') head = index + 1;
  }
  return open.join(' ');
}
