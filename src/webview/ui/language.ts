/** The user's language in a page: its messages, and how it writes numbers. */
import { config } from '@vscode/l10n';

/** The language of the document, which is English until the host says otherwise. */
let tag = 'en';

/** Takes the messages that the host wrote into the document. To be called before anything is drawn. */
export function readLanguage(): void {
  const messages = document.querySelector('#messages')?.textContent;
  if (!messages) return;
  config({ contents: messages });
  tag = document.documentElement.lang;
}

/** A whole number with its thousands apart: `28,000`, in German `28.000`. */
export function wholeNumber(value: number): string {
  return value.toLocaleString(tag);
}

/** A number with one digit after the decimal separator: `1.5`, in German `1,5`. */
export function oneDecimal(value: number): string {
  return value.toLocaleString(tag, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
}

/** A share of 1 in percent: `25%`, in German `25 %`. */
export function percentage(share: number): string {
  return share.toLocaleString(tag, { style: 'percent', useGrouping: false });
}

/**
 * How dates and times are written; English has more than one way, and there it is the system's. To be asked for once
 * the page is drawn, when the language is known.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag === 'en' ? undefined : tag, options);
}
