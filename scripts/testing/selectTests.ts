import { entriesThatNeed, type ImportGraph } from './importGraph.ts';

export interface Selection {
  /** Files with the reason to run each. */
  readonly tests: 'all' | ReadonlyMap<string, string>;
  /** Why all of them. */
  readonly reason?: string;
}

/** Every test depends on these. */
const COMMON = [/^package(?:-lock)?\.json$/, /^tsconfig.*\.json$/, /^\.mocharc\.(?:json|[cm]?js)$/];

/** package.json where only what it contributes to the editor has changed, which concerns the tests that read it. */
export const CONTRIBUTES = 'package.json#contributes';

/** No unit test reads these, except tests that search folders, which always run. */
const WITHOUT_UNIT_TESTS = [
  /\.(?:md|png|svg|gif|css)$/,
  /^(?:l10n|docs|media|\.vscode|\.github|\.ci)\//,
  /^package\.nls.*\.json$/,
  /^test\/(?!unit\/|fixtures\/)/,
  /^(?:bench|scripts|stories)\//,
  /^\.(?!mocharc)[\w.]+$/,
];

/** `tests`: all unit test files. `searching`: those that search folders, which always run. */
export function selectTests(
  changed: readonly string[],
  tests: readonly string[],
  searching: readonly string[],
  graph: ImportGraph,
): Selection {
  const common = changed.find((file) => COMMON.some((pattern) => pattern.test(file)));
  if (common !== undefined) return { tests: 'all', reason: `${common} concerns every test` };
  const paths = changed.map((file) => (file === CONTRIBUTES ? 'package.json' : file));
  const needed = new Set([...graph.keys(), ...[...graph.values()].flatMap((files) => [...files])]);
  const unknown = paths.find(
    (file) => !needed.has(file) && !WITHOUT_UNIT_TESTS.some((pattern) => pattern.test(file)),
  );
  if (unknown !== undefined) return { tests: 'all', reason: `no test is known to need ${unknown}` };
  const found = entriesThatNeed(graph, tests, new Set(paths));
  if (changed.length > 0)
    for (const test of searching) if (!found.has(test)) found.set(test, 'it searches folders');
  return { tests: found };
}
