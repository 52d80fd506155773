/** Finds the other names that links give a file. */
import { dirname, join, relative } from 'node:path';
import { isInside, realTarget } from './realPaths.ts';

export interface Link {
  readonly path: string;
  readonly target: string;
}

const AT_ONCE = 64;

/** Resolves links each time anew, because a path can lead elsewhere although the link itself has not changed. */
export async function targetsOf(links: readonly string[]): Promise<readonly Link[]> {
  const found: Link[] = [];
  for (let start = 0; start < links.length; start += AT_ONCE) {
    const some = links.slice(start, start + AT_ONCE);
    // oxlint-disable-next-line no-await-in-loop -- some at a time
    const targets = await Promise.all(some.map((path) => realTarget(path).catch(() => undefined)));
    for (const [index, path] of some.entries()) {
      const target = targets[index];
      if (target !== undefined) found.push({ path, target });
    }
  }
  return found;
}

const MAX_ALIASES = 2_000;
/** Most links in one name. */
const MAX_LINKS = 6;

interface Alias {
  readonly path: string;
  readonly links: number;
  /** One of its links leads to a folder that contains the link itself. A second such link would only go in a circle. */
  readonly isRound: boolean;
}

/**
 * Returns the other paths by which links lead to the file, including those through several links: `.github -> a`, `a/b
 * -> c`.
 */
export function aliasesOf(
  real: string,
  links: readonly Link[],
): { readonly aliases: readonly string[]; readonly isWhole: boolean } {
  const byTarget = Map.groupBy(links, ({ target }) => target);
  const found = new Map<string, Alias>([[real, { path: real, links: 0, isRound: false }]]);
  let isWhole = true;
  for (const alias of found.values()) {
    if (alias.links >= MAX_LINKS) continue;
    for (let at = alias.path; ; at = dirname(at)) {
      for (const { path: link, target } of byTarget.get(at) ?? []) {
        const goesRound = isInside(link, target);
        if (goesRound && alias.isRound) continue;
        const path = join(link, relative(at, alias.path));
        if (found.has(path)) continue;
        if (found.size > MAX_ALIASES) isWhole = false;
        else found.set(path, { path, links: alias.links + 1, isRound: goesRound || alias.isRound });
      }
      if (dirname(at) === at) break;
    }
  }
  found.delete(real);
  return { aliases: [...found.keys()], isWhole };
}
