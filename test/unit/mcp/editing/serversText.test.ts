/** Changes of `patchbay.servers` in the text of a settings file (features.md, A7, A8; issue 6, part 1). */
import assert from 'node:assert/strict';
import { changeServers, JsonTextError, entryPlace, readServersText } from '../../../../src/mcp/index.ts';

const settings = `// My settings, not yours.
{
  "editor.fontSize": 13, // small
  "unknown.key": { "kept": [1, 2,], },
  "patchbay.servers": {
    // Files, read only.
    "files": {
      "command": "npx",
      "args": ["-y", "files"], // the folder comes last
      "x-mine": true
    }, // end of files
    /* The web. */
    "web": { "url": "https://example.com/mcp" }
  },
  "files.autoSave": "off"
}
`;

/** Every comment of the text above. */
const comments = ['// My settings', '// small', '// Files, read only.', '// the folder', '/* The web. */'];
const hasComments = (text: string): void => {
  for (const comment of comments) assert.ok(text.includes(comment), `${comment} is gone:\n${text}`);
};

describe('the text of the settings', () => {
  it('gets a new entry behind the others and is otherwise the same', () => {
    const text = changeServers(settings, [], { kind: 'set', name: 'new', entry: { command: 'node' } });
    assert.deepEqual(Object.keys(readServersText(text, [])), ['files', 'web', 'new']);
    hasComments(text);
    assert.ok(text.endsWith('  "files.autoSave": "off"\n}\n'));
  });

  it('gets the setting where there was none, also in an empty file and in a workspace file', () => {
    const change = { kind: 'set', name: 'a', entry: { command: 'x' } } as const;
    for (const empty of ['', '{}', '{\n}\n', '// nothing yet\n'])
      assert.deepEqual(readServersText(changeServers(empty, [], change), []), { a: { command: 'x' } });
    const workspace = changeServers('{\n\t"folders": [] // none\n}', ['settings'], change);
    assert.deepEqual(readServersText(workspace, ['settings']), { a: { command: 'x' } });
    assert.match(workspace, /\/\/ none/);
    assert.match(workspace, /\n\t"settings"/);
  });

  it('changes only what differs in an entry', () => {
    const entry = { command: 'npx', args: ['-y', 'files'], 'x-mine': true, env: { A: '1' } };
    const text = changeServers(settings, [], { kind: 'set', name: 'files', entry });
    hasComments(text);
    assert.deepEqual(readServersText(text, [])['files'], entry);
    const unchanged = changeServers(text, [], { kind: 'set', name: 'files', entry });
    assert.equal(unchanged, text);
  });

  it('renames in place', () => {
    const text = changeServers(settings, [], { kind: 'rename', name: 'files', to: 'disk' });
    assert.equal(text, settings.replace('"files": {', '"disk": {'));
  });

  it('duplicates an entry with its comments, right behind it', () => {
    const text = changeServers(settings, [], { kind: 'duplicate', name: 'files', to: 'files-2' });
    assert.deepEqual(Object.keys(readServersText(text, [])), ['files', 'files-2', 'web']);
    assert.equal(text.split('// the folder comes last').length, 3);
    const last = changeServers(settings, [], { kind: 'duplicate', name: 'web', to: 'web-2' });
    assert.deepEqual(Object.keys(readServersText(last, [])), ['files', 'web', 'web-2']);
  });

  it('loses an entry, the first, the last and the only one, and nothing else', () => {
    const first = changeServers(settings, [], { kind: 'remove', name: 'files' });
    assert.deepEqual(Object.keys(readServersText(first, [])), ['web']);
    assert.ok(first.includes('/* The web. */') && first.includes('// small'), first);
    const last = changeServers(settings, [], { kind: 'remove', name: 'web' });
    assert.deepEqual(Object.keys(readServersText(last, [])), ['files']);
    hasComments(last);
    const none = changeServers(last, [], { kind: 'remove', name: 'files' });
    assert.deepEqual(readServersText(none, []), {});
    const inLine = '{ "patchbay.servers": { "a": {}, "b": {}, } }';
    assert.deepEqual(readServersText(changeServers(inLine, [], { kind: 'remove', name: 'a' }), []), {
      b: {},
    });
    assert.deepEqual(readServersText(changeServers(inLine, [], { kind: 'remove', name: 'b' }), []), {
      a: {},
    });
  });

  it('keeps comments, unknown keys and other settings over twenty edits', () => {
    let text = settings;
    for (let round = 0; round < 5; round += 1) {
      text = changeServers(text, [], { kind: 'set', name: 'extra', entry: { command: `run${round}` } });
      text = changeServers(text, [], { kind: 'duplicate', name: 'extra', to: 'other' });
      text = changeServers(text, [], { kind: 'rename', name: 'other', to: 'third' });
      text = changeServers(text, [], { kind: 'remove', name: 'third' });
    }
    text = changeServers(text, [], { kind: 'remove', name: 'extra' });
    hasComments(text);
    assert.equal(text, settings);
  });

  it('keeps the line ends of Windows', () => {
    const text = changeServers(settings.replaceAll('\n', '\r\n'), [], {
      kind: 'set',
      name: 'new',
      entry: { command: 'node', args: ['a'] },
    });
    assert.doesNotMatch(text, /[^\r]\n/);
  });

  it('is refused with the line when it is malformed, in conflict, or holds something else there', () => {
    const refused = (text: string, words: RegExp): void =>
      assert.throws(
        () => changeServers(text, [], { kind: 'set', name: 'a', entry: {} }),
        (error) => error instanceof JsonTextError && words.test(error.message),
      );
    refused('{\n  "a": 1\n  "b": 2\n}', /line 3/);
    refused('{\n  "patchbay.servers": {', /line 2/);
    refused('{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> other\n}', /merge conflict in line 2/);
    refused('{ "patchbay.servers": [] }', /not an object/);
    refused('[]', /does not contain an object/);
    assert.throws(
      () => changeServers(settings, [], { kind: 'rename', name: 'gone', to: 'x' }),
      /no longer contains a server "gone"/,
    );
  });

  it('says where a name and a value of an entry stand', () => {
    const at = (path: readonly (string | number)[]): string => {
      const place = entryPlace(settings, [], path);
      return place ? settings.slice(place.offset, place.offset + place.length) : '';
    };
    assert.equal(at(['web']), '"web"');
    assert.equal(at(['files', 'args', 1]), '"files"');
    assert.equal(at(['files', 'nothing']), '');
    assert.equal(entryPlace('{', [], ['a']), undefined);
  });
});
