/** Files that are protected by another place, on a real disk: through links, and by what git's configuration names. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { findGit, type GitProgram } from '../../../../src/tools/files/gitProgram.ts';
import { linkedProtections } from '../../../../src/tools/files/linkedProtection.ts';

describe('protection by another place', () => {
  let root: string;
  let git: GitProgram | undefined;
  const names = ['HOME', 'USERPROFILE', 'XDG_CONFIG_HOME', 'PATH'] as const;
  const variables = names.map((name) => [name, process.env[name]] as const);
  const at = (...parts: string[]): string => join(root, ...parts);
  const put = async (path: string, text = ''): Promise<void> => {
    await mkdir(dirname(at(path)), { recursive: true });
    await writeFile(at(path), text);
  };
  const found = (path: string) => linkedProtections({ real: at(path), folders: [at('ws')], git });
  const whyOf = async (path: string) => (await found(path)).map(({ why }) => why);
  const runGit = (...args: string[]) => promisify(execFile)('git', args, { cwd: at('ws') });

  beforeEach(async () => {
    root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-linked-')));
    git = await findGit([root]);
    await mkdir(at('ws/src'), { recursive: true });
    await mkdir(at('home'));
    for (const name of ['HOME', 'USERPROFILE']) process.env[name] = at('home');
    delete process.env['XDG_CONFIG_HOME'];
    await put('ws/src/a.ts');
  });
  afterEach(async () => {
    for (const [name, value] of variables)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    await rm(root, { recursive: true, force: true });
  });

  describe('through links in the workspace', () => {
    it('a link with a protected name protects what it leads to', async () => {
      for (const folder of ['editor', 'mine', '.husky', '.patchbay']) await mkdir(at('ws', folder));
      await symlink('editor', at('ws/.vscode'));
      await symlink('docs.md', at('ws/AGENTS.md'));
      await symlink('../src/a.ts', at('ws/.husky/pre-commit'));
      await symlink('../mine', at('ws/.patchbay/tools'));
      const kinds = async (path: string) => (await found(path)).map(({ kind }) => kind);
      assert.deepEqual(await kinds('ws/editor/settings.json'), ['protected']);
      assert.deepEqual(await kinds('ws/docs.md'), ['protected']);
      assert.deepEqual(await kinds('ws/src/a.ts'), ['protected']);
      assert.deepEqual(await kinds('ws/mine/tool.js'), ['forbidden']);
      assert.deepEqual(await kinds('ws/src/b.ts'), []);
    });

    it('a link in an ordinary folder counts, however many entries come before it', async () => {
      await mkdir(at('ws/tools'));
      await mkdir(at('ws/many'));
      await Promise.all(Array.from({ length: 2_500 }, (_, index) => put(`ws/many/f${index}.ts`)));
      await symlink('../src/rules.ts', at('ws/tools/Makefile'));
      assert.deepEqual(await whyOf('ws/src/rules.ts'), ['build']);
    });

    it('a file that a protected folder reaches through two links is protected', async () => {
      await mkdir(at('ws/conf'));
      await mkdir(at('ws/jobs'));
      await symlink('conf', at('ws/.github'));
      await symlink('../jobs', at('ws/conf/workflows'));
      assert.deepEqual(await whyOf('ws/jobs/ci.txt'), ['automation']);
    });

    it('a link that only gives a folder another ordinary name protects nothing', async () => {
      await mkdir(at('ws/docs/v2'), { recursive: true });
      await symlink('v2', at('ws/docs/latest'));
      assert.deepEqual(await whyOf('ws/docs/v2/a.md'), []);
    });

    it('links of installed packages protect nothing in the workspace', async () => {
      await mkdir(at('ws/node_modules/@me'), { recursive: true });
      await mkdir(at('ws/packages/a'), { recursive: true });
      await symlink('../../packages/a', at('ws/node_modules/@me/a'));
      assert.deepEqual(await whyOf('ws/packages/a/index.ts'), []);
    });

    it('links that go round come to an end', async () => {
      for (const folder of ['ws/x', 'ws/y']) await mkdir(at(folder));
      await symlink('../y', at('ws/x/a'));
      await symlink('../x', at('ws/y/b'));
      await symlink('..', at('ws/x/up'));
      await symlink('..', at('ws/y/up'));
      assert.deepEqual(await whyOf('ws/y/a.ts'), []);
    });

    it('a protected name is seen behind many others of the file', async () => {
      await mkdir(at('ws/many'));
      await Promise.all(
        Array.from({ length: 600 }, (_, index) => symlink('../src/a.ts', at(`ws/many/f${index}.ts`))),
      );
      assert.deepEqual(await whyOf('ws/src/a.ts'), []);
      await symlink('../src/a.ts', at('ws/many/Makefile'));
      assert.deepEqual(await whyOf('ws/src/a.ts'), ['build']);
    });

    it('a package that is linked into a folder of vendors stays ordinary source, but for its own build files', async () => {
      for (const folder of ['ws/vendor/acme', 'ws/packages/a']) await mkdir(at(folder), { recursive: true });
      await symlink('../../packages/a', at('ws/vendor/acme/a'));
      await symlink('../../packages/a/rules.txt', at('ws/vendor/acme/Makefile'));
      assert.deepEqual(await whyOf('ws/packages/a/src/a.php'), []);
      assert.ok((await whyOf('ws/packages/a/rules.txt')).includes('build'));
    });

    it('a link that comes, moves or goes is seen by the next look', async () => {
      await mkdir(at('ws/tools'));
      assert.deepEqual(await whyOf('ws/src/a.ts'), []);
      await symlink('../src/a.ts', at('ws/tools/Makefile'));
      assert.deepEqual(await whyOf('ws/src/a.ts'), ['build']);
      await symlink('../src/b.ts', at('ws/tools/next'));
      await rename(at('ws/tools/next'), at('ws/tools/Makefile'));
      assert.deepEqual(await whyOf('ws/src/a.ts'), []);
      assert.deepEqual(await whyOf('ws/src/b.ts'), ['build']);
    });
  });

  describe('through links in the home folder', () => {
    it('dotfiles, programs and settings that are links into the workspace are protected', async () => {
      for (const folder of ['home/.config/git', 'home/bin', 'home/.ssh', 'ws/zsh'])
        await mkdir(at(folder), { recursive: true });
      await symlink(at('ws/zsh/rc'), at('home/.zshrc'));
      await symlink(at('ws/tool.ts'), at('home/bin/tool'));
      await symlink(at('ws/ssh.txt'), at('home/.ssh/config'));
      await symlink(at('ws/git.txt'), at('home/.config/git/attributes'));
      for (const path of ['ws/zsh/rc', 'ws/tool.ts', 'ws/ssh.txt'])
        assert.deepEqual(await whyOf(path), ['home'], path);
      assert.ok((await whyOf('ws/git.txt')).includes('home'));
      assert.deepEqual(await whyOf('ws/zsh/readme.md'), []);
    });

    it('a link to the whole disk, and one to projects that has an ordinary name, protect nothing', async () => {
      await mkdir(at('home/.drives'));
      await symlink('/', at('home/.drives/z'));
      await symlink(root, at('home/projects'));
      assert.deepEqual(await whyOf('ws/src/a.ts'), []);
    });
  });

  for (const mode of ['with git', 'by the text of the files'] as const)
    describe(`by git's configuration, ${mode}`, () => {
      beforeEach(async function () {
        if (mode === 'with git' && !git) this.skip();
        if (mode !== 'with git') git = undefined;
        await put('ws/.git/HEAD', 'ref: refs/heads/main\n');
        for (const folder of ['objects', 'refs']) await mkdir(at('ws/.git', folder));
      });
      const configure = (text: string): Promise<void> => put('ws/.git/config', text);

      it('the folder of hooks and an included file are protected, and nothing beside them', async () => {
        await configure('[core]\n\thooksPath = scripts/hooks\n[include]\n\tpath = ../team.ini\n');
        assert.deepEqual(await whyOf('ws/scripts/hooks/pre-push'), ['git']);
        assert.deepEqual(await whyOf('ws/team.ini'), ['git']);
        assert.deepEqual(await whyOf('ws/scripts/a.ts'), []);
      });

      const commands: Readonly<Record<string, readonly [config: string, path: string]>> = {
        'a filter': ['[filter "x"]\n\tclean = ./tools/clean.py %f', 'tools/clean.py'],
        'a filter that an interpreter runs': ['[filter "x"]\n\tsmudge = python3 smudge.py', 'smudge.py'],
        'a filter that is a module': ['[filter "x"]\n\tprocess = python -m tools.lfs run', 'tools/lfs.py'],
        'a filter in quotes': [
          '[filter "x"]\n\tclean = "sh -c \'./my\\\\ tools/clean.sh x\'"',
          'my tools/clean.sh',
        ],
        'a filter in a folder that it goes to': [
          '[filter "x"]\n\tclean = "cd tools && ./run.sh"',
          'tools/run.sh',
        ],
        'a filter behind a semicolon': ['[filter "x"]\n\tclean = "cd tools; ./run.sh"', 'tools/run.sh'],
        'a filter by a variable': ['[filter "x"]\n\tclean = $PWD/tools/clean.sh', 'tools/clean.sh'],
        'a filter by another command': [
          '[filter "x"]\n\tclean = "$(git rev-parse --show-toplevel)/tools/clean.sh"',
          'tools/clean.sh',
        ],
        'a text conversion': ['[diff "x"]\n\ttextconv = node scripts/show.mjs', 'scripts/show.mjs'],
        'an external diff': ['[diff]\n\texternal = tools/diff', 'tools/diff'],
        'a merge driver': ['[merge "x"]\n\tdriver = tools/merge %O %A %B', 'tools/merge'],
        'a program that signs': ['[gpg]\n\tprogram = ./sign', 'sign'],
        'a program that signs with SSH': ['[gpg "ssh"]\n\tprogram = bin/sign', 'bin/sign'],
        'a file system monitor': ['[core]\n\tfsmonitor = .tools/watch', '.tools/watch'],
        'a password program': ['[core]\n\taskPass = tools/ask', 'tools/ask'],
        'an SSH command': ['[core]\n\tsshCommand = ssh -F conf/ssh', 'conf/ssh'],
        'an editor': ['[core]\n\teditor = ./ed.ts --wait', 'ed.ts'],
        'a pager': ['[core]\n\tpager = "tools/pager | less"', 'tools/pager'],
        'a credential helper': ['[credential]\n\thelper = "!./tools/login"', 'tools/login'],
        'a filter whose ending the interpreter adds': [
          '[filter "x"]\n\tclean = node tools/clean %f',
          'tools/clean.cjs',
        ],
        'a filter that is a folder with a main file': [
          '[filter "x"]\n\tclean = python3 tools',
          'tools/__main__.py',
        ],
        'a filter whose folder stands at an option': [
          '[filter "x"]\n\tclean = perl -Ilib -MClean -e1',
          'lib/Clean.pm',
        ],
        'a filter beside the folder of git': [
          '[filter "x"]\n\tclean = $GIT_DIR/../tools/clean',
          'tools/clean',
        ],
        'an alias': ['[alias]\n\tship = "!sh scripts/ship.sh"', 'scripts/ship.sh'],
        'a template': ['[init]\n\ttemplateDir = template', 'template/hooks/pre-commit'],
        'a file of attributes': ['[core]\n\tattributesFile = attributes.txt', 'attributes.txt'],
        'a setting that nobody has heard of': ['[hook "x"]\n\tcommand = tools/hook.rb', 'tools/hook.rb'],
        'hooks in the folder of the repository': ['[core]\n\thooksPath = .', 'pre-commit'],
        'a remote that is a command': ['[remote "x"]\n\turl = "ext::sh tools/up.sh"', 'tools/up.sh'],
        'a value over two lines': [
          '[filter "x"]\n\tclean = ./tools/\\\nclean.py # a comment',
          'tools/clean.py',
        ],
        'an included file, under a condition that does not hold': [
          '[includeIf "onbranch:other"]\n\tpath = ../conf/other.ini',
          'conf/other.ini',
        ],
      };
      for (const [what, [config, path]] of Object.entries(commands))
        it(`${what} is protected`, async () => {
          await configure(`[core]\n\tbare = false\n${config}\n`);
          assert.ok((await whyOf(`ws/${path}`)).includes('git'));
          assert.deepEqual(await whyOf('ws/src/a.ts'), []);
        });

      it('what a file names that is only included on another branch is protected', async () => {
        await configure('[includeIf "onbranch:other"]\n\tpath = other.ini\n');
        await put('ws/.git/other.ini', '[core]\n\thooksPath = later\n');
        assert.deepEqual(await whyOf('ws/later/pre-commit'), ['git']);
      });

      it('settings that name no path leave folders of the same name alone', async () => {
        await configure(
          '[user]\n\tname = src\n[branch "src"]\n\tremote = src\n\tmerge = refs/heads/src\n[init]\n\tdefaultBranch = src\n' +
            '[core]\n\teditor = src --wait\n\tworktree = ..\n[remote "src"]\n\turl = ../ws/src\n\tfetch = +refs/heads/*:refs/remotes/src/*\n' +
            '[alias]\n\ttest = "!npm run src"\n\tfmt = "!prettier --write src/"\n[diff]\n\ttool = src\n[safe]\n\tdirectory = ..\n',
        );
        assert.deepEqual(await whyOf('ws/src/a.ts'), []);
      });

      it('the hooks of a nested repository in a folder beside it are protected', async () => {
        await put('ws/sub/.git/HEAD', 'ref: refs/heads/main\n');
        for (const folder of ['objects', 'refs']) await mkdir(at('ws/sub/.git', folder));
        await put('ws/sub/.git/config', '[core]\n\thooksPath = ../shared\n');
        assert.deepEqual(await whyOf('ws/shared/pre-commit'), ['git']);
      });

      it('the hooks of a submodule, whose .git is a file, are protected', async () => {
        await put('ws/sub/.git', 'gitdir: ../.git/modules/sub\n');
        await put('ws/.git/modules/sub/HEAD', 'ref: refs/heads/main\n');
        for (const folder of ['objects', 'refs']) await mkdir(at('ws/.git/modules/sub', folder));
        await put('ws/.git/modules/sub/config', '[core]\n\thooksPath = hooks\n\tworktree = ../../../sub\n');
        assert.deepEqual(await whyOf('ws/sub/hooks/pre-commit'), ['git']);
      });

      it('every file asks where the configuration is too large to be read', async () => {
        await configure(`[core]\n\thooksPath = hooks\n#${'x'.repeat(1_100_000)}\n`);
        assert.deepEqual(await whyOf('ws/src/a.ts'), ['git']);
        await configure(`[alias]\n\tx = "!${'a/b '.repeat(10_000)}"\n`);
        assert.deepEqual(await whyOf('ws/src/a.ts'), []);
        await configure(
          `[alias]\n\tx = "!${Array.from({ length: 6_000 }, (_, index) => `a/${index}`).join(' ')}"\n`,
        );
        assert.deepEqual(await whyOf('ws/src/a.ts'), ['git']);
      });

      it('what only one worktree configures is protected', async () => {
        await configure('[core]\n\trepositoryformatversion = 1\n[extensions]\n\tworktreeConfig = true\n');
        await put('ws/.git/worktrees/w/config.worktree', `[core]\n\thooksPath = ${at('ws/its')}\n`);
        assert.deepEqual(await whyOf('ws/its/pre-commit'), ['git']);
      });

      it("what the user's own configuration names in the workspace is protected, without a repository too", async () => {
        await rm(at('ws/.git'), { recursive: true });
        await put(
          'home/.gitconfig',
          `[core]\n\thooksPath = ${at('ws/hooks')}\n[include]\n\tpath = ~/more.ini\n`,
        );
        await put('home/more.ini', `[diff]\n\texternal = ${at('ws/d.sh')}\n`);
        assert.deepEqual(await whyOf('ws/hooks/pre-commit'), ['git']);
        assert.deepEqual(await whyOf('ws/d.sh'), ['git']);
      });

      it('a change of the configuration, or of a file that it includes, counts at once', async () => {
        await configure('[include]\n\tpath = more.ini\n');
        assert.deepEqual(await whyOf('ws/hooks/pre-commit'), []);
        await put('ws/.git/more.ini', '[core]\n\thooksPath = hooks\n');
        assert.deepEqual(await whyOf('ws/hooks/pre-commit'), ['git']);
        await put('ws/.git/more.ini', '[core]\n\thooksPath = other\n');
        assert.deepEqual(await whyOf('ws/hooks/pre-commit'), []);
        assert.deepEqual(await whyOf('ws/other/pre-commit'), ['git']);
      });
    });

  it('asking git starts nothing that a repository names', async function () {
    if (!git || process.platform === 'win32') this.skip();
    await runGit('init', '--quiet');
    await writeFile(at('trap.sh'), `#!/bin/sh\ntouch ${at('ran')}\n`, { mode: 0o755 });
    const trap = at('trap.sh');
    for (const key of [
      'core.fsmonitor',
      'core.pager',
      'core.sshCommand',
      'core.askPass',
      'core.editor',
      'diff.external',
    ])
      await runGit('config', key, trap);
    await runGit('config', 'alias.config', `!${trap}`);
    await runGit('config', 'alias.check-ignore', `!${trap}`);
    await runGit('config', 'pager.config', trap);
    await put('ws/.gitignore', '*.log\n');
    assert.ok((await git.listConfiguration(at('ws/.git')))?.includes('trap.sh'));
    assert.equal(await git.ignores(at('ws'), at('ws/a.log')), true);
    assert.equal(await git.ignores(at('ws'), at('ws/:(glob)a.ts')), false);
    await assert.rejects(realpath(at('ran')), /ENOENT/);
  });

  it('a program of the workspace is never taken for git', async function () {
    if (process.platform === 'win32') this.skip();
    await put('ws/bin/git');
    await rm(at('ws/bin/git'));
    await writeFile(at('ws/bin/git'), '#!/bin/sh\n', { mode: 0o755 });
    await symlink(at('ws/bin'), at('out'));
    process.env['PATH'] = [at('ws/bin'), at('out'), 'ws/bin', '.'].join(':');
    assert.equal(await findGit([at('ws')]), undefined);
    process.env['PATH'] = '';
    assert.equal(await findGit([at('ws')]), undefined);
  });
});
