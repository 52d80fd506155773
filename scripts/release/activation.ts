/** Size and modules of the activation bundle, which each start of the editor pays for. Unlike times, they do not vary. */
import type { Metafile } from 'esbuild';

const BUNDLE = 'dist/extension.cjs';

/** One change may add so much without saying why. */
const MAX_GROWTH = { bytes: 1_000, modules: 2, nodeModules: 0 };

/** `nodeModules`: the modules of Node that it requires. */
export type Activation = Readonly<Record<keyof typeof MAX_GROWTH, number>>;

export function activationOf({ outputs }: Pick<Metafile, 'outputs'>): Activation {
  const bundle = outputs[BUNDLE];
  if (!bundle) throw new Error(`${BUNDLE} is not in the metafile.`);
  const required = new Set(bundle.imports.map(({ path }) => path.replace(/^node:/, '')));
  const own = (path: string): boolean => path === 'vscode' || path.startsWith('.');
  return {
    bytes: bundle.bytes,
    modules: Object.keys(bundle.inputs).length,
    nodeModules: [...required].filter((path) => !own(path)).length,
  };
}

/** Says what a change adds beyond the bounds, and what to do about it. */
export function growthProblems(before: Activation, now: Activation): string[] {
  return (Object.keys(MAX_GROWTH) as (keyof Activation)[])
    .filter((key) => now[key] - before[key] > MAX_GROWTH[key])
    .map(
      (key) =>
        `${BUNDLE} grows by ${now[key] - before[key]} ${key}, more than ${MAX_GROWTH[key]}. Load the code later ` +
        '(docs/decisions/002-engine-bundle.md), or give the reason in a commit message: "Activation: why".',
    );
}

/** The reasons for growth in the messages of commits. */
export function reasonsFor(messages: string): readonly string[] {
  return [...messages.matchAll(/^Activation: *(\S.*)$/gm)].map(([, reason = '']) => reason);
}
