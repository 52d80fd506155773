import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { freeName, readPasted, sentenceOf, type Found } from '../../mcp/index.ts';
import { takenNames, type EditingServices } from './editingServices.ts';
import { fillForm } from './form.ts';
import { problemOfEntry } from './draft.ts';
import { askPick, type StepAnswer, type StepRow } from '../common/steps.ts';
import { addFoundServers, showUnread, type AddResult } from './addFoundServers.ts';
import { showErrorMessage, showOpenDialog } from '../ui/index.ts';
import { truncate } from '../../base/common/text.ts';

const MAX_TEXT = 1_000_000;

/** One server opens as a form, several as a list. `given` was pasted into the box before this one. */
export async function pasteServers(
  services: EditingServices,
  { canGoBack, given }: { readonly canGoBack: boolean; readonly given?: Found },
): Promise<AddResult> {
  const title = titleOfPaste();
  for (;;) {
    const read = given ? ({ kind: 'value', value: given } as const) : await askForText(canGoBack);
    if (read.kind !== 'value') return read.kind;
    const { value: found } = read;
    if (found.kind === 'nothing') {
      void showErrorMessage(t('Patchbay: no server was read. {0}', found.why.localized));
      return 'left';
    }
    const pasted = { label: t('Pasted'), ...found };
    const [first, ...more] = found.servers;
    if (first && more.length === 0) showUnread(pasted);
    const outcome =
      first && more.length === 0
        ? await fillForm(services, {
            name: freeName(first.name, takenNames()),
            entry: first.entry,
            scope: 'user',
            secrets: new Map(),
            inputs: found.inputs,
          })
        : await addFoundServers(services, { title, canGoBack: true }, [pasted]);
    if (outcome !== 'back' || given) return outcome;
  }
}

/** Returns a row for a box that also asks for something else, so only for a text that is plainly meant as a server. */
export function pastedRow(text: string): StepRow<Found> | undefined {
  const found = readPasted(headText(text, MAX_TEXT));
  return isMeant(found, text) ? rowOf(found, text) : undefined;
}

type FoundServers = Extract<Found, { kind: 'servers' }>;

/** The row says what cannot be used before anything is saved. */
function rowOf(found: FoundServers, text: string): StepRow<Found> {
  const problem = problemIn(found);
  return {
    icon: problem === undefined ? 'plug' : 'warning',
    label: t('Add {0}', namesIn(found)),
    ...(problem !== undefined && { description: problem }),
    detail: preview(text),
    value: found,
  };
}

function namesIn({ servers }: FoundServers): string {
  return servers.map(({ name }) => name).join(', ');
}

function problemIn(found: FoundServers): string | undefined {
  const problems = found.servers.flatMap(({ name, entry }) => {
    const problem = problemOfEntry(entry);
    return problem === undefined ? [] : [`${name}: ${t('cannot be used: {0}', problem)}`];
  });
  return [...problems, ...found.unread.map((each) => sentenceOf(each).localized)][0];
}

function titleOfPaste(): string {
  return t('Add Server: Paste JSON or Command Line');
}

async function askForText(canGoBack: boolean): Promise<StepAnswer<Found>> {
  const clipboard = await readClipboard();
  const onClipboard = readPasted(clipboard);
  const rows: StepRow<Found | 'file'>[] = [
    ...(isMeant(onClipboard, clipboard)
      ? [
          {
            icon: problemIn(onClipboard) === undefined ? 'clippy' : 'warning',
            label: t('From the Clipboard'),
            description: problemIn(onClipboard) ?? namesIn(onClipboard),
            detail: preview(clipboard),
            value: onClipboard,
          },
        ]
      : []),
    {
      icon: 'folder-opened',
      label: t('From a File…'),
      detail: t('Any JSON, YAML or TOML file with servers. It is only read.'),
      value: 'file',
    },
  ];
  for (;;) {
    const how = await askPick({
      title: titleOfPaste(),
      canGoBack,
      placeholder: t('Paste JSON, a URL or a command'),
      rows,
      typedRow: (text) => {
        if (text.trim() === '') return undefined;
        const found = readPasted(headText(text, MAX_TEXT));
        return found.kind === 'servers'
          ? rowOf(found, text)
          : { icon: 'warning', label: t('No servers found.'), detail: found.why.localized };
      },
    });
    if (how.kind !== 'value') return how;
    if (how.value !== 'file') return { kind: 'value', value: how.value };
    const text = await askFile();
    if (text?.kind === 'value') return { kind: 'value', value: readPasted(text.value) };
    if (text) return text;
  }
}

/** Returns an empty text where VS Code, as a page in a browser, may not read the clipboard. */
async function readClipboard(): Promise<string> {
  try {
    return headText(await vscode.env.clipboard.readText(), MAX_TEXT);
  } catch {
    return '';
  }
}

async function askFile(): Promise<StepAnswer<string> | undefined> {
  const [file] =
    (await showOpenDialog({
      title: titleOfPaste(),
      openLabel: t('Read'),
      filters: { 'JSON, YAML, TOML': ['json', 'jsonc', 'json5', 'yaml', 'yml', 'toml'] },
    })) ?? [];
  if (!file) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    return { kind: 'value', value: headText(new TextDecoder().decode(bytes), MAX_TEXT) };
  } catch (error) {
    void showErrorMessage(`Patchbay: ${t('{0} cannot be read: {1}', file.fsPath, (error as Error).message)}`);
    return { kind: 'left' };
  }
}

/** Any words in a box or on the clipboard could be a command, but few are meant as one. A URL always is. */
function isMeant(found: Found, text: string): found is FoundServers {
  const isLine =
    /^["{[/`#\u201C\u201E\u00AB]|^(?:vscode[\w-]*:mcp\/|cursor:\/\/|https:\/\/)|^[\w-]+:\s|^(& )?["']?([A-Za-z]:\\|\\\\)|^(\$ )?(\w+=\S+ )*(npx|bunx|uvx|uv|node|deno|python3?|docker|podman|pnpm|dnx|claude)(\.exe|\.cmd)?\s/;
  return (
    found.kind === 'servers' &&
    (isLine.test(text.trim()) || found.servers.some(({ entry }) => 'url' in entry))
  );
}

function preview(text: string): string {
  return truncate(text.trim().replace(/\s+/g, ' '), 100);
}
