/**
 * The names that other agents' tools have for the arguments of the built-in tools, of which models know them: Claude
 * Code, Cline, Codex, Copilot, Cursor, Gemini CLI, opencode, Qwen Code. Only names that mean the same are in here.
 */

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments that a value stands for, or undefined if that is in doubt. `taken` are those with names of the
 * tool.
 */
type Meaning = (value: unknown, taken: Arguments) => Arguments | undefined;

/** Other names are written in one form: lower case, without `_` and `-` between words. */
export function foldedName(name: string): string {
  return name.toLowerCase().replaceAll(/(?<=.)[-_]/g, '');
}

const FILE = ['filePath', 'file', 'fileName', 'targetFile', 'absolutePath', 'relativePath', 'pathname'];
const FOLDER = [
  'dir',
  'directory',
  'folder',
  'dirPath',
  'directoryPath',
  'folderPath',
  'targetDirectory',
  'relativeWorkspacePath',
];

const COMMAND = ['callId', 'id', 'commandId', 'bashId', 'shellId', 'terminalId', 'sessionId'];

const edit: Readonly<Record<string, readonly string[]>> = {
  oldText: ['oldString', 'oldStr', 'old', 'search', 'find'],
  newText: ['newString', 'newStr', 'new', 'replace', 'replacement'],
  all: ['replaceAll', 'allOccurrences'],
};

/** Names with the same value, by tool and by the tool's own name. */
const same: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  read_file: {
    path: FILE,
    startLine: ['lineStart', 'fromLine', 'startLineOneIndexed', 'startLineNumberBaseOne'],
    lines: ['limit', 'lineCount', 'numLines', 'maxLines'],
  },
  list_directory: { path: [...FOLDER, 'filePath'], depth: ['maxDepth'] },
  find_files: { pattern: ['glob', 'globPattern', 'filePattern', 'query'], path: FOLDER },
  search_text: {
    query: ['searchText', 'text', 'searchTerm', 'search'],
    isRegex: ['isRegexp', 'regexp', 'useRegex'],
    matchCase: ['caseSensitive'],
    include: ['glob', 'includePattern', 'filePattern', 'includes'],
    path: [...FOLDER, ...FILE],
    context: ['-C', 'contextLines', 'linesOfContext'],
  },
  edit_file: { path: FILE, ...edit },
  write_file: { path: FILE, content: ['contents', 'text', 'fileText', 'code', 'fileContent'] },
  move_file: {
    path: [...FILE, 'source', 'sourcePath', 'src', 'from', 'oldPath', 'fromPath'],
    newPath: ['destination', 'destinationPath', 'dest', 'to', 'toPath', 'target', 'targetPath'],
  },
  delete_file: { path: [...FILE, ...FOLDER] },
  run_command: {
    command: ['cmd', 'script', 'commandLine'],
    cwd: [...FOLDER, 'workdir', 'workingDirectory', 'workingDir'],
    timeoutSeconds: ['timeoutSecs', 'timeoutSec', 'timeoutS'],
    background: ['runInBackground', 'isBackground', 'inBackground', 'detach'],
  },
  read_command_output: { call_id: COMMAND },
  send_command_input: { call_id: COMMAND, input: ['text', 'chars', 'command'] },
  stop_command: { call_id: COMMAND },
  get_diagnostics: { path: [...FILE, ...FOLDER] },
  show_file: { path: FILE, line: ['lineNumber', 'startLine'], compareWith: ['compareTo', 'otherFile'] },
  fetch_page: { url: ['uri', 'address', 'link', 'href'] },
  update_plan: { steps: ['todos', 'plan', 'items', 'tasks', 'todoList'] },
  read_result: {
    call_id: ['id', 'toolCallId', 'resultId'],
    search: ['query', 'pattern', 'text'],
    startLine: ['line', 'lineStart', 'fromLine', 'offset'],
    lines: ['limit', 'lineCount', 'numLines', 'maxLines'],
  },
};

/** Names inside the objects of a list, by tool and by the list's name. */
const inside: Readonly<
  Record<string, Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>>
> = {
  edit_file: { edits: edit },
  update_plan: { steps: { title: ['step', 'content', 'description', 'text', 'task'], status: ['state'] } },
};

/** Most levels of a folder that a call of list_directory takes. Its result bounds the entries by itself. */
export const MAX_LISTED_LEVELS = 20;

