/** Suggestions for `#` and `@` in the composer, from the editor and the servers. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { labelOf as labelOfServerThing, plainLabel } from '../../base/common/text.ts';
import type { Attachment, Suggestion } from '../../protocol/index.ts';
import { fuzzyMatches } from './fuzzy.ts';
import type { ReadableFiles } from './readableFiles.ts';
import { ofFile, ofFolder, ofProblems, ofSelection, ofSymbol, whereOf } from './makeAttachment.ts';
import { lastEditor } from './lastEditor.ts';
import { readToolSets } from '../settings/settings.ts';
import type { WorkspaceFiles } from './workspaceFiles.ts';

const MAX_FILES = 40;
const MAX_OTHERS = 10;
/** Shorter queries fit nearly every symbol. */
const LEAST_FOR_SYMBOLS = 2;

/** `path` is what is searched. */
interface Candidate {
  readonly path: string;
  readonly suggestion: Suggestion;
}

export interface SuggestSources {
  readonly engine: () => Promise<Engine>;
  readonly files: WorkspaceFiles;
  readonly granted: ReadableFiles;
}

/** Calls `answer` with what fits, the best first, and again with symbols at the end: a language service can be slow. */
export async function suggest(
  trigger: '#' | '@',
  query: string,
  { engine, files, granted }: SuggestSources,
  answer: (suggestions: readonly Suggestion[]) => void,
): Promise<void> {
  const { manager } = await engine();
  const near = nearby(granted);
  const places = query === '' ? [] : await named(files);
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

/** Dialogs, for what no list has. */
const dialogs = (): readonly Candidate[] => [
  {
    path: t({ message: 'file', comment: 'found by this word behind #' }),
    suggestion: { kind: 'ask', what: 'file', label: t('File…') },
  },
  {
    path: t({ message: 'resource', comment: 'found by this word behind #' }),
    suggestion: { kind: 'ask', what: 'resource', label: t('MCP Resource…') },
  },
];

function attach(path: string, attachment: Attachment, detail?: string): Candidate {
  const suggestion = { kind: 'attach', attachment, ...(detail !== undefined && { detail }) } as const;
  return { path, suggestion };
}

function nearby(granted: ReadableFiles): readonly Candidate[] {
  const editor = lastEditor();
  const selection = editor && ofSelection(editor);
  if (editor && selection) granted.add(editor.document.uri);
  const problems = vscode.languages
    .getDiagnostics()
    .filter(([uri, list]) => list.length > 0 && vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const here = editor && problems.find(([uri]) => uri.toString() === editor.document.uri.toString());
  const all = problems.reduce((sum, [, list]) => sum + list.length, 0);
  return [
    ...(selection
      ? [
          attach(
            t({ message: 'selection', comment: 'found by this word behind #' }),
            selection,
            t('Selection'),
          ),
        ]
      : []),
    ...(here ? [problemsHere(here[0], here[1].length)] : []),
    ...(all > 0 ? [allProblems(all)] : []),
    ...openFiles().map((uri) => attach(whereOf(uri), ofFile(uri), whereOf(uri))),
  ];
}

function problemsHere(uri: vscode.Uri, count: number): Candidate {
  const word = t({ message: 'problems here', comment: 'found by these words behind #' });
  return attach(word, ofProblems(uri), count === 1 ? t('1 problem') : t('{0} problems', count));
}

function allProblems(count: number): Candidate {
  const word = t({ message: 'problems', comment: 'found by this word behind #' });
  const detail = count === 1 ? t('1 problem in the workspace') : t('{0} problems in the workspace', count);
  return attach(word, ofProblems(), detail);
}

function openFiles(): readonly vscode.Uri[] {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  const uris = tabs.flatMap(({ input }) =>
    input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? [input.uri] : [],
  );
  const inWorkspace = uris.filter((uri) => vscode.workspace.getWorkspaceFolder(uri) !== undefined);
  const current = lastEditor()?.document.uri.toString();
  const isCurrent = (uri: vscode.Uri): boolean => uri.toString() === current;
  return [...inWorkspace.filter(isCurrent), ...inWorkspace.filter((uri) => !isCurrent(uri))];
}

async function named(files: WorkspaceFiles): Promise<readonly Candidate[]> {
  const [all, folders] = await Promise.all([files.list(), files.folders()]);
  return [
    ...all.map(({ uri, label }) => attach(label, ofFile(uri), plainLabel(label, 300))),
    ...folders.map(({ uri, label }) => attach(label, ofFolder(uri), plainLabel(label, 300))),
  ];
}

function resourcesOf({ servers }: Engine['manager']): readonly Candidate[] {
  return servers.flatMap(({ name: server, state }) =>
    state.kind !== 'connected'
      ? []
      : state.catalog.resources.map((resource) => {
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
  return readToolSets().map(({ name }) => ({
    path: name,
    suggestion: {
      kind: 'toolSet',
      name,
      detail: t('Tool set for the conversation'),
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

/** An open file is also one of the workspace's files. */
function withoutRepeats(suggestions: readonly Suggestion[]): readonly Suggestion[] {
  const seen = new Set<string>();
  return suggestions.filter((one) => {
    const key = JSON.stringify(one.kind === 'attach' ? one.attachment : one);
    const isNew = !seen.has(key);
    seen.add(key);
    return isNew;
  });
}
