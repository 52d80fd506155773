/** How scripts start npm and the tools of the lock, also on Windows. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { npmRun, packageBin } from '../../../scripts/npm.ts';

describe('the command line of a script', () => {
  it('runs the npm that runs already, by Node.js and without a shell', () => {
    const command = npmRun('build', ['--watch'], { npm_execpath: '/opt/npm/bin/npm-cli.js' });
    assert.deepEqual(command, [
      process.execPath,
      '/opt/npm/bin/npm-cli.js',
      'run',
      '--silent',
      'build',
      '--',
      '--watch',
    ]);
  });

  it('looks npm up where another program runs the script', () => {
    assert.deepEqual(npmRun('build', [], {}), ['npm', 'run', '--silent', 'build']);
    assert.deepEqual(npmRun('build', [], { npm_execpath: '/usr/bin/yarn' })[0], 'npm');
  });

  it('names the program of an installed package', () => {
    const [node, script = '', ...rest] = packageBin('@vscode/vsce', 'vsce', ['package']);
    assert.equal(node, process.execPath);
    assert.ok(existsSync(script));
    assert.deepEqual(rest, ['package']);
    assert.throws(() => packageBin('mocha', 'chai'), /has no program chai/);
  });
});
