/** Says what finished calls did: "Edited cart.ts, order.ts and 1 more, ran npm test". */
import { t } from '@vscode/l10n';
import { headText } from '../../base/common/cut.ts';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import { planOfCall, RUN_COMMAND, type CallView } from '../../protocol/index.ts';
import { callName, ranForMs } from './callNames.ts';

/** Changes come first, because the user looks for them. */
const kinds = [
  'edited',
  'ran',
  'called',
  'fetched',
  'read',
  'searched',
  'listed',
  'checked',
  'planned',
] as const;
type Kind = (typeof kinds)[number];

/** Built-in tools, and the argument that tells what each was about. */
const builtIn: Readonly<Record<string, readonly [Kind, argument: string]>> = {
  edit_file: ['edited', 'path'],
  write_file: ['edited', 'path'],
  [RUN_COMMAND]: ['ran', 'command'],
  fetch_page: ['fetched', 'url'],
  read_file: ['read', 'path'],
  find_files: ['searched', 'pattern'],
  search_text: ['searched', 'query'],
  list_directory: ['listed', 'path'],
  get_diagnostics: ['checked', 'path'],
};

const SAID_KINDS = 3;
const NAMED = 2;
const MAX_NAME = 40;
/** Characters of arguments that are read for a name. */
const MAX_READ = 100_000;

interface Done {
  readonly kind: Kind;
  readonly name: string;
}

/** A finished call does not change any more, and its arguments may be long. */
const known = new WeakMap<CallView, Done>();

export function wordsForCalls(calls: readonly CallView[]): string {
  const names = new Map<Kind, string[]>();
  for (const call of calls) {
    if (ranForMs(call) === undefined) continue;
    const done = known.get(call) ?? doneBy(call);
    known.set(call, done);
    names.set(done.kind, [...(names.get(done.kind) ?? []), done.name]);
  }
  const done = kinds.flatMap((kind) => (names.has(kind) ? [[kind, names.get(kind) ?? []] as const] : []));
  const said = done.slice(0, SAID_KINDS).map(([kind, some], index) => wordsFor(kind, some, index === 0));
  const more = done.slice(SAID_KINDS).reduce((sum, [, some]) => sum + some.length, 0);
  if (more > 0) said.push(more === 1 ? t('1 more call') : t('{0} more calls', more));
  return said.length > 0 ? said.join(', ') : t('Thought');
}

/** A call that failed has changed, read or found nothing: it was called. A command ran, however it ended. */
function doneBy(call: CallView): Done {
  const { source, toolName, edit, status, commandEnd } = call;
  const called: Done = { kind: 'called', name: shown(callName(call)) };
  if (status !== 'success' && !commandEnd) return called;
  if (planOfCall(call)) return { kind: 'planned', name: '' };
  if (edit) return { kind: 'edited', name: shown(fileName(edit.file)) };
  const own = source.kind === 'native' && Object.hasOwn(builtIn, toolName) ? builtIn[toolName] : undefined;
  if (!own) return called;
  const [kind, argument] = own;
  const value = textOf(call.argsText, argument);
  if (kind === 'listed' || kind === 'checked') return { kind, name: '' };
  if (value === undefined) return called;
  if (kind === 'fetched') return { kind, name: shown(value.replace(/^https?:\/\//i, '')) };
  return { kind, name: shown(argument === 'path' ? fileName(value) : value) };
}

function textOf(argsText: string, name: string): string | undefined {
  if (argsText.length > MAX_READ) return undefined;
  try {
    const value = (JSON.parse(argsText) as Record<string, unknown> | null)?.[name];
    return typeof value === 'string' && value.trim() !== '' ? value : undefined;
  } catch {
    return undefined;
  }
}

function fileName(path: string): string {
  return path.split(/[\\/]/).findLast((part) => part !== '') ?? path;
}

function shown(name: string): string {
  // A command of many lines has its beginning at hand.
  const line = headText(name.trim(), 4 * MAX_NAME).replaceAll(/\s+/g, ' ');
  return showHidden(line.length > MAX_NAME ? `${headText(line, MAX_NAME - 1)}…` : line, 'exact');
}

function listed(names: readonly string[]): string {
  const [first = '', second] = names;
  if (second === undefined) return first;
  const more = names.length - NAMED;
  if (more <= 0) return t('{0} and {1}', first, second);
  return t('{0}, {1} and {2} more', first, second, more);
}

/** Returns the words for calls of one kind, which begin a sentence or go on with it. */
function wordsFor(kind: Kind, all: readonly string[], begins: boolean): string {
  const names = [...new Set(all)];
  const count = names.length;
  const list = listed(names);
  switch (kind) {
    case 'edited':
      return begins ? t('Edited {0}', list) : t('edited {0}', list);
    case 'ran':
      return begins ? t('Ran {0}', list) : t('ran {0}', list);
    case 'called':
      return begins ? t('Called {0}', list) : t('called {0}', list);
    case 'fetched':
      if (count === 1) return begins ? t('Fetched {0}', list) : t('fetched {0}', list);
      return begins ? t('Fetched {0} pages', count) : t('fetched {0} pages', count);
    case 'read':
      if (count === 1) return begins ? t('Read {0}', list) : t('read {0}', list);
      return begins ? t('Read {0} files', count) : t('read {0} files', count);
    case 'searched':
      if (count === 1) return begins ? t('Searched for {0}', list) : t('searched for {0}', list);
      return begins ? t('Searched') : t('searched');
    case 'listed':
      return all.length === 1
        ? begins
          ? t('Listed a folder')
          : t('listed a folder')
        : begins
          ? t('Listed {0} folders', all.length)
          : t('listed {0} folders', all.length);
    case 'checked':
      return begins ? t('Looked for problems') : t('looked for problems');
    case 'planned':
      return begins ? t('Updated the plan') : t('updated the plan');
  }
}
