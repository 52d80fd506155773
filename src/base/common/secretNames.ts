/** Recognises headers, fields and variables that hold a secret by their names. */

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
  // Headers and variables in lower case write these as one word.
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
/** Words before `token` that mean a position or a piece of text, as in `progressToken` and `nextPageToken`. */
const harmlessTokens = new Set(
  'bos cancellation continuation cursor eos last next pad page progress resume stop sync unk'.split(' '),
);

/**
 * Looks at the last words: `x-api-key`, `githubToken` and `DB_PASSWORD` are secret; `max_tokens`, `token_type` and
 * `secretName` are not.
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
