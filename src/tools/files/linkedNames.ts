/** With `.vscode -> editor`, `editor/settings.json` is a setting; with `core.hooksPath`, any folder has hooks. */
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { comparableNames } from './pathPatterns.ts';
import { classifyProtected, type Protection } from './protectedFiles.ts';
import { isInside, realTarget } from './realPaths.ts';

const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 4;

/** How a real path is protected because a protected name leads to it. `folder` is a real path. */
export async function protectedByLink(real: string, folder: string): Promise<Protection | undefined> {
  const found: Protection[] = [];
  const add = async (link: string): Promise<void> => {
    const protection = classifyProtected(relative(folder, link));
    const target = protection && (await realTarget(link).catch(() => undefined));
    if (protection && target !== undefined && isInside(real, target)) found.push(protection);
  };
  let left = MAX_ENTRIES;
  const look = async (parent: string, depth: number): Promise<void> => {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const path = join(parent, entry.name);
      if (entry.isSymbolicLink()) await add(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH && isLookedInto(relative(folder, path)))
        await look(path, depth + 1);
    }
  };
  await look(folder, 0);
  for (const path of await gitPaths(folder)) if (isInside(real, await realTarget(path))) found.push(hooks);
  return found.find(({ kind }) => kind === 'forbidden') ?? found[0];
}

const hooks: Protection = { kind: 'protected', why: 'git' };

/** Without what is too large: objects of a repository, installed packages. */
function isLookedInto(path: string): boolean {
  const names = comparableNames(path);
  if (!names[0]?.startsWith('.')) return false;
  return !names.some((name) => ['objects', 'refs', 'logs', 'node_modules', '.venv', '.cache'].includes(name));
}

/** Hooks and further files that the repository's configuration names. */
async function gitPaths(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, '.git/config'), 'utf8').catch(() => '');
  const setting =
    /^[ \t]*(?:hookspath|path|attributesfile|excludesfile|fsmonitor)[ \t]*=[ \t]*"?([^"\r\n#;]+)/gim;
  return [...text.slice(0, 1_000_000).matchAll(setting)].flatMap(([, value = '']) => {
    const path = value.trim();
    return path === '' || path.startsWith('~') ? [] : [join(folder, path), join(folder, '.git', path)];
  });
}
