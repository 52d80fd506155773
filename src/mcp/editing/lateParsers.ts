/**
 * Gives the parsers of YAML and TOML. A bundle has another version of this file, by esbuild.mjs, which loads them when
 * they are first needed.
 */
import { tomlValue, yamlValue } from '../../base/node/structuredValue.ts';

export function parsers(): { readonly yamlValue: typeof yamlValue; readonly tomlValue: typeof tomlValue } {
  return { yamlValue, tomlValue };
}
