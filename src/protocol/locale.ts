/** How numbers and dates are written for the user. */
import { t } from '@vscode/l10n';

/** The tag of the language that Patchbay speaks (`de`), for `Intl` and what is built on it. Known once `t` is. */
export function locale(): string {
  return t({ message: 'en', comment: 'the tag of this language, for numbers and dates' });
}
