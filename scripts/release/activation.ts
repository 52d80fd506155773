/**
 * What starting the editor pays for: the bytes and modules of the activation bundle. Its milliseconds vary by machine,
 * these do not, so the build fails when they grow past their bounds.
 */
import type { Metafile } from 'esbuild';

const BUNDLE = 'dist/extension.cjs';

/** A little above what it is now: who raises one says in the commit what for. */
export const MAX_ACTIVATION = { bytes: 196_000, modules: 170, nodeModules: 6 };

export type Activation = Record<keyof typeof MAX_ACTIVATION, number>;

/** The size of the bundle, our modules and packages' in it, and the modules of Node that it requires. */
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

/** Where it is past a bound. */
export function activationProblems(activation: Activation): string[] {
  return (Object.keys(MAX_ACTIVATION) as (keyof Activation)[])
    .filter((key) => activation[key] > MAX_ACTIVATION[key])
    .map(
      (key) =>
        `${BUNDLE}: ${activation[key]} ${key}, at most ${MAX_ACTIVATION[key]} (scripts/release/activation.ts).`,
    );
}
