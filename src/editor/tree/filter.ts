import { t } from '@vscode/l10n';
import type { InvalidServer, ServerState } from '../../mcp/index.ts';
import { basename } from 'node:path';
import type { Engine } from '../../engine.ts';
import type { CustomFile, Tool } from '../../tools/index.ts';
import { type ExtensionNode, extensionRows } from './extensionRows.ts';
import type { FoundSkill } from './skillNodes.ts';
import { type ServerTool, serverTools } from '../servers/serverTools.ts';

export interface TreeFilter {
  readonly text: string;
  /** Words in lower case. Each must be in the name of the server, or in the name or description of the tool. */
  readonly words: readonly string[];
  readonly states: ReadonlySet<ServerState['kind']>;
  readonly tools: 'on' | 'off' | undefined;
}

export function filterMarks(): { readonly mark: string; readonly about: string }[] {
  return [
    { mark: '@connected', about: t('servers that are connected') },
    { mark: '@connecting', about: t('servers that are connecting') },
    { mark: '@error', about: t('servers with an error') },
    { mark: '@disconnected', about: t('servers that are disconnected') },
    { mark: '@enabled', about: t('enabled tools') },
    { mark: '@disabled', about: t('disabled tools') },
  ];
}

/** Returns undefined if the filter excludes nothing. */
export function parseFilter(text: string): TreeFilter | undefined {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (mark: string): boolean => parts.includes(mark);
  const states = (['connected', 'connecting', 'error', 'disconnected'] as const).filter((state) =>
    has(`@${state}`),
  );
  // Both marks together mean all tools.
  const tools = has('@enabled') === has('@disabled') ? undefined : has('@enabled') ? 'on' : 'off';
  const marks = filterMarks();
  const words = parts.filter((part) => !marks.some(({ mark }) => mark === part));
  if (words.length === 0 && states.length === 0 && tools === undefined) return undefined;
  return { text: text.trim(), words, states: new Set(states), tools };
}

export interface FilteredTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Searched text of each tool. It is kept because a tool never changes, and 5,000 are searched with every key typed. */
const texts = new WeakMap<FilteredTool, string>();

function textOf(tool: FilteredTool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const text = `${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`.toLowerCase();
  texts.set(tool, text);
  return text;
}

/** Returns the server's tools that match, or undefined if the server does not. */
export function toolsLeft<T extends FilteredTool>(
  { words, states, tools: wanted }: TreeFilter,
  server: { readonly name: string; readonly state: ServerState['kind'] },
  tools: readonly T[],
  isEnabled: (tool: string) => boolean,
): readonly T[] | undefined {
  if (states.size > 0 && !states.has(server.state)) return undefined;
  const name = server.name.toLowerCase();
  // Words in the server's name need not be in the tool's.
  const rest = words.filter((word) => !name.includes(word));
  const left = tools.filter((tool) => {
    if (wanted !== undefined && isEnabled(tool.name) !== (wanted === 'on')) return false;
    if (rest.length === 0) return true;
    const text = textOf(tool);
    return rest.every((word) => text.includes(word));
  });
  const isNamed = rest.length === 0 && wanted === undefined;
  return isNamed || left.length > 0 ? left : undefined;
}

export interface Filtered {
  readonly servers: ReadonlyMap<string, readonly ServerTool[]>;
  readonly invalid: readonly InvalidServer[];
  readonly builtIn: readonly Tool[];
  readonly custom: readonly CustomFile[];
  readonly extensions: readonly ExtensionNode[];
  readonly skills: readonly FoundSkill[];
  readonly words: string;
  readonly isShort: boolean;
}

/** Servers are expanded up to this number of tools: more would push them out of sight. */
const FEW = 100;

export function applyFilter(
  filter: TreeFilter,
  { manager, enablement, tools, custom, skills, skillSource }: Engine,
): Filtered {
  const servers = new Map<string, readonly ServerTool[]>();
  let [total, left] = [0, 0];
  for (const server of manager.servers) {
    const { name, state } = server;
    const rows = serverTools(server);
    total += rows.length;
    const found = toolsLeft(filter, { name, state: state.kind }, rows, (tool) =>
      enablement.isEnabled(name, tool),
    );
    if (!found) continue;
    servers.set(name, found);
    left += found.length;
  }
  // Built-in tools, custom tools, those of other extensions and skills have no state; they match by words.
  const own = <T>(
    all: readonly T[],
    source: string | ((each: T) => string),
    named: (each: T) => { name: string; description?: string },
  ) => {
    if (filter.states.size > 0) return [];
    const byTool = new Map(all.map((each) => [named(each), each]));
    const sources = new Map(
      [...byTool].map(([{ name }, each]) => [name, typeof source === 'string' ? source : source(each)]),
    );
    const found = toolsLeft(filter, { name: '', state: 'connected' }, [...byTool.keys()], (tool) =>
      enablement.isEnabled(sources.get(tool) ?? '', tool),
    );
    return (found ?? []).flatMap((tool) => byTool.get(tool) ?? []);
  };
  const builtIn = own(tools.builtIn, tools.builtInSource, ({ name, description }) => ({ name, description }));
  const files = own(custom?.files ?? [], tools.customSource, (file) =>
    file.kind === 'tool'
      ? { name: file.tool.name, description: `${file.tool.description} ${basename(file.file)}` }
      : { name: basename(file.file) },
  );
  const extensions = own(
    extensionRows({ tools }),
    ({ source }) => source,
    ({ tool: { name, title = '', description }, source }) => ({
      name,
      description: `${title} ${description} ${source}`,
    }),
  );
  const skillFiles = own(skills?.files ?? [], skillSource, (skill) =>
    skill.kind === 'skill' ? { name: skill.name, description: skill.description } : { name: skill.name },
  );
  const invalid = manager.invalid.filter(
    ({ name }) =>
      filter.tools === undefined &&
      (filter.states.size === 0 || filter.states.has('error')) &&
      filter.words.every((word) => name.toLowerCase().includes(word)),
  );
  const more = builtIn.length + files.length + extensions.length + skillFiles.length;
  const all = manager.servers.length + manager.invalid.length;
  const counts = [filter.text, servers.size + invalid.length, all, left, total] as const;
  return {
    servers,
    invalid,
    builtIn,
    custom: files,
    extensions,
    skills: skillFiles,
    isShort: left + more <= FEW,
    words:
      more === 0
        ? t('Filter "{0}": {1} of {2} servers, {3} of {4} tools.', ...counts)
        : t('Filter "{0}": {1} of {2} servers, {3} of {4} server tools, other items: {5}.', ...counts, more),
  };
}
