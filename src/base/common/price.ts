/** In millionths of a US dollar. Below that, four digits say as much as anybody wants to know. */
const CENT = 10_000;
const LEAST = 100;

/** `$1.25`, `$0.0042`, in German `1,25 $`; what is less than the last digit is `<$0.0001`. `micros`: millionths. */
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

/** `—` where no price is known, `≥ $0.12` where that of a part is not. */
export function spentText(
  { cost, unpriced }: { readonly cost?: number | undefined; readonly unpriced?: boolean | undefined },
  locale: string,
): string {
  if (cost === undefined) return '—';
  return `${unpriced ? '≥ ' : ''}${formatPrice(cost, locale)}`;
}
