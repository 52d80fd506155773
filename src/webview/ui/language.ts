import { config } from '@vscode/l10n';
import type { Usage } from '../../protocol/index.ts';
import { spentText } from '../../base/common/price.ts';

/** The language is English until the host says otherwise. */
let tag = 'en';

export function readLanguage(): void {
  const messages = document.querySelector('#messages')?.textContent;
  if (!messages) return;
  config({ contents: messages });
  tag = document.documentElement.lang;
}

/** Tag of the language, such as `de`. */
export function language(): string {
  return tag;
}

/** `28,000`, in German `28.000`. */
export function wholeNumber(value: number): string {
  return value.toLocaleString(tag);
}

/** `1.5`, in German `1,5`. */
export function oneDecimal(value: number): string {
  return value.toLocaleString(tag, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
    useGrouping: false,
  });
}

/** `25%`, in German `25 %`. */
export function percentage(share: number): string {
  return share.toLocaleString(tag, { style: 'percent', useGrouping: false });
}

/** `$0.12`, in German `0,12 $`; `—` where no price is known. */
export function spent(usage: Pick<Usage, 'cost' | 'unpriced'>): string {
  return spentText(usage, tag);
}

/** English has several formats, so there the system's locale decides. Call once the language is known. */
export function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(tag === 'en' ? undefined : tag, options);
}
