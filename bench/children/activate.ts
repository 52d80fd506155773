/**
 * Loads and activates an extension bundle and prints how long it took: `node activate.ts BUNDLE`. A process for each
 * sample, as Node caches what it has loaded.
 */
import { writeSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { extensionContext, recorded } from './vscodeStandIn.ts';

/** Printed as JSON. Times in ms. */
export interface Activation {
  readonly load: number;
  readonly activate: number;
  /** Calls of the editor's API. */
  readonly recorded: readonly string[];
}

const standIn = new URL('vscodeStandIn.ts', import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});

const [bundle = ''] = process.argv.slice(2);
const requireBundle = createRequire(import.meta.url);

const startedAt = performance.now();
const extension = requireBundle(bundle) as { activate(context: unknown): unknown };
const loadedAt = performance.now();
extension.activate(extensionContext);
const activatedAt = performance.now();

const activation: Activation = { load: loadedAt - startedAt, activate: activatedAt - loadedAt, recorded };
writeSync(1, JSON.stringify(activation));
// Before what activation has deferred, such as loading the core, begins.
process.exit(0);
