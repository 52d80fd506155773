/** Which themes a story is looked at in. */
import { themeNames, type ThemeName } from '../../../stories/pages/page.ts';

/** The themes for the story with this index: all of them at night, and else one, so that each theme has its turn. */
export function themesFor(index: number): readonly [ThemeName, ...ThemeName[]] {
  const at = index % themeNames.length;
  const [first = themeNames[0], ...others] = [...themeNames.slice(at), ...themeNames.slice(0, at)];
  return process.env['PATCHBAY_NIGHTLY'] === '1' ? [first, ...others] : [first];
}
