/** What the disk says of a file that is to be changed. Takes real paths. */
import { lstat, open } from 'node:fs/promises';
import { dirname, extname, join, relative } from 'node:path';
import { comparableNames } from './pathPatterns.ts';

export interface Standing {
  readonly exists: boolean;
  /** By its mode, or because it begins with `#!`. */
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

/** A kernel hands a file that begins so to the program that it names. */
export function beginsAsScript(text: string, path: string): boolean {
  // In Rust it begins an attribute of the file.
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
 * Shared folders and Windows' disks in WSL mark all files. What git has written shows it: it marks none itself. All
 * repositories above count, as an archive could bring one.
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

/** What makes a folder an environment of Python or conda, or a cache, such as the output of cargo. */
const marks = ['pyvenv.cfg', 'conda-meta', 'CACHEDIR.TAG'];
/** Where an environment is the workspace folder itself, or above, sources are beside its own folders. */
const ofEnvironment = new Set(['bin', 'lib', 'lib64', 'scripts', 'include', 'share', 'etc', 'conda-meta']);

/** Whether the file is in an environment, which can have any name. */
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
