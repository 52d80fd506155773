/** The filter of the servers tree: words, and states after an @. */
import { t } from '@vscode/l10n';
import type { ServerState } from '../../mcp/index.ts';

export interface TreeFilter {
  /** As the user wrote it. */
  readonly text: string;
  /** Lower case. Each must be in the name of the server, or in the name or description of the tool. */
  readonly words: readonly string[];
  /** Any of them; empty means all. */
  readonly states: ReadonlySet<ServerState['kind']>;
  readonly tools: 'on' | 'off' | undefined;
}

export function filterMarks(): { readonly mark: string; readonly about: string }[] {
  return [
    { mark: '@connected', about: t('servers that are connected') },
    { mark: '@connecting', about: t('servers that are connecting') },
    { mark: '@error', about: t('servers with an error') },
    { mark: '@disconnected', about: t('servers that are disconnected') },
    { mark: '@enabled', about: t('tools that are switched on') },
    { mark: '@disabled', about: t('tools that are switched off') },
  ];
}

/** Undefined if the filter excludes nothing. */
export function parseFilter(text: string): TreeFilter | undefined {
  const parts = text.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (mark: string): boolean => parts.includes(mark);
  const states = (['connected', 'connecting', 'error', 'disconnected'] as const).filter((state) =>
    has(`@${state}`),
  );
  // Both together mean all.
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

/** A cache: 5,000 tools, which never change, are searched with every key typed. */
const texts = new WeakMap<FilteredTool, string>();

function textOf(tool: FilteredTool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const text = `${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`.toLowerCase();
  texts.set(tool, text);
  return text;
}

/** The server's tools that match, or undefined if the server does not. */
export function toolsLeft<Tool extends FilteredTool>(
  { words, states, tools: wanted }: TreeFilter,
  server: { readonly name: string; readonly state: ServerState['kind'] },
  tools: readonly Tool[],
  isEnabled: (tool: string) => boolean,
): readonly Tool[] | undefined {
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
