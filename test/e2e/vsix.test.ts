/** The main job with the packaged extension, installed as a user would install it. */
import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeJob } from './job.ts';

describeJob('the main job with the packaged extension @nightly', 'vsix', async () => {
  const vsix = join(await mkdtemp(join(tmpdir(), 'patchbay-vsix-')), 'patchbay.vsix');
  await promisify(execFile)(process.execPath, ['scripts/package.ts', vsix]);
  return { vsix };
});
