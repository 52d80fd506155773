/**
 * Loads and activates an extension bundle once and prints what that took: `node activate.ts BUNDLE`. One
 * process for each time, as what Node has loaded once costs nothing the second time.
 */
import { writeSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { extensionContext, recorded } from './vscodeStandIn.ts';

/** What is printed, as JSON. Times in ms. */
export interface Activation {
  readonly load: number;
  readonly activate: number;
  /** What was called of the editor's API. */
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
// What activation has put off, such as loading the core, is not to begin.
process.exit(0);
