import assert from 'node:assert/strict';
import { manifestMessages } from '../../../scripts/l10n/manifest.ts';
import { messagesOf } from '../../../scripts/l10n/messages.ts';
import { completed, problemsOf, repeatedKeys } from '../../../scripts/l10n/problems.ts';

function found(source: string): ReturnType<typeof messagesOf> {
  return messagesOf('a.tsx', `import { t } from '@vscode/l10n';\n${source}`);
}

describe('the check of translations', () => {
  it('finds messages in code and in markup, with the comment that tells two of them apart', () => {
    const { messages, problems } = found(`
      const say = () => t('Stopped after {0} s', 3) + t('one ' + 'two');
      const draw = () => <p title={t('Stop')}>{t({ message: 'Open', comment: ['a state'] })}{t({ message: 'Open', comment: 'a state' })}</p>;`);
    assert.deepEqual(problems, ['a.tsx:4: the message is not a literal']);
    assert.deepEqual(messages, ['Stopped after {0} s', 'one two', 'Stop', 'Open/a state']);
  });

  it('refuses what no translator can know, and what is said before the language is known', () => {
    assert.deepEqual(
      found('const a = t("Stop");\nconst b = () => [t(name), t`Stop`, t(`Stop ${name}`)];').problems,
      [
        'a.tsx:2: said while the module loads, before the language is known',
        'a.tsx:3: the message is not a literal',
        'a.tsx:3: write t(`…{0}…`, value) instead of a tagged template',
        'a.tsx:3: the message is not a literal',
      ],
    );
  });

  it('finds messages that are formatted when they are read, also those of a module', () => {
    const source = `import { msg, type LocalizedMessage } from '../base/common/message.ts';
      const table = [msg('Stop')];
      const say = () => msg(name);`;
    assert.deepEqual(messagesOf('a.ts', source), {
      messages: ['Stop'],
      problems: ['a.ts:3: the message is not a literal'],
    });
  });

  it('leaves functions of other libraries alone', () => {
    assert.deepEqual(messagesOf('a.ts', 'const t = x; t(1);'), { messages: [], problems: [] });
  });

  it('names what is missing, what is left over, and where a value got lost', () => {
    const messages = ['Stop', '{0} of {1}', '{name} failed'];
    assert.deepEqual(
      problemsOf(
        { Stop: '', '{0} of {1}': '{1} hat {0}', '{name} failed': 'Fehler', Old: 'Alt' },
        new Set(messages),
        Object.fromEntries(messages.map((message) => [message, message])),
      ),
      ['not translated: Stop', 'has other values than the original: {name} failed', 'nobody says: Old'],
    );
  });

  it('finds the keys of a manifest, and the texts that are written out in it', () => {
    const setting = {
      type: 'string',
      default: 'Plain',
      examples: [{ title: 'Plain' }],
      markdownDescription: '%setting.a%',
      enum: ['plain'],
      enumDescriptions: ['%setting.a.plain%', 'Written out'],
      properties: {
        label: { type: 'string', description: 'Written out, too' },
        default: { type: 'string', description: '%setting.a.default%' },
      },
    };
    const { messages, problems } = manifestMessages({
      name: 'patchbay',
      displayName: 'Patchbay',
      contributes: {
        commands: [
          { command: 'a', title: '%command.a%', category: 'Patchbay', icon: '$(add)' },
          { command: 'b', title: 'Open %b%' },
        ],
        views: { patchbay: [{ id: 'v', name: 'Servers' }] },
        configuration: { title: 'Patchbay', properties: { 'patchbay.a': setting } },
      },
    });
    assert.deepEqual(messages, ['command.a', 'setting.a', 'setting.a.plain', 'setting.a.default']);
    assert.deepEqual(problems, [
      'contributes.commands.1.title is not a %key%: Open %b%',
      'contributes.views.patchbay.0.name is not a %key%: Servers',
      'contributes.configuration.properties.patchbay.a.enumDescriptions.1 is not a %key%: Written out',
      'contributes.configuration.properties.patchbay.a.properties.label.description is not a %key%: Written out, too',
    ]);
  });

  it('puts a new message at its sorted place, takes out an unused one, and moves no other', () => {
    const bundle = { b: '1', d: '2', old: '3', a: '4' };
    const all = new Set(['a', 'b', 'c', 'd', 'e']);
    assert.deepEqual(Object.entries(completed(bundle, all)), [
      ['b', '1'],
      ['c', ''],
      ['d', '2'],
      ['a', '4'],
      ['e', ''],
    ]);
  });

  it('finds what a file translates twice, of which only the last would count', () => {
    const file = '{\n  "a \\"b\\": c": "x",\n  "d": "a",\n  "a \\"b\\": c": "y",\n  "e": "d"\n}\n';
    assert.deepEqual(repeatedKeys(file), ['"a \\"b\\": c"']);
    assert.deepEqual(repeatedKeys(JSON.stringify({ a: 'a', b: 'a' }, undefined, 2)), []);
  });
});
