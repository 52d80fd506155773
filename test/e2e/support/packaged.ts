/** Packages to be installed: Patchbay as it is released, and as other versions of it. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { shippedFiles } from '../../../scripts/release/contents.ts';

const run = promisify(execFile);

/** Packs what is in dist, in a temporary folder, and gives the path of the package. */
export async function packPatchbay(): Promise<string> {
  const vsix = join(await mkdtemp(join(tmpdir(), 'patchbay-vsix-')), 'patchbay.vsix');
  const path = `${join(repoRoot, 'node_modules/.bin')}:${process.env['PATH']}`;
  const env = { ...process.env, PATH: path };
  await run(process.execPath, ['scripts/package.ts', '--built', vsix], { cwd: repoRoot, env });
  return vsix;
}

/** Packs what is in dist as another version. */
export async function packVersion(version: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-version-'));
  for (const path of await shippedFiles()) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await copyFile(join(repoRoot, path), join(folder, path));
  }
  const manifest = JSON.parse(await readFile(join(repoRoot, 'package.json'), 'utf8')) as object;
  await writeFile(join(folder, 'package.json'), JSON.stringify({ ...manifest, version, scripts: {} }));
  const vsix = join(folder, `patchbay-${version}.vsix`);
  const options = ['--no-dependencies', '--no-rewrite-relative-links', '--out', vsix];
  await run(process.execPath, [join(repoRoot, 'node_modules/.bin/vsce'), 'package', ...options], {
    cwd: folder,
  });
  return vsix;
}
