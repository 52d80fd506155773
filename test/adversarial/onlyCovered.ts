/** The rule that stops every write of a file that a permission does not cover, removed with the rule that an attack is about. */
import type { Defence } from './attack.ts';

export const onlyCovered: Defence = {
  title: 'a permission covers known sources and texts only',
  file: 'src/tools/files/protectedFiles.ts',
  name: 'classifyProtected',
  at: '&& why',
  as: '',
};
