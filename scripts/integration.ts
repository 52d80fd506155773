/**
 * Runs the integration tests inside VS Code's extension host: the server host everywhere, desktop VS Code
 * with `--desktop`. Expects dist/ to be built.
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { cacheRoot, repoRoot } from './host/cache.ts';
import { runInHost } from './host/runInHost.ts';

if (process.argv.includes('--desktop')) process.env['PATCHBAY_DESKTOP'] = '1';
// Below the repository, so that the bundle finds Mocha in node_modules.
const extensionTestsPath = join(cacheRoot(), 'integration', 'index.cjs');
await esbuild.build({
  entryPoints: [join(repoRoot, 'test/integration/index.ts')],
  outfile: extensionTestsPath,
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node22',
  external: ['vscode', 'mocha'],
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
  sourcemap: 'inline',
  logLevel: 'warning',
});

const scratch = await mkdtemp(join(tmpdir(), 'patchbay-integration-'));
try {
  // A workspace file, because adding a second folder to a single one restarts the extension host.
  await Promise.all(['one', 'two'].map((name) => mkdir(join(scratch, name))));
  await writeFile(join(scratch, 'one', 'first.txt'), 'first\n');
  await writeFile(join(scratch, 'two', 'second.txt'), 'second\n');
  const workspace = join(scratch, 'test.code-workspace');
  await writeFile(workspace, JSON.stringify({ folders: [{ path: 'one' }], settings: {} }));
  await runInHost({
    extensionTestsPath,
    folder: workspace,
    extensions: [{ folder: join(repoRoot, 'test/fixtures/extensions/models') }],
    env: {
      PATCHBAY_TEST_NODE: process.execPath,
      PATCHBAY_TEST_REPO: repoRoot,
      PATCHBAY_TEST_SCRATCH: scratch,
    },
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(scratch, { recursive: true, force: true });
}
