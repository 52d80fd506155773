/** The themes that pictures are taken in, with the word for each in their names. */
import type { Theme } from '../../../scripts/host/settings.ts';

export const themes: readonly (readonly [string, Theme])[] = [
  ['dark', 'Dark Modern'],
  ['light', 'Light Modern'],
  ['high-contrast', 'Default High Contrast'],
  ['high-contrast-light', 'Default High Contrast Light'],
];
