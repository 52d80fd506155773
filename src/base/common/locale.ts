import { t } from '@vscode/l10n';

/** Tag of the user's language, such as `de`, for numbers. It is right only after translations are loaded. */
export function locale(): string {
  return t({ message: 'en', comment: 'the tag of this language, for numbers and dates' });
}

/**
 * Tag for dates and times. English leaves the choice to the system, because English has several ways to write a date.
 */
export function dateLocale(): string | undefined {
  return locale() === 'en' ? undefined : locale();
}
