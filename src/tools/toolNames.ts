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
const namespace = /^functions[.:/]/i;

/** `others`: tools that the model may have heard of; they make names ambiguous, and are never called. */
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

/** Longer names are no tool's. */
const MAX_WRITTEN = 1_000;

/** Without what sticks to names: marks of gpt-oss, blanks and brackets, Gemini's namespace, the count of Kimi. */
function coresOf(written: string): readonly string[] {
  if (written.length > MAX_WRITTEN) return [];
  const [, after = written] = /\bto=(\S+)/.exec(written) ?? [];
  const core = after
    .replace(/<\|[^]*$/, '')
    .trim()
    .replace(/^["'`]+|["'`]+$|\(\)$/g, '')
    .replace(/^(?:default_api|tools?)[.:/]/i, '')
    .replace(/:\d+$/, '');
  // llama.cpp lets the type of the arguments of gpt-oss run into the name.
  const cores = [core, core.replace(/json$/, '')];
  return [...new Set(cores)].filter((each) => each !== '' && each !== written);
}

/** In any case, and with `-`, blanks or `.` for `_`. A wire name is what the model was given, so it goes first. */
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
