/** Renaming an option over a repository: code, documentation and a test that shows that it works under its new name. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelTask } from '../task.ts';
import { addTest, copyPackage } from '../workspace.ts';

const FILES = ['README.md', 'lib/parse.js', 'lib/picomatch.js'];

export const rename: ModelTask = {
  name: 'rename',
  prompt: 'Rename the option fastpaths to fastPaths everywhere, also in the README, and run the tests.',
  async prepare(folder) {
    await copyPackage('picomatch', folder);
    await addTest(
      folder,
      "const assert = require('node:assert');\nassert(require('.')('*.js', { fastPaths: false })('a.js'));\nconsole.log('ok');\n",
    );
  },
  decisions: [
    { calls: [{ name: 'search_text', args: { query: 'fastpaths' } }] },
    {
      calls: [
        ...FILES.map((path) => ({
          name: 'edit_file',
          args: { path, oldText: 'fastpaths', newText: 'fastPaths', all: true },
        })),
        { name: 'run_command', args: { command: 'npm test' } },
        { name: 'search_text', args: { query: 'fastpaths', matchCase: true } },
      ],
    },
    { answer: 'The option is called fastPaths now, in three files, and the tests pass.' },
  ],
  async check(folder, results) {
    for (const path of FILES) assert.doesNotMatch(await readFile(join(folder, path), 'utf8'), /fastpaths/);
    assert.match(results.at(-2) ?? '', /\bok\b/);
  },
};
