/** Makes files that only this user can read. Windows needs nothing: the profile folder has an access list. */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs';

const FOLDER = 0o700;
const FILE = 0o600;
/** Files that SQLite puts beside a database. They get its mode. */
const companions = ['-wal', '-shm', '-journal'] as const;

export function makePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: FOLDER });
  tighten(path, FOLDER);
}

export function makePrivateDatabase(path: string): void {
  if (process.platform === 'win32') return;
  // The file is created before SQLite does, so that nobody can open it in between.
  closeSync(openSync(path, 'a', FILE));
  tighten(path, FILE);
  for (const suffix of companions) tighten(`${path}${suffix}`, FILE);
}

function tighten(path: string, mode: number): void {
  if (process.platform === 'win32') return;
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || (found.mode & 0o777 & ~mode) === 0) return;
  try {
    chmodSync(path, found.mode & mode);
  } catch {
    // Some file systems have no modes.
  }
}
