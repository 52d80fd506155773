/** A model that is tried out before it is chosen: what the smallest real request finds. */
import assert from 'node:assert/strict';
import { knownEndpoints, probeModel } from '../../../../src/models/index.ts';
import { errorReply, silence, startEndpoint, textReply, type Reply } from '../../../fixtures/endpoint.ts';

async function probe(reply: Reply, { limitMs = 5_000, signal = new AbortController().signal } = {}) {
  const endpoint = await startEndpoint(() => reply);
  try {
    await probeModel({ baseURL: endpoint.baseURL, apiKey: 'sk-key' }, 'm', limitMs, signal);
    return endpoint.requests;
  } finally {
    await endpoint.close();
  }
}

describe('a probed model', () => {
  it('gets one request, with the key and a tool beside a short question', async () => {
    const [request, ...more] = await probe(textReply('OK'));
    assert.equal(more.length, 0);
    assert.equal(request?.headers.authorization, 'Bearer sk-key');
    assert.equal(request.body.model, 'm');
    assert.equal(request.body.tools.length, 1);
  });

  it('is refused for what the chat would be refused for: a key, a model, tools', async () => {
    const refusals = [
      [errorReply(401, 'no'), 'unauthorized'],
      [errorReply(404, { error: { message: 'model "m" not found' } }), 'not-found'],
      [errorReply(400, { error: { message: 'm does not support tools' } }), 'no-tools'],
    ] as const;
    for (const [reply, kind] of refusals) await assert.rejects(probe(reply), { name: 'ModelError', kind });
  });

  it('counts as slow, and not as wrong, when nothing arrives within the limit', async () => {
    await probe(silence, { limitMs: 50 });
  });

  it('is no longer waited for when the user cancels', async () => {
    const left = AbortSignal.timeout(50);
    await assert.rejects(probe(silence, { signal: left }), { name: 'TimeoutError' });
  });
});

describe('the endpoints that are known by name', () => {
  it('are places that keys can be sent to', () => {
    for (const { baseURL } of knownEndpoints)
      assert.equal(new URL(baseURL.replace('{resource}', 'mine')).protocol, 'https:');
  });
});
