/** Reads git's configuration of a repository, both as git reports it and from its files (decision 044). */
import { statSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isSettled, stampOf } from './fileStamp.ts';
import { parseConfig, type ConfigEntry } from './gitConfigText.ts';
import type { GitProgram } from './gitProgram.ts';
import type { Repository } from './gitRepository.ts';

export interface ConfigSetting extends ConfigEntry {
  /** The file that contains the setting. */
  readonly file: string;
}

const MAX_FILE_BYTES = 1_000_000;
/** Most files of one repository, including those that they include. */
const MAX_FILES = 700;
const MAX_WORKTREES = 500;
const MAX_KEPT = 4_000;

export interface Configuration {
  /** Settings, the least important first. */
  readonly settings: readonly ConfigSetting[];
  /** False if a file could not be read. */
  readonly isWhole: boolean;
}

interface Kept {
  readonly configuration: Promise<Configuration>;
  /** Stamps by path; a missing file has an empty one. Resolves with undefined if a file was written just now. */
  readonly stamps: Promise<ReadonlyMap<string, string> | undefined>;
}

const kept = new Map<string, Kept>();

/** Returns the settings of all files. Without a repository, it returns those of the user and the machine. */
export async function configurationOf(
  repository: Repository | undefined,
  git: GitProgram | undefined,
): Promise<Configuration> {
  const key = [repository?.folder, repository?.gitFolder, git?.path, homedir()].join('\0');
  const known = kept.get(key);
  if (known && (await isCurrent(known))) return known.configuration;
  const reading = read(repository, git);
  const next: Kept = {
    configuration: reading,
    stamps: reading.then(({ stamps }) => stamps),
  };
  kept.delete(key);
  kept.set(key, next);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_KEPT) break;
    kept.delete(oldest);
  }
  return next.configuration;
}

/** Returns the user's files with ignore rules. Git uses one of them, but only git knows which. */
export async function excludesFilesOf(repository: Repository | undefined): Promise<readonly string[]> {
  const { settings } = await configurationOf(repository, undefined);
  const named = settings.flatMap(({ key, value, file }) =>
    key === 'core.excludesfile' && value !== ''
      ? [resolvePath(value, repository?.folder ?? dirname(file)) ?? '']
      : [],
  );
  return named.length > 0 ? named : [join(configFolder(), 'git', 'ignore')];
}

/** Returns undefined for a path that begins with a user's name or a folder of git's installation. */
export function resolvePath(value: string, base: string): string | undefined {
  if (value === '~' || /^~[/\\]/.test(value)) return join(homedir(), value.slice(1));
  if (/^~|^%\(/.test(value)) return undefined;
  return isAbsolute(value) ? resolve(value) : resolve(base, value);
}

/** Every file is still the one that was read. The first check waits for the reading itself. */
async function isCurrent({ stamps }: Kept): Promise<boolean> {
  const files = await stamps;
  return files !== undefined && [...files].every(([path, stamp]) => lookAt(path).stamp === stamp);
}

/** Checks without a promise, because a workspace can have a thousand repositories with some files each. */
function lookAt(path: string): { readonly stamp: string; readonly isSettled: boolean } {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found) return { stamp: stampOf(found), isSettled: isSettled(found, Date.now()) };
  } catch {
    // An unreadable file counts as missing.
  }
  return { stamp: '', isSettled: true };
}

async function read(
  repository: Repository | undefined,
  git: GitProgram | undefined,
): Promise<Configuration & { readonly stamps: ReadonlyMap<string, string> | undefined }> {
  const looks = new Map<string, ReturnType<typeof lookAt>>();
  const note = (path: string): void => {
    if (!looks.has(path)) looks.set(path, lookAt(path));
  };
  const settings: ConfigSetting[] = [];
  const { files: pending, isWhole: areAllNamed } = await filesOf(repository);
  let isWhole = areAllNamed;
  const seen = new Set<string>();
  // A condition can include a file for one branch only.
  if (repository) note(join(repository.gitFolder, 'HEAD'));
  if (repository) note(join(repository.commonFolder, 'worktrees'));
  for (let file = pending.shift(); file !== undefined; file = pending.shift()) {
    if (seen.has(file)) continue;
    if (seen.size >= MAX_FILES) {
      isWhole = false;
      break;
    }
    seen.add(file);
    // The stamp is taken before reading, so that a change in between is noticed.
    note(file);
    // oxlint-disable-next-line no-await-in-loop -- one file names the next
    const text = await readText(file);
    if (text === undefined) isWhole = false;
    for (const entry of parseConfig(text ?? '')) {
      settings.push({ ...entry, file });
      const included = isInclude(entry.key) ? resolvePath(entry.value, dirname(file)) : undefined;
      if (included !== undefined) pending.push(included);
    }
  }
  const said = await saidByGit(repository, git);
  for (const { file } of said) note(file);
  const isKeepable = [...looks.values()].every((look) => look.isSettled);
  const stamps = new Map([...looks].map(([path, { stamp }]) => [path, stamp]));
  return { settings: [...settings, ...said], isWhole, stamps: isKeepable ? stamps : undefined };
}

/** The key includes a file, whether its condition holds today or not. */
function isInclude(key: string): boolean {
  return key === 'include.path' || (key.startsWith('includeif.') && key.endsWith('.path'));
}

async function filesOf(
  repository: Repository | undefined,
): Promise<{ readonly files: string[]; readonly isWhole: boolean }> {
  const usual = ['/etc/gitconfig', join(configFolder(), 'git', 'config'), join(homedir(), '.gitconfig')];
  if (!repository) return { files: usual, isWhole: true };
  const { gitFolder, commonFolder } = repository;
  const worktrees = await readdir(join(commonFolder, 'worktrees')).catch(() => []);
  const folders = [
    gitFolder,
    ...worktrees.slice(0, MAX_WORKTREES).map((name) => join(commonFolder, 'worktrees', name)),
  ];
  return {
    files: [
      ...usual,
      join(commonFolder, 'config'),
      ...folders.map((folder) => join(folder, 'config.worktree')),
    ],
    isWhole: worktrees.length <= MAX_WORKTREES,
  };
}

function configFolder(): string {
  const named = process.env['XDG_CONFIG_HOME'];
  return named !== undefined && isAbsolute(named) ? named : join(homedir(), '.config');
}

/**
 * Returns an empty text if there is no file, and undefined if it is too large. A pipe is not read: it would never end.
 */
async function readText(path: string): Promise<string | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile()) return '';
    return found.size <= MAX_FILE_BYTES ? await readFile(path, 'utf8') : undefined;
  } catch {
    return '';
  }
}

async function saidByGit(
  repository: Repository | undefined,
  git: GitProgram | undefined,
): Promise<readonly ConfigSetting[]> {
  const output = (await git?.listConfiguration(repository?.gitFolder)) ?? '';
  const parts = output.split('\0');
  const settings: ConfigSetting[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [origin = '', setting = ''] = parts.slice(at, at + 2);
    if (!origin.startsWith('file:')) continue;
    const end = setting.indexOf('\n');
    const [key, value] = end < 0 ? [setting, ''] : [setting.slice(0, end), setting.slice(end + 1)];
    settings.push({ key, value, file: resolve(origin.slice('file:'.length)) });
  }
  return settings;
}
