/**
 * URIs of resources in VS Code: `patchbay-resource:/<server>/<file name>?<URI, base64url>`. A server's URI can be
 * anything, so it is encoded and never taken for a path. The file name is for the title, the icon and the language.
 * (`mcp-resource` is VS Code's own scheme.)
 */

export const RESOURCE_SCHEME = 'patchbay-resource';
/** Extension that keeps language servers from looking into a file. */
export const PLAIN_ENDING = '.txt';
/** Longest URI in characters; a longer one cannot be opened. */
const MAX_URI = 4_000;

export interface ResourceId {
  readonly server: string;
  readonly uri: string;
}

export interface ResourceName {
  readonly path: string;
  readonly query: string;
}

/** Returns undefined if the URI is too long. */
export function nameOf({ server, uri }: ResourceId, mimeType?: string): ResourceName | undefined {
  if (uri.length > MAX_URI) return undefined;
  return { path: `/${server}/${fileName(uri, mimeType)}`, query: Buffer.from(uri).toString('base64url') };
}

/** Returns undefined for anything that `nameOf` does not return. */
export function resourceOf({ path, query }: ResourceName): ResourceId | undefined {
  const server = /^\/([\w-]+)\/[^/]+$/.exec(path)?.[1];
  if (server === undefined || query === '') return undefined;
  const uri = Buffer.from(query, 'base64url').toString();
  // Any other encoding is refused, so that a resource has no second name.
  return Buffer.from(uri).toString('base64url') === query ? { server, uri } : undefined;
}

/** Extensions for names that have none, so that VS Code knows the language or shows the image. */
const endings: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'text/markdown': 'md',
  'text/html': 'html',
  'text/css': 'css',
  'text/csv': 'csv',
  'text/xml': 'xml',
  'application/xml': 'xml',
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
};

function fileName(uri: string, mimeType = ''): string {
  const last =
    uri
      .replace(/[?#].*$/s, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  const name = decoded(last)
    .replaceAll(/[^\w.-]+/g, '_')
    .replace(/^\.+/, '')
    .slice(-80);
  const ending = endings[mimeType.split(';')[0]?.trim().toLowerCase() ?? ''];
  const shown = name === '' ? 'resource' : name;
  return ending === undefined || /\.\w{1,5}$/.test(shown) ? shown : `${shown}.${ending}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
