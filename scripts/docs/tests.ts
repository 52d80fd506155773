/** Tests that documents name as proof. */
import { posix } from 'node:path';
import { findAll, type Found, type Pages } from './pages.ts';

/** `read`: the text of a file, undefined if there is none. */
type Read = (path: string) => string | undefined;

/** docs/endpoints.md: files below `test/unit/models`, each with the beginnings of titles. */
export function endpointProblems(pages: Pages, read: Read): readonly string[] {
  return inPage(
    pages,
    'docs/endpoints.md',
    /(`[\w/]+(?:\.property)?\.test\.ts`(?:,? "[^"]+")+)/g,
    50,
    ({ place, name }) => {
      const path = /`([^`]+)`/.exec(name)?.[1] ?? '';
      const file = path.startsWith('test/') ? path : posix.join('test/unit/models', path);
      const source = read(file);
      if (source === undefined) return [`${place}: There is no ${file}.`];
      return [...name.matchAll(/"([^"]+)"/g)]
        .filter(([, title = '']) => !source.includes(title))
        .map(([, title = '']) => `${place}: ${file} has no "${title}".`);
    },
  );
}

/** docs/internals/threats.md: each row names files below `test`. */
export function threatProblems(pages: Pages, exists: (path: string) => boolean): readonly string[] {
  return inPage(
    pages,
    'docs/internals/threats.md',
    /^\| (?!threat \||---)(.*) \|$/gm,
    20,
    ({ place, name }) => {
      const tests = filesOf(name.split(' | ').at(-1) ?? '');
      return tests.length === 0 ? [`${place}: The row names no test.`] : missing(place, tests, exists);
    },
  );
}

/** docs/features.md: files below `test`. */
export function featureProblems(pages: Pages, exists: (path: string) => boolean): readonly string[] {
  return inPage(pages, 'docs/features.md', /(`[\w/-]+\.test\.ts`)/g, 75, ({ place, name }) =>
    missing(place, filesOf(name), exists),
  );
}

function filesOf(text: string): readonly string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, file = '']) => posix.join('test', file));
}

function missing(place: string, files: readonly string[], exists: (path: string) => boolean): string[] {
  return files.filter((file) => !exists(file)).map((file) => `${place}: There is no ${file}.`);
}

/** With fewer than `least`, the pattern has lost the page's form. */
function inPage(
  pages: Pages,
  page: string,
  pattern: RegExp,
  least: number,
  problemsOf: (found: Found) => readonly string[],
): readonly string[] {
  const found = findAll(pages, pattern, (path) => path === page);
  const few =
    found.length < least ? [`${page} names ${found.length} tests; at least ${least} were expected.`] : [];
  return [...few, ...found.flatMap(problemsOf)];
}
