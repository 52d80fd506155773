/** Where the chosen model is, in a word. */
import { readModelSettings, readProfiles } from './settings.ts';

/** The name of the chosen profile, else the host of the settings' endpoint, without asking anything. */
export function endpointLabel(): string {
  const { chosen } = readProfiles();
  if (chosen !== undefined) return chosen;
  const { baseURL = process.env['OPENAI_BASE_URL'] } = readModelSettings();
  return URL.parse(baseURL || 'https://api.openai.com/v1')?.host ?? 'an address that cannot be used';
}
