/** Part of esbuild.mjs, the check of the activation and tests: how the code of the extension host is bundled. */
import type { BuildOptions } from 'esbuild';
import { contributionIds } from './contributionIds.ts';

/** The bundles that the bundle of the activation requires when they are first needed. They stay beside it. */
export const laterBundles = ['./engine.cjs', './onDemand.cjs'];

/** `version` is the extension's. */
export function hostBundle(version: string): BuildOptions {
  return {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', ...laterBundles],
    // The default build requires its parts in a way that bundlers do not see.
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    define: { PATCHBAY_VERSION: JSON.stringify(version) },
    plugins: [contributionIds],
  };
}

/** The bundle that runs at activation. `version` is the extension's. */
export function activationBundle(version: string): BuildOptions {
  return {
    ...hostBundle(version),
    entryPoints: ['src/extension.ts'],
    outfile: 'dist/extension.cjs',
    minify: true,
    keepNames: true,
  };
}
