import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Found } from '../../mcp/index.ts';
import { takenNames, type EditingServices } from './editingServices.ts';
import { fillForm } from './form.ts';
import { askPick, askText, type StepAnswer, type Row } from '../common/steps.ts';
import { addFoundServers, type AddResult } from './addFoundServers.ts';
import { showErrorMessage, showOpenDialog } from '../ui/index.ts';
import { truncate } from '../../base/common/text.ts';

/** Characters. */
const MAX_TEXT = 1_000_000;

/** One server opens as a form, several as a list. */
export async function pasteServers(
  services: EditingServices,
  { canGoBack }: { readonly canGoBack: boolean },
): Promise<AddResult> {
  const title = titleOfPaste();
  for (;;) {
    const read = await askForText(services, canGoBack);
    if (read.kind !== 'value') return read.kind;
    const { value: found } = read;
    if (found.kind === 'nothing') {
      void showErrorMessage(t('Patchbay: no server was read. {0}', found.why.localized));
      return 'left';
    }
    const [first, ...more] = found.servers;
    const outcome =
      first && more.length === 0
        ? await fillForm(services, {
            name: services.core().freeName(first.name, takenNames()),
            entry: first.entry,
            scope: 'user',
            secrets: new Map(),
            inputs: found.inputs,
          })
        : await addFoundServers(services, { title, canGoBack: true }, [{ label: t('Pasted'), ...found }]);
    if (outcome !== 'back') return outcome;
  }
}

function titleOfPaste(): string {
  return t('Add Server: Paste JSON or Command Line');
}

async function askForText(services: EditingServices, canGoBack: boolean): Promise<StepAnswer<Found>> {
  const clipboard = await readClipboard();
  const { readPasted } = services.core();
  const onClipboard = readPasted(clipboard);
  const rows: Row<'clipboard' | 'type' | 'file'>[] = [
    ...(onClipboard.kind === 'servers' && looksMeant(clipboard)
      ? [
          {
            icon: 'clippy',
            label: t('From the Clipboard'),
            description: onClipboard.servers.map(({ name }) => name).join(', '),
            detail: preview(clipboard),
            value: 'clipboard' as const,
          },
        ]
      : []),
    {
      icon: 'edit',
      label: t('Type or Paste It Here…'),
      detail: t(
        'A command line such as npx -y @modelcontextprotocol/server-filesystem ~/src, a URL, or JSON.',
      ),
      value: 'type',
    },
    {
      icon: 'folder-opened',
      label: t('From a File…'),
      detail: t('Any JSON file with servers. It is only read.'),
      value: 'file',
    },
  ];
  for (;;) {
    const how = await askPick({
      title: titleOfPaste(),
      canGoBack,
      placeholder: t('Paste JSON, a URL or a command'),
      rows,
    });
    if (how.kind !== 'value') return how;
    if (how.value === 'clipboard') return { kind: 'value', value: onClipboard };
    const text = how.value === 'type' ? await askTyped(services) : await askFile();
    if (text?.kind === 'value') return { kind: 'value', value: readPasted(text.value) };
    if (text?.kind === 'left') return text;
  }
}

/** Empty where VS Code, as a page in a browser, may not read the clipboard. */
async function readClipboard(): Promise<string> {
  try {
    return (await vscode.env.clipboard.readText()).slice(0, MAX_TEXT);
  } catch {
    return '';
  }
}

function askTyped({ core }: EditingServices): Promise<StepAnswer<string>> {
  return askText({
    title: t('Add Server: Type or Paste'),
    canGoBack: true,
    prompt: t(
      'A command line, a URL, or JSON in one line. For more lines copy them, then choose the clipboard.',
    ),
    placeholder: 'npx -y @modelcontextprotocol/server-filesystem ~/src',
    problemOf: (text) => {
      const found = core().readPasted(text);
      return found.kind === 'nothing' ? found.why.localized : undefined;
    },
  });
}

async function askFile(): Promise<StepAnswer<string> | undefined> {
  const [file] =
    (await showOpenDialog({
      title: titleOfPaste(),
      openLabel: t('Read'),
      filters: { JSON: ['json', 'jsonc'] },
    })) ?? [];
  if (!file) return undefined;
  try {
    const bytes = await vscode.workspace.fs.readFile(file);
    return { kind: 'value', value: new TextDecoder().decode(bytes).slice(0, MAX_TEXT) };
  } catch (error) {
    void showErrorMessage(`Patchbay: ${t('{0} cannot be read: {1}', file.fsPath, (error as Error).message)}`);
    return { kind: 'left' };
  }
}

/** Any words on the clipboard could be a command; few are meant as one. */
function looksMeant(text: string): boolean {
  const trimmed = text.trim();
  return /^["{[/`]|^https?:\/\/\S+$|^(\$ )?(\w+=\S+ )*(npx|bunx|uvx|uv|node|deno|python3?|docker|podman|pnpm|dnx|claude)\s/.test(
    trimmed,
  );
}

function preview(text: string): string {
  return truncate(text.trim().replace(/\s+/g, ' '), 100);
}
