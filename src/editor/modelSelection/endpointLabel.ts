/** Where the chosen model is, in a word. */
import { t } from '@vscode/l10n';
import { readModelSettings, readProfiles, readSetting } from '../settings/settings.ts';

/** The editor itself, the name of the chosen profile, or else the host of the settings' endpoint, without asking anything. */
export function endpointLabel(): string {
  if (readSetting('model.provider') === 'editor') return t('the editor');
  const { chosen } = readProfiles();
  if (chosen !== undefined) return chosen;
  const { baseURL = process.env['OPENAI_BASE_URL'] } = readModelSettings();
  return URL.parse(baseURL || 'https://api.openai.com/v1')?.host ?? t('an invalid address');
}
