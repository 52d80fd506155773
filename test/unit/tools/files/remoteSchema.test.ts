/** Which addresses in a text an editor would fetch a schema from. */
import assert from 'node:assert/strict';
import { addedSchemas, remoteSchemas } from '../../../../src/tools/files/remoteSchema.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

const address = 'https://evil.example/s.json';
const found = (text: string): readonly string[] => [...remoteSchemas(text)];

describe('remote schemas', () => {
  const remote: Readonly<Record<string, string>> = {
    'a JSON file': `{ "$schema": "${address}" }`,
    'JSON with comments before': `// a\n/* b */ { "$schema": "${address}", }`,
    'a byte order mark': `\uFEFF{ "$schema": "${address}" }`,
    'an escaped key': `{ "\\u0024schema": "${address}" }`,
    'an escaped address': `{ "$schema": "https:\\/\\/evil.example/s.json" }`,
    'a key given twice': `{ "$schema": "./a.json", "$schema": "${address}" }`,
    'a reference in a local schema': `{ "properties": { "a": { "$ref": "${address}" } } }`,
    'broken JSON': `{ "a": , "$schema": "${address}"`,
    'a YAML comment': `# yaml-language-server: $schema=${address}\na: 1\n`,
    'another YAML comment': `a: 1\n# $schema: ${address}\n`,
    'a YAML key': `$schema: ${address}\n`,
    'a TOML comment': `#:schema ${address}\na = 1\n`,
    'a TOML key': `"$schema" = "${address}"\n`,
    'an XML schema': `<a xmlns:x="y" x:schemaLocation="urn:a ${address}"/>`,
    'an XML model': `<?xml version="1.0"?>\n<?xml-model href="${address}"?><a/>`,
    'a document type': `<!DOCTYPE a SYSTEM "${address}"><a/>`,
    'an entity': `<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM '${address}'>]><a/>`,
  };
  for (const [where, text] of Object.entries(remote))
    it(`finds one in ${where}`, () => assert.ok(found(text).includes(address), found(text).join(' ')));

  it('takes shares, absolute paths, other schemes and look-alikes for remote', () => {
    for (const other of [
      '//evil.example/s.json',
      '\\\\\\\\evil\\\\share\\\\s.json',
      'file:///etc/hosts',
      'file://evil/share/s.json',
      'vscode-remote://a/b',
      'HTTP://evil.example',
      'https://json-schema.org@evil.example/s',
      'https://json-schema.org.evil.example/s',
      'https://www.schemastore.org:444/x',
      'https://raw.githubusercontent.com/microsoft/vscode/../../evil/repo/s.json',
      'https://raw.githubusercontent.com/microsoft/vscode-evil/s.json',
      'https://json.schemastore.org/a.json?leak=secret',
    ])
      assert.equal(found(`{ "$schema": "${other}" }`).length, 1, other);
  });

  it('lets be what stays in the workspace, and addresses that nobody else answers at', () => {
    for (const fine of [
      './s.json',
      '../s.json',
      's.json',
      '#/definitions/a',
      'http://json-schema.org/draft-07/schema#',
      'https://json-schema.org/draft/2020-12/schema',
      'https://json.schemastore.org/tsconfig',
      'vscode://schemas/settings',
    ])
      assert.deepEqual(found(`{ "$schema": "${fine}" }`), [], fine);
    assert.deepEqual(found(`const a = { "$schema": "${address}" };`), []);
    assert.deepEqual(found(`<!DOCTYPE html PUBLIC "a" "${address}"><html/>`), []);
    assert.deepEqual(found('# A text about https://a.example\n'), []);
  });

  it('tells those that a change adds from those that were there', () => {
    const before = `{ "$schema": "${address}" }`;
    assert.deepEqual(addedSchemas(before, `{ "$schema": "${address}", "a": 1 }`), []);
    assert.deepEqual(addedSchemas(before, '{ "$schema": "https://b.example/" }'), ['https://b.example/']);
  });

  it('is done soon with a long text made to keep it busy', () => {
    const long = 500_000;
    for (const text of [
      `{ "$schema": ${'['.repeat(long)}`,
      `<?xml version="1.0"?>${'<!ENTITY '.repeat(long / 10)}`,
      `<?xml version="1.0"?>${'<?xml-model '.repeat(long / 10)}`,
      '# $schema '.repeat(long / 10),
      `${'/**/'.repeat(long / 4)}{ "$schema"`,
      `${' '.repeat(long)}{ "$schema"`,
    ]) {
      const taken = processorTime();
      remoteSchemas(text);
      assert.ok(taken() < 3_000, `${text.slice(0, 40)}: ${taken()} ms`);
    }
  });
});
