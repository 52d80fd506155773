/** What a user is told when a language model of the editor fails. */
import assert from 'node:assert/strict';
import { createLanguageModel } from '../../../../src/models/index.ts';
import { modelErrorOf, run } from '../support.ts';
import { answer, coded, scriptedPort } from './support.ts';

const rows: [error: Error, kind: string, passes: boolean, words: RegExp][] = [
  [coded('NoPermissions', 'no'), 'not-permitted', false, /allow it when the editor asks/],
  [
    coded('Blocked', 'Quota exceeded'),
    'not-permitted',
    false,
    /Quota exceeded\. The provider may have reached its quota/,
  ],
  [coded('NotFound', 'gone'), 'not-found', false, /no language model "acme\/one" at the moment/],
  [coded('Unknown', 'prompt is too long: 9000 tokens'), 'too-large', false, /Start a new conversation/],
  [new Error('Request failed with status 429'), 'rate-limited', true, /limits the rate of requests/],
  [coded('quota_exceeded', 'You have exceeded your premium request quota'), 'not-permitted', false, /quota/],
  [new Error('insufficient_quota'), 'not-permitted', false, /used up/],
  [new Error('Server error: 503'), 'server', true, /failed: Server error: 503/],
  [
    new Error('Unknown', { cause: new Error('getaddrinfo ENOTFOUND models') }),
    'server',
    true,
    /getaddrinfo ENOTFOUND/,
  ],
  [
    new Error('At most 128 tools: too many tools'),
    'bad-request',
    false,
    /Disable some tools in the MCP Servers/,
  ],
  [new Error('Something odd'), 'server', false, /failed: Something odd\. Try again, or choose another/],
  [new Error(''), 'server', false, /"acme\/one" failed\. Try again/],
];

describe('a failure of a language model of the editor', () => {
  for (const [error, kind, passes, words] of rows) {
    it(`is explained: ${error.name} ${'code' in error ? String(error.code) : ''} "${error.message}"`, async () => {
      const failure = await modelErrorOf(run(createLanguageModel(scriptedPort(() => answer(error)))));
      assert.equal(failure.kind, kind);
      assert.match(failure.message, words);
      assert.match(failure.message, /acme\/one/);
      assert.equal(failure.transient !== undefined, passes);
    });
  }
});
