const MAX_PASTED = 32_768;

/**
 * Returns the query of the address that a browser ends at after a sign-in. Takes the address or the text behind its "?".
 * Returns undefined if it is not that of a sign-in.
 */
export function redirectQuery(pasted: string): URLSearchParams | undefined {
  const text = pasted.trim().replace(/^["'<]+|["'>]+$/g, '');
  if (text.length > MAX_PASTED) return undefined;
  const [address = ''] = text.split('#');
  const query = new URLSearchParams(address.slice(address.indexOf('?') + 1));
  const isAnswer = query.has('state') && (query.has('code') || query.has('error'));
  return isAnswer ? query : undefined;
}
