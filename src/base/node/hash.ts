/**
 * Hashes with SHA-256. `node:crypto` is loaded with the first digest, because its import would take a quarter of
 * activation.
 */
export function sha256(
  content: string | Uint8Array,
  encoding: 'hex' | 'base64' | 'base64url' = 'hex',
): string {
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(content).digest(encoding);
}
