/** Which desktop VS Code the integration tests run in (scripts/host/desktop.ts). */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { desktopVersion } from '../../../scripts/host/desktop.ts';

describe('the version of desktop VS Code for tests', () => {
  it('is the oldest that package.json allows, the newest stable one, or the one that is named', async () => {
    const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { vscode: string } };
    assert.equal(`^${await desktopVersion('oldest')}`, engines.vscode);
    assert.equal(await desktopVersion(), 'stable');
    assert.equal(await desktopVersion('newest'), 'stable');
    assert.equal(await desktopVersion('1.120.0'), '1.120.0');
    await assert.rejects(desktopVersion('latest'), /"latest" is no version: give oldest/);
  });
});
