/** Imports servers of other programs from their configuration files, which are only read. */
import { readdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import {
  configurationValue,
  filesOf,
  importSources,
  offInCopilot,
  offInGemini,
  offInMcpJson,
  readConfiguration,
  type ImportSource,
  type WhyOff,
} from '../../mcp/index.ts';
import type { EditingServices } from './editingServices.ts';
import { addFoundServers, showUnread, type FoundGroup, type AddResult } from './addFoundServers.ts';
import { showInformationMessage, showWarningMessage } from '../ui/index.ts';

/** Longest path in characters, because the names of the servers need space, too. */
const MAX_PATH = 24;

export async function importServers(
  services: EditingServices,
  { canGoBack }: { readonly canGoBack: boolean },
): Promise<AddResult> {
  const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
  const sources = importSources({
    platform: process.platform,
    home: homedir(),
    appData: process.env['APPDATA'],
    folders: folders.map(({ uri }) => uri.fsPath),
  });
  const read = (await Promise.all(sources.map((source) => readSources(source)))).flat();
  const groups = read.flatMap((found) => (found.kind === 'found' ? [found.group] : []));
  const withServers = groups.filter(({ servers }) => servers.length > 0);
  for (const group of groups.filter(({ servers }) => servers.length === 0)) showUnread(group);
  const problems = read.flatMap((found) => (found.kind === 'problem' ? [found.why] : []));
  for (const problem of problems) void showWarningMessage(`Patchbay: ${problem}`);
  if (withServers.length === 0) {
    if (problems.length === 0 && groups.length === 0)
      void showInformationMessage(
        t(
          'No servers to import were found. {0} locations were searched: {1}.',
          sources.length,
          sources.map(({ path }) => path).join(', '),
        ),
      );
    return 'left';
  }
  return addFoundServers(services, { title: t('Import Servers'), canGoBack }, withServers);
}

type ReadSource =
  | { readonly kind: 'found'; readonly group: FoundGroup }
  | { readonly kind: 'problem'; readonly why: string }
  | { readonly kind: 'nothing' };

async function readSources(source: ImportSource): Promise<ReadSource[]> {
  try {
    return await Promise.all(
      (await filesOf(source, (folder) => readdir(folder))).map((file) => readSource(file)),
    );
  } catch (error) {
    return [notRead(source.path, error)];
  }
}

function notRead(path: string, error: unknown): ReadSource {
  const { code, message } = error as NodeJS.ErrnoException;
  // Most people have few of these programs.
  if (code === 'ENOENT' || code === 'ENOTDIR') return { kind: 'nothing' };
  return { kind: 'problem', why: t('{0} cannot be read: {1}', path, message) };
}

async function readSource({ program, path, unit }: ImportSource): Promise<ReadSource> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    return notRead(path, error);
  }
  const found = readConfiguration(text, unit, await offElsewhere(program, path));
  if (found.kind === 'servers' && found.servers.length === 0 && found.unread.length === 0)
    return { kind: 'nothing' };
  if (found.kind === 'servers')
    return { kind: 'found', group: { label: [program, ...shortened(path)].join(' · '), ...found } };
  return { kind: 'problem', why: t('{0} was not imported. {1}', path, found.why.localized) };
}

async function offElsewhere(program: string, path: string): Promise<WhyOff | undefined> {
  if (basename(path) === '.mcp.json') return offByClaude(dirname(path));
  if (program === 'Copilot CLI') {
    // The first is the newer name of the second.
    const beside = ['settings.json', 'config.json'].map((name) => join(dirname(path), name));
    return offInCopilot(await Promise.all(beside.map(valueIn)));
  }
  if (program !== 'Gemini CLI') return undefined;
  const ofHome = ['settings.json', 'mcp-server-enablement.json'].map((name) =>
    join(homedir(), '.gemini', name),
  );
  const [settings, switches] = await Promise.all(ofHome.map(valueIn));
  return offInGemini(settings, switches);
}

/** Returns the servers of a folder's `.mcp.json` that are off: Claude Code keeps them in other files. */
async function offByClaude(folder: string): Promise<WhyOff> {
  const files = [
    join(homedir(), '.claude.json'),
    ...[homedir(), folder].map((root) => join(root, '.claude', 'settings.json')),
    join(folder, '.claude', 'settings.local.json'),
  ];
  return offInMcpJson(folder, await Promise.all(files.map(valueIn)));
}

/** Returns undefined if the file cannot be read. The list of sources says that of `.claude.json`. */
async function valueIn(file: string): Promise<unknown> {
  try {
    return configurationValue(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Returns a path that fits beside the first server of its file, or nothing if even its end is too long. */
function shortened(path: string): string[] {
  const relative = vscode.workspace.asRelativePath(path);
  const short = relative.startsWith(homedir()) ? `~${relative.slice(homedir().length)}` : relative;
  const fitting = [short, `…/${basename(short)}`].find(({ length }) => length <= MAX_PATH);
  return fitting === undefined ? [] : [fitting];
}
