/** Finds and clears the cache with what a launcher has installed for a server: a cut installation leaves it broken. */
import { headText } from '../../base/common/cut.ts';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { lstat, realpath, rename, rm } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import type { Launch } from '../definition/definition.ts';
import { launcherOf } from '../definition/launcher.ts';
import { mayHoldVariables } from '../definition/variables.ts';
import { UV_BROKEN, uvCacheOf, type UvCache } from './uvCache.ts';

export interface NpxCache {
  readonly kind: 'npx';
  /** The packages as the definition names them. */
  readonly packages: readonly string[];
  /** The path of npm's cache. */
  readonly root: string;
  /** The name of the folder below `_npx`. */
  readonly name: string;
}

export type LauncherCache = NpxCache | UvCache;

const NPX_BROKEN = [
  /npm (?:error|ERR!).*\b(?:ENOTEMPTY|EINTEGRITY)\b/,
  /Cannot find (?:module|package) .*[\\/]_npx[\\/]/,
];

/** Returns true if a line of output, of the launcher or of the server that it started, tells of a broken cache. */
export function saysBrokenCache({ kind }: LauncherCache, line: string): boolean {
  return (kind === 'npx' ? NPX_BROKEN : UV_BROKEN).some((pattern) => pattern.test(line));
}

/** Returns the cache of the launcher, or undefined if there is none or it cannot be cleared for certain. */
export function launcherCacheOf(launch: Launch): LauncherCache | undefined {
  return npxCacheOf(launch) ?? uvCacheOf(launch);
}

/**
 * Returns the cache of npx, or undefined if the launch is not of npx, if there is no such folder, or if it cannot be
 * known for certain.
 */
export function npxCacheOf(launch: Launch): NpxCache | undefined {
  if (launch.kind !== 'stdio' || !/^npx\b/i.test(launcherOf(launch) ?? '')) return undefined;
  const packages = packagesOf(launch.args);
  const root = npmCache({ ...inheritedEnvironment(process.env, launch.inheritEnv), ...launch.env });
  if (packages.length === 0 || root === undefined || !isAbsolute(root)) return undefined;
  if ([...packages, root].some(mayHoldVariables)) return undefined;
  // libnpmexec names the folder like this (lib/index.js).
  const key = [...packages].sort((one, other) => one.localeCompare(other, 'en')).join('\n');
  const name = headText(createHash('sha512').update(key).digest('hex'), 16);
  return existsSync(join(root, '_npx', name)) ? { kind: 'npx', packages, root, name } : undefined;
}

/** Options without a value. Any other option may move the cache, or have a value that looks like a package. */
const switches = new Set(['-y', '--yes', '-q', '--quiet', '--silent', '--prefer-online', '--prefer-offline']);

function packagesOf(args: readonly string[]): readonly string[] {
  const packages: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    if (arg === '-p' || arg === '--package') packages.push(args[(at += 1)] ?? '');
    else if (arg.startsWith('--package=')) packages.push(arg.slice('--package='.length));
    else if (!arg.startsWith('-') || arg === '--')
      return (packages.length > 0 ? packages : [arg === '--' ? (args[at + 1] ?? '') : arg]).filter(
        isOfRegistry,
      );
    else if (!switches.has(arg)) return [];
  }
  return packages.filter(isOfRegistry);
}

/** Returns true for a package of a registry. A folder is not one: npx names its cache by the resolved path. */
function isOfRegistry(spec: string): boolean {
  return /^(@[\w.~-]+\/)?[\w.~-]+(@[^\s/\\]+)?$/.test(spec) && !spec.startsWith('.');
}

/** Returns the path of npm's cache by npm's variable, or its default. A `.npmrc` is not read. */
function npmCache(env: Readonly<Record<string, string | null>>): string | undefined {
  const [, configured] =
    Object.entries(env).find(([name]) => name.toLowerCase() === 'npm_config_cache') ?? [];
  if (typeof configured === 'string') return configured;
  const [base, folder] =
    process.platform === 'win32' ? [env['LOCALAPPDATA'], 'npm-cache'] : [env['HOME'], '.npm'];
  return base ? join(base, folder) : undefined;
}

/**
 * Deletes the folder of a package and nothing else. @throws Error if it is not a folder of the cache itself, such as a
 * link
 */
export async function deleteCacheFolder({ root, name }: Pick<NpxCache, 'root' | 'name'>): Promise<void> {
  const parent = join(await realpath(root), '_npx');
  const folder = join(parent, name);
  const isOwn = async (path: string): Promise<boolean> =>
    (await realpath(path)) === path && (await lstat(path)).isDirectory();
  if (!/^[0-9a-f]{16}$/.test(name) || !(await isOwn(folder)))
    throw new Error(`${folder} is not a folder of the cache.`);
  // The folder is renamed before it is deleted, as a folder that is half deleted would be another broken one.
  const removed = join(parent, `${name}.${randomUUID()}`);
  await rename(folder, removed);
  if (!(await isOwn(removed))) throw new Error(`${folder} has changed.`);
  // `rm` removes links without following them.
  await rm(removed, { recursive: true, force: true, maxRetries: 3 });
}
