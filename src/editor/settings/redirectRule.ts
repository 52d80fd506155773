/**
 * Allows only HTTPS and this machine (MCP 2025-11-25, basic/authorization, "Communication Security"). VS Code's own
 * scheme is refused, because any program can claim it.
 */
export function isAllowedRedirect(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  return protocol === 'http:' && /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

/** A URL of client metadata must be https and have a path. */
export function clientMetadataUrlOf(text: string): string | undefined {
  const url = text.trim();
  if (!URL.canParse(url)) return undefined;
  const { protocol, pathname } = new URL(url);
  return protocol === 'https:' && pathname !== '/' ? url : undefined;
}
