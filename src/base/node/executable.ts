import { constants } from 'node:fs';
import { access, realpath, stat } from 'node:fs/promises';

/** Returns the real path of a file that this process may run; undefined if there is none. Never rejects. */
export async function executableAt(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isFile()) return undefined;
    await access(real, constants.X_OK);
    return real;
  } catch {
    return undefined;
  }
}
