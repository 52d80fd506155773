/** Secrets are not shown, however they are written (src/base/common/redactor.ts). */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { isSecretName } from '../../../../src/base/common/secretNames.ts';
import { Redactor } from '../../../../src/base/common/redactor.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');
const each = (text: string, write: (character: string, code: number) => string): string =>
  Array.from({ length: text.length }, (_, index) => write(text.charAt(index), text.charCodeAt(index))).join(
    '',
  );
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const bytes = (text: string): string[] => [...Buffer.from(text)].map((byte) => hex(byte, 2));
const html = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

/** The ways in which a secret comes back from servers, shells and pages. */
const ways: Readonly<Record<string, (text: string) => string>> = {
  'as it is': (text) => text,
  'in a JSON string': (text) => JSON.stringify(text).slice(1, -1),
  'in JSON within JSON': (text) => JSON.stringify(JSON.stringify(text)).slice(1, -1),
  'in JSON three times': (text) => JSON.stringify(JSON.stringify(JSON.stringify(text))).slice(1, -1),
  'in \\u escapes': (text) => each(text, (_, code) => `\\u${hex(code, 4)}`),
  'in \\u escapes within JSON': (text) => each(text, (_, code) => `\\\\u${hex(code, 4).toUpperCase()}`),
  'with some characters in \\u escapes': (text) =>
    each(text, (one, code) => (code % 3 === 0 ? `\\u${hex(code, 4)}` : JSON.stringify(one).slice(1, -1))),
  'in \\u{} escapes': (text) => each(text, (_, code) => `\\u{${hex(code, 1)}}`),
  'in \\x escapes': (text) =>
    bytes(text)
      .map((byte) => `\\x${byte}`)
      .join(''),
  'in a URL': (text) => encodeURIComponent(text),
  'in a URL in lower case': (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
  'in a URL within a URL': (text) => encodeURIComponent(encodeURIComponent(text)),
  'in a URL, every byte': (text) =>
    bytes(text)
      .map((byte) => `%${byte}`)
      .join(''),
  'in a form': (text) => new URLSearchParams({ x: text }).toString().slice(2),
  'in HTML': html,
  'in HTML within HTML': (text) => html(html(text)),
  'in HTML in decimal': (text) => each(text, (_, code) => `&#${code};`),
  'in HTML in hexadecimal': (text) => each(text, (_, code) => `&#x${hex(code, 2)};`),
  'in HTML in padded numbers without semicolons': (text) =>
    each(text, (_, code) => `&#00${code}`).replaceAll('&#00', '&#00'),
  'in HTML within JSON': (text) => JSON.stringify(html(text)).slice(1, -1),
  'in base64': base64,
  'in base64 after one byte': (text) => base64(`:${text}`),
  'in base64 after two bytes': (text) => base64(`u:${text}`),
  'in Basic authentication': (text) => `Basic ${base64(`user:${text}`)}`,
  'in base64 between others': (text) => base64(`before ${text} after`),
  'in base64 of URLs': (text) => Buffer.from(`?>${text}~~`).toString('base64url'),
  'in base64 without padding': (text) => base64(text).replace(/=+$/, ''),
  'in base64 in a URL': (text) => encodeURIComponent(base64(text)),
  'in base64 in JSON with escaped slashes': (text) => base64(text).replaceAll('/', '\\/'),
  'in base64 in lines': (text) =>
    base64(`${'x'.repeat(50)}${text}${'y'.repeat(40)}`).replace(/.{76}/g, '$&\n'),
  'in base64 in lines within JSON': (text) =>
    base64(`${'x'.repeat(40)}${text}${'y'.repeat(40)}`).replace(/.{64}/g, '$&\\n'),
  'in hexadecimal': (text) => bytes(text).join(''),
  'in hexadecimal in upper case': (text) => bytes(text).join('').toUpperCase(),
  'in hexadecimal with colons': (text) => bytes(text).join(':'),
  'in hexadecimal with spaces': (text) => bytes(text).join(' '),
  'in hexadecimal as C writes it': (text) =>
    bytes(text)
      .map((byte) => `0x${byte}`)
      .join(', '),
};

const secrets = [
  'correct-Horse7battery',
  'p&ss "w<o>rd\\n\'/x+%41',
  'ghp_16C7e42F292c6912E7710c838347Ae178B4a',
  'schlüssel-für-ä🔑',
];

describe('a redactor', () => {
  /** The parts of a secret that would give it away: any half of it. */
  const leaks = (text: string, secret: string): boolean => {
    const half = Math.ceil(secret.length / 2);
    const decoded = [text, Buffer.from(text.replace(/[^\w+/-]/g, ''), 'base64').toString('latin1')];
    return decoded.some((one) => one.includes(secret.slice(0, half)) || one.includes(secret.slice(-half)));
  };

  for (const [name, write] of Object.entries(ways))
    it(`finds a secret ${name}`, () => {
      for (const secret of secrets) {
        const redactor = new Redactor();
        redactor.addValue(secret, '•••', 'secret');
        const text = `some text ${write(secret)} and more`;
        const redacted = redactor.text(text);
        assert.ok(redacted.includes('•••'), `${secret}: ${redacted}`);
        assert.ok(!leaks(redacted, secret), `${secret}: ${redacted}`);
        assert.match(redacted, /^some text .*and more$/s);
      }
    });

  it('replaces no more than the secret, in texts with escapes around it', () => {
    const redactor = new Redactor();
    redactor.addValue('a"b/c d', '•••', 'secret');
    const text = JSON.stringify({ one: 'a\n"x"', two: 'before a"b/c d after\\', three: '%41 &amp; \u0007' });
    assert.deepEqual(JSON.parse(redactor.text(text)), {
      one: 'a\n"x"',
      two: 'before ••• after\\',
      three: '%41 &amp; \u0007',
    });
  });

  it('leaves a text as it is that holds no secret, whatever escapes it has', () => {
    const redactor = new Redactor();
    redactor.addValue('correct-horse', '•••', 'secret');
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...Array.from('\\u0061%41&#97;amp\n"xé{} ')) }), (text) =>
        assert.equal(redactor.text(text), text),
      ),
    );
  });

  it('does not search for encoded forms of values that are not secret, nor for values that are too short', () => {
    const redactor = new Redactor();
    redactor.addValue('/home/somebody', '${userHome}', 'other');
    redactor.addValue('abc', '•••', 'secret');
    redactor.addValue('pass', '•••', 'secret');
    const text = `abc ${base64('/home/somebody')} ${base64('pass')} ${bytes('pass').join('')}`;
    assert.equal(redactor.text(text), text);
    assert.equal(redactor.text('pass /home/somebody'), '••• ${userHome}');
  });

  it('takes little time for a long text and many secrets, also one made to be slow', function () {
    this.timeout(60_000);
    const redactor = new Redactor();
    for (let index = 0; index < 20; index++)
      redactor.addValue(randomBytes(30).toString('base64'), '•••', 'secret');
    const rows = Array.from({ length: 12_000 }, (_, id) => ({
      id,
      path: `/usr/lib/x${id}`,
      text: 'Say "hi" \n',
    }));
    const texts = {
      json: JSON.stringify(JSON.stringify(rows)).padEnd(1_000_000, 'x').slice(0, 1_000_000),
      base64: randomBytes(750_000).toString('base64'),
      backslashes: '\\'.repeat(1_000_000),
      percents: '%25'.repeat(330_000),
      entities: '&amp;'.repeat(200_000),
      lines: `${'A'.repeat(76)}\n`.repeat(13_000),
    };
    redactor.text('compiles the expression');
    for (const [name, text] of Object.entries(texts)) {
      const taken = processorTime();
      redactor.text(text);
      const ms = taken();
      assert.ok(ms < 8_000, `${name}: ${Math.round(ms)} ms`);
    }
  });
});

