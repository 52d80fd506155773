/** Finds the tool of a name that a model changed: one alone, as a server could take the name of another's tool. */
import type { ToolSource } from '../protocol/index.ts';
import type { Tool, ToolSet } from './tool.ts';

export interface NamedTool {
  readonly wireName: string;
  readonly source: ToolSource;
  readonly name: string;
}

export type ResolvedName =
  | { readonly kind: 'tool'; readonly wireName: string; readonly tool: Tool }
  /** `candidates`: wire names of those that there are now. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

/** OpenAI's models know this namespace for all tools of a request. */
const namespace = /^functions[.:/]/;

/** `others`: tools that the model may have heard of; they make names ambiguous, and are never called. */
export function resolveToolName(written: string, tools: ToolSet, others: Iterable<NamedTool>): ResolvedName {
  const exact = tools.get(written);
  if (exact) return { kind: 'tool', wireName: written, tool: exact };
  const bare = written.replace(namespace, '');
  const inNamespace = bare === written ? undefined : tools.get(bare);
  const fits = ({ wireName, source, name }: NamedTool): boolean =>
    qualified(source, name).includes(written) ||
    // In the namespace a wire name is that tool's, whatever a server calls its own.
    (inNamespace ? wireName === bare : [wireName, name, ...qualified(source, name)].includes(bare));
  const here = [...tools].filter(([wireName, { source, name }]) => fits({ wireName, source, name }));
  const known = new Set([...tools.values()].map(identityOf));
  const elsewhere = [...others].some((tool) => !known.has(identityOf(tool)) && fits(tool));
  const [first, ...more] = here;
  if (!first) return { kind: 'unknown' };
  if (more.length > 0 || elsewhere)
    return { kind: 'ambiguous', candidates: here.map(([wireName]) => wireName) };
  const [wireName, tool] = first;
  return { kind: 'tool', wireName, tool };
}

function qualified(source: ToolSource, name: string): string[] {
  if (source.kind !== 'mcp') return [];
  const servers = [source.server, source.server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')];
  return servers.flatMap((server) =>
    ['.', '/', ':', '__'].map((separator) => `${server}${separator}${name}`),
  );
}

export function identityOf({ source, name }: Pick<NamedTool, 'source' | 'name'>): string {
  return JSON.stringify([source, name]);
}
