/** Reads from the disk what decides about a change to a file. Takes real paths. */
import { lstat, open } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { comparableNames } from './pathPatterns.ts';

export interface Standing {
  readonly exists: boolean;
  /** The file is executable by its mode, or because it begins with `#!`. */
  readonly isExecutable: boolean;
}

const EXECUTE = 0o111;

export async function standingOf(real: string, platform = process.platform): Promise<Standing> {
  const found = await lstat(real).catch(() => undefined);
  if (found?.isFile() !== true) return { exists: found !== undefined, isExecutable: false };
  const isScript = beginsAsScript(await firstCharacters(real), real);
  const isMarked = platform !== 'win32' && (found.mode & EXECUTE) !== 0;
  return { exists: true, isExecutable: isScript || (isMarked && !(await marksEveryFile(real))) };
}

/** The system runs such a file with the program that its first line names. */
export function beginsAsScript(text: string, path: string): boolean {
  // These characters begin an attribute of the file in Rust.
  const isAttribute = /^\uFEFF?#!\s*\[/.test(text) && extname(path).toLowerCase() === '.rs';
  return /^\uFEFF?#!/.test(text) && !isAttribute;
}

async function firstCharacters(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}

/**
 * Returns whether the file system marks every file as executable, as shared folders and Windows' disks in WSL do. Files
 * that git writes for itself show it, because git marks none of them. All repositories above count, because an archive
 * could bring one.
 */
async function marksEveryFile(real: string): Promise<boolean> {
  let isMarked = false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    const git = await lstat(join(folder, '.git')).catch(() => undefined);
    const written = git?.isDirectory() ? await lstat(join(folder, '.git/HEAD')).catch(() => undefined) : git;
    if (git) {
      isMarked = written?.isFile() === true && (written.mode & EXECUTE) !== 0;
      if (!isMarked) return false;
    }
    if (dirname(folder) === folder) return isMarked;
  }
}

/** Files and folders that mark an environment of Python or conda, or a cache, such as the output of cargo. */
const marks = ['pyvenv.cfg', 'conda-meta', 'CACHEDIR.TAG'];
/** Folders of an environment. If the environment is the workspace folder or above it, its sources are beside these. */
const ofEnvironment = new Set(['bin', 'lib', 'lib64', 'scripts', 'include', 'share', 'etc', 'conda-meta']);

/** The file is in an environment, which can have any name. */
export async function inEnvironment(real: string, realFolder: string): Promise<boolean> {
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    const found = await Promise.all(
      marks.map((mark) =>
        lstat(join(folder, mark)).then(
          () => true,
          () => false,
        ),
      ),
    );
    if (found.includes(true)) {
      const isBelow = relative(realFolder, folder) !== '' && !relative(realFolder, folder).startsWith('..');
      const [first = ''] = comparableNames(relative(folder, real));
      if (isBelow || ofEnvironment.has(first) || first === 'pyvenv.cfg') return true;
    }
    if (dirname(folder) === folder) return false;
  }
}
