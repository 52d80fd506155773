/** Words of messages to users that were agreed on (glossary.md): what was said before does not come back. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

const read = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'));
/** Without what only tells translators of the place. */
const messages = Object.keys(read('l10n/bundle.l10n.de.json')).map((key) =>
  key.replace(/(?<! )\/[^/{}]*$/, ''),
);
const english = [...messages, ...Object.values(read('package.nls.json'))];
const german = [
  ...Object.values(read('l10n/bundle.l10n.de.json')),
  ...Object.values(read('package.nls.de.json')),
];

const agreed: readonly (readonly [before: RegExp, now: string])[] = [
  [/can destroy things/, 'Marked destructive by {0}'],
  [/^It says that/, 'Runs a shell command'],
  [/^Asks$/, 'Needs approval'],
  [/^Ask next/, 'Queue a message…'],
  [/^this time$/, 'Once'],
  [/The model reads it/, 'Reason (optional, sent to the model)'],
  [/^Refuse$/, 'Deny'],
  [/^Undo the changes$/, 'Cancel editing'],
  [/^Tokens at most$/, 'Max tokens'],
  [/^(Not|The server was not) ready within/, 'The server did not start within {0} s.'],
  [/\b(legacy|modern) era\b/, 'MCP {0}'],
  [/^Written in$/, 'Saved in'],
  [/^Where is it\?$/, 'Paste JSON, a URL or a command'],
  [/\bthat want a key\b/, 'Providers (API key required)'],
  [/^Mark the permissions/, 'Select permissions to revoke'],
  [/^No longer asked by/, 'Request of {0} cancelled'],
  [/^Held back|^On hold/, 'Paused:'],
  [/^Files of the turn/, 'Changes in this response'],
  [/The conversation until here/, 'Earlier messages summarized'],
  [/closed or crashed before/, 'Interrupted: the window was reloaded or closed.'],
  [/Go to what you are asked/, 'Go to pending approval'],
  [/^Call back what/, 'Previous or next message you sent'],
  [/\bswitched (on|off)\b/, 'enabled tools'],
  [/^Step (before|after)$|\bthe step before\b/, 'Previous step'],
  [/\bno longer held\b/, 'The previous step is no longer available.'],
  [/\bthe word of the server\b|\bfreely$/, 'Allow all tools'],
  [/\bin all\b/i, 'Total: {0}'],
  [
    /\bto make room\b|\ball the room\b/,
    'Removed to free space: about {0} tokens. The model can read it again.',
  ],
  [/[“”’]/, "Use the model's default"],
];

describe('messages to users', () => {
  for (const [before, now] of agreed)
    it(`say "${now}"`, () => {
      assert.ok(english.includes(now));
      assert.deepEqual(
        english.filter((each) => before.test(each)),
        [],
      );
    });

  it('speak of programs as of things: they contain, use and require', () => {
    assert.deepEqual(
      english.filter((each) => /\b(holds|speaks?|wants)\b|\bmay hold\b/.test(each)),
      [],
    );
  });

  it('have one German word for each of computer, password, built-in tool and read-only tool', () => {
    assert.deepEqual(
      german.filter((each) =>
        /Rechner|Passwort|eingebaute|schreibgeschützt (kenn|gekenn)|Zustimmung$/.test(each),
      ),
      [],
    );
  });

  it('say what each mode of approval lets run in the one line that a list has for it', () => {
    const bundle = read('l10n/bundle.l10n.de.json');
    const details = [
      'Calls need your approval, unless a saved permission covers them.',
      'Tools that servers mark read-only need no approval. Patchbay does not verify this.',
      'Except sensitive and protected files and sending data. Commands can read any file.',
    ];
    const lines = details.flatMap((each) => [each, bundle[each] ?? assert.fail(each)]);
    // What is cut off there is said nowhere else.
    assert.deepEqual(
      lines.filter(({ length }) => length > 83),
      [],
    );
  });
});
