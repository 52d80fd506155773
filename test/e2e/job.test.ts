/** The main job with the extension under development. */
import { describeJob } from './job.ts';

describeJob('the main job', 'job', () => Promise.resolve({}));
