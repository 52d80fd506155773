/** The filter of the servers tree: words, and states after an @. Pure. */
import { t } from '@vscode/l10n';
import type { ServerState } from '../../mcp/index.ts';

/** What the filter wants of a server and of its tools. */
export interface TreeFilter {
  /** As the user wrote it. */
  readonly text: string;
  /** In lower case. Each must be in the name of the server, or in the name or the description of the tool. */
  readonly words: readonly string[];
  /** Any of them; empty means all. */
  readonly states: ReadonlySet<ServerState['kind']>;
  /** Tools that are switched on, or off, alone. */
  readonly tools: 'on' | 'off' | undefined;
}

/** What can stand after the @, and what it means. */
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

/** Reads what the user wrote; undefined if that leaves nothing out. */
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

/** A tool as far as the filter looks at it. */
export interface FilteredTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

/** Tools never change, and 5,000 of them are looked through at each letter that is typed. */
const texts = new WeakMap<FilteredTool, string>();

function textOf(tool: FilteredTool): string {
  const known = texts.get(tool);
  if (known !== undefined) return known;
  const text = `${tool.name} ${tool.title ?? ''} ${tool.description ?? ''}`.toLowerCase();
  texts.set(tool, text);
  return text;
}

/** What the filter leaves of a server: its tools, or undefined if the server is not wanted at all. */
export function toolsLeft<Tool extends FilteredTool>(
  { words, states, tools: wanted }: TreeFilter,
  server: { readonly name: string; readonly state: ServerState['kind'] },
  tools: readonly Tool[],
  isEnabled: (tool: string) => boolean,
): readonly Tool[] | undefined {
  if (states.size > 0 && !states.has(server.state)) return undefined;
  const name = server.name.toLowerCase();
  // Words that are in the server's name need not be in the tool's.
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
