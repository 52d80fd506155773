/** Which files are protected, under whatever name a file system knows them. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { classifyProtected } from '../../../../src/tools/files/protectedFiles.ts';
import { cases } from '../../../fixtures/cases.ts';

const forbidden = [
  '.git',
  '.git/config',
  '.git/hooks/pre-commit',
  'sub/.git',
  'sub/.git/config',
  'vendor/lib/.git/modules/x/config',
  '.patchbay/tools/a.js',
];

const guarded: Readonly<Record<string, readonly string[]>> = {
  editor: [
    '.vscode/settings.json',
    '.vscode/tasks.json',
    '.vscode/mcp.json',
    'sub/.vscode/launch.json',
    '.idea/workspace.xml',
    '.zed/settings.json',
    'a.code-workspace',
    'book.ipynb',
    'tsconfig.json',
    'tsconfig.build.json',
    '.nvim.lua',
    '.dir-locals.el',
    'AppData/Roaming/Code/User/settings.json',
  ],
  agent: [
    'AGENTS.md',
    'docs/AGENTS.md',
    'CLAUDE.md',
    'CLAUDE.local.md',
    'GEMINI.md',
    '.claude/settings.json',
    '.cursor/rules/a.mdc',
    '.cursorrules',
    '.gemini/settings.json',
    '.codex/config.toml',
    '.continue/config.yaml',
    '.roomodes',
    '.roo/mcp.json',
    '.clinerules',
    '.windsurfrules',
    '.aider.conf.yml',
    'skills/x/SKILL.md',
    '.mcp.json',
    'mcp.json',
    'a.instructions.md',
    'a.prompt.md',
  ],
  automation: [
    '.github/workflows/ci.yml',
    '.github/actions/a/action.yml',
    '.gitlab-ci.yml',
    '.circleci/config.yml',
    'azure-pipelines.yml',
    'Jenkinsfile',
    '.travis.yml',
  ],
  git: [
    '.gitmodules',
    '.gitattributes',
    '.gitconfig',
    '.gitignore',
    '.githooks/pre-push',
    '.husky/pre-commit',
    '.pre-commit-config.yaml',
    'lefthook.yml',
    'bare/HEAD',
    'commondir',
  ],
  'build, in shells': [
    '.envrc',
    '.env',
    '.mise.toml',
    '.tool-versions',
    '.nvmrc',
    '.bashrc',
    '.profile',
    '.zshenv',
    'flake.nix',
  ],
  'build, in packages': [
    'package.json',
    'packages/a/package.json',
    '.npmrc',
    '.yarnrc.yml',
    '.yarn/releases/yarn.cjs',
    '.pnpmfile.cjs',
    'pnpm-workspace.yaml',
    'bunfig.toml',
    'pyproject.toml',
    'requirements-dev.txt',
    'Cargo.toml',
    '.cargo/config.toml',
    'go.mod',
    'go.work',
    'Gemfile',
    'composer.json',
    'nuget.config',
    'deno.json',
    'node_modules/eslint/lib/api.js',
    'yarn.lock',
  ],
  build: [
    'Makefile',
    'CMakeLists.txt',
    'CMakePresets.json',
    'build.gradle',
    'settings.gradle.kts',
    'gradlew',
    'gradlew.bat',
    'gradle/wrapper/gradle-wrapper.properties',
    'pom.xml',
    'build.rs',
    'setup.py',
    'setup.cfg',
    'conftest.py',
    'tests/conftest.py',
    'tox.ini',
    'x.pth',
    'sitecustomize.py',
    'a.csproj',
    'Directory.Build.props',
    'Rakefile',
    'eslint.config.js',
    'vite.config.ts',
    'karma.conf.js',
    'nx.json',
  ],
  'build, in containers': [
    'Dockerfile',
    'Dockerfile.dev',
    'compose.yaml',
    'docker-compose.yml',
    'devcontainer.json',
  ],
  unknown: ['.unknown/of/a/tool', '.prettierrc', '.eslintrc.cjs', '.stylelintrc.json', '.rspec', 'a/.b'],
  'unknown, by a short name': ['VSCODE~1/a.txt', 'PACKAG~1.JSO'],
};

const plain = [
  'src/a.ts',
  'README.md',
  'docs/build/index.md',
  'src/head/index.ts',
  'src/module/a.ts',
  'lib/package/json.ts',
  'test/data.json',
  'src/git.ts',
  'a.git.ts',
  'gitconfig.md',
  'vscode/a.ts',
  '.gitkeep',
  'sub/.prettierignore',
  '.env.example',
  'notes~1 and more.txt',
  'src/config.ts',
  '…/a.ts',
];

const everyGuarded = Object.values(guarded).flat();

describe('protected files', () => {
  for (const path of forbidden)
    it(`lets nothing write to ${path}`, () => assert.equal(classifyProtected(path)?.kind, 'forbidden'));

  for (const [why, paths] of Object.entries(guarded))
    it(`protects what ${why} stands for`, () => {
      for (const path of paths)
        assert.deepEqual(classifyProtected(path), { kind: 'protected', why: why.split(',')[0] }, path);
    });

  it('leaves sources, texts and folders of harmless names alone', () => {
    for (const path of plain) assert.equal(classifyProtected(path, { exists: true }), undefined, path);
  });

  it('knows a file under every name that some file system takes for the same', () => {
    const disguises: readonly ((name: string) => string)[] = [
      (name) => name.toUpperCase(),
      (name) => name.replaceAll(/(.)(.?)/gu, (_, one: string, other: string) => one.toUpperCase() + other),
      (name) => `${name}.`,
      (name) => `${name} . .`,
      (name) => `${name}::$INDEX_ALLOCATION`,
      (name) => `${name}:stream:$DATA`,
      (name) => `${name[0]}\u200C${name.slice(1)}`,
      (name) => `\u2060${name}\uFEFF`,
      (name) => name.replaceAll(/(?<=.)/gu, '\u00AD'),
      (name) => `${name}\u{E0041}`,
      // Full-width forms of the printable ASCII characters.
      (name) => name.replaceAll(/[!-~]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
      (name) => name.replaceAll('i', '\u0131'),
      (name) => name.replaceAll('k', '\u212A').replaceAll('s', '\u017F'),
      (name) => name.normalize('NFD'),
    ];
    const names = fc.constantFrom(...forbidden, ...everyGuarded);
    const way = fc.array(fc.constantFrom(...disguises), { maxLength: 3 });
    const prefix = fc.constantFrom('', './', 'a/', 'a/../', 'a//', 'ä/b/', 'a\\');
    fc.assert(
      fc.property(names, way, prefix, fc.boolean(), (path, ways, before, backslashes) => {
        const disguised = path
          .split('/')
          .map((name) => ways.reduce((now, disguise) => disguise(now), name))
          .join(backslashes ? '\\' : '/');
        const found = classifyProtected(before + disguised);
        assert.equal(found?.kind, forbidden.includes(path) ? 'forbidden' : 'protected', before + disguised);
      }),
      { numRuns: cases(500, 30_000) },
    );
  });

  it('protects whatever begins with a dot, but for what only leaves files out', () => {
    const name = fc.stringMatching(/^[a-z0-9_]{1,12}$/);
    fc.assert(
      fc.property(name, name, (folder, file) => {
        assert.ok(classifyProtected(`.${folder}/${file}`));
        assert.ok(classifyProtected(`src/.${file}`));
      }),
    );
  });

  it('counts the path above the workspace folder where that is a folder of settings', () => {
    for (const folder of [
      '/home/u/a/.vscode',
      '/a/.GIT/modules/x',
      'C:\\a\\.Vscode',
      '/a/node_modules/b',
      '/a/.patchbay/tools',
    ])
      assert.ok(classifyProtected('settings.ts', { folder }), folder);
    for (const folder of ['/home/u/.local/share/a', '/a/.claude/worktrees/b', '/tmp/.x'])
      assert.equal(classifyProtected('a.ts', { folder }), undefined, folder);
  });

  it('adds the patterns of the user, and lets none take anything off the list', () => {
    const globs = ['infra/**', '*.tf', '!package.json', '!.git'];
    for (const path of ['infra/a/b.txt', 'x/main.tf', 'INFRA/a'])
      assert.deepEqual(classifyProtected(path, { globs }), { kind: 'protected', why: 'setting' });
    assert.equal(classifyProtected('package.json', { globs })?.why, 'build');
    assert.equal(classifyProtected('.git/config', { globs: ['*'] })?.kind, 'forbidden');
    assert.equal(classifyProtected('src/a.ts', { globs }), undefined);
  });
});
