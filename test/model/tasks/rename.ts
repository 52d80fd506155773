/** Renaming a property over a repository: code, comments, documentation and a test. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelTask } from '../task.ts';
import { addTest, copyPackage } from '../workspace.ts';

const FILES = ['lib/parse.js', 'lib/picomatch.js', 'lib/scan.js', 'README.md', 'test.js'];

export const rename: ModelTask = {
  name: 'rename',
  prompt:
    'Rename isBrace to hasBrace everywhere: in the code, the comments, the README and the test. Then run the tests.',
  async prepare(folder) {
    await copyPackage('picomatch', folder);
    await addTest(
      folder,
      "const assert = require('node:assert');\nassert.equal(require('.').scan('{a,b}/c').isBrace, true);\nconsole.log('ok');\n",
    );
  },
  decisions: [
    { calls: [{ name: 'search_text', args: { query: 'isBrace', context: 1 } }] },
    {
      calls: [
        ...FILES.map((path) => ({
          name: 'edit_file',
          args: { path, oldText: 'isBrace', newText: 'hasBrace', all: true },
        })),
        { name: 'run_command', args: { command: 'npm test' } },
        { name: 'search_text', args: { query: 'isBrace' } },
      ],
    },
    { answer: 'isBrace is called hasBrace now, in five files. npm test passes.' },
  ],
  async check(folder, results) {
    const [found = '', ...others] = results;
    for (const path of FILES) assert.match(found, new RegExp(`^${path.replaceAll('.', '\\.')}$`, 'm'));
    assert.match(others.at(-2) ?? '', /^ok$/m);
    assert.match(others.at(-1) ?? '', /^No match/);
    const texts = await Promise.all(FILES.map((path) => readFile(join(folder, path), 'utf8')));
    for (const text of texts) {
      assert.doesNotMatch(text, /isBrace/);
      assert.match(text, /hasBrace/);
    }
  },
};
