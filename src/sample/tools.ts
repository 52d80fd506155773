import { headText } from '../base/common/cut.ts';
import { readOne, readProject, type Project, type ProjectFile } from './project.ts';

/** `run` may throw: the model reads the message. */
interface SampleTool {
  readonly listed: {
    readonly name: string;
    readonly title: string;
    readonly description: string;
    readonly inputSchema: object;
    readonly annotations: object;
  };
  readonly run: (args: Readonly<Record<string, unknown>>, folders: readonly string[]) => Promise<string>;
}

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
const noFolder =
  'No folder is open in the editor. Ask the user to open one (File > Open Folder), then try again.';
const MOST_ROWS = 10;
const USUAL_COMMENTS = 20;
const MOST_COMMENTS = 200;

export const tools: readonly SampleTool[] = [
  {
    listed: {
      name: 'project_facts',
      title: 'Project Facts',
      description:
        'Counts the text files, lines and kinds of files of the open project and names its largest files. ' +
        'Use it for any question about how big the project is or what it is written in.',
      inputSchema: { type: 'object', properties: {} },
      annotations,
    },
    run: async (_, folders) => (folders.length === 0 ? noFolder : factsOf(await readProject(folders))),
  },
  {
    listed: {
      name: 'find_todos',
      title: 'Find TODOs',
      description:
        'Lists the comments marked TODO, FIXME, HACK or XXX in the open project, with file and line.',
      inputSchema: {
        type: 'object',
        properties: {
          limit: {
            type: 'integer',
            minimum: 1,
            maximum: MOST_COMMENTS,
            description: `How many to list; ${USUAL_COMMENTS} if absent.`,
          },
        },
      },
      annotations,
    },
    run: async ({ limit = USUAL_COMMENTS }, folders) => {
      const most = Math.min(MOST_COMMENTS, Math.max(1, Number(limit) || USUAL_COMMENTS));
      return folders.length === 0 ? noFolder : todosOf(await readProject(folders), most);
    },
  },
  {
    listed: {
      name: 'count_words',
      title: 'Count Words',
      description:
        'Counts the words and lines of a text, or of a file of the open project, says how long reading takes, and ' +
        'which longer words are the most frequent. Give either text or file.',
      inputSchema: {
        type: 'object',
        properties: {
          text: { type: 'string', description: 'The text itself.' },
          file: { type: 'string', description: 'A path below the open folder, such as README.md.' },
        },
      },
      annotations,
    },
    run: async ({ text, file }, folders) => {
      if (typeof file === 'string' && file !== '') return wordsOf(await readOne(folders, file));
      if (typeof text === 'string') return wordsOf(text);
      throw new Error('Give a text, or the path of a file as "file".');
    },
  },
];

function factsOf({ names, files, isCut }: Project): string {
  const kinds = Map.groupBy(files, ({ kind }) => kind);
  const byLines = [...kinds]
    .map(([kind, of]) => ({ kind, files: of.length, lines: sum(of.map(linesOf)) }))
    .toSorted((a, b) => b.lines - a.lines);
  const largest = files.toSorted((a, b) => b.bytes - a.bytes).slice(0, 5);
  return [
    `Project: ${names.join(', ')}`,
    `Text files: ${files.length}${isCut ? ' (there are more; only the first were counted)' : ''}`,
    `Lines: ${sum(files.map(linesOf))}`,
    `Kinds of files, by lines:${rows(byLines.map(({ kind, files: count, lines }) => `${kind}: ${lines} lines in ${count} files`))}`,
    `Largest files:${rows(largest.map(({ path, bytes }) => `${path} (${bytes} bytes)`))}`,
  ].join('\n');
}

function todosOf({ files }: Project, most: number): string {
  const found = files.flatMap((file) => commentsIn(file));
  if (found.length === 0) return 'There are no comments marked TODO, FIXME, HACK or XXX.';
  const more = found.length > most ? `\n… and ${found.length - most} more` : '';
  return `${found.length} found:\n${found.slice(0, most).join('\n')}${more}`;
}

function commentsIn({ path, text }: ProjectFile): string[] {
  return text.split('\n').flatMap((line, index) => {
    const match = /\b(?:TODO|FIXME|HACK|XXX)\b.*/.exec(line);
    return match ? [`${path}:${index + 1}: ${headText(match[0].trim(), 200)}`] : [];
  });
}

function wordsOf(text: string): string {
  const words = text.match(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu) ?? [];
  const frequent = [
    ...Map.groupBy(
      words.filter(({ length }) => length > 4),
      (word) => word.toLowerCase(),
    ),
  ]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .slice(0, 5)
    .map(([word, uses]) => `${word} (${uses.length})`);
  // An adult reads about 230 words a minute.
  const minutes = Math.max(1, Math.round(words.length / 230));
  return [
    `Words: ${words.length}`,
    `Lines: ${text === '' ? 0 : text.split('\n').length}`,
    `Reading time: about ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`,
    `Most frequent longer words: ${frequent.join(', ') || 'none'}`,
  ].join('\n');
}

function rows(lines: readonly string[]): string {
  const more = lines.length > MOST_ROWS ? [`… and ${lines.length - MOST_ROWS} more`] : [];
  return [...lines.slice(0, MOST_ROWS), ...more].map((line) => `\n- ${line}`).join('');
}

function linesOf({ text }: ProjectFile): number {
  return text === '' ? 0 : text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
