/** What errors of a connection mean (features.md, A11). */
import assert from 'node:assert/strict';
import { SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { forgotSession, neverArrived } from '../../../../src/mcp/reconnect/loss.ts';

const http = (status: number, text: string) =>
  new SdkHttpError(SdkErrorCode.ClientHttpNotImplemented, `Error POSTing to endpoint: ${text}`, {
    status,
    statusText: '',
    text,
  });

describe('an error of a connection', () => {
  it('says that the session is forgotten: 404, or a 400 that speaks of it, also in the words of SSE', () => {
    const forgotten = [
      http(404, ''),
      http(400, '{"error":{"message":"Bad Request: No valid session ID provided"}}'),
      http(400, 'Bad Request: Server not initialized'),
      new Error('Error POSTing to endpoint (HTTP 404): '),
    ];
    for (const error of forgotten) assert.ok(forgotSession(error, 'legacy'), error.message);
    for (const error of forgotten) assert.ok(!forgotSession(error, 'modern'), error.message);
  });

  it('says so neither with another 400 nor with another status', () => {
    for (const error of [http(400, 'text must be a string'), http(401, 'session'), http(500, 'session')])
      assert.ok(!forgotSession(error, 'legacy'), error.message);
  });

  it('shows that nothing was sent only if no connection came about', () => {
    const failed = (code: string) =>
      new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });
    for (const code of ['ECONNREFUSED', 'ENOTFOUND', 'UND_ERR_CONNECT_TIMEOUT'])
      assert.ok(neverArrived(failed(code)), code);
    for (const code of ['ECONNRESET', 'UND_ERR_SOCKET', 'UND_ERR_HEADERS_TIMEOUT'])
      assert.ok(!neverArrived(failed(code)), code);
  });
});
