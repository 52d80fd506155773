import { t } from '@vscode/l10n';
import { RUN_COMMAND } from '../../protocol/index.ts';
import { fetchPageTool, type NativeServices, type NativeTool } from '../../tools/index.ts';
import { commandDestination, commandOf, CommandTool, needsTrust, needToRun } from './command.ts';
import { getDiagnostics } from './diagnostics.ts';
import type { EditDiffs } from './editDiffs.ts';
import {
  destinationOfEdit,
  destinationOfWriting,
  editFile,
  needToEdit,
  needToWrite,
  writeFile,
} from './edits.ts';
import { needToRead } from './fileNeeds.ts';
import { listDirectory, readFile, showFile } from './files.ts';
import { readSetting } from '../settings/settings.ts';
import { findFiles } from './findFiles.ts';
import { searchText } from './search.ts';

const path = {
  type: 'string',
  description: 'Relative to the workspace folder; with several, beginning with the name of one. Or absolute.',
} as const;
const count = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;

function object(properties: Readonly<Record<string, unknown>>, ...required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const looks = { hints: { readOnly: true }, permission: 'free' } as const;
const changes = { hints: { destructive: true }, permission: 'ask' } as const;

export function nativeTools(diffs: EditDiffs, services: NativeServices): readonly NativeTool[] {
  return [
    {
      name: 'read_file',
      title: t('Read file'),
      description:
        'Reads a file of the workspace as the user sees it, unsaved changes included. Gives 2,000 lines unless asked for others. Images are shown.',
      inputSchema: object(
        { path, startLine: count('The first line wanted, from 1.'), lines: count('How many lines.') },
        'path',
      ),
      ...looks,
      approvalNeed: (args) => needToRead(args, 'path'),
      run: readFile,
    },
    {
      name: 'list_directory',
      title: t('List folder'),
      description: 'Lists a folder of the workspace; without a path, the workspace folder.',
      inputSchema: object({ path }),
      ...looks,
      run: listDirectory,
    },
    {
      name: 'find_files',
      title: t('Find files'),
      description:
        'Finds files of the workspace by a glob such as **/*.test.ts, without those that git or the editor leave out.',
      inputSchema: object({ pattern: { type: 'string', minLength: 1 } }, 'pattern'),
      ...looks,
      run: findFiles,
    },
    {
      name: 'search_text',
      title: t('Search text'),
      description:
        'Finds lines in the files of the workspace. Gives path, line number and line. Leaves out files that look as if they held secrets.',
      inputSchema: object(
        {
          query: { type: 'string', minLength: 1 },
          isRegex: { type: 'boolean', description: 'Whether the query is a regular expression.' },
          matchCase: { type: 'boolean' },
          include: { type: 'string', description: 'A glob of the files to search.' },
          path: { ...path, description: 'A folder to search in.' },
        },
        'query',
      ),
      ...looks,
      run: (args, context) => searchText(args, context, services.matcherFor),
    },
    {
      name: 'edit_file',
      title: t('Edit file'),
      description:
        'Replaces a passage of a file by another. oldText must be exact and occur once, unless "all" is set. Gives the problems that the editor then sees.',
      inputSchema: object(
        {
          path,
          oldText: { type: 'string', minLength: 1 },
          newText: { type: 'string' },
          all: { type: 'boolean', description: 'Replace every occurrence.' },
        },
        'path',
        'oldText',
        'newText',
      ),
      ...changes,
      approvalNeed: needToEdit,
      destination: destinationOfEdit,
      run: (args, context) => editFile(args, { diffs, context }),
    },
    {
      name: 'write_file',
      title: t('Write file'),
      description:
        'Writes a whole file and makes it, with its folders, if need be. For small changes of a file use edit_file.',
      inputSchema: object({ path, content: { type: 'string' } }, 'path', 'content'),
      ...changes,
      approvalNeed: needToWrite,
      destination: destinationOfWriting,
      run: (args, context) => writeFile(args, { diffs, context }),
    },
    {
      name: RUN_COMMAND,
      title: t('Run command'),
      description:
        "Runs a command in the system's shell and gives its output and exit code. Nobody can answer what it asks. What it leaves in the background is ended with it.",
      inputSchema: object(
        {
          command: { type: 'string', minLength: 1 },
          cwd: { ...path, description: 'The folder to run it in; the first workspace folder if absent.' },
          timeoutSeconds: { ...count('The time limit; 120 if absent.'), maximum: 3_600 },
        },
        'command',
      ),
      hints: { destructive: true, openWorld: true },
      permission: 'ask',
      approvalNeed: needToRun,
      commandOf,
      destination: commandDestination,
      needsTrust,
      run: new CommandTool(services.commands).run,
    },
    {
      name: 'get_diagnostics',
      title: t('Get problems'),
      description: "Gives the errors and warnings that the editor's language services know of.",
      inputSchema: object({ path: { ...path, description: 'A file or folder; everything if absent.' } }),
      ...looks,
      approvalNeed: (args) => needToRead(args, 'path'),
      run: getDiagnostics,
    },
    {
      name: 'show_file',
      title: t('Show file'),
      description: 'Shows the user a file, at a line if given, or how another one differs from it.',
      inputSchema: object(
        { path, line: count('The line to show.'), compareWith: { ...path, description: 'The other file.' } },
        'path',
      ),
      ...looks,
      approvalNeed: (args) => needToRead(args, 'path', 'compareWith'),
      run: showFile,
    },
    fetchPageTool(services.pages, () => readSetting('web.allowPrivateAddresses')),
  ];
}
