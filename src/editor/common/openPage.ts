import { t } from '@vscode/l10n';
import { openExternal, showErrorMessage } from '../ui/index.ts';

/**
 * Passes a string, which the types of VS Code do not allow: a `Uri` is encoded again, and an address that contains
 * another one would lead elsewhere.
 */
export async function openPage(url: string): Promise<boolean> {
  const { protocol } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') return false;
  try {
    return await openExternal(url);
  } catch (error) {
    void showErrorMessage(
      t('The page could not be opened: {0}', error instanceof Error ? error.message : String(error)),
    );
    return false;
  }
}
