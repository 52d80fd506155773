import { t } from '@vscode/l10n';

/** Name of the key that is held for shortcuts. */
export function controlKey(): string {
  return /Mac/.test(navigator.userAgent) ? '⌘' : t('Ctrl');
}
