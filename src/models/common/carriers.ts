/** Takes invisible characters that can carry a message out of what a model reads ("ASCII smuggling"). */
import { isRecord } from '../../base/common/guards.ts';

/** Tested first: most texts have none. */
export const anyIgnorable = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/v;

/**
 * What may stay, in the group (looked for only near an ignorable character: trying all emoji everywhere is slow):
 * - emoji as Unicode lists them, with their joiners, selectors and tags (three flags are spelled with tags);
 * - one variation selector after a character that has variants: an ideograph, a mathematical sign, an emoji, and
 *   letters of Myanmar, Phags-pa and Mongolian.
 *
 * What goes: tags and all else in their plane (U+E0000 to U+E0FFF), every other variation selector, each of which is a
 * byte to those who use them so, and runs of three or more ignorable characters, which spell bits.
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

/** A text with something removed reads like one that never had it, so the model is told. */
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
