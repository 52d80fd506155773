/** Makes the globs that the editor's file search takes of the pattern that a model wrote. */
import { relative } from 'node:path';
import { isInside } from './realPaths.ts';

/**
 * Returns the globs that together find what `pattern` means, relative to `folder`, an absolute path. Models write what
 * ripgrep, shells and their own tools take: a name without a slash is meant at any depth, `./` and a first slash mean
 * the folder, and square brackets are as often part of a name (`app/[id]/page.tsx`) as a choice of characters, so that
 * both are looked for.
 */
export function searchGlobs(pattern: string, folder: string): readonly string[] {
  const path = relativeGlob(withSlashes(pattern.trim()), folder);
  const glob = path.includes('/') || path === '**' ? path : `**/${path}`;
  const isEscaped = /\\[[\]]/.test(pattern);
  const readings = isEscaped ? [glob] : [glob, withLiteralBrackets(glob)];
  // The same name can be written with composed and with decomposed letters.
  return [
    ...new Set(readings.flatMap((reading) => [reading, reading.normalize('NFC'), reading.normalize('NFD')])),
  ];
}

/** Brackets as part of a name: a class of one character, because the editor knows no escapes. */
export function withLiteralBrackets(glob: string): string {
  return glob.replaceAll(/[[\]]/g, (bracket) => (bracket === '[' ? '[[]' : '[]]'));
}

/** A backslash before a name separates names, as on Windows; before a sign of globs it only takes its meaning. */
function withSlashes(pattern: string): string {
  return pattern
    .replaceAll(/\\([[\]])/g, (_, bracket: string) => withLiteralBrackets(bracket))
    .replaceAll(/\\(?=[(){}!])/g, '')
    .replaceAll('\\', '/');
}

function relativeGlob(pattern: string, folder: string): string {
  const root = folder.replaceAll('\\', '/').replace(/\/$/, '');
  const inFolder = pattern.startsWith(`${root}/`) ? pattern.slice(root.length + 1) : pattern;
  const plain = inFolder.replace(/^(?:\.?\/)+/, '');
  if (plain === '' || plain === '.') return '**';
  return plain.endsWith('/') ? `${plain}**` : plain;
}

/** The path of a file or folder that `pattern` may name in `folder`; undefined if it leads out of it. */
export function namedPath(pattern: string, folder: string): string | undefined {
  const path = relativeGlob(pattern.trim().replaceAll('\\', '/'), folder).replace(/\/\*\*$/, '');
  const absolute = `${folder}/${path}`;
  return path !== '**' && isInside(absolute, folder) && relative(folder, absolute) !== ''
    ? absolute
    : undefined;
}
