/** What a box says of a text that is pasted into it, before anything is saved (features.md, A13). */
import assert from 'node:assert/strict';
import { pastedRow } from '../../src/editor/serverEditing/paste.ts';

const json = (headers: object): string =>
  JSON.stringify({ mcpServers: { demo: { url: 'https://demo.example/mcp', headers } } });
const config = encodeURIComponent(JSON.stringify({ command: 'npx', args: ['x'] }));

describe('the row of a pasted text', () => {
  const rows: readonly (readonly [what: string, text: string, description: string | undefined])[] = [
    ['a server that can be used', json({ Authorization: 'Bearer k' }), undefined],
    [
      'a header that no request can have',
      json({ Authorization: 'Bearer \u201ck' }),
      '"demo" was not read in full: the header "Authorization" contains the character U+201C, which is not allowed in a header.',
    ],
    [
      'an entry that is not valid',
      '{ "demo": { "command": "npx", "timeout": 1, "cwd": "" } }',
      'demo: cannot be used: ',
    ],
    [
      'a link that installs a server',
      `https://vscode.dev/redirect/mcp/install?name=demo&config=${config}`,
      undefined,
    ],
    ['quotes of a text program', '{ “demo”: { “command”: “npx” } }', undefined],
  ];
  for (const [what, text, description] of rows)
    it(`says what is wrong before it is saved: ${what}`, () => {
      const row = pastedRow(text);
      assert.equal(row?.label, 'Add demo');
      assert.equal(row.icon, description === undefined ? 'plug' : 'warning');
      if (description === undefined) assert.equal(row.description, undefined);
      else assert.ok(row.description?.startsWith(description), row.description);
    });

  it('is none for words that only could be a command', () => {
    for (const text of ['hello there', 'https:// nothing', ''])
      assert.equal(pastedRow(text), undefined, text);
  });
});
