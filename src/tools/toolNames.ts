/**
 * Finds the tool that a call means whose name is not exactly that of a tool: models leave out the server, or add a prefix.
 *
 * A server chooses the names of its tools, so one could take the name of another's tool to get its calls. That is why a
 * name has to fit one tool alone, of all that the model may have heard of, and not only of those that it has now.
 */
import type { ToolSource } from '../protocol/index.ts';
import type { Tool, ToolSet } from './tool.ts';

/** A tool by its names. */
export interface NamedTool {
  readonly wireName: string;
  readonly source: ToolSource;
  readonly name: string;
}

/** What a name means. */
export type ResolvedName =
  | { readonly kind: 'tool'; readonly wireName: string; readonly tool: Tool }
  /** More than one tool could be meant; `candidates` are the wire names of those that there are now. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

/** The namespace that OpenAI's models know for all tools of a request. */
const namespace = /^functions[.:/]/;

/**
 * The tool that is meant by `written`. `others` are tools that the model may have heard of and does not have now: they
 * make a name ambiguous, and are never called.
 */
export function resolveToolName(written: string, tools: ToolSet, others: Iterable<NamedTool>): ResolvedName {
  const exact = tools.get(written);
  if (exact) return { kind: 'tool', wireName: written, tool: exact };
  const bare = written.replace(namespace, '');
  const inNamespace = bare === written ? undefined : tools.get(bare);
  const fits = ({ wireName, source, name }: NamedTool): boolean =>
    qualified(source, name).includes(written) ||
    // A wire name in the namespace is that tool's, whatever a server calls its own.
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

/** The ways in which models write a server's tool. */
function qualified(source: ToolSource, name: string): string[] {
  if (source.kind !== 'mcp') return [];
  const servers = [source.server, source.server.replaceAll(/[^a-zA-Z0-9_-]/g, '_')];
  return servers.flatMap((server) =>
    ['.', '/', ':', '__'].map((separator) => `${server}${separator}${name}`),
  );
}

/** The same for the same tool, under whatever wire name it is offered. */
export function identityOf({ source, name }: Pick<NamedTool, 'source' | 'name'>): string {
  return JSON.stringify([source, name]);
}
