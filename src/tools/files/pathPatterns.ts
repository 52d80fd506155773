/**
 * Paths compared with patterns as the laxest file system compares names: without case, accents and invisible
 * characters, in one Unicode form, without the dots and spaces that Windows drops at the end of a name, and without
 * the name of a stream behind a colon. A path that some file system takes for `.env` is one here, too.
 */

/** The names on a path, from the root on, each as it is compared. Both slashes separate. */
export function comparableNames(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split(/[/\\]/u)) {
    if (name === '..') names.pop();
    else names.push(comparable(name));
  }
  return names.filter((name) => name !== '');
}

/** Characters of a name that are compared, half of them at its end: none on a disk has as many. */
const LONGEST = 1_000;

function comparable(name: string): string {
  // The letter of a drive has a colon behind it, too: what is left of it does no harm.
  const folded = withoutEnd(plain(plain(name).toUpperCase().toLowerCase()).replace(/:.*$/su, ''));
  return folded.length <= LONGEST ? folded : folded.slice(0, LONGEST / 2) + folded.slice(-LONGEST / 2);
}

function withoutEnd(name: string): string {
  let end = name.length;
  while (end > 0 && (name[end - 1] === '.' || name[end - 1] === ' ')) end--;
  return name.slice(0, end);
}

function plain(text: string): string {
  return text.normalize('NFKD').replaceAll(/[\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');
}

/** Whether the names on a path (`comparableNames`) are what a pattern says. */
export type PathMatcher = (names: readonly string[]) => boolean;

/**
 * Compiles a glob: `*` and `?` within a name, `**` for any folders, `{a,b}` for either. It can begin at any name of
 * the path, and also covers what is in a folder that it names.
 */
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
    // A brace without its other half: the pattern covers nothing.
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
