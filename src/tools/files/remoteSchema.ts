/** Finds schemas and directives that an editor follows as soon as a text is open, because each address is a request. */
import { extname } from 'node:path';
import { createScanner } from 'jsonc-parser';
import { addressesIn, isRemoteAddress, readingsOf } from './addresses.ts';
import { basesOf, isSchemaPlace, type StringPosition } from './schemaPositions.ts';
import { addressesInXml } from './xmlAddresses.ts';

/**
 * Longest text that is parsed. Longer ones are only searched, and so are texts with more or deeper brackets: the YAML
 * parser takes a second for 100,000 unmatched brackets, and blocks the extension host.
 */
const MAX_PARSED = 100_000;
const MAX_BRACKETS = 5_000;
const MAX_DEPTH = 200;

/** Tokens of `jsonc-parser`, whose const enum TypeScript cannot import here. */
const OPEN: ReadonlySet<number> = new Set([1, 3]);
const CLOSE: ReadonlySet<number> = new Set([2, 4]);
const COLON = 6;
const STRING = 10;
const UNKNOWN = 16;
const END = 17;

type Format = 'json' | 'yaml' | 'toml' | 'xml' | 'styles' | 'code' | 'unknown';

const formats: Readonly<Record<Exclude<Format, 'unknown'>, string>> = {
  json: 'json jsonc json5 jsonl ndjson geojson webmanifest map code-workspace ipynb avsc har topojson jsonld swcrc babelrc',
  yaml: 'yaml yml eyaml yamllint clang-format clangd cff sls kubeconfig raml',
  toml: 'toml',
  xml: 'xml xsd xsl xslt svg xhtml html htm dtd ent mod rng sch wsdl wadl plist xaml axaml resx rss atom kml gpx dita ditamap fxml jsp tld xmi bpmn dmn opf ncx xul rdf owl xib storyboard csproj vbproj fsproj vcxproj props targets config nuspec xlf xliff pom iml launch docbook dbk x3d dae catalog',
  styles: 'css scss sass less pcss styl',
  code: 'ts tsx mts cts js jsx mjs cjs py pyi rb go rs java kt kts scala groovy gradle c h cc cpp cxx hpp hh cs fs vb php swift m mm lua pl pm r jl dart ex exs erl hs ml clj elm nim zig sql graphql gql proto sh bash zsh fish ps1 bat cmd md mdx markdown rst adoc tex vue svelte astro',
};
const formatOf = new Map(
  Object.entries(formats).flatMap(([format, endings]) =>
    endings.split(' ').map((ending) => [ending, format as Format] as const),
  ),
);

/**
 * Returns remote addresses of schemas, except those whose answers nobody can choose. Without a path, text that cannot
 * be parsed does not count as structured.
 */
export async function remoteSchemas(text: string, path?: string): Promise<ReadonlySet<string>> {
  const plain = text.replace(/^\uFEFF/, '').replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n');
  const format = path === undefined ? 'code' : (formatOf.get(endingOf(path)) ?? 'unknown');
  const structured = await inStructure(plain, path === undefined ? 'unknown' : format);
  const found = [...structured.addresses, ...inComments(plain, format), ...inMarkup(plain, format)];
  if (structured.isDoubtful && format !== 'code') found.push(...inDoubt(plain, format));
  return new Set(found);
}

export async function hasRemoteSchema(text: string, path?: string): Promise<boolean> {
  return (await remoteSchemas(text, path)).size > 0;
}

export async function addedSchemas(before: string, after: string, path?: string): Promise<readonly string[]> {
  const added = await remoteSchemas(after, path);
  if (added.size === 0) return [];
  const known = await remoteSchemas(before, path);
  return [...added].filter((address) => !known.has(address));
}

/** Names such as `.yamllint` and `a.yaml.bak` have an ending, too. */
function endingOf(path: string): string {
  const name = path.split(/[\\/]/).at(-1)?.toLowerCase() ?? '';
  return (extname(name) || name).replace(/^\./, '');
}

interface Structured {
  readonly addresses: readonly string[];
  /** The text could not be parsed as what it seems to be. */
  readonly isDoubtful: boolean;
}

const nothing: Structured = { addresses: [], isDoubtful: false };

