/**
 * Size and modules of the activation bundle, which each start of the editor pays for. Unlike times they do not vary by
 * machine, so the build fails above these bounds.
 */
import type { Metafile } from 'esbuild';

const BUNDLE = 'dist/extension.cjs';

/** A little above the present values; the commit that raises one says why. */
export const MAX_ACTIVATION = { bytes: 196_000, modules: 170, nodeModules: 6 };

export type Activation = Record<keyof typeof MAX_ACTIVATION, number>;

/** `nodeModules`: the modules of Node that it requires. */
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

export function activationProblems(activation: Activation): string[] {
  return (Object.keys(MAX_ACTIVATION) as (keyof Activation)[])
    .filter((key) => activation[key] > MAX_ACTIVATION[key])
    .map(
      (key) =>
        `${BUNDLE}: ${activation[key]} ${key}, at most ${MAX_ACTIVATION[key]} (scripts/release/activation.ts).`,
    );
}