/** Names whose value has to be converted, by tool. */
const converted: Readonly<Record<string, Readonly<Record<string, Meaning>>>> = {
  read_file: {
    // Claude Code and Codex name the first line, from 1; others the number of lines before it.
    offset: (value) => ofWhole(value, (number) => ({ startLine: Math.max(1, number) })),
    endline: linesUntil,
    lineend: linesUntil,
    toline: linesUntil,
    endlineoneindexedinclusive: linesUntil,
    endlinenumberbaseone: linesUntil,
    viewrange: (value) => {
      const [from, to]: readonly unknown[] = Array.isArray(value) && value.length === 2 ? value : [];
      if (!isWhole(from) || !isWhole(to) || from < 1) return undefined;
      if (to === -1) return { startLine: from };
      return to < from ? undefined : { startLine: from, lines: to - from + 1 };
    },
  },
  list_directory: {
    recursive: (value, { depth }) => {
      const isDeep = booleanOf(value);
      return isDeep === undefined || depth !== undefined
        ? undefined
        : { depth: isDeep ? MAX_LISTED_LEVELS : 1 };
    },
  },
  search_text: {
    pattern: expression,
    regex: (value) => (typeof value === 'boolean' ? { isRegex: value } : expression(value)),
    '-i': ignoresCase,
    ignorecase: ignoresCase,
    caseinsensitive: ignoresCase,
  },
  run_command: {
    timeout: (value) => ofWhole(value, seconds),
    timeoutms: (value) => ofWhole(value, ofMilliseconds),
    timeoutmillis: (value) => ofWhole(value, ofMilliseconds),
    timeoutmilliseconds: (value) => ofWhole(value, ofMilliseconds),
  },
};

function linesUntil(value: unknown, { startLine = 1 }: Arguments): Arguments | undefined {
  const from = wholeNumber(startLine);
  return ofWhole(value, (to) => (from === undefined || to < from ? undefined : { lines: to - from + 1 }));
}

/** The tools with these names search by an expression. */
function expression(value: unknown): Arguments | undefined {
  return typeof value === 'string' ? { query: value, isRegex: true } : undefined;
}

function ignoresCase(value: unknown): Arguments | undefined {
  const isSet = booleanOf(value);
  return isSet === undefined ? undefined : { matchCase: !isSet };
}

/** The longest time limit in seconds. */
const MAX_SECONDS = 3_600;

/** Most agents name milliseconds and some seconds. The longer limit is taken, because it ends no command too early. */
function seconds(number: number): Arguments | undefined {
  return number > MAX_SECONDS ? ofMilliseconds(number) : { timeoutSeconds: number };
}

function ofMilliseconds(number: number): Arguments | undefined {
  return number > 0 ? { timeoutSeconds: Math.ceil(number / 1_000) } : undefined;
}

function ofWhole(value: unknown, meaning: (number: number) => Arguments | undefined): Arguments | undefined {
  const number = wholeNumber(value);
  return number === undefined || number < 0 ? undefined : meaning(number);
}

function isWhole(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** Reads a whole number, also one that is written as text. */
export function wholeNumber(value: unknown): number | undefined {
  if (isWhole(value)) return value;
  if (typeof value !== 'string' || !/^-?\d{1,15}$/.test(value)) return undefined;
  return Number(value);
}

export function booleanOf(value: unknown): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : undefined;
  return text === 'true' ? true : text === 'false' ? false : undefined;
}

/** Own names by other names, in the form of `foldedName`, by tool, or by tool and list. */
const own = new Map<string, ReadonlyMap<string, readonly string[]>>();
for (const [tool, names] of Object.entries(same)) own.set(tool, byOther(names));
for (const [tool, lists] of Object.entries(inside))
  for (const [list, names] of Object.entries(lists)) own.set(`${tool}/${list}`, byOther(names));

function byOther(names: Readonly<Record<string, readonly string[]>>): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [name, others] of Object.entries(names))
    for (const other of others.map(foldedName)) found.set(other, [...(found.get(other) ?? []), name]);
  return found;
}

/** Returns the tool's names that another name may mean; with `list`, of the objects in that list. */
export function namesMeant(other: string, tool: string, list?: string): readonly string[] {
  return own.get(list === undefined ? tool : `${tool}/${list}`)?.get(foldedName(other)) ?? [];
}

export function meaningOf(other: string, tool: string): Meaning | undefined {
  const meanings = Object.hasOwn(converted, tool) ? converted[tool] : undefined;
  const name = foldedName(other);
  return meanings && Object.hasOwn(meanings, name) ? meanings[name] : undefined;
}

/** Values of `update_plan` that other agents write otherwise. */
const statuses: Readonly<Record<string, string>> = {
  completed: 'done',
  complete: 'done',
  todo: 'pending',
  'not-started': 'pending',
  not_started: 'pending',
  'in-progress': 'in_progress',
};

/** Returns the tool's own value for a value of other agents, if it has a list of values. */
export function valueMeant(value: unknown, choices: readonly unknown[]): unknown {
  const meant = typeof value === 'string' && Object.hasOwn(statuses, value) ? statuses[value] : undefined;
  return meant !== undefined && choices.includes(meant) ? meant : value;
}
