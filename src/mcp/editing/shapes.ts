/** Converts server entries of other programs: an entry, `mcpServers`, `servers`, a whole file, or a command line. */
import { type LocalizedMessage, msg } from '../../base/common/message.ts';
import { parseCommandLine } from './commandLine.ts';
import { JsonTextError, parseJsonText, valueOf } from './jsonText.ts';
import { isRecord } from '../../base/common/guards.ts';
import { toName } from '../definition/definition.ts';
import { suggestName } from './names.ts';
import type { RawEntry } from './serversText.ts';
import { posix, win32 } from 'node:path';

export interface FoundServer {
  readonly name: string;
  readonly entry: RawEntry;
}

/** `inputs`: definitions for `${input:…}`, as in VS Code's mcp.json. */
export type Found =
  | {
      readonly kind: 'servers';
      readonly servers: readonly FoundServer[];
      readonly inputs: readonly RawEntry[];
    }
  | { readonly kind: 'nothing'; readonly why: LocalizedMessage };

export function readPasted(text: string): Found {
  const trimmed = withoutFence(text).trim();
  if (trimmed === '') return nothing(msg('The text is empty.'));
  if (/^(\/\/|\/\*|["{[])/.test(trimmed)) {
    const read = readConfiguration(trimmed);
    return read.kind === 'servers' && read.servers.length === 0
      ? nothing(msg('The text contains no servers.'))
      : read;
  }
  const parsed = parseCommandLine(trimmed);
  if (!parsed) return nothing(msg('The text is not JSON, a command line or a URL.'));
  const { entry, name } = parsed;
  return found([{ name: name === undefined ? suggestName(entry, []) : toName(name), entry }], []);
}

/** A configuration file of any of the programs, or a part of one. It may have no servers. */
export function readConfiguration(text: string): Found {
  try {
    const value = readValue(text);
    if (!isRecord(value)) return nothing(msg('The text contains no object with servers.'));
    const inputs = arrayOf(value['inputs'] ?? (isRecord(value['mcp']) ? value['mcp']['inputs'] : undefined));
    const group = groupIn(value);
    const servers = group ? fromGroup(group) : fromSingle(value);
    if (servers.length === 0 && !group)
      return nothing(msg('The text contains no server. An entry requires a "command" or a "url".'));
    return found(servers, inputs.filter(isRecord));
  } catch (error) {
    if (error instanceof JsonTextError) return nothing(error.text);
    throw error;
  }
}

function readValue(text: string): unknown {
  const trimmed = text.trim().replace(/,$/, '');
  return valueOf(parseJsonText(trimmed.startsWith('"') ? `{${trimmed}}` : trimmed));
}

function groupIn(value: RawEntry): RawEntry | undefined {
  const mcp = isRecord(value['mcp']) ? value['mcp'] : undefined;
  const candidates = [
    value['mcpServers'],
    value['patchbay.servers'],
    value['servers'],
    mcp?.['servers'],
    mcp?.['mcpServers'],
  ];
  return candidates.find(isRecord);
}

function fromGroup(group: RawEntry): FoundServer[] {
  return Object.entries(group).flatMap(([name, entry]) => {
    return isRecord(entry) && isEntry(entry) ? [{ name: toName(name), entry: translated(entry) }] : [];
  });
}

function fromSingle(value: RawEntry): FoundServer[] {
  if (!isEntry(value)) return fromGroup(value);
  const { name, ...rest } = value;
  const entry = translated(typeof name === 'string' ? rest : value);
  return [{ name: typeof name === 'string' ? toName(name) : suggestName(entry, []), entry }];
}

function isEntry(value: RawEntry): boolean {
  return ['command', 'url', 'serverUrl', 'httpUrl'].some((key) => typeof value[key] === 'string');
}

const transports: Readonly<Record<string, string>> = {
  'streamable-http': 'http',
  streamableHttp: 'http',
  streamable_http: 'http',
  'http-stream': 'http',
};

/** Keys that only another program knows stay: they do no harm. */
function translated(entry: RawEntry): RawEntry {
  const { type, transport, transportType, serverUrl, httpUrl, url, disabled, ...rest } = entry;
  const kind = [type, transport, transportType].find((said): said is string => typeof said === 'string');
  const known = kind === undefined ? undefined : (transports[kind] ?? kind);
  const address = url ?? serverUrl ?? httpUrl;
  const changed = {
    ...(known !== undefined && ['stdio', 'http', 'sse'].includes(known) && { type: known }),
    ...(known === undefined && httpUrl !== undefined && url === undefined && { type: 'http' }),
    ...(address !== undefined && { url: address }),
    ...rest,
    ...(disabled === true && rest['enabled'] === undefined && { enabled: false }),
  };
  return mapTexts(changed, inOurVariables) as RawEntry;
}

/** `${NAME:-default}` is Claude Code's. Lower case is left alone, as `${workspaceFolder}` is one of ours. */
function inOurVariables(text: string): string {
  return text.replace(/(?<!\$)\$\{([A-Z_][A-Z0-9_]*)(?::-[^}]*)?\}/g, '${env:$1}');
}

export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapTexts(item, change)]));
}

function withoutFence(text: string): string {
  return /^\s*```[\w-]*\r?\n([\s\S]*?)\r?\n\s*```\s*$/.exec(text)?.[1] ?? text;
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function nothing(why: LocalizedMessage): Found {
  return { kind: 'nothing', why };
}

function found(servers: readonly FoundServer[], inputs: readonly RawEntry[]): Found {
  return { kind: 'servers', servers, inputs };
}

export interface ImportSource {
  readonly program: string;
  readonly path: string;
  /** Then its content is trusted no more than the workspace. */
  readonly ofWorkspace: boolean;
}

interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly appData: string | undefined;
  readonly folders: readonly string[];
}

/** Paths of other programs' server settings, by their documentation (2026-11). Those of the workspace come first. */
export function importSources({ platform, home, appData, folders }: Machine): ImportSource[] {
  const paths = platform === 'win32' ? win32 : posix;
  const join = (...parts: string[]): string => paths.join(...parts);
  const claude: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(home, 'Library', 'Application Support', 'Claude'),
    win32: join(appData ?? join(home, 'AppData', 'Roaming'), 'Claude'),
  };
  const inFolders = folders.flatMap((folder) =>
    [
      ['VS Code', '.vscode', 'mcp.json'],
      ['Claude Code', '.mcp.json'],
      ['Cursor', '.cursor', 'mcp.json'],
    ].map(([program = '', ...path]) => ({ program, path: join(folder, ...path), ofWorkspace: true })),
  );
  const inHome = [
    ['Cursor', join(home, '.cursor', 'mcp.json')],
    [
      'Claude Desktop',
      join(claude[platform] ?? join(home, '.config', 'Claude'), 'claude_desktop_config.json'),
    ],
    ['Windsurf', join(home, '.codeium', 'windsurf', 'mcp_config.json')],
  ].map(([program = '', path = '']) => ({ program, path, ofWorkspace: false }));
  return [...inFolders, ...inHome];
}
