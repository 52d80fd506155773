/** Part of scripts that look at what changed: runs git in this repository. */
import { execFileSync } from 'node:child_process';
import { repoRoot } from './host/cache.ts';

/** Returns the standard output. @throws when git is missing or fails. */
export function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: repoRoot, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/** The commit where the branch left main; HEAD where there is no main to compare with. */
export function mergeBase(): string {
  for (const branch of ['origin/main', 'main'])
    try {
      return git('merge-base', 'HEAD', branch).trim();
    } catch {
      // There is no such branch, or it has nothing in common with this one.
    }
  return 'HEAD';
}
