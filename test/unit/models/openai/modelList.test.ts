/** The list of models that an endpoint offers. */
import assert from 'node:assert/strict';
import { createOpenAiModel, listModels } from '../../../../src/models/index.ts';
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

  it('tells the context windows of the models, so that nobody asks for them again', async () => {
    const data = [
      { id: 'a', context_length: 200_000 },
      { id: 'b' },
      { name: 'models/c', inputTokenLimit: 1_000_000 },
      { id: 'a', context_length: 1_000 },
    ];
    const { baseURL, requests } = await start([
      rawReply([JSON.stringify({ data })]),
      rawReply(['{"data":[]}']),
    ]);
    const make = (model: string) => createOpenAiModel({ baseURL, model, canCallTools: true });
    assert.equal(make('a').listedWindow, undefined);
    await listModels({ baseURL, signal });
    const windows = ['a', 'b', 'models/c', 'c'].map((model) => make(model).listedWindow);
    assert.deepEqual(windows, [200_000, undefined, 1_000_000, 1_000_000]);
    assert.equal(await make('a').lookUpContextWindow(), 200_000);
    assert.equal(requests.length, 1);
    assert.equal(await make('b').lookUpContextWindow(), undefined);
    assert.equal(requests.length, 2);
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
