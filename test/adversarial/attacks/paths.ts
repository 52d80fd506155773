/** Paths and links that lead out of the workspace, or into what no tool may change. */
import { mkdir, readFile as readText, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { openNamed } from '../../../src/editor/chatPage/fileLinks.ts';
import { PastedFiles } from '../../../src/editor/attachments/pastedFiles.ts';
import { needToRead } from '../../../src/editor/builtInTools/fileNeeds.ts';
import { readFile } from '../../../src/editor/builtInTools/files.ts';
import { locate, locateToChange } from '../../../src/editor/builtInTools/paths.ts';
import type { AttackClass, Defence } from '../attack.ts';
import { inside, realInside } from '../pathDefences.ts';
import { inWorkspace, SECRET, unlessRefused } from '../scratch.ts';
import { asked, Uri } from '../vscode.ts';

const paths = 'src/editor/builtInTools/paths.ts';
const lineEnds: Defence = {
  title: 'line ends around a path are counted from its two ends',
  file: paths,
  name: 'withoutOuterLineEnds',
  as: "(text) => text.replaceAll(/^[\\r\\n]+|[\\r\\n]+$/g, '')",
};
const customTools: Defence = {
  title: 'no tool changes what is in .patchbay',
  file: 'src/tools/files/protectedFiles.ts',
  name: 'classifyLoaded',
  at: 'operand patchbay',
  as: '',
};
const customToolsCase: Defence = {
  title: '.patchbay is recognised in any case',
  file: 'src/tools/files/pathPatterns.ts',
  name: 'comparable',
  at: 'call toLowerCase',
  as: 'plain(name)',
};
const heldId: Defence = {
  title: 'the form of ids of pasted files',
  file: 'src/editor/attachments/pastedFiles.ts',
  name: 'PastedFiles.find',
  at: 'if id',
  as: '',
};
const heldName: Defence = {
  title: 'the characters in names of pasted files',
  file: 'src/editor/attachments/pastedFiles.ts',
  name: 'fileName',
  at: 'call replaceAll',
  as: '$object',
};

const read = (path: string): Promise<boolean> =>
  unlessRefused(async () => {
    // As if the user allowed to read what has such a name: where it is, is another question.
    const { reasons: approved } = await needToRead({ path }, 'path');
    const signal = new AbortController().signal;
    return readFile({ path }, { signal, onProgress: () => undefined, approved });
  }).then((found) => JSON.stringify(found)?.includes(SECRET) ?? false);
const isFound = (path: string): Promise<boolean> =>
  unlessRefused(() => locateToChange(path)).then((place) => place !== undefined);

export const attacks: AttackClass = {
  title: 'Paths and links',
  attacks: [
    {
      title: 'A model reads a file by an absolute path',
      defences: [inside, realInside],
      succeeds: () => inWorkspace({}, (_, outside) => read(join(outside, 'secret.txt'))),
    },
    {
      title: 'A model climbs out of the workspace with ..',
      defences: [inside, realInside],
      succeeds: () => inWorkspace({}, () => read('../outside/secret.txt')),
    },
    {
      title: 'A model climbs out through a folder that is there',
      defences: [inside, realInside],
      succeeds: () => inWorkspace({ 'src/a.ts': '' }, () => read('src/../../outside/secret.txt')),
    },
    {
      title: 'A folder beside the workspace has its name as the beginning of its own',
      defences: [inside, realInside],
      succeeds: () =>
        inWorkspace({ '../workspace-old/secret.txt': SECRET }, (workspace) =>
          read(`${workspace}-old/secret.txt`),
        ),
    },
    {
      title: 'A repository brings a link to a file outside of it',
      defences: [realInside],
      succeeds: () =>
        inWorkspace({}, async (workspace, outside) => {
          await symlink(join(outside, 'secret.txt'), join(workspace, 'notes.txt'));
          return read('notes.txt');
        }),
    },
    {
      title: 'A repository brings a linked folder that leads outside',
      defences: [realInside],
      succeeds: () =>
        inWorkspace({}, async (workspace, outside) => {
          await symlink(outside, join(workspace, 'docs'));
          return read('docs/secret.txt');
        }),
    },
    {
      title: 'A link leads to another link, and that one outside',
      defences: [realInside],
      succeeds: () =>
        inWorkspace({}, async (workspace, outside) => {
          await symlink(outside, join(workspace, 'one'));
          await symlink('one', join(workspace, 'two'));
          return read('two/secret.txt');
        }),
    },
    {
      title: 'A model writes a new file through a linked folder, where nothing is there yet to resolve',
      defences: [realInside],
      succeeds: () =>
        inWorkspace({}, async (workspace, outside) => {
          await symlink(outside, join(workspace, 'docs'));
          return isFound('docs/new/startup.sh');
        }),
    },
    {
      title: 'A model writes a custom tool, which would be loaded and run',
      defences: [customTools],
      succeeds: () => inWorkspace({}, () => isFound('.patchbay/tools/x.tool.mjs')),
    },
    {
      title: 'A model writes a custom tool under a name in capitals, for file systems that ignore case',
      defences: [customToolsCase],
      succeeds: () => inWorkspace({}, () => isFound('.PatchBay/tools/x.tool.mjs')),
    },
    {
      title: 'A model writes a custom tool through a link to its folder',
      defences: [customTools],
      succeeds: () =>
        inWorkspace({}, async (workspace) => {
          await mkdir(join(workspace, '.patchbay/tools'), { recursive: true });
          await symlink('.patchbay/tools', join(workspace, 'lib'));
          return isFound('lib/x.tool.mjs');
        }),
    },
    {
      title: 'An answer’s link to a file leads outside of the workspace',
      defences: [inside, realInside],
      succeeds: () =>
        inWorkspace({}, async () => {
          asked.length = 0;
          await openNamed('../outside/secret.txt:1');
          return asked.some(({ what }) => what === 'executeCommand');
        }),
    },
    {
      title: 'A page asks for a pasted file by an id that is a path',
      defences: [heldId],
      succeeds: () =>
        inWorkspace({ 'held/x': '' }, async (workspace) => {
          const found = await unlessRefused(() =>
            new PastedFiles(Uri.file(join(workspace, 'held')) as never).find('../../outside'),
          );
          return found?.fsPath.endsWith('secret.txt') ?? false;
        }),
    },
    {
      title: 'A pasted file’s name is a path out of its folder',
      defences: [heldName],
      succeeds: () =>
        inWorkspace({}, async (workspace, outside) => {
          const held = new PastedFiles(Uri.file(join(workspace, 'held')) as never);
          const data = Buffer.from('overwritten').toString('base64');
          await unlessRefused(() => held.hold({ name: 'a/../../../../outside/secret.txt', data }));
          return (await readText(join(outside, 'secret.txt'), 'utf8')) === 'overwritten';
        }),
    },
    {
      title: 'A model locates the folder above the workspace itself',
      defences: [inside, realInside],
      succeeds: () =>
        inWorkspace({}, () => unlessRefused(() => locate('..')).then((place) => place !== undefined)),
    },
    {
      title: 'A model freezes the window by a path with thousands of line ends in the middle',
      defences: [lineEnds],
      succeeds: () =>
        inWorkspace({}, async () => {
          const before = process.cpuUsage();
          await unlessRefused(() => locate(`a${'\n'.repeat(60_000)}b`));
          return process.cpuUsage(before).user > 1_000_000;
        }),
    },
  ],
};
