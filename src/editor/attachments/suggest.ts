import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { labelOf as labelOfServerThing, plainLabel } from '../../base/common/text.ts';
import { isAppResource, type Attachment, type Suggestion } from '../../protocol/index.ts';
import type { EditorContext } from './editorContext.ts';
import { fuzzyMatches } from './fuzzy.ts';
import { ofFile, ofFolder, ofProblems, ofSymbol, whereOf } from './makeAttachment.ts';
import { lastEditor } from './lastEditor.ts';
import { readToolSets } from '../settings/settings.ts';
import type { LabeledUri, WorkspaceFileNames } from './workspaceFiles.ts';
import { separator, showQuickPick, type PickItem } from '../ui/index.ts';

const MAX_FILES = 40;
const MAX_OTHERS = 10;
const MAX_RECENT = 12;
/** Files that `#` alone lists below the recent ones: the letters that follow find the others. */
const FIRST_FILES = 10;
/** Characters of the shortest query for symbols: a shorter one fits nearly every symbol. */
const LEAST_FOR_SYMBOLS = 2;

export interface Candidate<T = Suggestion> {
  readonly path: string;
  readonly suggestion: T;
}

export type AttachCandidate = Candidate<Extract<Suggestion, { kind: 'attach' }>>;

export interface SuggestSources {
  readonly engine: () => Promise<Engine>;
  readonly files: WorkspaceFileNames;
  readonly context: EditorContext;
}

/**
 * Calls `answer` with the suggestions that fit, the best first, and again with symbols at the end, because a language
 * service can be slow.
 */
export async function suggest(
  trigger: '#' | '@',
  query: string,
  { engine, files, context }: SuggestSources,
  answer: (suggestions: readonly Suggestion[]) => void,
): Promise<void> {
  const { manager } = await engine();
  const near = await nearby(context);
  const places = query === '' ? await firstFiles(files) : await named(files);
  const resources = resourcesOf(manager);
  const top = [...(trigger === '@' ? [...serversOf(manager), ...toolSets()] : []), ...near];
  const rest = trigger === '#' ? [...serversOf(manager), ...toolSets()] : [];
  const fit = (all: readonly Candidate[], most: number): readonly Candidate[] =>
    fuzzyMatches(query, all, ({ path }) => path, most);
  const found = [
    ...fit(top, MAX_OTHERS * 2),
    ...fit(places, MAX_FILES),
    ...fit(resources, MAX_OTHERS),
    ...fit(rest, MAX_OTHERS),
    ...fit(dialogs(), MAX_OTHERS),
  ].map(({ suggestion }) => suggestion);
  const once = withoutRepeats(found);
  answer(once);
  if (query.length < LEAST_FOR_SYMBOLS) return;
  const symbols = await symbolsOf(query);
  if (symbols.length > 0) answer([...once, ...symbols]);
}

export const dialogs = (): readonly Candidate<Extract<Suggestion, { kind: 'ask' }>>[] => [
  {
    path: t({ message: 'file', comment: 'found by this word behind #' }),
    suggestion: { kind: 'ask', what: 'file', label: t('File…') },
  },
  {
    path: t({ message: 'resource', comment: 'found by this word behind #' }),
    suggestion: { kind: 'ask', what: 'resource', label: t('MCP Resource…') },
  },
];

function attach(path: string, attachment: Attachment, detail?: string): AttachCandidate {
  const suggestion = { kind: 'attach', attachment, ...(detail !== undefined && { detail }) } as const;
  return { path, suggestion };
}

export async function nearby(context: EditorContext): Promise<readonly AttachCandidate[]> {
  const { file, selection } = context;
  const word = t({ message: 'selection', comment: 'found by this word behind #' });
  const recent = (await context.recent()).slice(0, MAX_RECENT);
  return [
    ...(file ? [fileOf(file)] : []),
    ...(selection ? [attach(word, selection, t('Selection'))] : []),
    ...recent.map(fileOf),
    ...problems(),
  ];
}

function fileOf(uri: vscode.Uri): AttachCandidate {
  return attach(whereOf(uri), ofFile(uri), whereOf(uri));
}

