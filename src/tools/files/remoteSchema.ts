/** Schemas that an editor fetches as soon as a text is open: each address is a request. */
import { createScanner } from 'jsonc-parser';

/** `json.schemaDownload.trustedDomains`: nobody can choose the answers there. */
const wellKnown = [
  'https://schemastore.azurewebsites.net/',
  'https://raw.githubusercontent.com/microsoft/vscode/',
  'https://raw.githubusercontent.com/devcontainers/spec/',
  'https://www.schemastore.org/',
  'https://json.schemastore.org/',
  'https://spec.openapis.org/',
  'https://json-schema.org/',
  'https://developer.microsoft.com/json-schemas/',
];

/** Tokens of `jsonc-parser`, a const enum that TypeScript does not let through. */
const COLON = 6;
const STRING = 10;
const END = 17;

/** From JSON (`$schema`, `$ref`), YAML and TOML (comments), XML; without those whose answers nobody can choose. */
export function remoteSchemas(text: string): ReadonlySet<string> {
  const found = [...inJson(text), ...inComments(text), ...inXml(text)].filter(isRemote);
  return new Set(found);
}

export function hasRemoteSchema(text: string): boolean {
  return remoteSchemas(text).size > 0;
}

export function addedSchemas(before: string, after: string): readonly string[] {
  const added = remoteSchemas(after);
  if (added.size === 0) return [];
  const known = remoteSchemas(before);
  return [...added].filter((address) => !known.has(address));
}

function inJson(text: string): readonly string[] {
  if (!text.includes('$') && !text.includes('\\u')) return [];
  // Under any name: which names are JSON is a setting.
  const start = text.replace(/^(?:\uFEFF|\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)+/, '');
  if (!start.startsWith('{') && !start.startsWith('[')) return [];
  // By tokens: the text may be broken, or too deep for a tree.
  const scanner = createScanner(text, true);
  const addresses: string[] = [];
  let [key, isColon] = ['', false];
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    const value = token === STRING ? scanner.getTokenValue() : '';
    if (isColon && (key === '$schema' || key === '$ref')) addresses.push(value);
    if (token !== COLON) key = value;
    isColon = token === COLON;
  }
  return addresses;
}

function inComments(text: string): readonly string[] {
  const comment = /^[ \t]*#[^\n]*?(?:\$schema[ \t]*[=:]|:schema[ \t])[ \t]*["']?([^\s"']+)/gim;
  const key = /^["']?\$schema["']?[ \t]*[:=][ \t]*["']?([^\s"',]+)/gim;
  return [...text.matchAll(comment), ...text.matchAll(key)].flatMap(([, address]) => address ?? []);
}

function inXml(text: string): readonly string[] {
  if (
    !/^\uFEFF?\s*<(?:\?xml|!DOCTYPE|[\w:.-]+\s[^>]*xmlns)/i.test(text) ||
    /^\s*<!DOCTYPE\s+html/i.test(text)
  )
    return [];
  const location = /(?:schemaLocation)\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
  // Bounded, so that a text full of openings does not take the square of its length.
  const model = /<\?xml-model\b[^>]{0,500}?href\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
  const external =
    /<!(?:DOCTYPE|ENTITY)\b[^>]{0,500}?(?:SYSTEM|PUBLIC\s+(?:"[^"]{0,500}"|'[^']{0,500}'))\s{0,99}(?:"([^"]*)"|'([^']*)')/gi;
  return [location, model, external]
    .flatMap((pattern) => [...text.matchAll(pattern)])
    .flatMap(([, one, other]) => (one ?? other ?? '').split(/\s+/));
}

/** Whether something beyond the workspace is asked for it: a host, a share, an absolute path or another scheme. */
function isRemote(address: string): boolean {
  const plain = address.trim();
  if (plain.startsWith('//') || plain.startsWith('\\')) return true;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(plain)) return false;
  let url: URL;
  try {
    url = new URL(plain);
  } catch {
    return true;
  }
  // The editor's own, which are in the program.
  if (url.protocol === 'vscode:') return false;
  const isPlain = url.username === '' && url.password === '' && url.search === '';
  // A dialect's name (http://json-schema.org/draft-07/schema#) is built in, and is not fetched.
  if (isPlain && url.host === 'json-schema.org') return false;
  return !(isPlain && wellKnown.some((known) => url.href.startsWith(known)));
}
