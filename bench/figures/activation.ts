/** activation: from loading the extension to the return of `activate`. */
import { readFile } from 'node:fs/promises';
import type { Metafile } from 'esbuild';
import { activationOf } from '../../scripts/release/activation.ts';
import type { Activation } from '../children/activate.ts';
import { single, type Figure } from '../figure.ts';
import { repoFile, runNode } from '../processes.ts';

const BUNDLE = 'dist/extension.cjs';
/** The aims for the bundle; `npm run check:activation` bounds what a change may add. */
const MAX_ACTIVATION = { bytes: 15_000, modules: 25, nodeModules: 0 };
const WARM_UP = 2;
const ROUNDS = 25;

/** Measures in fresh processes, with a stand-in for the editor. */
export async function measureActivation(): Promise<Figure[]> {
  const all: Activation[] = [];
  for (let index = 0; index < WARM_UP + ROUNDS; index++) {
    const output = await runNode('bench/children/activate.ts', repoFile(BUNDLE));
    all.push(JSON.parse(output) as Activation);
  }
  const counted = all.slice(WARM_UP);
  await checkRegistrations(counted);
  const metafile = JSON.parse(await readFile(repoFile('dist/metafile.json'), 'utf8')) as Metafile;
  const size = activationOf(metafile);
  const sized = (name: string, what: string, key: keyof typeof size, unit: Figure['unit']): Figure =>
    single({ name, what, unit, aim: { kind: 'value', max: MAX_ACTIVATION[key] } }, [size[key]]);
  return [
    single(
      {
        name: 'activation',
        what: 'load the extension and activate it',
        unit: 'ms',
        aim: { kind: 'value', max: 15 },
      },
      counted.map(({ load, activate }) => load + activate),
    ),
    single(
      { name: 'activation.activate', what: 'of that, activate', unit: 'ms' },
      counted.map(({ activate }) => activate),
    ),
    sized('activation.bundle', `size of ${BUNDLE}`, 'bytes', 'bytes'),
    sized('activation.modules', 'modules in it', 'modules', 'modules'),
    sized('activation.nodeModules', 'modules of Node that it requires', 'nodeModules', 'modules'),
  ];
}

/** An activation that stops half-way would seem fast. */
export async function checkRegistrations(activations: readonly Activation[]): Promise<void> {
  const manifest = JSON.parse(await readFile(repoFile('package.json'), 'utf8')) as {
    contributes: { commands: { command: string }[] };
  };
  for (const { command } of manifest.contributes.commands)
    if (!activations.every(({ recorded }) => recorded.includes(`commands.registerCommand ${command}`)))
      throw new Error(`Activation did not register ${command}.`);
}
