/** Finds what a file imports, and what it names by path (child processes, fixtures). */
import { globSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import esbuild from 'esbuild';
import { parseSync } from 'oxc-parser';
import { lateBundle } from '../hostBundle.ts';

/** Relative to the root, with forward slashes. */
export type ImportGraph = ReadonlyMap<string, ReadonlySet<string>>;

/** Packages are left out. */
export async function importGraph(root: string, entries: readonly string[]): Promise<ImportGraph> {
  const graph = new Map<string, ReadonlySet<string>>();
  let next = [...entries];
  while (next.length > 0) {
    const imports = await importsOf(root, next);
    const found = new Set<string>();
    for (const [file, imported] of imports) {
      if (graph.has(file)) continue;
      const named = namedPaths(root, file);
      graph.set(file, new Set([...imported, ...named]));
      for (const path of [...imported, ...named]) found.add(path);
    }
    next = [...found].filter((file) => !graph.has(file) && !imports.has(file) && isSource(file));
  }
  return graph;
}

/** Each entry that needs a changed file, directly or not, with such a file. */
export function entriesThatNeed(
  graph: ImportGraph,
  entries: readonly string[],
  changed: ReadonlySet<string>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const entry of entries) {
    const seen = new Set([entry]);
    for (const file of seen) {
      if (changed.has(file)) {
        found.set(entry, file);
        break;
      }
      for (const needed of graph.get(file) ?? []) seen.add(needed);
    }
  }
  return found;
}

/** The name of the module that imports all entries. */
const ALL = 'all entries';

const isSource = (file: string): boolean => /\.(?:[cm]?[jt]s|tsx)$/.test(file);

async function importsOf(root: string, files: readonly string[]): Promise<Map<string, string[]>> {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    // As entries of their own, all that hundreds of tests share would be written hundreds of times.
    stdin: {
      contents: files.map((file) => `import ${JSON.stringify(`./${file}`)};`).join('\n'),
      resolveDir: root,
      sourcefile: ALL,
    },
    bundle: true,
    write: false,
    metafile: true,
    outdir: join(root, 'dist'),
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Who requires a bundle names its source as well, for the types.
    external: ['*.css', '*.ttf', lateBundle],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    treeShaking: false,
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs)
      .filter(([file]) => file !== ALL)
      .map(([file, { imports }]) => [
        file,
        imports.flatMap(({ path, external }) => (external ? [] : [path])),
      ]),
  );
}

/** Files, and all files of folders with fixtures, that its strings name from its folder or from the root. */
function namedPaths(root: string, file: string): string[] {
  const code = withoutComments(file, readFileSync(join(root, file), 'utf8'));
  return [...code.matchAll(/['"`]([\w./-]+)/g)].flatMap(([, path = '']) => {
    // Code that ships names files of the user's workspace, such as package.json, and none of this repository's root.
    const starts = [join(root, dirname(file)), ...(file.startsWith('src/') ? [] : [root])];
    const named = starts.find((start) => kindOf(join(start, path)) === 'file');
    if (named !== undefined) return inRepository(root, [join(named, path)]);
    // A name that ends in an expression, as in `fixtures/state-${version}.json`, can be any file of the folder.
    const folder = (path.includes('/') ? [path, dirname(path)] : [])
      .flatMap((each) => starts.map((start) => join(start, each)))
      .find((each) => FIXTURES.test(each) && kindOf(each) === 'folder');
    if (folder === undefined) return [];
    const files = globSync('**/*', { cwd: folder }).map((each) => join(folder, each));
    return inRepository(
      root,
      files.filter((each) => kindOf(each) === 'file'),
    );
  });
}

const FIXTURES = /[\\/]fixtures[\\/]/;

/** A path in a comment tells the reader where to look, and is nothing that the code needs. */
function withoutComments(file: string, source: string): string {
  if (!isSource(file)) return source;
  let code = '';
  let from = 0;
  for (const { start, end } of parseSync(file, source).comments) {
    code += source.slice(from, start);
    from = end;
  }
  return code + source.slice(from);
}

function kindOf(path: string): 'file' | 'folder' | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) return undefined;
  return stats.isFile() ? 'file' : 'folder';
}

function inRepository(root: string, paths: readonly string[]): string[] {
  return paths
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter((name) => !name.startsWith('..') && !name.startsWith('node_modules/'));
}
