/** `npm run release:prepare` in a small repository of its own. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const script = resolve('scripts/releasePrepare.ts');

describe('preparing a release', () => {
  let folder: string;

  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
  const read = (file: string) => readFile(join(folder, file), 'utf8');
  const prepare = (...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    return { status, stdout, stderr };
  };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-release-'));
    const self = { name: 'x', version: '0.1.0' };
    const lock = { ...self, packages: { '': self, 'node_modules/y': { version: '0.1.0' } } };
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(self, null, 2)}\n`);
    await writeFile(join(folder, 'package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- New.\n');
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '--message', 'first');
  });

  afterEach(() => rm(folder, { recursive: true }));

  it('sets the version in package.json, the lock and the changelog, and says how to go on', async () => {
    const { status, stdout } = prepare('minor');
    assert.equal(status, 0);
    assert.match(stdout, /0\.1\.0 → 0\.2\.0.*git tag --annotate v0\.2\.0/s);
    assert.match(await read('package.json'), /"version": "0\.2\.0"/);
    const { version, packages } = JSON.parse(await read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    assert.deepEqual(
      [version, packages['']?.version, packages['node_modules/y']?.version],
      ['0.2.0', '0.2.0', '0.1.0'],
    );
    assert.match(await read('CHANGELOG.md'), /^## 0\.2\.0 \(\d{4}-\d\d-\d\d\)\n\n- New\.$/m);
  });

  it('changes nothing when the tree has changes', async () => {
    await writeFile(join(folder, 'new.txt'), '');
    const { status, stderr } = prepare('minor');
    assert.equal(status, 1);
    assert.match(stderr, /^The working tree has changes\..*new\.txt/s);
    assert.equal(git('status', '--porcelain'), '?? new.txt\n');
  });

  it('changes nothing when the argument, the step, the tag or the changelog does not allow it', async () => {
    const refused = (args: string[], reason: RegExp) => {
      const { status, stderr } = prepare(...args);
      assert.equal(status, 1);
      assert.match(stderr, reason);
      assert.doesNotMatch(stderr, /\n {4}at /, 'no stack trace');
      assert.equal(git('status', '--porcelain'), '');
    };
    refused([], /Give exactly one of/);
    refused(['big'], /not "big"/);
    refused(['patch'], /0\.1\.0 is a pre-release/);
    git('tag', 'v0.2.0');
    refused(['minor'], /The tag v0\.2\.0 exists already/);
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n');
    git('commit', '--all', '--quiet', '--message', 'empty');
    refused(['--pre-release'], /no section "## Unreleased"/);
  });
});
