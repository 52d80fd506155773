/** Addresses that the host opens; other links in an answer are shown as text. */
export function isOpenable(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s]/i.test(href);
}
