/** In another language, what is wrong with arguments is said in it to the user, and in English to the model. */
import assert from 'node:assert/strict';
import { setTranslations } from '../../../src/base/common/message.ts';
import { argumentProblem, fromNative } from '../../../src/tools/index.ts';

const tool = fromNative({
  name: 'count',
  title: 'Count',
  description: 'Counts.',
  inputSchema: { type: 'object', properties: { to: { type: 'integer' } }, required: ['to'] },
  hints: {},
  permission: 'free',
  run: () => Promise.resolve([]),
});

describe('arguments that do not fit, in another language', () => {
  before(() => setTranslations({ '{0} takes {1}.': '{0} KENNT {1}.', '{0} is missing.': '{0} FEHLT.' }));
  after(() => setTranslations({}));

  it('are refused in that language if the user has written them', () => {
    assert.match(argumentProblem(tool, {})?.localized ?? '', /^count KENNT to\. to FEHLT\.$/);
  });

  it('are refused in English if the model has written them', async () => {
    const { signal } = new AbortController();
    const result = await tool.call({}, { id: 'a', signal, onProgress: () => undefined, approved: [] });
    assert.match(JSON.stringify(result.content), /count takes to\. to is missing\./);
  });
});
