/** Tells by its name whether a header, a field or a variable holds a secret. */

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
/** Tokens that are positions or pieces of text: `progressToken`, `nextPageToken`. */
const harmlessTokens = new Set(
  'bos cancellation continuation cursor eos last next pad page progress resume stop sync unk'.split(' '),
);

/** By the last words: `x-api-key`, `githubToken`, `DB_PASSWORD`, but not `max_tokens`, `token_type`, `secretName`. */
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
