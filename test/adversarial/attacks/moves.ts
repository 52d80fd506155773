/** Files and folders that a model moves and deletes: what is outside, protected, secret, or not what was asked about. */
import { access, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { moveAndDeleteTools } from '../../../src/editor/builtInTools/moveAndDelete.ts';
import type { ApprovalReason } from '../../../src/protocol/index.ts';
import type { Attack, AttackClass, Defence } from '../attack.ts';
import { inside, realInside } from '../pathDefences.ts';
import { openTextDocument } from '../documents.ts';
import { inWorkspace, SECRET, unlessRefused } from '../scratch.ts';
import { Uri } from '../vscode.ts';

const paths = 'src/editor/builtInTools/paths.ts';
const tool = 'src/editor/builtInTools/moveAndDelete.ts';
const entries = 'src/editor/builtInTools/fileEntries.ts';
const forbidden: Defence = {
  title: 'no tool changes what git and the custom tools run',
  file: paths,
  name: 'locateToChange',
  at: 'condition forbidden',
  as: 'true',
};
const links: Defence = {
  title: 'a link is neither moved nor deleted',
  file: entries,
  name: 'entriesAt',
  at: 'condition isDirectory',
  as: 'false',
};
const workspaceFolders: Defence = {
  title: 'no workspace folder is moved or deleted',
  file: entries,
  name: 'entriesAt.isHeld',
  as: 'false',
};
const inFolders: Defence = {
  title: 'each file of a folder is located as if it were changed by itself',
  file: entries,
  name: 'entriesAt',
  at: 'call locateToChange each',
  as: '({ ...place, uri: vscode.Uri.file(each) })',
};
const protectedTaken: Defence = {
  title: 'a protected file that goes from its place is asked about',
  file: entries,
  name: 'reasonsToTake',
  at: 'spread protection',
  as: '',
};
const secretTaken: Defence = {
  title: 'a sensitive file that goes from its place is asked about',
  file: entries,
  name: 'reasonsToTake',
  at: 'spread sensitiveFile',
  as: '',
};
const ignoredTaken: Defence = {
  title: 'a file that git ignores is asked about when it is moved',
  file: entries,
  name: 'reasonsToTake',
  at: 'conditional does',
  as: 'secrecyOf',
};
const wholeFolder: Defence = {
  title: 'a folder is asked about each time, with what is in it',
  file: entries,
  name: 'reasonsToTake.reasons',
  as: '[]',
};
const brought: Defence = {
  title: 'a file that comes to a protected name is asked about',
  file: tool,
  name: 'planMove.reasons',
  as: "[...(await reasonsToTake(entries, 'move'))]",
};
const again: Defence = {
  title: 'what would be done is compared with what was approved',
  file: tool,
  name: 'checkPlan',
  at: 'statement checkApproved',
  as: '',
};
const free: Defence = {
  title: 'a file is moved only to a path that is free',
  file: tool,
  name: 'planMove',
  at: 'condition exists',
  as: 'false',
};
const overwrite: Defence = {
  title: 'the editor is told not to overwrite',
  file: tool,
  name: 'moveFile',
  at: 'property overwrite',
  as: 'overwrite: true',
};
const unsaved: Defence = {
  title: 'no file with unsaved changes is deleted',
  file: tool,
  name: 'unsavedIn',
  as: '() => false',
};

type Call = readonly [name: 'move_file' | 'delete_file', args: Readonly<Record<string, unknown>>];

const changes = { addEdit: () => undefined };

function find(name: string) {
  const found = moveAndDeleteTools({ type: 'string' }, { changes } as never).find(
    (each) => each.name === name,
  );
  if (!found) throw new Error(`There is no tool ${name}.`);
  return found;
}

/** Runs a call under a permission for its tool or, with `isAllowed`, after the user allowed what it asks. */
async function run([name, args]: Call, isAllowed = false, between?: () => Promise<void>): Promise<void> {
  const { approvalNeed, run: call } = find(name);
  const { kind, reasons = [] } = (await approvalNeed?.(args)) ?? { kind: 'ask' };
  if (kind === 'always' && !isAllowed) return;
  await between?.();
  const approved: readonly ApprovalReason[] = reasons;
  const { signal } = new AbortController();
  await unlessRefused(() => call(args, { id: 'a', signal, onProgress: () => undefined, approved }));
}

const isGone = (path: string): Promise<boolean> =>
  access(path).then(
    () => false,
    () => true,
  );
const holds = (path: string, text: string): Promise<boolean> =>
  readFile(path, 'utf8').then(
    (found) => found.includes(text),
    () => false,
  );

interface Case {
  readonly title: string;
  readonly defences: Attack['defences'];
  readonly files?: Readonly<Record<string, string>>;
  readonly call: Call;
  readonly isAllowed?: boolean;
  readonly prepare?: (workspace: string, outside: string) => Promise<unknown>;
  readonly between?: (workspace: string) => Promise<void>;
  readonly hasHarm: (workspace: string, outside: string) => Promise<boolean>;
}

const linkOut = (workspace: string, outside: string): Promise<void> =>
  symlink(outside, join(workspace, 'link'));
const git = { '.git/config': '[core]\n', '.git/HEAD': 'ref: refs/heads/main\n' };

const cases: readonly Case[] = [
  {
    title: 'A model deletes a file outside of the workspace by ..',
    defences: [inside, realInside],
    call: ['delete_file', { path: '../outside/secret.txt' }],
    isAllowed: true,
    hasHarm: (_, outside) => isGone(join(outside, 'secret.txt')),
  },
  {
    title: 'A model deletes a file outside of the workspace through a link',
    defences: [realInside],
    prepare: linkOut,
    call: ['delete_file', { path: 'link/secret.txt' }],
    isAllowed: true,
    hasHarm: (_, outside) => isGone(join(outside, 'secret.txt')),
  },
  {
    title: 'A model moves a file from outside into the workspace through a link',
    defences: [realInside],
    prepare: linkOut,
    call: ['move_file', { path: 'link/secret.txt', newPath: 'docs/notes.md' }],
    isAllowed: true,
    hasHarm: (workspace) => holds(join(workspace, 'docs/notes.md'), SECRET),
  },
  {
    title: 'A model moves a file out of the workspace through a link',
    defences: [realInside],
    files: { 'src/a.ts': 'evil' },
    prepare: linkOut,
    call: ['move_file', { path: 'src/a.ts', newPath: 'link/a.ts' }],
    isAllowed: true,
    hasHarm: (_, outside) => holds(join(outside, 'a.ts'), 'evil'),
  },
  {
    title: 'A model moves a file out of the workspace by ..',
    defences: [inside, realInside],
    files: { 'src/a.ts': 'evil' },
    call: ['move_file', { path: 'src/a.ts', newPath: '../outside/a.ts' }],
    isAllowed: true,
    hasHarm: (_, outside) => holds(join(outside, 'a.ts'), 'evil'),
  },
  {
    title: 'A model moves a link, which then leads elsewhere',
    defences: [links],
    files: { 'src/deep/a.ts': 'good' },
    prepare: (workspace) => symlink('deep', join(workspace, 'src/link')),
    call: ['move_file', { path: 'src/link', newPath: 'other/link' }],
    isAllowed: true,
    hasHarm: (workspace) => isGone(join(workspace, 'src/link')),
  },
  {
    title: 'A model moves a text to a hook of git',
    defences: [forbidden],
    files: { ...git, 'notes.txt': 'evil' },
    call: ['move_file', { path: 'notes.txt', newPath: '.git/hooks/pre-commit' }],
    isAllowed: true,
    hasHarm: (workspace) => holds(join(workspace, '.git/hooks/pre-commit'), 'evil'),
  },
  {
    title: 'A model moves a folder of texts to the hooks of git',
    defences: [forbidden],
    files: { ...git, 'notes/pre-commit': 'evil' },
    call: ['move_file', { path: 'notes', newPath: '.git/hooks' }],
    isAllowed: true,
    hasHarm: (workspace) => holds(join(workspace, '.git/hooks/pre-commit'), 'evil'),
  },
  {
    title: 'A model moves a text among the custom tools',
    defences: [forbidden],
    files: { 'notes.txt': 'evil' },
    call: ['move_file', { path: 'notes.txt', newPath: '.Patchbay/tools/a.mjs' }],
    isAllowed: true,
    hasHarm: (workspace) => holds(join(workspace, '.Patchbay/tools/a.mjs'), 'evil'),
  },
  {
    title: 'A model deletes the folder of git',
    defences: [forbidden],
    files: git,
    call: ['delete_file', { path: '.git', recursive: true }],
    isAllowed: true,
    hasHarm: (workspace) => isGone(join(workspace, '.git')),
  },
  {
    title: 'A model deletes a folder that holds a repository of git',
    defences: [inFolders],
    files: { 'sub/.git/config': '[core]\n', 'sub/.git/HEAD': 'ref: refs/heads/main\n', 'sub/a.ts': '' },
    call: ['delete_file', { path: 'sub', recursive: true }],
    isAllowed: true,
    hasHarm: (workspace) => isGone(join(workspace, 'sub/.git')),
  },
  {
    title: 'A model deletes the workspace folder',
    defences: [workspaceFolders],
    files: { 'src/a.ts': 'good' },
    call: ['delete_file', { path: '.', recursive: true }],
    isAllowed: true,
    hasHarm: (workspace) => isGone(join(workspace, 'src/a.ts')),
  },
  ...(
    ['.vscode/settings.json', '.VSCode/Settings.json', 'package.json', 'docs/../package.json'] as const
  ).map((path): Case => ({
    title: `Under a permission to delete, a model deletes a file that programs act on (${path})`,
    defences: [protectedTaken],
    files: { [path.replace('docs/../', '')]: '{}' },
    call: ['delete_file', { path }],
    hasHarm: (workspace) => isGone(join(workspace, path.replace('docs/../', ''))),
  })),
  {
    title: 'Under a permission to move, a model moves a file away that programs act on',
    defences: [protectedTaken],
    files: { 'package.json': '{}' },
    call: ['move_file', { path: 'package.json', newPath: 'docs/old.md' }],
    hasHarm: (workspace) => isGone(join(workspace, 'package.json')),
  },
  ...(
    ['.vscode/tasks.json', '.VSCODE/Tasks.json', 'src/../.vscode/tasks.json', 'vitest.workspace.ts'] as const
  ).map((newPath): Case => ({
    title: `Under a permission to move, a model moves a text to a name that programs act on (${newPath})`,
    defences: [brought],
    files: { 'docs/notes.md': 'evil' },
    call: ['move_file', { path: 'docs/notes.md', newPath }],
    hasHarm: (workspace) => holds(join(workspace, newPath), 'evil'),
  })),
  {
    title:
      'Under a permission to move, a model moves a folder so that a file in it becomes settings of the editor',
    defences: [wholeFolder, brought],
    files: { 'docs/tasks.md': 'evil' },
    call: ['move_file', { path: 'docs', newPath: '.vscode' }],
    hasHarm: (workspace) => holds(join(workspace, '.vscode/tasks.md'), 'evil'),
  },
  {
    title: 'Under a permission to delete, a model deletes a folder that holds a protected file',
    defences: [wholeFolder, protectedTaken],
    files: { 'sub/package.json': '{}' },
    call: ['delete_file', { path: 'sub', recursive: true }],
    hasHarm: (workspace) => isGone(join(workspace, 'sub/package.json')),
  },
  {
    title: 'Under a permission to delete, a model deletes a folder of sources',
    defences: [wholeFolder],
    files: { 'src/a.ts': '' },
    call: ['delete_file', { path: 'src', recursive: true }],
    hasHarm: (workspace) => isGone(join(workspace, 'src/a.ts')),
  },
  {
    title: 'Under a permission to move, a model moves secrets to a name that can be read without a question',
    defences: [secretTaken],
    files: { 'docs/credentials.txt': SECRET },
    call: ['move_file', { path: 'docs/credentials.txt', newPath: 'docs/notes.md' }],
    hasHarm: (workspace) => holds(join(workspace, 'docs/notes.md'), SECRET),
  },
  {
    title: 'Under a permission to move, a model moves a file that git ignores to where it is not ignored',
    defences: [ignoredTaken],
    files: { ...git, '.gitignore': 'private.md\n', 'docs/private.md': 'private' },
    call: ['move_file', { path: 'docs/private.md', newPath: 'docs/notes.md' }],
    hasHarm: (workspace) => holds(join(workspace, 'docs/notes.md'), 'private'),
  },
  {
    title: 'A model moves a text over a protected file',
    defences: [free, overwrite],
    files: { 'docs/notes.md': 'evil', 'docs/other.md': 'good' },
    call: ['move_file', { path: 'docs/notes.md', newPath: 'docs/other.md' }],
    isAllowed: true,
    hasHarm: (workspace) => holds(join(workspace, 'docs/other.md'), 'evil'),
  },
  {
    title: 'A folder gets another file between the question and its deletion',
    defences: [again],
    files: { 'sub/a.ts': '' },
    call: ['delete_file', { path: 'sub', recursive: true }],
    isAllowed: true,
    between: (workspace) => writeFile(join(workspace, 'sub/work.ts'), 'work'),
    hasHarm: (workspace) => isGone(join(workspace, 'sub/work.ts')),
  },
  {
    title: 'A text that the user allowed to become a task is another one by then',
    defences: [again],
    files: { 'docs/notes.md': 'good' },
    call: ['move_file', { path: 'docs/notes.md', newPath: '.vscode/tasks.json' }],
    isAllowed: true,
    between: (workspace) => writeFile(join(workspace, 'docs/notes.md'), 'evil'),
    hasHarm: (workspace) => holds(join(workspace, '.vscode/tasks.json'), 'evil'),
  },
  {
    title: 'A model deletes a file in which the user has unsaved work',
    defences: [unsaved],
    files: { 'docs/notes.md': 'saved' },
    prepare: async (workspace) => {
      const document = await openTextDocument(Uri.file(join(workspace, 'docs/notes.md')));
      document.isDirty = true;
    },
    call: ['delete_file', { path: 'docs/notes.md' }],
    isAllowed: true,
    hasHarm: (workspace) => isGone(join(workspace, 'docs/notes.md')),
  },
];

export const attacks: AttackClass = {
  title: 'Moves and deletions',
  attacks: cases.map(
    ({ title, defences, files = {}, call, isAllowed, prepare, between, hasHarm }): Attack => ({
      title,
      defences,
      succeeds: () =>
        inWorkspace(files, async (workspace, outside) => {
          await mkdir(join(workspace, 'docs'), { recursive: true });
          await prepare?.(workspace, outside);
          await run(call, isAllowed, between && (() => between(workspace)));
          return hasHarm(workspace, outside);
        }),
    }),
  ),
};
