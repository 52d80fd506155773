/** The pictures of the pages have the colours that the pages have in the editor. */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** No default theme has a value for them. */
const unset: ReadonlySet<string> = new Set([
  '--vscode-list-inactiveSelectionForeground',
  '--vscode-terminal-background',
]);

describe('the themes of the stories', () => {
  it('have every variable of the editor that a page uses', () => {
    const themes = readFileSync(join(root, 'stories/pages/themes.json'), 'utf8');
    const styles = globSync('src/webview/**/*.css', { cwd: root }).map((path) =>
      readFileSync(join(root, path), 'utf8'),
    );
    const used = new Set(styles.flatMap((text) => text.match(/--vscode-[\w-]+/g) ?? []));
    assert.ok(used.size > 50);
    const missing = [...used].filter((name) => !unset.has(name) && !themes.includes(`"${name}":`));
    assert.deepEqual(missing, []);
  });
});
