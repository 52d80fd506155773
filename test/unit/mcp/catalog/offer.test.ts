/** How long what a server said of itself is relied on (2026-07-28, basic/caching). */
import assert from 'node:assert/strict';
import { offerOf, stillValid } from '../../../../src/mcp/catalog/offer.ts';

const said = { supportedVersions: ['2026-07-28'], capabilities: {}, cacheScope: 'private' as const };

describe('the offer of a server', () => {
  it('is kept for as long as the server allows', () => {
    const before = Date.now();
    const offer = offerOf({ ...said, ttlMs: 60_000 });
    assert.ok(offer);
    assert.deepEqual(offer.discover, { ...said, ttlMs: 60_000 });
    assert.ok(offer.until >= before + 60_000 && offer.until <= Date.now() + 60_000);
    assert.equal(stillValid(offer), offer);
  });

  it('is not kept if the server does not allow it', () => {
    for (const ttlMs of [0, -1]) assert.equal(offerOf({ ...said, ttlMs }), undefined);
    assert.equal(offerOf(undefined), undefined);
  });

  it('is dropped when its time is over', () => {
    const discover = { ...said, ttlMs: 1 };
    assert.equal(stillValid({ discover, until: Date.now() - 1 }), undefined);
    assert.equal(stillValid(undefined), undefined);
  });
});
