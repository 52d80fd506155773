/** Messages with two readers. */
import assert from 'node:assert/strict';
import {
  content,
  ExplainedError,
  join,
  LocalizedError,
  messageOf,
  msg,
  setTranslations,
} from '../../../../src/base/common/message.ts';

describe('a message', () => {
  before(() =>
    setTranslations({
      'Server "{0}" is not connected. {1}': '{1} Keine Verbindung zu „{0}“.',
      'The folder {0} is missing.': 'Der Ordner {0} fehlt.',
    }),
  );
  after(() => setTranslations({}));
  const missing = (folder: string) => msg('The folder {0} is missing.', folder);
  const both = (text: { readonly english: string; readonly localized: string }) => [
    text.english,
    text.localized,
  ];

  it('is in the language of whoever reads it, with the messages in it', () => {
    assert.deepEqual(both(msg('Server "{0}" is not connected. {1}', 'demo', missing('/a'))), [
      'Server "demo" is not connected. The folder /a is missing.',
      'Der Ordner /a fehlt. Keine Verbindung zu „demo“.',
    ]);
    assert.deepEqual(both(join('; ', missing('/a'), undefined, 'as it is', 2)), [
      'The folder /a is missing.; as it is; 2',
      'Der Ordner /a fehlt.; as it is; 2',
    ]);
  });

  it('takes content for no template', () => {
    assert.deepEqual(both(missing('{0} {1}')), [
      'The folder {0} {1} is missing.',
      'Der Ordner {0} {1} fehlt.',
    ]);
    assert.deepEqual(
      both(content('The folder {0} is missing.')),
      Array(2).fill('The folder {0} is missing.'),
    );
  });

  it('keeps nothing of the content that was changed in it', () => {
    const secret = msg('Server "{0}" is not connected. {1}', 'demo', missing('/hunter2'));
    const redacted = secret.map((text) => text.replaceAll('hunter2', '***'));
    assert.deepEqual(both(redacted), [
      'Server "demo" is not connected. The folder /*** is missing.',
      'Der Ordner /*** fehlt. Keine Verbindung zu „demo“.',
    ]);
    assert.doesNotMatch(JSON.stringify(redacted), /hunter2/);
  });

  it('is English in the message of an error, which keeps its cause', () => {
    const cause = new Error('ENOENT');
    const error = new LocalizedError(missing('/a'), { cause });
    assert.deepEqual([error.message, error.cause], ['The folder /a is missing.', cause]);
    assert.equal(messageOf(error).localized, 'Der Ordner /a fehlt.');
    const explained = new ExplainedError({ message: missing('/a'), next: missing('/b') }, { cause });
    assert.deepEqual([explained.message, explained.cause], ['The folder /a is missing.', cause]);
    assert.equal(explained.next.localized, 'Der Ordner /b fehlt.');
  });

  it('is what any error says, also that of another bundle', () => {
    assert.deepEqual(both(messageOf(new Error('ENOENT'))), ['ENOENT', 'ENOENT']);
    assert.deepEqual(both(messageOf('a text')), ['a text', 'a text']);
    const foreign = Object.assign(new Error('missing'), { text: { english: 'missing', localized: 'fehlt' } });
    assert.equal(messageOf(foreign).localized, 'fehlt');
    assert.equal(messageOf(Object.assign(new Error('plain'), { text: 'other' })).localized, 'plain');
  });
});
