/** Text that is read from right to left, and characters that turn its direction around. */

/**
 * With these characters code can read differently from what it does ("Trojan Source", CVE-2021-42574). Where code and
 * arguments are shown they are made visible and harmless.
 */
const CONTROLS = /[\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** Letters that are read from right to left: Hebrew, Arabic and their neighbours. */
const RIGHT_TO_LEFT =
  /[\u{590}-\u{8ff}\u{200f}\u{fb1d}-\u{fdff}\u{fe70}-\u{fefc}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Whether a text has anything that is read from right to left. */
export function mayTurn(text: string): boolean {
  return RIGHT_TO_LEFT.test(text) || hasBidi(text);
}

/** Whether a text has characters that turn the direction around. */
export function hasBidi(text: string): boolean {
  return text.search(CONTROLS) >= 0;
}

/** The HTML of code with these characters each in an element of its own, which shows its number; copies stay true. */
export function showBidi(html: string): string {
  return html.replaceAll(CONTROLS, (character) => {
    const name = `U+${character.charCodeAt(0).toString(16).toUpperCase()}`;
    return `<span class="bidi" title="${name}">${character}</span>`;
  });
}
