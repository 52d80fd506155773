/** Which redirect addresses MCP allows. */

/**
 * Whether it is https, or http to this machine (specification 2025-11-25, basic/authorization, "Communication
 * Security"). A scheme of the editor's own, which any program could claim, is neither.
 */
export function isAllowedRedirect(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** The address of a client's metadata as the setting may have it: https, with a path. Else undefined. */
export function clientMetadataUrlOf(text: string): string | undefined {
  const url = text.trim();
  if (!URL.canParse(url)) return undefined;
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && pathname !== '/' ? url : undefined;
}
