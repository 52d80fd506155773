/**
 * Finds the tool of a name that a model changed. Only a single match counts, because a server could take the name of
 * another's tool.
 */
import type { ToolSource } from '../protocol/index.ts';
import type { Tool, ToolSet } from './tool.ts';

export interface NamedTool {
  readonly wireName: string;
  readonly source: ToolSource;
  readonly name: string;
}

export type ResolvedName =
  | { readonly kind: 'tool'; readonly wireName: string; readonly tool: Tool }
  /** `candidates` are the wire names of the tools that exist now. */
  | { readonly kind: 'ambiguous'; readonly candidates: readonly string[] }
  | { readonly kind: 'unknown' };

/** Namespace that OpenAI's models use for all tools of a request. */
const namespace = /^functions[.:/]/i;

/** `others` are tools that the model may have seen. They make names ambiguous, and are never called. */
export function resolveToolName(written: string, tools: ToolSet, others: Iterable<NamedTool>): ResolvedName {
  const found = resolveWritten(written, tools, others);
  if (found.kind !== 'unknown') return found;
  for (const core of coresOf(written)) {
    const meant = resolveWritten(core, tools, others);
    if (meant.kind !== 'unknown') return meant;
  }
  const forms = [written, ...coresOf(written)].flatMap((each) => [each, each.replace(namespace, '')]);
  return resolveFolded(new Set(forms.map(folded)), tools, others);
}

/** Longest name that is resolved. No tool has a longer one. */
const MAX_WRITTEN = 1_000;

/** Removes what models add to names: marks of gpt-oss, spaces and brackets, Gemini's namespace, and Kimi's counter. */
function coresOf(written: string): readonly string[] {
  if (written.length > MAX_WRITTEN) return [];
  const [, after = written] = /\bto=(\S+)/.exec(written) ?? [];
  const core = after
    .replace(/<\|[^]*$/, '')
    .trim()
    .replace(/^["'`]+|["'`]+$|\(\)$/g, '')
    .replace(/^(?:default_api|tools?)[.:/]/i, '')
    .replace(/:\d+$/, '');
  // llama.cpp joins the type of gpt-oss's arguments to the name.
  const cores = [core, core.replace(/json$/, '')];
  return [...new Set(cores)].filter((each) => each !== '' && each !== written);
}

/**
 * Resolves names ignoring case, and with `-`, spaces or `.` for `_`. Wire names go first, because the model was given
 * those.
 */
function resolveFolded(
  written: ReadonlySet<string>,
  tools: ToolSet,
  others: Iterable<NamedTool>,
): ResolvedName {
  const isWire = ({ wireName }: Pick<NamedTool, 'wireName'>): boolean => written.has(folded(wireName));
  const isNamed = ({ source, name }: NamedTool): boolean =>
    [name, ...qualified(source, name)].some((each) => written.has(folded(each)));
  const here = [...tools].map(([wireName, { source, name }]) => ({ wireName, source, name }));
  const known = new Set(here.map(identityOf));
  const gone = [...others].filter((tool) => !known.has(identityOf(tool)));
  const byWire = here.filter(isWire);
  const fitting = byWire.length > 0 ? byWire : here.filter(isNamed);
  const isElsewhere = gone.some((tool) => isWire(tool) || (byWire.length === 0 && isNamed(tool)));
  const [first, ...more] = fitting;
  const tool = first && tools.get(first.wireName);
  if (!tool) return { kind: 'unknown' };
  return more.length > 0 || isElsewhere
    ? { kind: 'ambiguous', candidates: fitting.map(({ wireName }) => wireName) }
    : { kind: 'tool', wireName: first.wireName, tool };
}

function folded(name: string): string {
  return name.toLowerCase().replaceAll(/[-\s.]/g, '_');
}

function resolveWritten(written: string, tools: ToolSet, others: Iterable<NamedTool>): ResolvedName {
  const exact = tools.get(written);
  if (exact) return { kind: 'tool', wireName: written, tool: exact };
  const bare = written.replace(namespace, '');
  const inNamespace = bare === written ? undefined : tools.get(bare);
  const fits = ({ wireName, source, name }: NamedTool): boolean =>
    qualified(source, name).includes(written) ||
    // A wire name within the namespace is that tool's, even if a server gives one of its tools that name.
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
