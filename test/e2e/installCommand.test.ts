/** The package and the host's own install command, without a window: over nothing, an earlier and a later version. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { installVsix } from '../../scripts/host/server.ts';
import { packPatchbay, packVersion } from './support/packaged.ts';

describe("the host's install command @nightly", function () {
  this.timeout(300_000);
  let home: string;
  let version: string;
  let released: string | undefined;
  const others: string[] = [];

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-install-'));
    const manifest = JSON.parse(await readFile('package.json', 'utf8')) as { readonly version: string };
    version = manifest.version;
    others.push(await packVersion('0.0.1'), await packVersion('99.0.0'));
    released = await packPatchbay();
  });
  after(async () => {
    for (const path of [home, ...others.map((each) => dirname(each))])
      await rm(path, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Installs the package into the profile of that name, and gives the versions that the host has then. */
  async function install(vsix: string | undefined, profile: string): Promise<string[]> {
    assert.ok(vsix);
    const extensionsDir = join(home, profile, 'extensions');
    await installVsix(vsix, { dataDir: join(home, profile, 'data'), extensionsDir });
    const installed = JSON.parse(await readFile(join(extensionsDir, 'extensions.json'), 'utf8')) as {
      readonly identifier: { readonly id: string };
      readonly version: string;
    }[];
    return installed.map(({ identifier, version: which }) => `${identifier.id} ${which}`);
  }

  it('takes the package into an empty profile', async () => {
    assert.deepEqual(await install(released, 'empty'), [`patchbay.patchbay ${version}`]);
  });

  it('puts it in the place of an earlier version, and of a later one', async () => {
    const [earlier, later] = others;
    assert.deepEqual(await install(earlier, 'used'), ['patchbay.patchbay 0.0.1']);
    assert.deepEqual(await install(released, 'used'), [`patchbay.patchbay ${version}`]);
    assert.deepEqual(await install(later, 'used'), ['patchbay.patchbay 99.0.0']);
    assert.deepEqual(await install(released, 'used'), [`patchbay.patchbay ${version}`]);
  });
});
