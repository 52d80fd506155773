/** A folder for an attack, gone behind it. */
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { openFolders } from './vscode.ts';

/** What stands outside of the workspace and is nobody's business. */
export const SECRET = 'TOP-SECRET-4711';

/** Two folders: the workspace, which is the editor's only one, and one outside of it with the file `secret.txt`. */
export async function inWorkspace<T>(
  files: Readonly<Record<string, string>>,
  use: (workspace: string, outside: string) => Promise<T>,
): Promise<T> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'patchbay-attack-')));
  try {
    const [workspace, outside] = [join(root, 'workspace'), join(root, 'outside')];
    for (const [path, text] of [
      [join(outside, 'secret.txt'), SECRET] as const,
      ...Object.entries(files).map(([name, content]) => [join(workspace, name), content] as const),
    ]) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
    await mkdir(workspace, { recursive: true });
    openFolders(workspace);
    return await use(workspace, outside);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** The result, or undefined where it was refused with an error. */
export async function unlessRefused<T>(attempt: () => Promise<T>): Promise<T | undefined> {
  try {
    return await attempt();
  } catch {
    return undefined;
  }
}
