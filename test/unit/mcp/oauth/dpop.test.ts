/** The key that tokens are bound to: the same again after a restart. */
import assert from 'node:assert/strict';
import { openDpopSession } from '../../../../src/mcp/oauth/dpop.ts';

describe('the DPoP key', () => {
  it('is made once, and signs for the same thumbprint after a restart', async () => {
    const kept = new Map<string, string>();
    const secrets = {
      get: async (key: string) => kept.get(key),
      store: async (key: string, value: string) => void kept.set(key, value),
      delete: async (key: string) => void kept.delete(key),
    };
    const first = await openDpopSession(secrets, 'key');
    const second = await openDpopSession(secrets, 'key');
    assert.equal(second.thumbprint, first.thumbprint);
    const proof = await second.buildProof({ htm: 'POST', htu: 'https://example.com/token' });
    assert.equal(proof.split('.').length, 3);
  });
});
