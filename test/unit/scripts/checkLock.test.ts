/** The lock says what the bytes of every package are (scripts/checkLock.ts). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { checkLock, type LockedPackage } from '../../../scripts/checkLock.ts';

const integrity = `sha512-${'a'.repeat(86)}==`;
const problemsOf = (entry: LockedPackage) => checkLock({ '': {}, 'node_modules/x': entry });

describe('the check of package-lock.json', () => {
  it('takes packages with a digest and without an address', () => {
    assert.deepEqual(problemsOf({ version: '1.0.0', integrity }), []);
  });

  it('refuses a package without a digest, with a weak one, from a certain place, or that is a link', () => {
    assert.deepEqual(problemsOf({ version: '1.0.0' }), ['node_modules/x has no integrity']);
    assert.equal(problemsOf({ version: '1.0.0', integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }).length, 1);
    assert.equal(problemsOf({ integrity, resolved: 'https://packages.example/x.tgz' }).length, 1);
    assert.equal(problemsOf({ integrity, link: true }).length, 1);
  });

  it('refuses a package of another platform that is not there, wherever it would be', () => {
    const optionalDependencies = { 'tool-win32': '1.0.0' };
    const locked = (...others: readonly string[]) =>
      checkLock({
        '': {},
        'node_modules/a': { integrity },
        'node_modules/a/node_modules/@b/tool': { integrity, optionalDependencies },
        ...Object.fromEntries(others.map((path) => [path, { integrity }])),
      });
    const tool = 'node_modules/a/node_modules/@b/tool';
    const missing = [`${tool} needs tool-win32 on some platform, which is not locked`];
    assert.deepEqual(locked(), missing);
    assert.deepEqual(locked('node_modules/c/node_modules/tool-win32'), missing);
    for (const place of [`${tool}/node_modules`, 'node_modules/a/node_modules', 'node_modules'])
      assert.deepEqual(locked(`${place}/tool-win32`), []);
  });

  it('finds nothing wrong with the lock of Patchbay, packages of other platforms included', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    assert.deepEqual(checkLock(packages), []);
  });
});
