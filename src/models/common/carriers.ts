/** Removes invisible characters that can carry a message from texts for the model ("ASCII smuggling"). */
import { isRecord } from '../../base/common/guards.ts';

/** Tested first, because most texts have none. */
export const anyIgnorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/v;

/**
 * Matches what is removed, and in its group what stays. The group is looked for only near an ignorable character,
 * because trying all emoji everywhere is slow. These stay:
 * - emoji as Unicode lists them, with their joiners, selectors and tags (three flags are spelled with tags);
 * - one variation selector after a character that has variants: an ideograph, a mathematical sign, an emoji, and
 *   letters of Myanmar, Phags-pa and Mongolian.
 *
 * These are removed: tags and everything else in their plane (U+E0000 to U+E0FFF), every other variation selector,
 * which can encode a byte, and runs of three or more ignorable characters, which can encode bits.
 */
const keptOrCarrier =
  // oxlint-disable-next-line no-misleading-character-class
  /[\u{E0000}-\u{E0FFF}\u{FE00}-\u{FE0F}]+|[\p{Default_Ignorable_Code_Point}\p{Cf}]{3,}|(?=.{0,2}[\p{Default_Ignorable_Code_Point}\p{Cf}])(\p{RGI_Emoji}|[\p{Unified_Ideograph}\p{Sm}\p{Emoji}\p{Script=Myanmar}\p{Script=Phags_Pa}][\u{FE00}-\u{FE0F}]|\p{Unified_Ideograph}[\u{E0100}-\u{E01EF}]|\p{Script=Mongolian}[\u{180B}-\u{180D}\u{180F}])/gsv;

export function withoutCarriers(text: string): { readonly text: string; readonly removed: number } {
  if (!anyIgnorable.test(text)) return { text, removed: 0 };
  let removed = 0;
  const clean = text.replaceAll(keptOrCarrier, (found: string, kept?: string) => {
    if (kept !== undefined) return kept;
    removed += found.replaceAll(/./gsu, '.').length;
    return '';
  });
  return { text: clean, removed };
}

/** Removes carriers and adds a note: without it, the model could not see that something is missing. */
export function withCarriersNoted(text: string): string {
  const { text: clean, removed } = withoutCarriers(text);
  return removed === 0
    ? clean
    : `${clean}\n[Patchbay removed ${removed} invisible characters from this text.]`;
}

export function valuesWithoutCarriers(value: unknown): unknown {
  if (typeof value === 'string') return withoutCarriers(value).text;
  if (Array.isArray(value)) return value.map(valuesWithoutCarriers);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, valuesWithoutCarriers(each)]));
}

export function hasCarrierInKeys(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasCarrierInKeys);
  return (
    isRecord(value) &&
    Object.entries(value).some(([key, each]) => withoutCarriers(key).removed > 0 || hasCarrierInKeys(each))
  );
}
