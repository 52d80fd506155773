import { t } from '@vscode/l10n';
import { readModelSettings, readProfiles, readSetting } from '../settings/settings.ts';

/** The editor, the chosen profile, or the host of the endpoint, without a request. */
export function endpointLabel(): string {
  if (readSetting('model.provider') === 'editor') return t('the editor');
  const { chosen } = readProfiles();
  if (chosen !== undefined) return chosen;
  const { baseURL = process.env['OPENAI_BASE_URL'] } = readModelSettings();
  return URL.parse(baseURL || 'https://api.openai.com/v1')?.host ?? t('an invalid address');
}