describe('the name of a field', () => {
  it('tells that it holds a secret', () => {
    const names =
      'Authorization authorization proxy-authorization Proxy-Authorization Cookie set-cookie x-api-key X-API-Key api-key api_key apiKey apikey APIKEY token access_token accessToken accesstoken refresh_token id_token idToken github_token GITHUB_TOKEN githubToken x-auth-token bearer-token client_secret clientSecret secret password PASSWORD db_password passwd pwd passphrase private_key privateKey signature X-Amz-Signature session sessionId session_id Mcp-Session-Id session-token aws_secret_access_key AWS_SESSION_TOKEN credentials Ocp-Apim-Subscription-Key csrf_token';
    assert.deepEqual(
      names.split(' ').filter((name) => !isSecretName(name)),
      [],
    );
  });

  it("is not taken for a secret's name if it only mentions tokens, keys and the like", () => {
    const names =
      'max_tokens maxTokens max_completion_tokens tokenCount token_count tokens tokenizer token_type progressToken nextPageToken next_page_token pageToken next_token continuationToken cursor key keys public_key primaryKey keyboard monkey author authority authors secretary secretName passwordHint password_length cookieConsent cookies_enabled sessionCount passenger compass signatures_required eosToken bos_token resumeToken';
    assert.deepEqual(
      names.split(' ').filter((name) => isSecretName(name)),
      [],
    );
  });
});
