/** Whether a header, a field or a variable holds a secret, by what it is called. */

/** Last words of names that hold one, whatever comes before. */
const lastWords = new Set([
  'authorization',
  'cookie',
  'credential',
  'credentials',
  'passphrase',
  'passwd',
  'password',
  'pwd',
  'secret',
  'session',
  'sessionid',
  'signature',
  'token',
  // In one word, as headers and variables in lower case have them.
  'accesstoken',
  'apikey',
  'apitoken',
  'authtoken',
  'clientsecret',
  'idtoken',
  'privatekey',
  'refreshtoken',
  'secretkey',
  'accesskey',
  'sessiontoken',
]);
/** Last two words. */
const lastPairs = new Set([
  'access key',
  'api key',
  'auth key',
  'encryption key',
  'master key',
  'private key',
  'secret key',
  'session id',
  'session key',
  'shared key',
  'signing key',
  'subscription key',
]);
/** Tokens that say where something goes on, or what a piece of text is: `progressToken`, `nextPageToken`. */
const harmlessTokens = new Set(
  'bos cancellation continuation cursor eos last next pad page progress resume stop sync unk'.split(' '),
);

/**
 * By the last words of the name, in any of the usual ways to write it: `x-api-key`, `githubToken`, `DB_PASSWORD`.
 * `max_tokens`, `tokenCount`, `token_type`, `secretName` and `public_key` are none.
 */
export function isSecretName(name: string): boolean {
  const words = name
    .slice(-200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter((word) => word !== '');
  const last = words.at(-1) ?? '';
  const before = words.at(-2) ?? '';
  if (lastPairs.has(`${before} ${last}`)) return true;
  if (last === 'token') return !harmlessTokens.has(before);
  return lastWords.has(last);
}
