/**
 * The scripted model endpoint in a process of its own, so that it costs the measured side nothing. Sends its base URL
 * to its parent.
 */
import { startEndpoint } from '../../test/fixtures/endpoint.ts';
import { replyTo } from '../script.ts';

const endpoint = await startEndpoint(({ body }) => {
  // The fixture keeps all requests for tests; thousands of long ones would fill the memory.
  (endpoint.requests as unknown[]).length = 0;
  return replyTo(body);
});
process.send?.(endpoint.baseURL);
process.on('disconnect', () => process.exit(0));
