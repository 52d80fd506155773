import { t } from '@vscode/l10n';
import { RUN_COMMAND } from '../../protocol/index.ts';
import { fetchPageTool, MAX_LISTED_LEVELS, type NativeServices, type NativeTool } from '../../tools/index.ts';
import { backgroundCommandTools } from './backgroundCommands.ts';
import {
  commandDescription,
  commandDestination,
  commandOf,
  CommandTool,
  needsTrust,
  needToRun,
  refusalOfCommand,
} from './command.ts';
import { getDiagnostics } from './diagnostics.ts';
import type { EditDiffs } from './editDiffs.ts';
import {
  destinationOfEdit,
  destinationOfWriting,
  editFile,
  needToEdit,
  needToWrite,
  refusalOfEdit,
  refusalOfWriting,
  writeFile,
} from './edits.ts';
import { needToRead, refusalToRead } from './fileNeeds.ts';
import { changesFile, readsFile } from './fileEffects.ts';
import { readFile, showFile } from './files.ts';
import { listDirectory } from './listDirectory.ts';
import { readSetting } from '../settings/settings.ts';
import { findFiles } from './findFiles.ts';
import { moveAndDeleteTools } from './moveAndDelete.ts';
import { searchText } from './search.ts';
import { MAX_OFFSET } from './searchReport.ts';
import { MAX_EDITS } from './textEdits.ts';

/** The system message says what paths are relative to, once for all tools (agent/turn/baseText.ts). */
const path = { type: 'string' } as const;
const count = (description: string) => ({ type: 'integer', minimum: 1, description }) as const;

function object(properties: Readonly<Record<string, unknown>>, ...required: readonly string[]) {
  return { type: 'object', properties, required, additionalProperties: false };
}

const replacement = {
  oldText: { type: 'string', minLength: 1 },
  newText: { type: 'string' },
  all: { type: 'boolean', description: 'Replace every occurrence.' },
} as const;

const looks = { hints: { readOnly: true }, permission: 'free', effect: { kind: 'reads' } } as const;
const changes = { hints: { destructive: true }, permission: 'ask', effect: changesFile } as const;

export function nativeTools(diffs: EditDiffs, services: NativeServices): readonly NativeTool[] {
  return [
    {
      name: 'read_file',
      title: t('Read file'),
      description:
        'Reads a file of the workspace as the user sees it, unsaved changes included. Each line comes after its number and a tab, which are not part of the file. A long file comes in pages: the first line of the result says which lines it has, and how to go on. Images are shown.',
      inputSchema: object(
        {
          path,
          startLine: count('From 1.'),
          lines: count('As many as fit if absent.'),
          startCharacter: count('From 1, in a startLine that is too long to come at once.'),
        },
        'path',
      ),
      ...looks,
      effect: readsFile,
      approvalNeed: (args) => needToRead(args, 'path'),
      refusal: (args) => refusalToRead(args, 'path'),
      run: readFile,
    },
    {
      name: 'list_directory',
      title: t('List folder'),
      description:
        'Lists a folder of the workspace with the sizes of its files; without a path, the workspace folder. With depth, an indented tree. A folder with a number, such as lib/ (12 entries), was not entered, nor one that git or the editor leave out: list it by its path.',
      inputSchema: object({
        path,
        depth: { ...count('Levels to list; 1 if absent.'), maximum: MAX_LISTED_LEVELS },
      }),
      ...looks,
      run: listDirectory,
    },
    {
      name: 'find_files',
      title: t('Find files'),
      description:
        'Finds files by a glob. Without a slash, as in *.test.ts, it matches at any depth. Leaves out what git or the editor leave out.',
      inputSchema: object({ pattern: { type: 'string', minLength: 1 } }, 'pattern'),
      ...looks,
      run: findFiles,
    },
    {
      name: 'search_text',
      title: t('Search text'),
      description:
        'Finds lines in the files of the workspace, by text or JavaScript regex. Gives each path once and below it the lines (12:text), and those around them (13-text). Leaves out what git or the editor leave out, and files that may hold secrets, and says how many.',
      inputSchema: object(
        {
          query: { type: 'string', minLength: 1 },
          isRegex: { type: 'boolean' },
          matchCase: { type: 'boolean' },
          multiline: { type: 'boolean' },
          include: { type: 'string', description: 'A glob as in find_files.' },
          path: { ...path, description: 'A folder or file to search in.' },
          context: {
            type: 'integer',
            minimum: 0,
            maximum: 20,
            description: 'Lines to show before and after each match.',
          },
          output: {
            type: 'string',
            enum: ['lines', 'counts'],
            description: 'counts: only the number of matching lines of each file.',
          },
          offset: { type: 'integer', minimum: 0, maximum: MAX_OFFSET },
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
        'Replaces a passage of a file by another, or several with "edits", one after the other: all of them or none. oldText must be exact and occur once, unless "all" is set. Gives the changed lines and the problems that the editor then sees, or says that nobody has checked the file.',
      inputSchema: object(
        {
          path,
          ...replacement,
          edits: {
            type: 'array',
            items: object(replacement, 'oldText', 'newText'),
            maxItems: MAX_EDITS,
            description: 'In place of oldText and newText.',
          },
        },
        'path',
      ),
      ...changes,
      approvalNeed: needToEdit,
      refusal: refusalOfEdit,
      destination: destinationOfEdit,
      run: (args, context) => editFile(args, { diffs, context }),
    },
    {
      name: 'write_file',
      title: t('Write file'),
      description:
        'Writes a whole file, new or in place of the old one, and makes its folders. For small changes of a file use edit_file.',
      inputSchema: object({ path, content: { type: 'string' } }, 'path', 'content'),
      ...changes,
      approvalNeed: needToWrite,
      refusal: refusalOfWriting,
      destination: destinationOfWriting,
      run: (args, context) => writeFile(args, { diffs, context }),
    },
    ...moveAndDeleteTools(path, diffs),
    {
      name: RUN_COMMAND,
      title: t('Run command'),
      description: commandDescription(),
      inputSchema: object(
        {
          command: { type: 'string', minLength: 1 },
          cwd: { ...path, description: 'The first workspace folder if absent.' },
          timeoutSeconds: { ...count('120 if absent.'), maximum: 3_600 },
          background: { type: 'boolean' },
        },
        'command',
      ),
      hints: { destructive: true, openWorld: true },
      permission: 'ask',
      effect: { kind: 'changes' },
      approvalNeed: needToRun,
      refusal: refusalOfCommand,
      commandOf,
      destination: commandDestination,
      needsTrust,
      run: new CommandTool(services.commands).run,
    },
    ...backgroundCommandTools(services.commands, { needsTrust, destination: commandDestination }),
    {
      name: 'get_diagnostics',
      title: t('Get problems'),
      description:
        "Gives the errors and warnings that the editor's extensions have found, and says if nobody has checked a file. Builds and runs nothing.",
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
        {
          path,
          line: { type: 'integer', minimum: 1 },
          compareWith: { ...path, description: 'The other file.' },
        },
        'path',
      ),
      ...looks,
      approvalNeed: (args) => needToRead(args, 'path', 'compareWith'),
      refusal: (args) => refusalToRead(args, 'path', 'compareWith'),
      run: showFile,
    },
    fetchPageTool(services.pages, () => readSetting('web.allowPrivateAddresses')),
  ];
}
