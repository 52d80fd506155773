/**
 * Finds a custom tool's files by reading them. A file that this misses cannot be loaded (customGuard.ts) until the user
 * confirms it.
 */
import { realpathSync, statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ImportResolver } from './customImports.ts';
import { sha256 } from '../base/node/hash.ts';

/** A file of a tool. The links in `path` are resolved, as Node does it. */
export interface ToolModule {
  readonly path: string;
  readonly digest: string;
  readonly bytes: Buffer;
}

export interface ToolDigests {
  readonly files: Readonly<Record<string, string>>;
  readonly digest: string;
}

interface Content {
  readonly size: number;
  readonly digest: string;
  readonly specifiers: readonly string[];
}

const MAX_FILES = 2_000;
const MAX_BYTES = 30 * 1024 * 1024;
/** Time in ms within which a changed file may change again and keep its time: FAT's clock has steps of 2 s. */
const RECENT_MS = 2_500;
const MAX_REMEMBERED = 20_000;
const CODE = /\.[mc]?[jt]s$|^[^.]*$/;
/** Text after these words is loaded, and so may be any relative path. When in doubt it finds more. */
const SPECIFIER =
  /(?:(?:\bfrom|\bimport|\brequire|\.resolve)\s*\(?\s*|(?=["'`]\.{1,2}\/))(?<quote>["'`])(?<specifier>(?:(?!\k<quote>)[^\\\n]){1,1000})\k<quote>/g;

export class TooManyModules extends Error {
  override readonly name = 'TooManyModules';
}

/** `extra` are files that the tool is known to load. @throws TooManyModules, and what reading the entry throws */
export async function modulesOf(entry: string, extra: readonly string[] = []): Promise<ToolModule[]> {
  const modules: ToolModule[] = [];
  await walk(entry, extra, async (path) => {
    const bytes = await readFile(path);
    const content = contentOf(path, bytes);
    modules.push({ path, digest: content.digest, bytes });
    return content;
  });
  return modules.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

export class ModuleDigests {
  private readonly known = new Map<string, Content & { readonly stamp: string }>();

  /**
   * A file that is replaced with the same times and inode keeps its old digest here. The tool's process still does not
   * load it.
   */
  async of(entry: string, extra: readonly string[] = []): Promise<ToolDigests> {
    const found: [path: string, digest: string][] = [];
    await walk(entry, extra, async (path) => {
      const content = await this.contentOf(path);
      found.push([path, content.digest]);
      return content;
    });
    return moduleDigests(found);
  }

  private async contentOf(path: string): Promise<Content> {
    // Node reads package.json itself, and the tool's process does not compare it with a digest.
    if (basename(path) === 'package.json') return contentOf(path, await readFile(path));
    const { dev, ino, size, mtimeNs, ctimeNs, ctimeMs } = statSync(path, { bigint: true });
    const stamp = [dev, ino, size, mtimeNs, ctimeNs].join();
    const known = this.known.get(path);
    if (known?.stamp === stamp) return known;
    const isRecent = Date.now() - Number(ctimeMs) < RECENT_MS;
    const content = contentOf(path, await readFile(path));
    if (this.known.size >= MAX_REMEMBERED) this.known.clear();
    if (isRecent) this.known.delete(path);
    else this.known.set(path, { ...content, stamp });
    return content;
  }
}

export function moduleDigests(files: readonly (readonly [path: string, digest: string])[]): ToolDigests {
  const sorted = files.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { files: Object.fromEntries(sorted), digest: sha256(JSON.stringify(sorted)) };
}

async function walk(
  entry: string,
  extra: readonly string[],
  read: (path: string) => Promise<Content>,
): Promise<void> {
  const resolver = new ImportResolver();
  const start = realpathSync(entry);
  const done = new Set<string>();
  const wanted = [start, ...extra.flatMap((path) => resolver.fileAt(path))];
  let size = 0;
  for (let path = wanted.pop(); path !== undefined; path = wanted.pop()) {
    if (done.has(path)) continue;
    done.add(path);
    // oxlint-disable-next-line no-await-in-loop -- which files come next, only this one says
    const content = await read(path).catch((error: unknown) => {
      if (path === start) throw error;
      // The file is gone, so the tool's process cannot load it either.
    });
    if (!content) continue;
    size += content.size;
    if (done.size > MAX_FILES || size > MAX_BYTES) throw new TooManyModules();
    const folder = dirname(path);
    for (const specifier of content.specifiers) wanted.push(...resolver.filesFor(specifier, folder));
    // The manifest decides how the file is read, and what its imports mean.
    wanted.push(...resolver.manifestAbove(folder));
  }
}

function contentOf(path: string, bytes: Buffer): Content {
  const imports = CODE.test(basename(path)) ? bytes.toString().matchAll(SPECIFIER) : [];
  const specifiers = new Set([...imports].map(({ groups }) => groups?.['specifier'] ?? ''));
  return { size: bytes.length, digest: sha256(bytes), specifiers: [...specifiers] };
}
