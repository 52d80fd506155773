/** What errors of a connection mean (features.md, A11). */
import assert from 'node:assert/strict';
import { ProtocolError, SdkErrorCode, SdkHttpError } from '@modelcontextprotocol/client';
import { forgotSession, mayBeOfTool, mayHaveRun, neverArrived } from '../../../../src/mcp/reconnect/loss.ts';

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

  const said: readonly (readonly [code: number, words: string])[] = [
    [-32_001, 'Session not found'],
    [-32_600, 'Session terminated'],
    [-32_000, 'Bad Request: No valid session ID provided'],
    [-32_000, 'Invalid or expired session'],
    [-32_600, 'Unknown session id: 17'],
    [-32_001, 'Could not find session'],
    [-32_002, 'Server not initialized'],
    [-32_600, "The session doesn't exist anymore"],
    [-32_001, 'SESSION_NOT_FOUND'],
    [-32_000, 'SessionNotFoundError: 17'],
    [-32_603, 'Session not found'],
    [404, 'Session not found'],
    [-32_000, 'No transport found for sessionId'],
    [-32_000, 'Your session has timed out'],
    [-32_000, 'Mcp-Session-Id header is required'],
    [-32_600, 'Received request before initialization was complete'],
  ];
  for (const [code, words] of said)
    it(`says that the session is forgotten: an error with status 200 and the words "${words}"`, () => {
      assert.ok(forgotSession(new ProtocolError(code, words), 'legacy'));
    });

  it('says that the session is forgotten with other statuses, in words alone', () => {
    for (const status of [403, 410, 422, 500])
      assert.ok(forgotSession(http(status, '{"detail":"Session not found"}'), 'legacy'), String(status));
    assert.ok(!forgotSession(http(401, 'Session expired'), 'legacy'));
  });

  it('does not say so for a session of the tool itself', () => {
    const errors = [
      new ProtocolError(-32_602, 'Session not found'),
      new ProtocolError(-32_603, 'browser session not found'),
      new ProtocolError(-32_000, 'The session has 3 tabs'),
      new ProtocolError(-32_000, 'No such checkout session: cs_17'),
      new ProtocolError(-32_000, 'The browser session was closed'),
      new ProtocolError(-32_000, 'Your training_session has timed out'),
      new ProtocolError(-32_603, 'BrowserSession was lost'),
      http(500, '{"error":"Database session expired"}'),
    ];
    for (const error of errors) assert.ok(!forgotSession(error, 'legacy'), error.message);
  });

  it('says so without doubt only with words and a code that no tool has', () => {
    const doubtful = (code: number, words: string) => mayBeOfTool(new ProtocolError(code, words));
    assert.ok(!doubtful(-32_001, 'Session not found'));
    assert.ok(!doubtful(-32_600, 'SESSION_TERMINATED'));
    for (const [code, words] of [
      [-32_001, 'The session has ended'],
      [-32_603, 'Session not found'],
      [404, 'Session not found'],
    ] as const)
      assert.ok(doubtful(code, words), words);
  });

  it('says that its request may have run only where it may be of a tool, and the session ended in some way', () => {
    const ended = ['The session was lost', 'Session timed out', 'Your session was disconnected'];
    for (const words of ended) {
      assert.ok(mayHaveRun(new ProtocolError(-32_603, words)), words);
      assert.ok(mayHaveRun(http(502, words)), words);
      for (const status of [400, 404]) assert.ok(!mayHaveRun(http(status, words)), words);
    }
    for (const words of [
      'Session not found',
      'Mcp-Session-Id header is required',
      'Session not found: it was lost',
    ])
      assert.ok(!mayHaveRun(new ProtocolError(-32_000, words)), words);
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
