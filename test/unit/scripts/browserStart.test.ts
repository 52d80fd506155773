/** What is done when the browser of the tests dies while it starts. */
import assert from 'node:assert/strict';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBrowser } from '../../../scripts/host/browser.ts';

describe('a browser that dies while it starts', function () {
  this.timeout(60_000);
  const named = process.env['PATCHBAY_BROWSER'];
  let scratch: string;

  // The browser of the test is a shell script.
  before(function () {
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-browser-'));
  });
  afterEach(async () => {
    if (named === undefined) delete process.env['PATCHBAY_BROWSER'];
    else process.env['PATCHBAY_BROWSER'] = named;
    await rm(scratch, { recursive: true, force: true });
  });

  /** Gives the number of starts of a browser that each time ends by the signal. */
  async function startsOf(signal: string): Promise<number> {
    const starts = join(scratch, 'starts');
    const file = join(scratch, 'browser');
    const lines = [
      '#!/bin/sh',
      'if [ "$1" = --version ]; then echo "Chromium 1"; exit; fi',
      `echo start >> ${starts}`,
      `kill -${signal} $$`,
    ];
    await writeFile(file, `${lines.join('\n')}\n`);
    await chmod(file, 0o755);
    process.env['PATCHBAY_BROWSER'] = file;
    await assert.rejects(
      openBrowser(join(scratch, 'profile'), { width: 400, height: 300 }),
      /has been closed/,
    );
    return (await readFile(starts, 'utf8')).trim().split('\n').length;
  }

  it('by SIGSEGV is started again, three times', async () => {
    assert.equal(await startsOf('SEGV'), 4);
  });

  it('by anything else is not', async () => {
    assert.equal(await startsOf('KILL'), 1);
  });
});
