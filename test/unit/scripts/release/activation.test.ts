import assert from 'node:assert/strict';
import type { Metafile } from 'esbuild';
import { activationOf, growthProblems, reasonsFor } from '../../../../scripts/release/activation.ts';

function outputs(bytes: number, modules: number, requires: readonly string[]): Metafile['outputs'] {
  const inputs = Object.fromEntries(
    Array.from({ length: modules }, (_, at) => [`src/${at}.ts`, { bytesInOutput: 1 }]),
  );
  const imports = requires.map((path) => ({ path, kind: 'require-call' as const, external: true }));
  return { 'dist/extension.cjs': { bytes, inputs, imports, exports: [] } };
}

describe('the size of the activation bundle', () => {
  it('counts bytes, modules in the bundle, and each module of Node once', () => {
    const requires = ['vscode', 'node:path', 'path', 'fs', './late.cjs', 'vscode'];
    assert.deepEqual(activationOf({ outputs: outputs(1_000, 3, requires) }), {
      bytes: 1_000,
      modules: 3,
      nodeModules: 2,
    });
    assert.throws(() => activationOf({ outputs: {} }), /not in the metafile/);
  });

  it('may grow by 1,000 bytes and 2 modules in one change, and by no module of Node', () => {
    const before = { bytes: 195_000, modules: 160, nodeModules: 6 };
    assert.deepEqual(growthProblems(before, { bytes: 196_000, modules: 162, nodeModules: 6 }), []);
    for (const [key, value] of [
      ['bytes', 196_001],
      ['modules', 163],
      ['nodeModules', 7],
    ] as const) {
      const [problem, ...rest] = growthProblems(before, { ...before, [key]: value });
      assert.match(problem ?? '', new RegExp(`grows by ${value - before[key]} ${key}`));
      assert.deepEqual(rest, []);
    }
  });

  it('may grow by more when a commit message gives the reason on a line of its own', () => {
    const messages = 'chat: Add a view\n\nIt is shown at once.\nActivation: the view registers a provider\n';
    assert.deepEqual(reasonsFor(messages), ['the view registers a provider']);
    assert.deepEqual(reasonsFor('chat: Say "Activation: none" in a text\n'), []);
  });
});
