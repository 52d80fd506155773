/** The checks of the package and its bill of materials (scripts/release/). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import {
  channelProblems,
  entriesOf,
  MAX_PACKAGE_BYTES,
  packageProblems,
  type Package,
} from '../../../../scripts/release/contents.ts';
import { isAddressUnset, readManifest } from '../../../../scripts/release/manifest.ts';
import { addressesOf } from '../../../../scripts/release/address.ts';
import { openVsxProblems } from '../../../../scripts/release/openVsx.ts';
import { bundledPackages, sbomOf, validateSbom } from '../../../../scripts/release/sbom.ts';

const files = ['README.md', 'CHANGELOG.md', 'LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'];
const allowed = entriesOf(files);
const good = (changes: Record<string, string> = {}): Package => ({
  entries: new Map(
    Object.entries({
      ...Object.fromEntries(allowed.map((path) => [path, 'text'])),
      'extension/dist/third-party-notices.txt': 'x'.repeat(10_000),
      ...changes,
    }).map(([path, text]) => [path, Buffer.from(text)]),
  ),
  bytes: 1000,
  allowed,
  privatePaths: ['/build/folder'],
});

describe('the check of the package', () => {
  it('takes what is on the list, and nothing else', () => {
    assert.ok(allowed.includes('extension/license.txt'));
    assert.deepEqual(packageProblems(good()), []);
    assert.deepEqual(packageProblems(good({ 'extension/.env': 'x' })), ['extension/.env must not be there.']);
    const { entries, ...rest } = good();
    const fewer = new Map([...entries].filter(([path]) => path !== 'extension/license.txt'));
    assert.deepEqual(packageProblems({ ...rest, entries: fewer }), ['extension/license.txt is missing.']);
  });

  it('refuses source maps, folders of the machine, too many bytes and missing notices', () => {
    const readme = 'extension/readme.md';
    assert.match(packageProblems(good({ [readme]: '//# sourceMappingURL=a.map' })).join(), /source map/);
    assert.match(packageProblems(good({ [readme]: 'at /build/folder/src' })).join(), /this machine/);
    assert.match(packageProblems({ ...good(), bytes: MAX_PACKAGE_BYTES + 1 }).join(), /more than/);
    assert.match(packageProblems(good({ 'extension/dist/third-party-notices.txt': '' })).join(), /notices/);
  });

  it('refuses links and pictures that would not work on a registry, and leaves code alone', () => {
    const readme = (text: string) => packageProblems(good({ 'extension/readme.md': text }));
    assert.deepEqual(readme('[a](https://example.com) [b](#b) `[c](d)`'), []);
    assert.deepEqual(readme('![a](docs/a.png)'), [
      'extension/readme.md: the picture docs/a.png is not absolute.',
    ]);
    assert.equal(readme('[a](docs/a.md)').length, 1);
  });

  it('holds the channel against the version', () => {
    const marked = '<Property Id="Microsoft.VisualStudio.Code.PreRelease" Value="true" />';
    assert.deepEqual([channelProblems(marked, '0.3.0'), channelProblems('', '0.2.0')], [[], []]);
    assert.equal(channelProblems(marked, '0.2.0').length + channelProblems('', '0.3.0').length, 2);
  });
});

describe('package.json', () => {
  it('has all that both registries show, from one address', async () => {
    const manifest = await readManifest();
    assert.deepEqual(openVsxProblems(manifest), []);
    assert.equal((manifest as { private?: boolean }).private, undefined);
    const { repository, homepage, bugs, badges } = manifest;
    if (isAddressUnset(manifest)) {
      assert.equal(homepage, `${repository.url}#readme`);
      assert.equal(bugs.url, `${repository.url}/issues`);
    } else assert.deepEqual({ repository, homepage, bugs, badges }, addressesOf(repository.url));
  });

  it('is refused for Open VSX with fields that it does not take', async () => {
    const manifest = await readManifest();
    const count = (changes: object) => openVsxProblems({ ...manifest, ...changes }).length;
    assert.equal(count({ publisher: 'a b' }), 1);
    assert.equal(count({ license: '' }), 1);
    assert.equal(count({ displayName: 'Patch\u200Bbay' }), 1);
    assert.equal(count({ homepage: 'patchbay' }), 1);
    assert.equal(count({ galleryBanner: { color: 'blue', theme: 'grey' } }), 2);
  });

  it('names the Node that it installs', async () => {
    const { devEngines, devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
      devEngines: { runtime: { version: string } };
      devDependencies: { node: string };
    };
    assert.equal(devEngines.runtime.version, devDependencies.node);
  });
});

describe('the bill of materials', () => {
  const input = (imports: string[] = []) => ({
    bytes: 1,
    imports: imports.map((path) => ({ path, kind: 'import-statement' as const })),
  });
  const [a, barrel, b, c] = ['a/index.js', 'a/barrel.js', '@s/b/b.js', 'c/c.js'].map(
    (path) => `node_modules/${path}`,
  ) as [string, string, string, string];
  const metafile = {
    inputs: {
      'src/main.ts': input([a]),
      [a]: input([barrel]),
      [barrel]: input([b, c]),
      [b]: input(),
      [c]: input(),
    },
    outputs: {
      'dist/main.js': {
        bytes: 1,
        imports: [],
        exports: [],
        inputs: {
          'src/main.ts': { bytesInOutput: 1 },
          [a]: { bytesInOutput: 1 },
          [b]: { bytesInOutput: 1 },
          [c]: { bytesInOutput: 0 },
        },
      },
      'dist/tool.js': { bytes: 1, imports: [], exports: [], inputs: { [c]: { bytesInOutput: 1 } } },
    },
  };

  it('lists the packages with bytes in what is shipped, and what they import', () => {
    assert.deepEqual(
      bundledPackages(metafile, (output) => output === 'dist/main.js'),
      new Map([
        ['node_modules/@s/b', new Set()],
        ['node_modules/a', new Set(['node_modules/@s/b'])],
      ]),
    );
  });

  it('is valid CycloneDX, the same for the same package, and not without a licence that SPDX knows', async () => {
    const packages = bundledPackages(metafile, (output) => output === 'dist/main.js');
    const integrity = `sha512-${Buffer.alloc(64).toString('base64')}`;
    const documentWith = (license: string) =>
      sbomOf(
        {
          manifest: { name: 'patchbay', version: '0.1.0', license: 'MIT', publisher: 'patchbay' },
          file: 'patchbay-0.1.0.vsix',
          sha256: '0'.repeat(64),
          epoch: 0,
        },
        packages,
        new Map([
          ['node_modules/a', { name: 'a', version: '1.0.0', license, integrity }],
          ['node_modules/@s/b', { name: '@s/b', version: '2.0.0', license: '(MIT OR ISC)', integrity }],
        ]),
      );
    const text = documentWith('MIT');
    await validateSbom(text);
    assert.equal(documentWith('MIT'), text);
    assert.match(text, /"purl": "pkg:npm\/%40s\/b@2\.0\.0"/);
    await assert.rejects(validateSbom(documentWith('Unknown-1')), /no valid CycloneDX/);
  });
});
