/** Files that the user exports hold conversations and results: only the user may read them, also where they replace one. */
import { chmod, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const EXPORT_MODE = 0o600;
const noNewFile: ReadonlySet<string> = new Set(['EACCES', 'EPERM', 'EROFS', 'EBUSY']);

/**
 * Writes a new file and puts it in place of the old one, which others may have open or know by another name. `content`
 * is read again where the folder takes no new file.
 */
export async function writeExportedFile(path: string, content: () => Iterable<string>): Promise<void> {
  const target = await realpath(path).catch(() => path);
  const written = join(dirname(target), `.${crypto.randomUUID()}.tmp`);
  try {
    await writeFile(written, content(), { mode: EXPORT_MODE, flag: 'wx' });
    await rename(written, target);
  } catch (error) {
    await rm(written, { force: true });
    if (!noNewFile.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    // The folder takes no new file, so the content goes into the old one, if there is one.
    await chmod(target, EXPORT_MODE).catch(() => {
      throw error;
    });
    await writeFile(target, content());
  }
}
