/** The cache of the downloaded host and browser, filled once even by concurrent processes. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isAlive } from './processes.ts';

export const repoRoot = resolve(import.meta.dirname, '../..');

/** PATCHBAY_HOST_CACHE (to share it between clones), or .vscode-test. */
export function cacheRoot(): string {
  return resolve(repoRoot, process.env['PATCHBAY_HOST_CACHE'] || '.vscode-test');
}

const MARKER = 'complete.json';

/**
 * The folder `name` in the cache, filled by `fill` unless there. It is filled under a temporary name and renamed when
 * complete; of concurrent runs the first to finish wins. `fill` returns facts for the marker file. @throws what `fill`
 * throws, after removing the temporary folder.
 */
export async function once(name: string, fill: (folder: string) => Promise<object>): Promise<string> {
  const root = cacheRoot();
  const final = join(root, name);
  if (existsSync(join(final, MARKER))) return final;
  await mkdir(root, { recursive: true });
  await removeAbandoned(root, name);
  const temporary = join(root, `${name}.tmp-${process.pid}`);
  try {
    await mkdir(temporary);
    const facts = await fill(temporary);
    await writeFile(join(temporary, MARKER), `${JSON.stringify(facts, null, 2)}\n`);
    await rename(temporary, final);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    if (!existsSync(join(final, MARKER))) throw error;
  }
  return final;
}

/** Removes what killed runs left: temporary folders of dead processes, a target without marker. */
async function removeAbandoned(root: string, name: string): Promise<void> {
  const prefix = `${name}.tmp-`;
  for (const entry of await readdir(root)) {
    const abandoned =
      (entry.startsWith(prefix) && !isAlive(Number(entry.slice(prefix.length)))) ||
      (entry === name && !existsSync(join(root, name, MARKER)));
    if (abandoned) await rm(join(root, entry), { recursive: true, force: true });
  }
}
