/** Which addresses in a text an editor would fetch a schema from. */
import assert from 'node:assert/strict';
import { addedSchemas, remoteSchemas } from '../../../../src/tools/files/remoteSchema.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

const address = 'https://evil.example/s.json';
const found = async (text: string, path?: string): Promise<readonly string[]> => [
  ...(await remoteSchemas(text, path)),
];

describe('the search for remote schemas', () => {
  const remote: Readonly<Record<string, string>> = {
    'a JSON file': `{ "$schema": "${address}" }`,
    'JSON with comments before': `// a\n/* b */ { "$schema": "${address}", }`,
    'JSON after a comment that a lone carriage return ends': `// a\r{ "$schema": "${address}" }`,
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
    it(`finds one in ${where}`, async () => {
      const addresses = await found(text);
      assert.ok(addresses.includes(address), addresses.join(' '));
    });

  const inFiles: readonly (readonly [where: string, path: string, text: string])[] = [
    ['a YAML comment behind a value', 'a.yaml', `a: 1 # yaml-language-server: $schema=${address}`],
    ['YAML lines that a lone carriage return ends', 'a.yaml', `# a\r# $schema: ${address}\rb: 1`],
    ['a YAML key with escapes', 'a.yaml', `"\\x24schema": "${address}"`],
    ['a YAML key that goes over a line end', 'a.yaml', `"$sch\\\n   ema": ${address}`],
    ['a YAML value with escapes', 'a.yaml', '$schema: "\\x68ttps://evil.example/s.json"'],
    ['a YAML value by an alias', 'a.yaml', `x: &u ${address}\n"\\x24schema": *u`],
    ['a YAML key by an alias', 'a.yaml', `? &k "\\x24schema"\n: 1\nb:\n  *k : ${address}`],
    ['an explicit YAML key', 'a.yaml', `? $schema\n: ${address}`],
    ['a YAML flow map', 'a.yaml', `{ a: 1, $schema: ${address} }`],
    ['a folded YAML value', 'a.yaml', `$schema: >-\n  ${address}`],
    ['the second document of a YAML file', 'a.yaml', `a: 1\n---\n{ $schema: ${address} }`],
    ['a merged YAML map', 'a.yaml', `a: &b { $schema: ${address} }\nx:\n  <<: *b`],
    ['a tagged YAML value', 'a.yaml', `!!str $schema: !!str ${address}`],
    ['YAML under another name', 'values.tpl', `"\\x24schema": ${address}`],
    ['YAML that does not parse', 'a.yaml', `{{ a }}\n"\\u0024schema": ${address}`],
    ['settings of YAML schemas', 'a.json', `{ "yaml.schemas": { "${address}": "*.yaml" } }`],
    ['settings of JSON schemas', 'a.json', `{ "json.schemas": [{ "url": "${address}" }] }`],
    ['a manifest', 'a.json', `{ "contributes": { "jsonValidation": [{ "url": "${address}" }] } }`],
    ['JSON5', 'a.json5', `{ $schema: '${address}' }`],
    ['JSON behind something else', 'a.json', `x { "$schema": "${address}" }`],
    ['the base of a relative reference', 's.json', `{ "$id": "${address}", "$ref": "x.json" }`],
    ['a TOML key with escapes', 'a.toml', `"\\u0024schema" = "${address}"`],
    ['a TOML value in another notation', 'a.toml', `'$schema' = '''${address}'''`],
    ['a TOML table', 'a.toml', `[schema]\nurl = "${address}"`],
    ['TOML that does not parse', 'a.toml', `x = [\n"\\u0024schema" = "${address}"`],
    ['a TOML comment behind a value', 'a.toml', `a = 1 #:schema ${address}`],
    ['an XML attribute without a namespace', 'a.xml', `<a x:noNamespaceSchemaLocation='${address}'/>`],
    ['an XML style sheet', 'a.xml', `<?xml-stylesheet href='${address}'?><a/>`],
    ['an inclusion of XML', 'a.xml', `<a><xi:include href="${address}"/></a>`],
    ['an imported schema', 'a.xsd', `<xs:schema><xs:import schemaLocation="${address}"/></xs:schema>`],
    ['a parameter entity', 'a.dtd', `<!ENTITY % x SYSTEM "${address}">`],
    [
      'an entity within another',
      'a.xml',
      `<!DOCTYPE a [<!ENTITY % b "&#60;!ENTITY c SYSTEM '${address}'>"> %b;]>`,
    ],
    ['the document type of a page', 'a.html', `<!DOCTYPE html SYSTEM "${address}">`],
    ['an imported style sheet', 'a.css', `@import url("${address}");`],
  ];
  for (const [where, path, text] of inFiles)
    it(`finds one in ${where}`, async () => {
      const addresses = await found(text, path);
      assert.ok(addresses.includes(address), addresses.join(' '));
    });

  it('reports an entity of the document in the place of an address', async () => {
    const text = `<!DOCTYPE a [<!ENTITY h "x">]><a x:noNamespaceSchemaLocation="&h;"/>`;
    assert.deepEqual(await found(text, 'a.xml'), ['&h;']);
  });

  it('takes shares, absolute paths, other schemes and look-alikes for remote', async () => {
    for (const other of [
      '//evil.example/s.json',
      '\\\\\\\\evil\\\\share\\\\s.json',
      'file:///etc/hosts',
      'file://evil/share/s.json',
      'vscode-remote://a/b',
      'HTTP://evil.example',
      'https:evil.example',
      'ht\\ttps://evil.example/s',
      ' https://evil.example/s',
      'https://json-schema.org@evil.example/s',
      'https://json-schema.org.evil.example/s',
      'https://json-schema.org./s',
      'https://json-schema.org\\\\@evil.example/s',
      'ftp://json-schema.org/s',
      'https://www.schemastore.org:444/x',
      'https://raw.githubusercontent.com/microsoft/vscode/../../evil/repo/s.json',
      'https://raw.githubusercontent.com/microsoft/vscode/..%2f..%2fevil/repo/s.json',
      'https://raw.githubusercontent.com/microsoft/vscode-evil/s.json',
      'https://json.schemastore.org/a.json?leak=secret',
    ])
      assert.equal((await found(`{ "$schema": "${other}" }`)).length, 1, other);
  });

  it('ignores addresses in the workspace, and those at which nobody can choose the answers', async () => {
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
      assert.deepEqual(await found(`{ "$schema": "${fine}" }`), [], fine);
    assert.deepEqual(await found(`const a = { "$schema": "${address}" };`), []);
    assert.deepEqual(await found('# A text about https://a.example\n'), []);
  });

  it('ignores addresses in places where no schema is named', async () => {
    const texts: readonly (readonly [string, string])[] = [
      ['a.yaml', `home: ${address}\n`],
      ['package.json', `{ "homepage": "${address}", "scripts": { "schema": "node a" } }`],
      ['a.ts', `const a = { "$schema": "${address}" };`],
      ['a.md', `# Schema\n${address}\n`],
      ['pyproject.toml', `[project.urls]\nHome = "${address}"\n`],
      ['openapi.yaml', `components:\n  schemas:\n    A:\n      externalDocs: { url: "${address}" }\n`],
      ['Chart.yaml', `{{ if }}\nurl: ${address}\n`],
      ['a.html', `<!DOCTYPE html><a href="${address}">a</a>`],
      ['a.html', '<!DOCTYPE html PUBLIC "a" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">'],
      ['a.svg', `<svg xmlns="http://www.w3.org/2000/svg"><a href="${address}"/></svg>`],
      ['a.css', `a { background: url(${address}) }`],
      ['s.json', `{ "$id": "${address}", "$ref": "#/a" }`],
    ];
    for (const [path, text] of texts) assert.deepEqual(await found(text, path), [], `${path} ${text}`);
  });

  it('reports only those that a change adds', async () => {
    const before = `{ "$schema": "${address}" }`;
    assert.deepEqual(await addedSchemas(before, `{ "$schema": "${address}", "a": 1 }`), []);
    assert.deepEqual(await addedSchemas(before, '{ "$schema": "https://b.example/" }'), [
      'https://b.example/',
    ]);
    assert.deepEqual(await addedSchemas(`x: ${address}`, `{ $schema: ${address} }`, 'a.yaml'), [address]);
  });

  it('takes little time for a long text made to keep it busy', async () => {
    const long = 500_000;
    const aliases = Array.from({ length: 30 }, (_, at) => `b${at + 1}: &b${at + 1} [*b${at}, *b${at}]`);
    const texts: readonly (readonly [path: string | undefined, text: string])[] = [
      [undefined, `{ "$schema": ${'['.repeat(long)}`],
      [undefined, `<?xml version="1.0"?>${'<!ENTITY '.repeat(long / 10)}`],
      [undefined, `<?xml version="1.0"?>${'<?xml-model '.repeat(long / 10)}`],
      [undefined, '# $schema '.repeat(long / 10)],
      [undefined, `${'/**/'.repeat(long / 4)}{ "$schema"`],
      [undefined, `${' '.repeat(long)}{ "$schema"`],
      ['a.yaml', `$schema: ${'['.repeat(long)}`],
      ['a.yaml', `$schema: x\n${'- '.repeat(long / 4)}`],
      ['a.yaml', `$schema: x\n${'[a]'.repeat(50_000)}`],
      ['a.yaml', `$schema: x\n${'{}'.repeat(75_000)}`],
      ['a.yaml', `$schema: x\n${']'.repeat(150_000)}`],
      ['a.yaml', `b0: &b0 [x]\n${aliases.join('\n')}\n$schema: x`],
      ['a.yaml', `$schema: "${'\\x68'.repeat(long / 4)}`],
      ['a.yaml', `schema: [ ${'a@b.'.repeat(long / 4)}`],
      ['a.toml', `"$schema" = ${'['.repeat(long)}`],
      ['a.xml', '<!ENTITY a "&#38;'.repeat(long / 20)],
      ['a.xml', 'schemaLocation  '.repeat(long / 16)],
      ['a.xml', '<'.repeat(long)],
    ];
    for (const [path, text] of texts) {
      const taken = processorTime();
      await remoteSchemas(text, path);
      assert.ok(taken() < 3_000, `${text.slice(0, 40)}: ${taken()} ms`);
    }
  });
});
