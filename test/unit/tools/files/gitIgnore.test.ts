/** What git leaves out, held against git's own words where it is there. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GitIgnore } from '../../../../src/tools/files/gitIgnore.ts';
import { globProblem } from '../../../../src/tools/files/pathPatterns.ts';

const rules: Readonly<Record<string, string>> = {
  '.gitignore': '*.log\n!keep.log\nbuild/\n/secret*\n!secret-not\nnested/*.txt\n# a comment\n',
  'nested/.gitignore': '!open.txt\n*.md\n!build/\n',
  'nested/deep/.gitignore': '*\n!*.ts\n',
  '.git/info/exclude': 'private/\n*.pem\n',
};
const paths = [
  'a.ts',
  'a.log',
  'keep.log',
  'sub/a.log',
  'sub/keep.log',
  'build/a.ts',
  'build/keep.log',
  'sub/build/a.ts',
  'secret.json',
  'secret-not',
  'sub/secret.json',
  'nested/closed.txt',
  'nested/open.txt',
  'nested/a.md',
  'nested/build/a.ts',
  'nested/deep/a.js',
  'nested/deep/a.ts',
  'nested/deep/er/a.ts',
  'private/a',
  'key.pem',
  'sub/key.pem',
];

describe('what git ignores', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-ignore-'));
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder });
    for (const [path, text] of Object.entries(rules)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is what git says: nested rules, negated ones, and those outside of the working tree', async () => {
    const git = promisify(execFile)('git', ['check-ignore', '--no-index', '--stdin'], { cwd: folder });
    git.child.stdin?.end(paths.join('\n'));
    const said = (await git).stdout.trim().split('\n');
    const ignored = new GitIgnore(folder);
    const found = await Promise.all(paths.map(async (path) => ((await ignored.ignores(path)) ? [path] : [])));
    assert.deepEqual(found.flat(), said);
  });

  it('and whatever is in .git', async () => {
    assert.equal(await new GitIgnore(folder).ignores('.git/config'), true);
  });
});

describe('globs', () => {
  it('are taken as people write them', () => {
    for (const glob of [
      '**/*',
      '**/*.test.ts',
      'src/**/{a,b}/*.{ts,tsx}',
      '*foo*bar*',
      '[!a]?.ts',
      '**/..a/b..c',
    ])
      assert.equal(globProblem(glob), undefined, glob);
  });

  it('are refused where they lead out, or could be matched for ever', () => {
    for (const glob of [
      '../**',
      'a/../../b',
      '{..,a}/**',
      '/etc/*',
      'C:/x',
      '..\\a',
      `${'*a'.repeat(30)}b`,
      '**/'.repeat(9),
      '{a,b}'.repeat(20),
      '{a,{b,{c,d}}}',
      'a'.repeat(9_999),
    ])
      assert.notEqual(globProblem(glob), undefined, glob.slice(0, 40));
  });
});
