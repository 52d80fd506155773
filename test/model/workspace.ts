/** Workspaces of tasks: public packages, with a test that runs without a package of its own. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const { resolve } = createRequire(import.meta.url);

/** Copies a package that the project has installed, without packages of its own. */
export async function copyPackage(name: string, folder: string): Promise<void> {
  await cp(dirname(resolve(`${name}/package.json`)), folder, {
    recursive: true,
    filter: (path) => !path.endsWith('node_modules') || path === folder,
  });
}

/** Writes a test into the folder and makes it what `npm test` runs. */
export async function addTest(folder: string, source: string): Promise<void> {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>;
  await writeFile(join(folder, 'test.js'), source);
  await writeFile(file, `${JSON.stringify({ ...manifest, scripts: { test: 'node test.js' } }, null, 2)}\n`);
}
