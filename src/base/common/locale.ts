/** How numbers and dates are written for the user. */
import { t } from '@vscode/l10n';

/** The tag of the language that Patchbay speaks (`de`), for numbers. Known once `t` is. */
export function locale(): string {
  return t({ message: 'en', comment: 'the tag of this language, for numbers and dates' });
}

/** The same for dates and times. English has more than one way to write them: there it is the system's. */
export function dateLocale(): string | undefined {
  return locale() === 'en' ? undefined : locale();
}
