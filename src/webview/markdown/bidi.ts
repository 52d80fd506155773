import { hasHidden } from './hiddenText.ts';

/** Hebrew, Arabic and related scripts. */
const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{200f}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether the text may need `dir="auto"`: right-to-left letters, or characters that turn the direction. */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) || hasHidden(text);
}
