/** The documents that `npm run check:docs` reads. */
import { glob, readFile } from 'node:fs/promises';

/** Text by path. */
export type Pages = ReadonlyMap<string, string>;

const documents = ['*.md', '.github/*.md', 'docs/**/*.md', 'stories/*.md', 'test/adversarial/*.md'];

/** Sorted by path. A slash separates folders on every system. */
export async function readAll(patterns: readonly string[] = documents): Promise<Pages> {
  const paths: string[] = [];
  for await (const path of glob(patterns)) paths.push(path.replaceAll('\\', '/'));
  const read = async (path: string) => [path, await readFile(path, 'utf8')] as const;
  return new Map(await Promise.all(paths.toSorted().map(read)));
}

export interface Found {
  /** `docs/a.md:12` */
  readonly place: string;
  /** The first group of the pattern. */
  readonly name: string;
}

/** Finds a pattern in the pages whose path `isMeant`. */
export function findAll(pages: Pages, pattern: RegExp, isMeant = (_path: string): boolean => true): Found[] {
  return [...pages].flatMap(([path, text]) =>
    isMeant(path)
      ? [...text.matchAll(pattern)].map(({ 1: name = '', index }) => ({
          place: `${path}:${text.slice(0, index).split('\n').length}`,
          name,
        }))
      : [],
  );
}

/** Replaces code by blanks, so that what remains stands where it stood. */
export function withoutCode(text: string): string {
  return text.replaceAll(/^( *)```[^]*?^\1```|`[^`\n]*`/gm, (code) => code.replaceAll(/[^\n]/g, ' '));
}
