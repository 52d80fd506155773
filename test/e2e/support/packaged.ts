/** Packages to be installed: Patchbay as it is released, and as other versions of it. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { repoRoot } from '../../../scripts/host/cache.ts';
import { shippedFiles } from '../../../scripts/release/contents.ts';

const run = promisify(execFile);

const packages = join(repoRoot, 'artifacts/packages');

/**
 * Packs what is in dist as it is released, and gives the path of the package. It is made once for all tests that ask
 * for the same files, whichever worker runs them, so it must stay where it is.
 */
export async function packPatchbay(): Promise<string> {
  const name = `patchbay-${await hashOfFiles(['scripts/package.ts', ...(await shippedFiles())])}.vsix`;
  const vsix = join(packages, name);
  await mkdir(packages, { recursive: true });
  const made = await readdir(packages);
  if (made.includes(name)) return vsix;
  // Another worker may make the same one meanwhile.
  const draft = await mkdtemp(join(packages, 'draft-'));
  await run(process.execPath, ['scripts/package.ts', '--built', '--no-audit', join(draft, name)], {
    cwd: repoRoot,
    env: { ...process.env, PATH: `${join(repoRoot, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  await rename(join(draft, name), vsix);
  for (const left of [
    draft,
    ...made.filter((each) => each.endsWith('.vsix')).map((each) => join(packages, each)),
  ])
    await rm(left, { recursive: true, force: true });
  return vsix;
}

async function hashOfFiles(paths: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const path of paths) {
    const content = await readFile(join(repoRoot, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest('hex').slice(0, 16);
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
