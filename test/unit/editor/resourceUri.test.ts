/** Whatever a server calls its resources, the editor's names for them lead back to them and nowhere else. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nameOf, resourceOf, type ResourceName } from '../../../src/editor/resources/resourceUri.ts';

const named = (uri: string, mimeType?: string): ResourceName => {
  const name = nameOf({ server: 'my-server_1', uri }, mimeType);
  assert.ok(name);
  return name;
};

describe('the name of a resource in the editor', () => {
  it('leads back to the resource, whatever its URI is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 300 }), (uri) => {
        assert.deepEqual(resourceOf(named(uri)), { server: 'my-server_1', uri });
      }),
    );
  });

  it('is one file in one folder, which a hostile URI can neither leave nor climb', () => {
    for (const uri of [
      'file:///../../etc/passwd',
      'a://x/%2e%2e%2f%2e%2e',
      '../..',
      'x\n\u202ey/..',
      '////',
      '?#',
    ])
      assert.match(named(uri).path, /^\/my-server_1\/(?!\.)[\w.-]+$/);
  });

  it('ends like a file, so that the editor knows what it is', () => {
    const fileOf = (uri: string, type?: string) => named(uri, type).path.split('/').at(-1);
    assert.equal(fileOf('demo://docs/read%20me.md?x=/y'), 'read_me.md');
    assert.equal(fileOf('demo://logo', 'image/png'), 'logo.png');
    assert.equal(fileOf('demo://data', 'application/json; charset=utf-8'), 'data.json');
    assert.equal(fileOf('x:///'), 'x_');
  });

  it('is refused when it is invalid, or a second name for the same resource', () => {
    const names = [
      ['', 'YQ'],
      ['/', 'YQ'],
      ['/server', 'YQ'],
      ['/server/x', ''],
      ['/server/x', '!!'],
      ['/server/x/y', 'YQ'],
      ['/ser ver/x', 'YQ'],
      ['/server/x', 'YR'],
    ] as const;
    for (const [path, query] of names)
      assert.equal(resourceOf({ path, query }), undefined, `${path}?${query}`);
    assert.deepEqual(resourceOf({ path: '/server/x', query: 'YQ' }), { server: 'server', uri: 'a' });
  });

  it('is not given to a URI of endless length', () => {
    assert.equal(nameOf({ server: 's', uri: 'x'.repeat(5_000) }), undefined);
  });
});
