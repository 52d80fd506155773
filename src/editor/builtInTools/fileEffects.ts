/** Tells which file a call reads or changes, so that the calls of a step come in an order where they need one. */
import { hasOtherNames, type ToolEffect } from '../../tools/index.ts';
import { locate, locateToRead } from './paths.ts';
import type { Place } from './protection.ts';

export const readsFile: ToolEffect = { kind: 'reads', fileOf: keyBy(locateToRead) };
export const changesFile: ToolEffect = { kind: 'changes', fileOf: keyBy(locate) };

/**
 * Returns a key that all paths of a file have: links are followed, and letters are alike in any case, because a file
 * that is not there yet has no spelling on the disk. A file with other names may be any file.
 */
function keyBy(find: (path: string) => Promise<Place>): NonNullable<ToolEffect['fileOf']> {
  return async ({ path }) => {
    if (typeof path !== 'string') return undefined;
    const { real } = await find(path);
    return (await hasOtherNames(real)) ? undefined : real.normalize('NFC').toLowerCase();
  };
}
