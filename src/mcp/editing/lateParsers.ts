/** In a bundle, esbuild.mjs puts a version in place of this file that loads the parsers when they are first needed. */
import { tomlValue, yamlValue } from '../../base/node/structuredValue.ts';

export function parsers(): { readonly yamlValue: typeof yamlValue; readonly tomlValue: typeof tomlValue } {
  return { yamlValue, tomlValue };
}
