import assert from 'node:assert/strict';
import type { Metafile } from 'esbuild';
import { activationOf, activationProblems, MAX_ACTIVATION } from '../../../../scripts/release/activation.ts';

function outputs(bytes: number, modules: number, requires: readonly string[]): Metafile['outputs'] {
  const inputs = Object.fromEntries(
    Array.from({ length: modules }, (_, at) => [`src/${at}.ts`, { bytesInOutput: 1 }]),
  );
  const imports = requires.map((path) => ({ path, kind: 'require-call' as const, external: true }));
  return { 'dist/extension.cjs': { bytes, inputs, imports, exports: [] } };
}

describe('the bounds of activation', () => {
  it('count bytes, modules in the bundle, and each module of Node once', () => {
    const requires = ['vscode', 'node:path', 'path', 'fs', './engine.cjs', 'vscode'];
    assert.deepEqual(activationOf({ outputs: outputs(1_000, 3, requires) }), {
      bytes: 1_000,
      modules: 3,
      nodeModules: 2,
    });
    assert.throws(() => activationOf({ outputs: {} }), /not in the metafile/);
  });

  it('hold at their values and not beyond', () => {
    assert.deepEqual(activationProblems(MAX_ACTIVATION), []);
    for (const key of Object.keys(MAX_ACTIVATION) as (keyof typeof MAX_ACTIVATION)[]) {
      const [problem, ...rest] = activationProblems({ ...MAX_ACTIVATION, [key]: MAX_ACTIVATION[key] + 1 });
      assert.match(problem ?? '', new RegExp(`${MAX_ACTIVATION[key] + 1} ${key}, at most`));
      assert.deepEqual(rest, []);
    }
  });
});
