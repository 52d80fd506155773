/**
 * Files and folders for this user alone: they hold what was said and what tools have brought. On Windows nothing
 * is done: modes mean nothing there, and the profile folder that they are in has an access list of its own.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

const FOLDER = 0o700;
const FILE = 0o600;
/** What SQLite puts beside a database. It gives new ones the mode of the database. */
const companions = ['-wal', '-shm', '-journal'] as const;

/** Makes the folder, or takes an existing one's access for others away. */
export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER });
  tighten(path, FOLDER);
}

/** Makes the database file, empty, unless it is there, and takes the access of others to it away. */
export function makePrivateDatabase(path: string): void {
  if (process.platform === 'win32') return;
  // Before SQLite makes it: nobody can have opened it in between.
  closeSync(openSync(path, 'a', FILE));
  tighten(path, FILE);
  for (const suffix of companions) tighten(`${path}${suffix}`, FILE);
}

/** Takes away what the mode does not have. What belongs to somebody else, or is not there, stays as it is. */
function tighten(path: string, mode: number): void {
  if (process.platform === 'win32') return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, found.mode & mode);
  } catch {
    // Some file systems have no modes. That is no reason to keep nothing.
  }
}
