/** Files that programs reach by another place: through links, by git's configuration, or by rules outside of the workspace. */
import { existsSync } from 'node:fs';
import { chmod, mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { CommandTool, commandOf, needToRun } from '../../../src/editor/builtInTools/command.ts';
import { needToWrite } from '../../../src/editor/builtInTools/edits.ts';
import { readFile } from '../../../src/editor/builtInTools/files.ts';
import { findGit } from '../../../src/tools/files/gitProgram.ts';
import { Permissions, type RuleStores, type Tool } from '../../../src/tools/index.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';
import { onlyCovered } from '../onlyCovered.ts';
import { inWorkspace, SECRET, unlessRefused } from '../scratch.ts';
import { workspace } from '../vscode.ts';

const tools = 'src/tools/files';
const byConfiguration: Defence = {
  title: 'what git’s configuration names is protected',
  file: `${tools}/linkedProtection.ts`,
  name: 'linkedProtections',
  at: 'if file',
  as: '',
};
const nestedRepositories: Defence = {
  title: 'repositories anywhere in the workspace are looked at',
  file: `${tools}/linkedProtection.ts`,
  name: 'repositoriesFor',
  at: 'call flatMap workTrees .callee',
  as: '[{ workTrees: [] as string[] }].flatMap',
};
const otherWords: Defence = {
  title: 'the words of a command are looked at',
  file: `${tools}/gitConfigPaths.ts`,
  name: 'placesOf',
  at: 'call wordsOf',
  as: 'wordsOf("")',
};
const linkedNames: Defence = {
  title: 'what a protected name leads to is protected',
  file: `${tools}/linkedProtection.ts`,
  name: 'linkedProtections',
  at: 'call classifyAlias',
  as: 'undefined',
};
const severalLinks: Defence = {
  title: 'a file is followed through several links',
  file: `${tools}/linkAliases.ts`,
  name: 'aliasesOf',
  at: 'condition links .right',
  as: '1',
};
const ofHome: Defence = {
  title: 'what programs find in the home folder is protected',
  file: `${tools}/linkedProtection.ts`,
  name: 'linkedProtections',
  at: 'conditional .consequent',
  as: 'undefined',
};
const changedFolders: Defence = {
  title: 'a folder that has changed is listed again',
  file: `${tools}/folderWalk.ts`,
  name: 'isSame',
  at: 'condition known',
  as: '!known',
};
const realFolder: Defence = {
  title: 'a command is allowed in a real folder',
  file: 'src/editor/builtInTools/command.ts',
  name: 'lineIn',
  at: 'call file',
  as: 'place.uri',
};
const sameFolder: Attack['defences'] = [
  {
    title: 'a command runs where a link led when it was approved',
    file: 'src/editor/builtInTools/command.ts',
    name: 'CommandTool.run',
    at: 'statement leads #2/3',
    as: '',
  },
  {
    title: 'a command does not run in a folder that took the place of a link',
    file: 'src/editor/builtInTools/command.ts',
    name: 'CommandTool.run',
    at: 'statement shown #3/3',
    as: '',
  },
];
const outsideRules: Attack['defences'] = [
  {
    title: 'the rules of each repository count',
    file: `${tools}/gitIgnore.ts`,
    name: 'GitIgnore.ignores',
    at: 'call surroundingsOf',
    as: '{ repositories: [], hasRules: false }',
  },
  {
    title: 'the user’s rules count',
    file: `${tools}/gitIgnore.ts`,
    name: 'GitIgnore.constructor',
    at: 'spread reach',
    as: '',
  },
];
const notOfWorkspace: Defence = {
  title: 'git is not taken from the workspace',
  file: `${tools}/gitProgram.ts`,
  name: 'findGit',
  at: 'if folder',
  as: '',
};
const afterTrust: Defence = {
  title: 'git is asked in a trusted workspace only',
  file: 'src/editor/builtInTools/git.ts',
  name: 'usableGit',
  at: 'if vscode',
  as: '',
};
const notLinked: Defence = {
  title: 'git is not taken from the workspace by a link',
  file: `${tools}/gitProgram.ts`,
  name: 'findGit',
  at: 'condition path',
  as: '$left',
};

/** A repository, without git. */
const repository = (folder = '', config = ''): Readonly<Record<string, string>> => ({
  [join(folder, '.git/HEAD')]: 'ref: refs/heads/main\n',
  [join(folder, '.git/objects/info/a')]: '',
  [join(folder, '.git/refs/heads/a')]: '',
  [join(folder, '.git/config')]: config,
});

async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** A permission to write covers it. */
const isCovered = async (path: string): Promise<boolean> =>
  (await needToWrite({ path, content: 'evil' })).kind === 'ask';

const isRead = async (path: string): Promise<boolean> => {
  const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
  return JSON.stringify(await unlessRefused(() => readFile({ path }, context)))?.includes(SECRET) ?? false;
};

async function withVariables<T>(values: Readonly<Record<string, string>>, use: () => Promise<T>): Promise<T> {
  const before = Object.keys(values).map((name) => [name, process.env[name]] as const);
  Object.assign(process.env, values);
  try {
    return await use();
  } finally {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  }
}

const withHome = <T>(home: string, use: () => Promise<T>): Promise<T> =>
  withVariables({ HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: '' }, use);

/** By what git runs, the configuration and the file. */
const configured: Readonly<Record<string, readonly [config: string, path: string, Defence]>> = {
  'a filter': ['[filter "x"]\n\tclean = python3 tools/clean.py %f\n', 'tools/clean.py', otherWords],
  'a filter in the folder of the repository': [
    '[filter "x"]\n\tprocess = python3 clean.py\n',
    'clean.py',
    otherWords,
  ],
  'an external diff': ['[diff]\n\texternal = tools/show.mjs\n', 'tools/show.mjs', byConfiguration],
  'a text conversion': ['[diff "x"]\n\ttextconv = "node tools/show.mjs"\n', 'tools/show.mjs', otherWords],
  'a merge driver': ['[merge "x"]\n\tdriver = "node tools/merge.ts %A"\n', 'tools/merge.ts', otherWords],
  'a program for signatures': ['[gpg]\n\tprogram = tools/sign.py\n', 'tools/sign.py', byConfiguration],
  'a monitor of the file system': [
    '[core]\n\tfsmonitor = tools/watch.py\n',
    'tools/watch.py',
    byConfiguration,
  ],
  'a program that asks for passwords': [
    '[core]\n\taskPass = tools/ask.py\n',
    'tools/ask.py',
    byConfiguration,
  ],
  'an included file': ['[include]\n\tpath = ../tools/team.txt\n', 'tools/team.txt', byConfiguration],
};

function store(): RuleStores['always'] {
  const values = new Map<string, unknown>();
  return { get: (key) => values.get(key), set: (key, value) => void values.set(key, value) };
}

const runCommand: Tool = {
  name: 'run_command',
  source: { kind: 'native' },
  description: '',
  inputSchema: {},
  hints: {},
  usualNeed: 'ask',
  approvalNeed: needToRun,
  commandOf,
  fingerprint: () => ({ origin: 'o', definition: 'd' }),
  call: () => Promise.reject(new Error('not called')),
};

const linkedFolder = { command: 'npm test', cwd: 'linked' };

/** The folder in which the command ran, if it did. */
async function ranIn(
  approved: Awaited<ReturnType<typeof needToRun>>['reasons'],
): Promise<string | undefined> {
  let folder: string | undefined;
  const runner = {
    run: ({ cwd }: { readonly cwd: string }) => {
      folder = cwd;
      const result = {
        end: { kind: 'exited', code: 0 },
        head: '',
        tail: '',
        cut: 0,
        left: [],
        isHeld: false,
      } as const;
      return Promise.resolve({ kind: 'ended', result } as const);
    },
  };
  const context = { signal: new AbortController().signal, onProgress: () => undefined, approved };
  await unlessRefused(() => new CommandTool(runner).run(linkedFolder, context));
  return folder;
}

async function moveLink(opened: string, target: string): Promise<void> {
  await symlink(target, join(opened, 'next'));
  await rename(join(opened, 'next'), join(opened, 'linked'));
}

export const attacks: AttackClass = {
  title: 'Files by another place',
  attacks: [
    ...Object.entries(configured).map(([what, [config, path, defence]]): Attack => ({
      title: `Under a permission to write, a model writes ${what} that git’s configuration names`,
      defences: [defence],
      succeeds: () => inWorkspace(repository('', config), () => isCovered(path)),
    })),
    {
      title: 'A model writes a hook of a nested repository, whose hooks are in a folder beside it',
      defences: [nestedRepositories, onlyCovered],
      succeeds: () =>
        inWorkspace(repository('deep/er/sub', '[core]\n\thooksPath = ../../hooks.d\n'), () =>
          isCovered('deep/hooks.d/a.ts'),
        ),
    },
    {
      title:
        'A model writes a file that a link in an ordinary folder makes a build file, behind 2,500 others',
      defences: [linkedNames],
      succeeds: () =>
        inWorkspace(
          Object.fromEntries([
            ...Array.from({ length: 2_500 }, (_, index) => [`many/f${index}.ts`, '']),
            ['tools/a.ts', ''],
          ]) as Record<string, string>,
          async (opened) => {
            await symlink('../src/rules.ts', join(opened, 'tools/Makefile'));
            return isCovered('src/rules.ts');
          },
        ),
    },
    {
      title: 'A model writes a workflow that is reached through two links',
      defences: [severalLinks],
      succeeds: () =>
        inWorkspace({ 'conf/a.ts': '', 'jobs/a.ts': '' }, async (opened) => {
          await symlink('conf', join(opened, '.github'));
          await symlink('../jobs', join(opened, 'conf/workflows'));
          return isCovered('jobs/ci.ts');
        }),
    },
    {
      title: 'A link makes an ordinary file a build file after the links were looked through',
      defences: [changedFolders],
      succeeds: () =>
        inWorkspace({ 'tools/a.ts': '', 'src/a.ts': '' }, async (opened) => {
          // What was written just now is always listed again.
          await new Promise((resolve) => setTimeout(resolve, 2_200));
          if (!(await isCovered('src/a.ts'))) return false;
          await symlink('../src/a.ts', join(opened, 'tools/Makefile'));
          return isCovered('src/a.ts');
        }),
    },
    ...['.zshrc', '.config/fish/config.fish', 'bin/deploy', '.ssh/rc'].map((name): Attack => ({
      title: `A model writes a file of the workspace that is the user’s ~/${name} by a link`,
      defences: [ofHome],
      succeeds: () =>
        inWorkspace({ 'shell/a.ts': '' }, (opened, outside) =>
          withHome(outside, async () => {
            await mkdir(dirname(join(outside, name)), { recursive: true });
            await symlink(join(opened, 'shell/b.ts'), join(outside, name));
            return isCovered('shell/b.ts');
          }),
        ),
    })),
    {
      title: 'A command that was allowed in a linked folder runs where the link leads later',
      defences: [realFolder],
      succeeds: () =>
        inWorkspace({ 'a/package.json': '', 'b/package.json': '' }, async (opened) => {
          const permissions = new Permissions({ workspace: store(), always: store() });
          await symlink('a', join(opened, 'linked'));
          const first = await permissions.decide(runCommand, linkedFolder, { conversation: 'c' });
          if (first.kind === 'ask') first.remember('always', 'command');
          await moveLink(opened, 'b');
          return (
            (await permissions.decide(runCommand, linkedFolder, { conversation: 'c' })).kind === 'allowed'
          );
        }),
    },
    {
      title: 'A link moves between the approval of a command and its run',
      defences: sameFolder,
      succeeds: () =>
        inWorkspace({ 'a/package.json': '', 'b/package.json': '' }, async (opened) => {
          await symlink('a', join(opened, 'linked'));
          const { reasons } = await needToRun(linkedFolder);
          await moveLink(opened, 'b');
          return (await ranIn(reasons)) === join(opened, 'b');
        }),
    },
    {
      title: 'A link becomes a folder of its own between the approval of a command and its run',
      defences: sameFolder,
      succeeds: () =>
        inWorkspace({ 'a/package.json': '', 'evil/package.json': '' }, async (opened) => {
          await symlink('a', join(opened, 'linked'));
          const { reasons } = await needToRun(linkedFolder);
          await rm(join(opened, 'linked'));
          await rename(join(opened, 'evil'), join(opened, 'linked'));
          return (await ranIn(reasons)) === join(opened, 'linked');
        }),
    },
    {
      title: 'A folder becomes a link between the approval of a command and its run',
      defences: sameFolder,
      succeeds: () =>
        inWorkspace({ 'linked/package.json': '', 'evil/package.json': '' }, async (opened) => {
          const { reasons } = await needToRun(linkedFolder);
          await rm(join(opened, 'linked'), { recursive: true });
          await symlink('evil', join(opened, 'linked'));
          return (await ranIn(reasons)) === join(opened, 'evil');
        }),
    },
    {
      title: 'A model reads a file that the user’s own rules have git ignore',
      defences: outsideRules,
      succeeds: () =>
        inWorkspace({ ...repository(), 'notes.private': SECRET }, (_, outside) =>
          withHome(outside, async () => {
            await put(join(outside, '.gitconfig'), '[core]\n\texcludesFile = ~/rules\n');
            await put(join(outside, 'rules'), '*.private\n');
            return isRead('notes.private');
          }),
        ),
    },
    {
      title: 'A model reads a file that git ignores by the default rules of the user',
      defences: outsideRules,
      succeeds: () =>
        inWorkspace({ ...repository(), 'notes.private': SECRET }, (_, outside) =>
          withHome(outside, async () => {
            await put(join(outside, '.config/git/ignore'), '*.private\n');
            return isRead('notes.private');
          }),
        ),
    },
    {
      title: 'A model reads a file that a folder above the workspace has git ignore',
      defences: outsideRules,
      succeeds: () =>
        inWorkspace({ 'private/a.txt': SECRET }, async (opened) => {
          for (const [path, text] of Object.entries(repository())) await put(join(opened, '..', path), text);
          await put(join(opened, '../.gitignore'), 'workspace/private/\n');
          return isRead('private/a.txt');
        }),
    },
    {
      title: 'A model reads a file that is ignored in a worktree by what the repository alone knows',
      defences: outsideRules,
      succeeds: () =>
        inWorkspace({ 'private/a.txt': SECRET }, async (opened, outside) => {
          for (const [path, text] of Object.entries(repository())) await put(join(outside, path), text);
          const own = join(outside, '.git/worktrees/w');
          await put(join(outside, '.git/info/exclude'), 'private/\n');
          await put(join(own, 'HEAD'), 'ref: refs/heads/w\n');
          await put(join(own, 'commondir'), '../..\n');
          await put(join(own, 'gitdir'), `${join(opened, '.git')}\n`);
          await put(join(opened, '.git'), `gitdir: ${own}\n`);
          return isRead('private/a.txt');
        }),
    },
    {
      title: 'A model reads a file that a nested repository ignores by what it alone knows',
      defences: outsideRules,
      succeeds: () =>
        inWorkspace(
          { ...repository(), ...repository('sub'), 'sub/.git/info/exclude': 'a.txt\n', 'sub/a.txt': SECRET },
          () => isRead('sub/a.txt'),
        ),
    },
    {
      title: 'A workspace that nobody trusts has git started in it',
      defences: [afterTrust],
      succeeds: () =>
        inWorkspace({ ...repository(), 'a.txt': '' }, async (_, outside) => {
          await put(join(outside, 'git'), `#!/bin/sh\n: > ${join(outside, 'started')}\n`);
          await chmod(join(outside, 'git'), 0o755);
          const { isTrusted } = workspace;
          try {
            workspace.isTrusted = false;
            await withVariables({ PATH: outside }, async () => {
              await isRead('a.txt');
              await isCovered('a.txt');
            });
          } finally {
            workspace.isTrusted = isTrusted;
          }
          return existsSync(join(outside, 'started'));
        }),
    },
    ...(
      [
        ['by its folder in PATH', '', [notOfWorkspace, notLinked]],
        ['by a relative folder in PATH', 'relative', [notOfWorkspace, notLinked]],
        ['by a link to its folder in PATH', 'link', [notLinked]],
      ] as const
    ).map(([how, way, defences]): Attack => ({
      title: `A repository brings a program that is called git, found ${how}`,
      defences: [...defences],
      succeeds: () =>
        inWorkspace({}, async (opened, outside) => {
          await put(join(opened, 'bin/git'), '#!/bin/sh\n');
          await chmod(join(opened, 'bin/git'), 0o755);
          await symlink(join(opened, 'bin'), join(outside, 'bin'));
          const before = process.cwd();
          const folder = { '': join(opened, 'bin'), relative: 'bin', link: join(outside, 'bin') }[way];
          try {
            process.chdir(opened);
            return await withVariables(
              { PATH: folder },
              async () => (await findGit([opened]))?.path === join(opened, 'bin/git'),
            );
          } finally {
            process.chdir(before);
          }
        }),
    })),
  ],
};
