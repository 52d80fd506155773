/**
 * Compares names as the most lenient file system does: without case, accents, invisible characters, trailing dots and
 * `:stream`.
 */

/** Returns the folded names of a path, from the root on. Both slashes separate names. */
export function comparableNames(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split(/[/\\]/u)) {
    if (name === '..') names.pop();
    else names.push(comparableOnce(name));
  }
  return names.filter((name) => name !== '');
}

/** Longest name, of which one half is taken from the end. No name on a disk is longer. */
const LONGEST = 1_000;

/** Results of `comparable` for names that are not simple. A search asks for each file, and the names of folders repeat. */
const known = new Map<string, string>();
const MAX_KNOWN = 10_000;

/** Characters without accents and variants, no colon, and at the end neither a dot nor a blank. Most names have no others. */
const SIMPLE = /^[\x20-\x39\x3b-\x7e]*[\x21-\x2d\x2f-\x39\x3b-\x7e]$/;

function comparableOnce(name: string): string {
  if (name.length <= LONGEST && SIMPLE.test(name)) return name.toLowerCase();
  const before = known.get(name);
  if (before !== undefined) return before;
  const made = comparable(name);
  if (known.size >= MAX_KNOWN) known.clear();
  if (name.length <= LONGEST) known.set(name, made);
  return made;
}

function comparable(name: string): string {
  // A drive letter has a colon, too; the rest of it does no harm.
  const folded = withoutEnd(plain(plain(name).toUpperCase().toLowerCase()).replace(/:.*$/su, ''));
  return folded.length <= LONGEST ? folded : folded.slice(0, LONGEST / 2) + folded.slice(-LONGEST / 2);
}

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

/** These characters have no accents and no variants. Most names have no others, and a search asks for each file. */
const ASCII = /^[\x20-\x7e]*$/;

/** Removes accents, invisible characters and variants of letters. */
export function plain(text: string): string {
  if (ASCII.test(text)) return text;
  return text.normalize('NFKD').replaceAll(/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
}

export type PathMatcher = (names: readonly string[]) => boolean;

/** Compiles `*`, `?`, `**` and `{a,b}`. A glob can begin at any name, and covers everything in a folder. */
export function compileGlob(glob: string): PathMatcher {
  const source = glob
    .toLowerCase()
    .replaceAll('\\', '/')
    .replaceAll(/^\/+|\/+$/gu, '')
    .replaceAll(/\*\*\/|\*+|[^\w/]/gu, toExpression);
  let expression: RegExp;
  try {
    expression = new RegExp(`(?:^|/)(?:${source})(?:/|$)`, 'u');
  } catch {
    // The glob has an unmatched brace, so it covers nothing.
    return () => false;
  }
  return (names) => expression.test(names.join('/'));
}

function toExpression(part: string): string {
  switch (part) {
    case '**/':
      return '(?:[^/]+/)*';
    case '**':
      return '.*';
    case '?':
      return '[^/]';
    case '{':
      return '(?:';
    case '}':
      return ')';
    case ',':
      return '|';
    default:
      return part.startsWith('*') ? '[^/]*' : `\\u{${part.codePointAt(0)?.toString(16) ?? ''}}`;
  }
}

/** Names that Windows does not take for a file of that name. */

/** Devices exist in every folder and with every extension: `aux.txt` is one. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3])$/i;

/**
 * Returns the first name that Windows takes for a device, a stream (`file.txt:stream`), or a name without its trailing
 * dots.
 */
export function misleadingName(
  path: string,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  if (platform !== 'win32') return undefined;
  return path.split(/[\\/]/).find((name) => {
    if (name === '.' || name === '..') return false;
    const [stem = ''] = name.split(/[.:]/);
    return name.includes(':') || /[. ]$/.test(name) || DEVICE.test(stem.trimEnd());
  });
}

const MAX_LENGTH = 500;
/** Most wildcards in a name: the time to match grows with the name's length to this power. */
const MAX_WILDCARDS = 3;
/** Most `**` in a glob: the time grows with the depth of the path in the same way. */
const MAX_GLOBSTARS = 4;
const MAX_CHOICES = 200;

/**
 * Returns why a model's glob cannot be used, or undefined. The editor turns globs into regular expressions, which could
 * run forever.
 */
export function globProblem(glob: string): string | undefined {
  if (glob.length > MAX_LENGTH)
    return `The glob is longer than ${MAX_LENGTH} characters. Write a shorter one.`;
  if (/^[/\\]|^[a-z]:/i.test(glob) || glob.includes('\\'))
    return 'The glob must be relative to the workspace folder, with "/" between names.';
  if (/(^|[/{,])\.\.([/},]|$)/.test(glob))
    return 'The glob must not contain "..": only the workspace is searched.';
  const isNested = /\{[^}]*\{/.test(glob);
  const choices = [...glob.matchAll(/\{([^{}]*)\}/g)].map(([, inner = '']) => inner.split(',').length);
  if (isNested || choices.reduce((product, count) => product * count, 1) > MAX_CHOICES)
    return 'The glob has too many choices in braces. Search in several steps.';
  const parts = glob.split('/');
  if (parts.filter((part) => part.includes('**')).length > MAX_GLOBSTARS)
    return `The glob has more than ${MAX_GLOBSTARS} "**". Write a simpler one.`;
  if (parts.some((part) => (part.replaceAll('**', '*').match(/[*]/g)?.length ?? 0) > MAX_WILDCARDS))
    return `The glob has more than ${MAX_WILDCARDS} "*" in one name. Write a simpler one.`;
  return undefined;
}
