/** What stands in for the editor in the benchmark of the activation knows all that activation calls. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import type { Activation } from '../../../bench/children/activate.ts';
import { checkRegistrations } from '../../../bench/figures/activation.ts';
import { repoFile, runNode } from '../../../bench/processes.ts';
import { activationBundle, hostBundle } from '../../../scripts/hostBundle.ts';

describe('the bundle of the activation', () => {
  it('has no texts, as their translations are set in the late bundle alone', async () => {
    const { metafile } = await esbuild.build({
      ...activationBundle('0.0.0'),
      absWorkingDir: repoFile('.'),
      write: false,
      metafile: true,
    });
    const [bundle] = Object.values(metafile.outputs);
    assert.deepEqual(
      Object.keys(bundle?.inputs ?? {}).filter((path) => /vscode\/l10n|common\/message\.ts/.test(path)),
      [],
    );
  });
});

describe('the benchmark of the activation', () => {
  it('activates the extension as a whole', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
    try {
      const bundle = join(folder, 'extension.cjs');
      await esbuild.build({
        ...hostBundle('0.0.0'),
        entryPoints: [repoFile('src/extension.ts')],
        outfile: bundle,
      });
      const activation = JSON.parse(await runNode('bench/children/activate.ts', bundle)) as Activation;
      await checkRegistrations([activation]);
      await assert.rejects(checkRegistrations([{ ...activation, recorded: [] }]), /did not register/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
