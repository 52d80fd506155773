/** Which links the chat offers to follow. Anything else in an answer is shown as text. */

/** True for the addresses that the host opens: http, https and mailto. */
export function isOpenable(href: string): boolean {
  return /^(?:https?:\/\/|mailto:)[^\s]/i.test(href);
}
