/** What a file imports, and names by path (child processes, fixtures). */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import esbuild from 'esbuild';
import { laterBundles } from '../hostBundle.ts';

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

const isSource = (file: string): boolean => /\.(?:[cm]?[jt]s|tsx)$/.test(file);

async function importsOf(root: string, files: readonly string[]): Promise<Map<string, string[]>> {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: [...files],
    bundle: true,
    write: false,
    metafile: true,
    outdir: join(root, 'dist'),
    platform: 'node',
    format: 'esm',
    packages: 'external',
    // Who requires a bundle names its source as well, for the types.
    external: ['*.css', '*.ttf', ...laterBundles],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    treeShaking: false,
    logLevel: 'error',
  });
  return new Map(
    Object.entries(metafile.inputs).map(([file, { imports }]) => [
      file,
      imports.flatMap(({ path, external }) => (external ? [] : [path])),
    ]),
  );
}

/** Paths in its strings, from its folder or from the root. */
function namedPaths(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(/['"`]([\w./-]+\.\w+)['"`]/g)].flatMap(([, path = '']) => {
    const found = [join(root, dirname(file), path), join(root, path)].find(
      (each) => existsSync(each) && statSync(each).isFile(),
    );
    if (found === undefined) return [];
    const name = relative(root, found).split(sep).join('/');
    return name.startsWith('..') || name.startsWith('node_modules/') ? [] : [name];
  });
}
