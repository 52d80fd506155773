/** Pages outside of the editor. */
import { t } from '@vscode/l10n';
import { openExternal, showErrorMessage } from '../ui/index.ts';

/**
 * Opens the page of a question that the user accepted. As a string, which the editor's types do not know: a
 * `Uri` would be encoded anew, and an address that carries another one inside would lead elsewhere.
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
