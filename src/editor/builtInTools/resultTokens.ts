import { readSetting } from '../settings/settings.ts';

/**
 * Share of `patchbay.maxResultTokens` that a result takes. The rest is for lines that say what is left out, and for
 * models that count more tokens than the estimate.
 */
const SHARE = 0.8;

/** Returns the tokens, by the estimate, up to which the model gets a result whole. */
export function resultTokens(): number {
  return readSetting('maxResultTokens') * SHARE;
}