function problems(): readonly AttachCandidate[] {
  const current = lastEditor()?.document.uri.toString();
  const found = vscode.languages
    .getDiagnostics()
    .filter(([uri, list]) => list.length > 0 && vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const here = found.find(([uri]) => uri.toString() === current);
  const all = found.reduce((sum, [, list]) => sum + list.length, 0);
  return [...(here ? [problemsHere(here[0], here[1].length)] : []), ...(all > 0 ? [allProblems(all)] : [])];
}

function problemsHere(uri: vscode.Uri, count: number): AttachCandidate {
  const word = t({ message: 'problems here', comment: 'found by these words behind #' });
  return attach(word, ofProblems(uri), count === 1 ? t('1 problem') : t('{0} problems', count));
}

function allProblems(count: number): AttachCandidate {
  const word = t({ message: 'problems', comment: 'found by this word behind #' });
  const detail = count === 1 ? t('1 problem in the workspace') : t('{0} problems in the workspace', count);
  return attach(word, ofProblems(), detail);
}

/** Candidates by the list that they are of. Each key that is typed asks for them, and a workspace may have 100,000 files. */
const candidatesOf = new WeakMap<readonly LabeledUri[], readonly AttachCandidate[]>();

export async function named(files: WorkspaceFileNames): Promise<readonly AttachCandidate[]> {
  const all = await files.list();
  const known = candidatesOf.get(all);
  if (known) return known;
  const folders = await files.folders();
  const made = [
    ...all.map(({ uri, label }) => attach(label, ofFile(uri), plainLabel(label, 300))),
    ...folders.map(({ uri, label }) =>
      attach(label, ofFolder(uri), label.includes('/') ? plainLabel(label, 300) : undefined),
    ),
  ];
  candidatesOf.set(all, made);
  return made;
}

/** Returns files at the top of the workspace before those in its folders. */
async function firstFiles(files: WorkspaceFileNames): Promise<readonly AttachCandidate[]> {
  const depthOf = (label: string): number => label.split('/').length;
  return (await files.list())
    .toSorted((a, b) => depthOf(a.label) - depthOf(b.label))
    .slice(0, FIRST_FILES)
    .map(({ uri, label }) => attach(label, ofFile(uri), plainLabel(label, 300)));
}

function resourcesOf({ servers }: Engine['manager']): readonly Candidate[] {
  return servers.flatMap(({ name: server, state }) =>
    state.kind !== 'connected'
      ? []
      : state.catalog.resources
          .filter(({ uri }) => !isAppResource(uri))
          .map((resource) => {
            const name = labelOfServerThing(resource);
            return attach(name, { kind: 'resource', server, uri: resource.uri, name }, server);
          }),
  );
}

function serversOf({ servers }: Engine['manager']): readonly Candidate[] {
  return servers.flatMap(({ name, state }) =>
    state.kind === 'connected'
      ? [attach(name, { kind: 'server', server: name, name }, t('Use only the tools of this server'))]
      : [],
  );
}

function toolSets(): readonly Candidate[] {
  return readToolSets().map(({ name, scope }) => ({
    path: name,
    suggestion: {
      kind: 'toolSet',
      name,
      detail: scope === 'user' ? t('Tool set') : t('Tool set of the workspace'),
    },
  }));
}

async function symbolsOf(query: string): Promise<readonly Suggestion[]> {
  const found = await vscode.commands
    .executeCommand<readonly vscode.SymbolInformation[] | undefined>(
      'vscode.executeWorkspaceSymbolProvider',
      query,
    )
    .then(undefined, () => undefined);
  return (found ?? [])
    .filter(({ location }) => vscode.workspace.getWorkspaceFolder(location.uri) !== undefined)
    .slice(0, MAX_OTHERS)
    .map((symbol) => ({
      kind: 'attach',
      attachment: ofSymbol(symbol),
      detail: whereOf(symbol.location.uri),
    }));
}

/** Returns each suggestion once: an open file is also one of the workspace's files. */
export function withoutRepeats<T extends Suggestion>(suggestions: readonly T[]): readonly T[] {
  const seen = new Set<string>();
  return suggestions.filter((one) => {
    const key = JSON.stringify(one.kind === 'attach' ? one.attachment : one);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

/** Most files and folders in the list: more would make it slow, and the dialog has all. */
const MAX_LISTED = 5_000;

type Chosen = Exclude<Suggestion, { kind: 'toolSet' }>;
type Row = PickItem & { readonly of?: Chosen };

const icons: Partial<Record<Attachment['kind'], string>> = {
  folder: 'folder',
  selection: 'list-selection',
  problems: 'warning',
};

/** Lists the active file and recent ones first, then what else can be attached, then all files and folders. */
export async function chooseAttachment(
  context: EditorContext,
  files: WorkspaceFileNames,
): Promise<Chosen | undefined> {
  const [near, all] = await Promise.all([nearby(context), named(files)]);
  const found = withoutRepeats([...near, ...all].map(({ suggestion }) => suggestion));
  const rows = (of: readonly Chosen[]): readonly Row[] => of.map(rowOf);
  const chosen = await showQuickPick<Row>(
    [
      separator(t('recently opened')),
      ...rows(found.slice(0, near.length)),
      separator(t('other')),
      ...rows(dialogs().map(({ suggestion }) => suggestion)),
      separator(t('files and folders')),
      ...rows(found.slice(near.length, near.length + MAX_LISTED)),
    ],
    {
      title: t('Attach to the message'),
      placeHolder: t('Search files by name, or type # in the message'),
      matchOnDescription: true,
    },
  );
  return chosen?.of;
}

function rowOf(of: Chosen): Row {
  if (of.kind === 'ask')
    return { label: of.label, icon: of.what === 'file' ? 'folder-opened' : 'library', of };
  const { attachment, detail } = of;
  return {
    label: attachment.name,
    icon: icons[attachment.kind] ?? 'file',
    ...(detail !== undefined && detail !== attachment.name && { description: detail }),
    of,
  };
}
