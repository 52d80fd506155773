/** Files that get other content while another program may be reading them. */
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const OWN_MODE = 0o600;
/** Leaves out setuid and setgid, which the system takes from a file that is written, too. */
const PERMISSIONS = 0o777;

/**
 * Puts a new file with that content, and with the old one's owner, permissions and, with `keepsTimes`, times, in its
 * place, so that who reads the old one still gets the whole of it. Returns false, and leaves the file as it is, where
 * that cannot be: it has other names, or its folder takes no such file.
 */
export async function replaceFile(path: string, bytes: Uint8Array, keepsTimes: boolean): Promise<boolean> {
  let written: string | undefined;
  try {
    const target = await realpath(path);
    const { nlink, uid, gid, mode, atime, mtime } = await stat(target);
    if (nlink > 1) return false;
    written = join(dirname(target), `.${crypto.randomUUID()}.tmp`);
    const file = await open(written, 'wx', OWN_MODE);
    try {
      await file.writeFile(bytes);
      const own = await file.stat();
      if (own.uid !== uid || own.gid !== gid) await file.chown(uid, gid);
      await file.chmod(mode & PERMISSIONS);
      if (keepsTimes) await file.utimes(atime, mtime);
    } finally {
      await file.close();
    }
    await rename(written, target);
    return true;
  } catch {
    if (written !== undefined) await rm(written, { force: true });
    return false;
  }
}
