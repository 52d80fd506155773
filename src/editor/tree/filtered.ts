import { basename } from 'node:path';
import { t } from '@vscode/l10n';
import type { Engine } from '../../engine.ts';
import type { InvalidServer } from '../../mcp/index.ts';
import type { CustomFile, Tool } from '../../tools/index.ts';
import { toolsLeft, type TreeFilter } from './filter.ts';
import { serverTools, type ServerTool } from '../servers/serverTools.ts';

export interface Filtered {
  /** The tools that match, by server. */
  readonly servers: ReadonlyMap<string, readonly ServerTool[]>;
  readonly invalid: readonly InvalidServer[];
  readonly builtIn: readonly Tool[];
  readonly custom: readonly CustomFile[];
  /** A summary. */
  readonly words: string;
  /** Few enough to be shown expanded. */
  readonly isShort: boolean;
}

/** More expanded tools would push the servers out of sight. */
const FEW = 100;

export function applyFilter(filter: TreeFilter, { manager, enablement, tools, custom }: Engine): Filtered {
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
  // Built-in and custom tools have no state; they match by words.
  const own = <T>(
    all: readonly T[],
    source: string,
    named: (each: T) => { name: string; description?: string },
  ) => {
    if (filter.states.size > 0) return [];
    const byTool = new Map(all.map((each) => [named(each), each]));
    const found = toolsLeft(filter, { name: '', state: 'connected' }, [...byTool.keys()], (tool) =>
      enablement.isEnabled(source, tool),
    );
    return (found ?? []).flatMap((tool) => byTool.get(tool) ?? []);
  };
  const builtIn = own(tools.builtIn, tools.builtInSource, ({ name, description }) => ({ name, description }));
  const files = own(custom?.files ?? [], tools.customSource, (file) =>
    file.kind === 'tool'
      ? { name: file.tool.name, description: `${file.tool.description} ${basename(file.file)}` }
      : { name: basename(file.file) },
  );
  const invalid = manager.invalid.filter(
    ({ name }) =>
      filter.tools === undefined &&
      (filter.states.size === 0 || filter.states.has('error')) &&
      filter.words.every((word) => name.toLowerCase().includes(word)),
  );
  const more = builtIn.length + files.length;
  const all = manager.servers.length + manager.invalid.length;
  const counts = [filter.text, servers.size + invalid.length, all, left, total] as const;
  return {
    servers,
    invalid,
    builtIn,
    custom: files,
    isShort: left + more <= FEW,
    words:
      more === 0
        ? t('Filter "{0}": {1} of {2} servers, {3} of {4} tools.', ...counts)
        : t(
            'Filter "{0}": {1} of {2} servers, {3} of {4} tools and {5} that are not a server\'s.',
            ...counts,
            more,
          ),
  };
}
