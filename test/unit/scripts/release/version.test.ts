/** Version numbers and the changelog (scripts/release/version.ts, changelog.ts, address.ts, publish.ts). */
import assert from 'node:assert/strict';
import { addressesOf } from '../../../../scripts/release/address.ts';
import { releaseChangelog, sectionOf } from '../../../../scripts/release/changelog.ts';
import { isAddressUnset } from '../../../../scripts/release/manifest.ts';
import { releaseProblems } from '../../../../scripts/release/publish.ts';
import { isPreRelease, nextVersion, parseStep } from '../../../../scripts/release/version.ts';

describe('version numbers', () => {
  it('are even in their minor number for releases and odd for pre-releases', () => {
    assert.equal(nextVersion('0.1.0', 'minor'), '0.2.0');
    assert.equal(nextVersion('0.2.3', 'minor'), '0.4.0');
    assert.equal(nextVersion('0.2.3', 'patch'), '0.2.4');
    assert.equal(nextVersion('0.2.3', 'pre-release'), '0.3.0');
    assert.equal(nextVersion('0.3.0', 'pre-release'), '0.3.1');
    assert.equal(nextVersion('0.9.7', 'major'), '1.0.0');
    assert.deepEqual(['0.1.0', '0.2.0', '1.11.4'].map(isPreRelease), [true, false, true]);
  });

  it('have no patch of a pre-release, and are plain', () => {
    assert.throws(() => nextVersion('0.3.1', 'patch'), /"minor" for the release/);
    assert.throws(() => nextVersion('0.3.1-beta.1', 'minor'), /no version of the form/);
  });

  it('are raised by exactly one argument', () => {
    assert.equal(parseStep(['--pre-release']), 'pre-release');
    for (const args of [[], ['pre-release'], ['1.2.3'], ['minor', '--pre-release']])
      assert.throws(() => parseStep(args), /exactly one of .*npm run release:prepare -- minor/);
  });
});

describe('the changelog of a release', () => {
  const text = '# Changelog\n\n## Unreleased\n\n- New.\n\n## 0.2.0 (2026-01-02)\n\n- Old.\n';

  it('is what was unreleased, under the version and its date', () => {
    const released = releaseChangelog(text, '0.4.0', '2026-03-04');
    assert.match(released, /^## 0\.4\.0 \(2026-03-04\)$/m);
    assert.equal(sectionOf(released, '0.4.0'), '- New.');
    assert.equal(sectionOf(released, '0.2.0'), '- Old.');
    assert.equal(sectionOf(released, 'Unreleased'), undefined);
  });

  it('must say something, once', () => {
    assert.throws(() => releaseChangelog('# Changelog\n', '0.4.0', ''), /has no section "## Unreleased"/);
    assert.throws(() => releaseChangelog('## Unreleased\n\n## 0.2.0\n', '0.4.0', ''), /is empty/);
    assert.throws(() => releaseChangelog(text, '0.2.0', ''), /already has a section/);
  });
});

describe('what is published', () => {
  const repository = { type: 'git', url: 'https://github.com/example/patchbay' };

  it('has an address, a changelog and the tag of its version', () => {
    const manifest = { version: '0.2.0', repository };
    assert.deepEqual(releaseProblems(manifest, 'New.', 'v0.2.0'), []);
    assert.equal(releaseProblems(manifest, 'New.', 'v0.2.1').length, 1);
    assert.equal(releaseProblems(manifest, undefined, 'v0.2.0').length, 1);
    assert.equal(releaseProblems(manifest, '', undefined).length, 2);
    const unset = { type: 'git', url: 'https://patchbay.invalid/patchbay' };
    assert.equal(isAddressUnset({ repository: unset }), true);
    assert.equal(releaseProblems({ version: '0.2.0', repository: unset }, 'New.', 'v0.2.0').length, 1);
  });

  it('takes all its addresses from that of the repository', () => {
    const { homepage, bugs, badges } = addressesOf(repository.url);
    for (const url of [homepage, bugs.url, ...badges.flatMap((badge) => [badge.url, badge.href])])
      assert.ok(url.startsWith(repository.url), url);
    for (const url of ['', 'https://github.com/example', 'https://example.com/a/b', `${repository.url}.git`])
      assert.throws(() => addressesOf(url), /is not of the form/);
  });
});
