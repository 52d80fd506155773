/** Amounts below a cent are shown with four digits, which is as exact as anybody needs. */
const CENT = 10_000;
const LEAST = 100;

/**
 * Formats a price in millionths of a US dollar: `$1.25`, `$0.0042`, in German `1,25 $`. Prices below the last digit are
 * `<$0.0001`.
 */
export function formatPrice(micros: number, locale: string): string {
  const text = (amount: number): string =>
    (amount / 1e6).toLocaleString(locale, {
      style: 'currency',
      currency: 'USD',
      minimumFractionDigits: 2,
      maximumFractionDigits: amount > 0 && amount < CENT ? 4 : 2,
    });
  return micros > 0 && micros < LEAST ? `<${text(LEAST)}` : text(micros);
}

/** Returns `—` if no price is known, and `≥ $0.12` if only a part of the price is known. */
export function spentText(
  { cost, unpriced }: { readonly cost?: number | undefined; readonly unpriced?: boolean | undefined },
  locale: string,
): string {
  if (cost === undefined) return '—';
  return `${unpriced ? '≥ ' : ''}${formatPrice(cost, locale)}`;
}
