/** Defences of all tools that take a path. */
import type { Defence } from './attack.ts';

const file = 'src/editor/builtInTools/paths.ts';

export const inside: Defence = {
  title: 'paths are looked for inside the workspace folders',
  file,
  name: 'locate.folder',
  as: 'folders[0]',
};
export const realInside: Defence = {
  title: 'the real target of a path is inside its folder',
  file,
  name: 'locate',
  at: 'operand isInside',
  as: '',
};
