/**
 * Characters that turn the direction of text around: with them code can read differently from what it does
 * ("Trojan Source", CVE-2021-42574). Where code and arguments are shown they are made visible and harmless.
 */
const CONTROLS = /[\u{202a}-\u{202e}\u{2066}-\u{2069}]/gu;

/** Whether a text has such characters. */
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
