/** The list of models that an endpoint offers. */
import assert from 'node:assert/strict';
import { listModels } from '../../../../src/models/index.ts';
import { errorReply, rawReply, silence } from '../../../fixtures/endpoint.ts';
import { modelErrorOf, useEndpoints } from '../support.ts';

describe('the list of models', () => {
  const start = useEndpoints();
  const { signal } = new AbortController();

  it('is sorted', async () => {
    const { baseURL, requests } = await start([], { models: ['b', 'a', 'b'] });
    assert.deepEqual(await listModels({ baseURL, apiKey: 'my-key', signal }), ['a', 'b']);
    assert.equal(requests[0]?.headers.authorization, 'Bearer my-key');
  });

  it('may be a bare list, or named otherwise, or empty', async () => {
    const bodies = [
      '[{"id":"a"}]',
      '{"models":[{"name":"a"}]}',
      '{"data":null,"models":[{"id":"a"},{"id":7},null]}',
    ];
    const { baseURL } = await start(
      [...bodies, '{"object":"list","data":[]}'].map((body) => rawReply([body])),
    );
    for (const _ of bodies) assert.deepEqual(await listModels({ baseURL, signal }), ['a']);
    assert.deepEqual(await listModels({ baseURL, signal }), []);
  });

  it('fails with what the endpoint says', async () => {
    const { baseURL } = await start([
      errorReply(401),
      rawReply(['<html>Hi</html>']),
      rawReply(['Hi']),
      errorReply(404),
    ]);
    assert.equal((await modelErrorOf(listModels({ baseURL, signal }))).kind, 'no-key');
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /web page/);
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /list of models/);
    assert.match((await modelErrorOf(listModels({ baseURL, signal }))).message, /nothing at .*\/v1\/models/);
  });

  it('is aborted with the reason of the signal', async () => {
    const abort = new AbortController();
    const reason = new Error('stopped');
    const { baseURL } = await start(() => (abort.abort(reason), silence));
    await assert.rejects(listModels({ baseURL, signal: abort.signal }), (error) => error === reason);
  });
});
