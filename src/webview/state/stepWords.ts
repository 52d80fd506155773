/** Says in one line what finished calls did, such as "Edited cart.ts, order.ts and 1 more". */
import { t } from '@vscode/l10n';
import { headText, tailText } from '../../base/common/cut.ts';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { planOfCall, RUN_COMMAND, type CallView } from '../../protocol/index.ts';
import { callName } from './callNames.ts';

/** Changes come first, because the user looks for them. */
const kinds = [
  'edited',
  'moved',
  'deleted',
  'ran',
  'read',
  'searched',
  'fetched',
  'called',
  'planned',
] as const;
type Kind = (typeof kinds)[number];

/** Built-in tools, and the argument that tells what each was about. */
const builtIn = new Map<string, readonly [Kind, argument: string]>([
  ['edit_file', ['edited', 'path']],
  ['write_file', ['edited', 'path']],
  ['move_file', ['moved', 'path']],
  ['delete_file', ['deleted', 'path']],
  [RUN_COMMAND, ['ran', 'command']],
  ['read_file', ['read', 'path']],
  ['list_directory', ['read', 'path']],
  ['find_files', ['searched', 'pattern']],
  ['search_text', ['searched', 'query']],
  ['fetch_page', ['fetched', 'url']],
]);

const NAMED = 2;
const MAX_NAME = 40;
/** Characters of arguments that are parsed; of longer ones, such as a whole file, the beginning is read. */
const MAX_PARSED = 20_000;
const MAX_READ = 2_000;

const SEPARATOR = ' · ';
/** Characters that a narrow row shows in four lines, and of a word that it shows in one. */
const MAX_SHORT = 120;
const MAX_WORD = 28;

export function wordsForCalls(calls: readonly CallView[]): string {
  return partsFor(calls, (name) => name).join(SEPARATOR);
}

/** Leaves out the middle of long words, and what comes last, which matters least. */
export function shortWordsForCalls(calls: readonly CallView[]): string {
  const parts = partsFor(calls, (name) => name.replaceAll(/\S+/g, shortWord));
  let count = parts.length;
  while (count > 1 && parts.slice(0, count).join(SEPARATOR).length > MAX_SHORT) count -= 1;
  return [...parts.slice(0, count), ...(count < parts.length ? ['…'] : [])].join(SEPARATOR);
}

function shortWord(word: string): string {
  if (word.length <= MAX_WORD) return word;
  return `${headText(word, MAX_WORD / 2 - 1)}…${tailText(word, MAX_WORD / 2)}`;
}

function partsFor(calls: readonly CallView[], shorten: (name: string) => string): readonly string[] {
  const names = new Map<Kind, Set<string>>();
  for (const call of calls) {
    // It was not run, which its own row says.
    if (call.needsTrust) continue;
    const [kind, name] = whatDid(call);
    names.set(kind, (names.get(kind) ?? new Set()).add(name));
  }
  return kinds.flatMap((kind) => {
    const some = names.get(kind);
    return some ? [wordsFor(kind, listed([...some].map(shorten)))] : [];
  });
}

function whatDid(call: CallView): readonly [Kind, string] {
  const { source, toolName, edit } = call;
  if (planOfCall(call)) return ['planned', ''];
  const [kind, argument] = (source.kind === 'native' && builtIn.get(toolName)) || [];
  if (edit) return [kind ?? 'edited', shown(fileName(edit.file))];
  const value = argument === undefined ? undefined : textOf(call.argsText, argument);
  if (kind === undefined || value === undefined) return ['called', shown(callName(call))];
  return [kind, shown(argument === 'path' ? fileName(value) : value)];
}

function textOf(argsText: string, name: string): string | undefined {
  const beginning = argsText.length > MAX_PARSED ? headText(argsText, MAX_READ) : undefined;
  const found = beginning && new RegExp(`"${name}"\\s*:\\s*("(?:[^"\\\\]|\\\\.)*")`).exec(beginning)?.[1];
  try {
    const value: unknown =
      beginning === undefined
        ? (JSON.parse(argsText) as Record<string, unknown> | null)?.[name]
        : JSON.parse(found ?? 'null');
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A dot alone is the folder that paths begin in, and would be taken for the end of the sentence. */
function fileName(path: string): string {
  const last = path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
  return last.trim() === '.' ? t('the workspace folder') : last;
}

function shown(name: string): string {
  const line = name.trim().replaceAll(/\s+/g, ' ');
  return showHidden(line.length > MAX_NAME ? `${headText(line, MAX_NAME - 1)}…` : line, 'exact');
}

function listed(names: readonly string[]): string {
  const more = names.length - NAMED;
  const list = names.slice(0, NAMED).join(', ');
  return more > 0 ? t('{0} and {1} more', list, more) : list;
}

function wordsFor(kind: Kind, list: string): string {
  switch (kind) {
    case 'edited':
      return t('Edited {0}', list);
    case 'moved':
      return t('Moved {0}', list);
    case 'deleted':
      return t('Deleted {0}', list);
    case 'ran':
      return t('Ran {0}', list);
    case 'read':
      return t('Read {0}', list);
    case 'searched':
      return t('Searched for {0}', list);
    case 'fetched':
      return t('Fetched {0}', list);
    case 'called':
      return t('Called {0}', list);
    case 'planned':
      return t('Updated the plan');
  }
}
