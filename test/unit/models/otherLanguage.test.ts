/** In another language, no part of what is said about a failed request is left in English. */
import assert from 'node:assert/strict';
import { config } from '@vscode/l10n';
import { languageOf } from '../../../stories/pages/language.ts';
import { webPage } from '../../../src/models/failures/answerFailure.ts';
import { brokenStream, explainModelFailure } from '../../../src/models/failures/failure.ts';
import type { ModelError } from '../../../src/models/index.ts';
import { explainPortFailure } from '../../../src/models/languageModel/failure.ts';

/** Content is written in digits, so that every letter outside of marks is one of ours. */
const target = { baseURL: 'http://127.0.0.1:80/', model: '7' };
const marked = Object.fromEntries(
  Object.keys(languageOf('de').messages).map((message) => [message, `⟦${message}⟧`]),
);

/** What is left of a text without its marked parts, from the innermost on, and without what stands in it as it is. */
function unmarked(text: string): string {
  let rest = text.replaceAll(/\bHTTP \d{3}\b/g, '').replaceAll(target.baseURL, '');
  for (let before; before !== rest;) [before, rest] = [rest, rest.replaceAll(/⟦[^⟦⟧]*⟧/g, '')];
  return rest;
}

const statuses = [400, 401, 402, 403, 404, 405, 408, 413, 429, 500, 501, 503];
const codes = [
  'ENOTFOUND',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EPROTO',
  'HPE_1',
  'CERT_1',
  '1',
];
const port = { ...({} as Parameters<typeof explainPortFailure>[1]), vendor: '1', id: '2' };
const failures: readonly (readonly [string, () => ModelError])[] = [
  ...statuses.map((status) => {
    const error = Object.assign(new Error(`${status} 1`), { status, error: '1', headers: new Headers() });
    return [`HTTP ${status}`, () => explainModelFailure(error, target)] as const;
  }),
  ...codes.map((code) => {
    const error = Object.assign(new Error('1'), { code });
    return [`the code ${code}`, () => explainModelFailure(error, target)] as const;
  }),
  ['a broken stream', () => brokenStream(target)],
  ['a web page', () => webPage(target, '1')],
  ...['NoPermissions', 'Blocked', 'NotFound', '1'].map((code) => {
    const error = Object.assign(new Error('1'), { code });
    return [`the editor's ${code}`, () => explainPortFailure(error, port)] as const;
  }),
];

describe('in another language, the explanation of', () => {
  before(() => config({ contents: marked }));
  after(() => config({ contents: {} }));
  for (const [name, failure] of failures)
    it(`${name} has no English left`, () => {
      const error = failure();
      const { localized } = error.text;
      assert.match(localized, /⟦/);
      assert.doesNotMatch(unmarked(localized), /\p{L}/u, localized);
      // The log reads it in English.
      assert.doesNotMatch(error.message, /⟦/);
    });
});
