/** Finds absolute addresses in texts, which a program that opens a file could request. */

/**
 * Default values of `json.schemaDownload.trustedDomains`. Nobody can choose the answers there, or read what was
 * requested.
 */
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

/**
 * An address without escapes, backslashes and user names. Programs read those differently, so an address that has them
 * is not well known.
 */
const plainWeb = /^https?:\/\/[a-z0-9.-]+(?:\/[\w.@~+/-]*)?(?:#[\w.$/-]*)?$/i;

/** The address leads beyond the workspace: to a host, a share, or whatever another scheme means. */
export function isRemoteAddress(address: string): boolean {
  // URL parsers remove these characters.
  const plain = address.replaceAll(/[\t\n\r]/g, '').replace(/^[\0- ]+/, '');
  if (/^[\\/]{2}/.test(plain)) return true;
  if (!/^[a-z][a-z0-9+.-]*:/i.test(plain)) return false;
  return !isWellKnown(plain);
}

function isWellKnown(address: string): boolean {
  let url: URL;
  try {
    url = new URL(address);
  } catch {
    return false;
  }
  // These schemas are part of the editor.
  if (url.protocol === 'vscode:') return true;
  if (!plainWeb.test(address.trim())) return false;
  // The name of a dialect (http://json-schema.org/draft-07/schema#) is built in and not requested.
  return url.host === 'json-schema.org' || wellKnown.some((known) => url.href.startsWith(known));
}

const rest = '[^\\s"\'`<>]';
const shapes = [
  // This matches any scheme, and one that is put in front later.
  `[a-z0-9+.-]{0,30}:\\/\\/${rest}+`,
  // Browsers add the slashes.
  `(?:https?|ftps?|wss?|smb|file):[/\\\\]+${rest}+`,
  `(?:https?|ftps?|wss?):[\\w-]{1,63}\\.${rest}+`,
  `(?<![\\w:/\\\\.-])\\/\\/[\\w-]{1,63}(?:\\.|:\\d)${rest}+`,
  // Two slashes in code mostly begin a comment.
  `(?<=["'(=]\\s{0,4})\\/\\/[\\w[]${rest}+`,
  // These are shares, as they are and as in strings.
  `(?<![\\\\\\w])\\\\{2,8}[\\w$][\\w.$-]{1,200}\\\\{1,4}[\\w$]${rest}*`,
  `(?<![\\w.-])www\\.[\\w-]{1,63}\\.${rest}+`,
  '(?<![\\w.+-])[\\w.+-]{1,64}@(?:[\\w-]{1,63}\\.){1,8}[a-z]{2,24}(?![\\w-])',
  `(?<![\\w.])(?:\\d{1,3}\\.){3}\\d{1,3}(?![\\w.])${rest}*`,
];
const anywhere = new RegExp(shapes.join('|'), 'gi');

/** Returns all addresses in a text in any language, except files of this machine and well-known addresses. */
export function addressesIn(text: string): ReadonlySet<string> {
  const found = new Set<string>();
  for (const each of readingsOf(text))
    for (const [address] of each.matchAll(anywhere))
      if (!/^file:\/\/\/(?![/\\])/i.test(address) && !isWellKnown(address)) found.add(address);
  return found;
}

export function addedAddresses(before: string, after: string): readonly string[] {
  const added = addressesIn(after);
  if (added.size === 0) return [];
  const known = addressesIn(before);
  return [...added].filter((address) => !known.has(address));
}

/** Returns the text as it is, and as it means in strings of most languages. */
export function readingsOf(text: string): readonly string[] {
  const meant = withoutEscapes(text);
  return meant === text ? [text] : [text, meant];
}

/** Undoes the escapes of JSON, YAML, TOML, JavaScript and XML. */
export function withoutEscapes(text: string): string {
  let now = text;
  if (now.includes('\\'))
    now = now.replaceAll(
      /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8})|u\{([0-9a-f]{1,6})\}|(\r\n|[\n\r])[ \t]*|([/"'.:]))/gi,
      (whole, x?: string, u?: string, long?: string, braced?: string, end?: string, itself?: string) =>
        end === undefined ? (itself ?? characterOf(x ?? u ?? long ?? braced ?? '', 16) ?? whole) : '',
    );
  // An XML entity can contain another one.
  for (let round = 0; round < 3 && now.includes('&'); round++)
    now = now.replaceAll(
      /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|colon|sol|bsol|period|num));/gi,
      (whole, hex?: string, decimal?: string, name?: string) =>
        name === undefined
          ? ((hex === undefined ? characterOf(decimal ?? '', 10) : characterOf(hex, 16)) ?? whole)
          : (entities[name.toLowerCase()] ?? whole),
    );
  return now;
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  num: '#',
};

function characterOf(digits: string, base: number): string | undefined {
  const code = Number.parseInt(digits, base);
  return code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}
