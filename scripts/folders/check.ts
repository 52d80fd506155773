/** Compares the imports between the layers of `src` with the table, and finds circles. Type imports count. */
import { globSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseSync, type Node } from 'oxc-parser';

/** Paths from `src`; `to` is `vscode` for the editor's API. */
export interface Import {
  readonly from: string;
  readonly to: string;
}

export interface Rules {
  /** What each layer may import besides itself. A layer is a folder with all that is in it, or a file directly in `src`. */
  readonly allowed: Readonly<Record<string, readonly string[]>>;
  /** Folders directly in `src` whose files may be imported directly; others only by index.ts. */
  readonly withoutIndex: readonly string[];
}

type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** All imports but those of packages. */
export function readImports(src: string): readonly Import[] {
  // Unit tests of the lint rules write a temporary `…Probe.ts`.
  return globSync('**/*.{ts,tsx}', { cwd: src, exclude: (name) => /(?:\.d|Probe)\.ts$/.test(name) }).flatMap(
    (path) => {
      const from = path.replaceAll('\\', '/');
      return importsIn(from, readFileSync(join(src, path), 'utf8'));
    },
  );
}

/** Imports are also `export … from`, `import()` and the type `import('…').Name`. */
export function importsIn(from: string, text: string): readonly Import[] {
  const { program, errors } = parseSync(from, text);
  if (errors.length > 0) throw new Error(`${from}: ${errors[0]?.message}`);
  const specifiers: string[] = [];
  const visit = (node: Node): void => {
    if ('source' in node && node.source !== null && typeof node.source === 'object') {
      const { source } = node;
      if (source.type === 'Literal' && typeof source.value === 'string') specifiers.push(source.value);
    }
    for (const value of Object.values(node) as unknown[]) {
      for (const child of Array.isArray(value) ? (value as unknown[]) : [value])
        if (typeof child === 'object' && child !== null && 'type' in child) visit(child as Node);
    }
  };
  visit(program);
  return specifiers.flatMap((specifier) => {
    if (specifier === 'vscode') return [{ from, to: specifier }];
    return specifier.startsWith('.') ? [{ from, to: posix.join(posix.dirname(from), specifier) }] : [];
  });
}

/** Imports that break the rules, and rules that nothing needs. */
export function findProblems(imports: readonly Import[], rules: Rules): readonly string[] {
  const layers = graphOf(imports, (path) => layerOf(path, rules));
  return [
    ...forbidden(layers, rules),
    ...unneeded(layers, rules),
    ...besideIndex(imports, rules),
    ...circleProblems(imports),
  ];
}

/** What each node imports, with an import as an example. */
type Edges = ReadonlyMap<string, ReadonlyMap<string, Import>>;

function graphOf(imports: readonly Import[], nodeOf: (path: string) => string): Edges {
  const graph = new Map<string, Map<string, Import>>();
  for (const each of imports) {
    const [from, to] = [nodeOf(each.from), nodeOf(each.to)];
    const targets = graph.get(from) ?? new Map<string, Import>();
    graph.set(from, targets);
    if (from !== to && !targets.has(to)) targets.set(to, each);
  }
  return graph;
}

/** The row that is nearest to the file, so that a part of a layer can have stricter rules. Without one, the folder in `src`. */
function layerOf(path: string, { allowed }: Rules): string {
  for (let part = path; part !== '.'; part = posix.dirname(part))
    if (Object.hasOwn(allowed, part)) return part;
  return path.split('/')[0] ?? path;
}

/** A file directly in `src` stands for itself. */
function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === '.' ? path : folder;
}

function forbidden(layers: Edges, { allowed }: Rules): string[] {
  return [...layers].flatMap(([from, targets]) =>
    [...targets]
      .filter(([to]) => !allowed[from]?.includes(to))
      .map(([to, example]) => `${from} may not import ${to}: ${example.from} imports ${example.to}.`),
  );
}

function unneeded(layers: Edges, { allowed }: Rules): string[] {
  return Object.entries(allowed).flatMap(([from, targets]) => {
    const found = layers.get(from);
    if (!found) return [`${from} is in the table, but has no imports or is not there. Remove its row.`];
    return targets
      .filter((to) => !found.has(to))
      .map((to) => `${from} does not import ${to}. Remove it from the row.`);
  });
}

function besideIndex(imports: readonly Import[], { withoutIndex }: Rules): string[] {
  return imports.flatMap(({ from, to }) => {
    const [layer = ''] = to.split('/');
    const isOutside = to.includes('/') && !from.startsWith(`${layer}/`);
    return isOutside && !withoutIndex.includes(layer) && to !== `${layer}/index.ts`
      ? [`${from} imports ${to}: ${layer} is entered through its index.ts.`]
      : [];
  });
}

function circleProblems(imports: readonly Import[]): string[] {
  const files = graphOf(imports, (path) => path);
  const folders = graphOf(imports, folderOf);
  const closing = (circle: readonly string[]): string =>
    circle
      .flatMap((from) =>
        [...(folders.get(from) ?? [])]
          .filter(([to]) => circle.includes(to))
          .map(([to, example]) => ({ from, to, example })),
      )
      .map(({ from, to, example }) => `\n    ${from} → ${to} (${example.from} imports ${example.to})`)
      .join('');
  return [...circlesOf(targetsOf(files)), ...circlesOf(withSubfolders(targetsOf(folders)))].map(
    (circle) => `These import each other in a circle: ${circle.join(', ')}${closing(circle)}`,
  );
}

function targetsOf(edges: Edges): Graph {
  return new Map([...edges].map(([from, targets]) => [from, new Set(targets.keys())]));
}

/** A folder includes its subfolders: one of them that imports from its parent closes a circle. */
function withSubfolders(folders: Graph): Graph {
  const graph = new Map([...folders].map(([folder, targets]) => [folder, new Set(targets)]));
  for (const folder of folders.keys()) graph.get(posix.dirname(folder))?.add(folder);
  return graph;
}

/** Strongly connected components (Tarjan), sorted. */
export function circlesOf(graph: Graph): readonly (readonly string[])[] {
  const circles: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  const visit = (node: string): number => {
    const own = order.size;
    order.set(node, own);
    path.push(node);
    let low = own;
    for (const next of graph.get(node) ?? []) {
      if (!order.has(next)) low = Math.min(low, visit(next));
      else if (path.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === own) {
      const circle = path.splice(path.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return low;
  };
  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return circles;
}
