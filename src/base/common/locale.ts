import { t } from '@vscode/l10n';

/** The tag of the user's language (`de`), for numbers. Known once translations are set. */
export function locale(): string {
  return t({ message: 'en', comment: 'the tag of this language, for numbers and dates' });
}

/** For dates and times. In English the system's locale, as there are several ways to write them. */
export function dateLocale(): string | undefined {
  return locale() === 'en' ? undefined : locale();
}
