/** Small pieces of text that the rows of the tree share. */

/** Text of servers and settings as it is, whatever markdown or icon it would make. */
export function plain(text: string): string {
  return text.replaceAll('&', '&amp;').replace(/[\\`*_{}[\]()#+\-.!~|<>$]/g, '\\$&');
}

/** What stands before the first line break. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? '';
}
