/** What git leaves out, held against git's own words where it is there. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { GitIgnore } from '../../../../src/tools/files/gitIgnore.ts';
import { findGit, GitProgram } from '../../../../src/tools/files/gitProgram.ts';
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

const hasGit = spawnSync('git', ['--version']).status === 0;

describe('what git ignores', () => {
  let folder: string;
  before(function () {
    if (!hasGit) this.skip();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-ignore-'));
    await promisify(execFile)('git', ['init', '--quiet'], { cwd: folder });
    for (const [path, text] of Object.entries(rules)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('follows git: nested rules, negated ones, and those outside of the working tree', async () => {
    const asked = promisify(execFile)('git', ['check-ignore', '--no-index', '--stdin'], { cwd: folder });
    asked.child.stdin?.end(paths.join('\n'));
    const said = (await asked).stdout.trim().split('\n');
    const ignored = new GitIgnore(folder);
    const found = await Promise.all(paths.map(async (path) => ((await ignored.ignores(path)) ? [path] : [])));
    assert.deepEqual(found.flat(), said);
    const program = await findGit([]);
    for (const git of [undefined, program])
      assert.deepEqual(
        [...(await new GitIgnore(folder, { git }).ignoredOf(paths))].toSorted(),
        said.toSorted(),
      );
  });

  it('includes everything in .git', async () => {
    assert.equal(await new GitIgnore(folder).ignores('.git/config'), true);
  });
});

for (const mode of ['with git', 'by reading the rules'] as const)
  describe(`what git ignores beyond the folder, ${mode}`, () => {
    let root: string;
    let git: GitProgram | undefined;
    const names = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'PATH'] as const;
    const variables = names.map((name) => [name, process.env[name]] as const);
    const usualPath = process.env['PATH'];
    const at = (...parts: string[]): string => join(root, ...parts);
    const put = async (path: string, text = ''): Promise<void> => {
      await mkdir(dirname(at(path)), { recursive: true });
      await writeFile(at(path), text);
    };
    /** As `git init` makes it, where git is missing too. */
    const repository = async (path: string): Promise<void> => {
      await put(join(path, '.git/HEAD'), 'ref: refs/heads/main\n');
      for (const folder of ['objects', 'refs']) await mkdir(at(path, '.git', folder));
    };
    /** Asks about the file alone, and with another one, which must not differ. */
    const ignored = async (path: string, folder = 'ws'): Promise<boolean> => {
      const isIgnored = await new GitIgnore(at(folder), { git }).ignores(path);
      const together = await new GitIgnore(at(folder), { git }).ignoredOf(['other.file', path]);
      assert.equal(together.has(path), isIgnored, path);
      return isIgnored;
    };

    before(function () {
      if (mode === 'with git' && !hasGit) this.skip();
    });
    beforeEach(async () => {
      root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-ignore-')));
      await mkdir(at('ws'));
      for (const name of ['HOME', 'USERPROFILE']) process.env[name] = at('home');
      delete process.env['XDG_CONFIG_HOME'];
      git = await findGit([root]);
      if (mode === 'with git') return;
      process.env['PATH'] = '';
      git = await findGit([root]);
      assert.equal(git, undefined);
    });
    afterEach(async () => {
      for (const [name, value] of variables)
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      await rm(root, { recursive: true, force: true });
    });

    it("a file that the user's own rules name is ignored, at their usual place", async () => {
      await repository('ws');
      await put('home/.config/git/ignore', '*.private\n');
      assert.equal(await ignored('sub/a.private'), true);
      assert.equal(await ignored('sub/a.ts'), false);
    });

    it("a file is ignored by the user's rules where their configuration says that they are", async () => {
      await repository('ws');
      await put('home/.gitconfig', '[include]\n\tpath = more.ini\n');
      await put('home/more.ini', '[core]\n\texcludesFile = ~/rules\n');
      await put('home/rules', 'mine/\n');
      assert.equal(await ignored('mine/a.ts'), true);
      assert.equal(await ignored('other/a.ts'), false);
    });

    it("a rule of the repository takes back in what the user's rules leave out", async () => {
      await repository('ws');
      await put('home/.config/git/ignore', '*.log\n');
      await put('ws/.gitignore', '!keep.log\n');
      assert.equal(await ignored('a.log'), true);
      assert.equal(await ignored('keep.log'), false);
    });

    it('a file is ignored by the rules of a folder above the workspace', async () => {
      await repository('.');
      await put('.gitignore', 'private/\n/ws/*.key.txt\n');
      await mkdir(at('ws/private'));
      assert.equal(await ignored('private/a.ts'), true);
      assert.equal(await ignored('a.key.txt'), true);
      assert.equal(await ignored('a.ts'), false);
    });

    it('a repository above that ignores the whole workspace says nothing of its files', async () => {
      await repository('.');
      await put('.gitignore', '*\n');
      await put('ws/.gitignore', 'own.txt\n');
      assert.equal(await ignored('a.ts'), false);
      assert.equal(await ignored('own.txt'), true);
    });

    it('a file is ignored by the shared rules of a worktree, whose .git is a file', async () => {
      await repository('main');
      await put('main/.git/info/exclude', 'notes/\n');
      await put('main/.git/worktrees/ws/HEAD', 'ref: refs/heads/other\n');
      await put('main/.git/worktrees/ws/commondir', '../..\n');
      await put('main/.git/worktrees/ws/gitdir', `${at('ws/.git')}\n`);
      await put('ws/.git', 'gitdir: ../main/.git/worktrees/ws\n');
      assert.equal(await ignored('notes/a.ts'), true);
      assert.equal(await ignored('src/a.ts'), false);
    });

    it('a file of a nested repository is ignored by its rules, and by those around it', async () => {
      await repository('ws');
      await repository('ws/sub');
      await put('ws/.gitignore', '*.outer\n');
      await put('ws/sub/.git/info/exclude', 'local.ts\n');
      await put('ws/sub/.gitignore', '!a.outer\n');
      assert.equal(await ignored('sub/local.ts'), true);
      assert.equal(await ignored('sub/b.outer'), true);
      assert.equal(await ignored('sub/b.ts'), false);
      assert.equal(await ignored('local.ts'), false);
    });

    it('a file that rules name is ignored although it is tracked', async function () {
      if (!hasGit) this.skip();
      const run = (...args: string[]) =>
        promisify(execFile)('git', args, { cwd: at('ws'), env: { ...process.env, PATH: usualPath } });
      await run('init', '--quiet');
      await put('ws/a.log');
      await run('add', 'a.log');
      await put('ws/.gitignore', '*.log\n');
      assert.equal(await ignored('a.log'), true);
    });

    it('a path through a link, and one with special characters, are looked at as well', async () => {
      await repository('ws');
      await put('ws/.gitignore', 'real/*.txt\nlink/b.ts\n\\:*\n');
      await put('ws/real/a.txt');
      await symlink('real', at('ws/link'));
      const named = ['link/b.ts', 'real/a.txt', 'link/a.txt', ':(glob)x', 'a b.ts', 'ü.ts'];
      const found = await Promise.all(named.map((each) => ignored(each)));
      assert.deepEqual(found, [true, true, false, true, false, false]);
    });

    it('the rules of folders above do not reach a folder that is to be looked at alone', async () => {
      await repository('.');
      await put('.gitignore', '*.ts\n');
      await put('ws/.gitignore', '*.log\n');
      const alone = new GitIgnore(at('ws'), { git, reach: 'folder' });
      assert.equal(await alone.ignores('a.ts'), false);
      assert.equal(await alone.ignores('a.log'), true);
    });

    it('questions that come together are answered by few processes', async function () {
      if (!git || process.platform === 'win32') this.skip();
      await repository('ws');
      await put('ws/.gitignore', '*.log\n');
      await writeFile(at('git'), `#!/bin/sh\necho >> ${at('started')}\nexec ${git.path} "$@"\n`, {
        mode: 0o755,
      });
      const asking = new GitIgnore(at('ws'), { git: new GitProgram(at('git')) });
      const asked = Array.from({ length: 3_000 }, (_, index) =>
        asking.ignores(`a${index}.${index % 2 === 0 ? 'log' : 'ts'}`),
      );
      assert.equal((await Promise.all(asked)).filter(Boolean).length, 1_500);
      assert.ok((await readFile(at('started'), 'utf8')).length <= 3);
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
