/**
 * Resources of servers as the editor names them (`mcp-resource` is the editor's own scheme):
 * `patchbay-resource:/<server>/<a file name>?<the URI, base64url>`. A server's URI can be anything, so it is carried
 * whole and encoded; nothing of it is ever taken for a path. The file name is for the title, the icon and the
 * language only.
 */

export const RESOURCE_SCHEME = 'patchbay-resource';
/** The ending of a name under which no language server looks into a file. */
export const PLAIN_ENDING = '.txt';
/** A longer URI cannot be opened. */
const MAX_URI = 4_000;

/** A resource of a server. */
export interface ResourceId {
  readonly server: string;
  readonly uri: string;
}

/** The parts of the editor's URI that name a resource. */
export interface ResourceName {
  readonly path: string;
  readonly query: string;
}

/** The parts of the editor's URI; nothing for a URI of the server that is too long. */
export function nameOf({ server, uri }: ResourceId, mimeType?: string): ResourceName | undefined {
  if (uri.length > MAX_URI) return undefined;
  return { path: `/${server}/${fileName(uri, mimeType)}`, query: Buffer.from(uri).toString('base64url') };
}

/** The resource; nothing for a name that `nameOf` does not give. */
export function resourceOf({ path, query }: ResourceName): ResourceId | undefined {
  const server = /^\/([\w-]+)\/[^/]+$/.exec(path)?.[1];
  if (server === undefined || query === '') return undefined;
  const uri = Buffer.from(query, 'base64url').toString();
  // Texts that are not valid, or not written as they would be, must not be second names of a resource.
  return Buffer.from(uri).toString('base64url') === query ? { server, uri } : undefined;
}

/** Endings for types whose name does not say them, so that the editor knows the language or shows the image. */
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
