/** The main job with the packaged extension, installed as a user would install it. */
import { describeJob } from './job.ts';
import { packPatchbay } from './support/packaged.ts';

describeJob('the main job with the packaged extension @nightly', 'vsix', async () => ({
  vsix: await packPatchbay(),
}));