/** Looks in files with any name except those of code, because a setting decides which names are JSON or YAML. */
async function inStructure(text: string, format: Format): Promise<Structured> {
  if (format === 'code' || format === 'styles' || format === 'xml') return nothing;
  // The text needs a key or comment that could be meant. Escapes could hide any.
  if (!/schema|\$\w*ref|\\|associations|validation/i.test(text)) return nothing;
  const json = inJson(text);
  if (format === 'json' || json?.isDoubtful === false) return json ?? { addresses: [], isDoubtful: true };
  if (text.length > MAX_PARSED || !hasFewBrackets(text))
    return { addresses: json?.addresses ?? [], isDoubtful: true };
  const parsers = await import('./structuredText.ts');
  const yaml = format === 'toml' ? undefined : parsed(parsers.placesInYaml, text);
  const toml = format === 'yaml' ? undefined : parsed(parsers.placesInToml, text);
  const places = [yaml, toml].flatMap((each) => each ?? []);
  return {
    addresses: [...(json?.addresses ?? []), ...addressesAt(places)],
    isDoubtful: yaml === undefined && toml === undefined,
  };
}

function hasFewBrackets(text: string): boolean {
  let [depth, count] = [0, 0];
  for (const [bracket] of text.matchAll(/[[\]{}]/g)) {
    depth = Math.max(0, depth + (bracket === '[' || bracket === '{' ? 1 : -1));
    count += 1;
    if (depth > MAX_DEPTH || count > MAX_BRACKETS) return false;
  }
  return true;
}

/** Very deep nesting overflows a parser's stack. */
function parsed(
  parse: (text: string) => readonly StringPosition[] | undefined,
  text: string,
): readonly StringPosition[] | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function addressesAt(places: readonly StringPosition[]): readonly string[] {
  return [...places.filter(isSchemaPlace).map(({ value }) => value), ...basesOf(places)].filter(
    isRemoteAddress,
  );
}

/**
 * Reads tokens instead of a tree, because the text may be broken or too deep. Returns undefined if it does not begin
 * like JSON.
 */
function inJson(text: string): Structured | undefined {
  const scanner = createScanner(text, true);
  const places: StringPosition[] = [];
  const open: string[] = [];
  let [key, isColon, isBroken, isFirst] = ['', false, false, true];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (isFirst && !OPEN.has(token)) return undefined;
    isFirst = false;
    const error: number = scanner.getTokenError();
    if (token === UNKNOWN || error !== 0) isBroken = true;
    const value = token === STRING ? scanner.getTokenValue() : '';
    if (token === STRING) {
      // A key counts as one only when a colon follows. Until then it is a value of the array.
      const keys = [...open.slice(-8), ...(isColon ? [key] : [])];
      places.push({ keys, value, isKey: false }, { keys: open.slice(-8), value, isKey: true });
    }
    if (OPEN.has(token)) open.push(isColon ? key : (open.at(-1) ?? ''));
    if (CLOSE.has(token)) open.pop();
    if (token !== COLON) key = value;
    isColon = token === COLON;
  }
  return { addresses: addressesAt(places), isDoubtful: isBroken };
}

/** Finds `# yaml-language-server: $schema=…`, `#:schema …`, and lines that begin with the key. */
function inComments(text: string, format: Format): readonly string[] {
  const key = /^[ \t]*["']?\$schema["']?[ \t]*[:=][ \t]*["']?([^\s"',]+)/gim;
  const found = [...text.matchAll(key)].flatMap(([, address = '']) => [address]);
  for (const line of text.split('\n')) {
    const at = line.indexOf('#');
    if (at < 0) continue;
    const comment = line.slice(at);
    const named = /(?:\$schema[ \t]*[=:]|:schema[ \t])[ \t]*["']?([^\s"']+)/gi;
    // A line of code counts only if all of it is a comment.
    if (format !== 'code' || line.slice(0, at).trim() === '')
      found.push(...[...comment.matchAll(named)].flatMap(([, address = '']) => [address]));
    if ((format === 'yaml' || format === 'toml' || format === 'unknown') && /schema|\$ref/i.test(comment))
      found.push(...addressesIn(comment));
  }
  return found.filter(isRemoteAddress);
}

function inMarkup(text: string, format: Format): readonly string[] {
  if (format === 'styles') {
    const imported =
      /@(?:import|use|forward|plugin)\s{1,99}(?:\([\w, ]{0,60}\)\s{0,99})?(?:url\(\s{0,99})?["']?([^"')\s;]+)/gi;
    return [...text.matchAll(imported)].flatMap(([, address = '']) =>
      isRemoteAddress(address) ? [address] : [],
    );
  }
  return format === 'xml' || /^\s*</.test(text) ? addressesInXml(text) : [];
}

/** Returns all addresses of a text that mentions schemas. Text that may be prose must name one as data do. */
function inDoubt(text: string, format: Format): readonly string[] {
  const word = format === 'unknown' ? /\$schema|\$\w*ref|:schema|language-server/i : /schema|\$\w*ref/i;
  return readingsOf(text).some((each) => word.test(each)) ? [...addressesIn(text)] : [];
}
