/**
 * The scripted model endpoint as a process of its own, so that it takes no time from the side that is
 * measured. Sends its base URL to the process that forked it.
 */
import { startEndpoint } from '../../test/fixtures/endpoint.ts';
import { replyTo } from '../script.ts';

const endpoint = await startEndpoint(({ body }) => {
  // It keeps all requests for tests to look at; thousands of long ones would only fill the memory here.
  (endpoint.requests as unknown[]).length = 0;
  return replyTo(body);
});
process.send?.(endpoint.baseURL);
process.on('disconnect', () => process.exit(0));
