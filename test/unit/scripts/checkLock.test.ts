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

  it('finds nothing wrong with the lock of Patchbay, packages of other platforms included', () => {
    const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
      packages: Record<string, LockedPackage>;
    };
    assert.deepEqual(checkLock(packages), []);
  });
});
