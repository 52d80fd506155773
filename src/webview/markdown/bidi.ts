/** Text that is read from right to left. */
import { hasHidden } from './hiddenText.ts';

/** Letters that are read from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{200f}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has anything that is read from right to left, or characters that could turn the direction around. */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) || hasHidden(text);
}
