import assert from 'node:assert/strict';
import { CatalogRefresh } from '../../../../src/mcp/server/catalogRefresh.ts';
import type { Catalog } from '../../../../src/mcp/catalog/catalog.ts';
import type { LiveConnection } from '../../../../src/mcp/connection/liveConnection.ts';
import { FakeClock } from '../fakeClock.ts';

describe('the lists of a server that says that they have changed', () => {
  const start = (answersWithChange: boolean) => {
    const clock = new FakeClock();
    const log: string[] = [];
    const fetchedAt: number[] = [];
    let isCurrent = true;
    const live = {
      connection: {
        refresh: () => {
          fetchedAt.push(clock.monotonic());
          if (answersWithChange) refreshes.changed(live);
          return Promise.resolve({} as Catalog);
        },
      },
    } as unknown as LiveConnection;
    const refreshes = new CatalogRefresh({
      clock,
      log: { append: (_level, _from, text) => void log.push(text) },
      isCurrent: () => isCurrent,
      adopt: () => undefined,
    });
    const pass = async (ms: number): Promise<void> => {
      for (let left = ms; left > 0; left -= 500) {
        clock.advance(500);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    return { log, fetchedAt, live, refreshes, pass, end: () => void (isCurrent = false) };
  };

  it('are fetched less and less often, and the log says so once, when each fetch brings a change', async () => {
    const { log, fetchedAt, live, refreshes, pass } = start(true);
    refreshes.changed(live);
    await pass(10 * 60_000);
    assert.ok(fetchedAt.length > 10 && fetchedAt.length < 25, String(fetchedAt.length));
    const gaps = fetchedAt.map((at, index) => at - (fetchedAt[index - 1] ?? at));
    assert.ok((gaps.at(-1) ?? 0) >= 60_000);
    assert.equal(log.filter((line) => line.includes('again and again')).length, 1);
  });

  it('are fetched at once when changes are rare', async () => {
    const { log, fetchedAt, live, refreshes, pass } = start(false);
    for (let change = 0; change < 20; change += 1) {
      refreshes.changed(live);
      await pass(11_000);
      assert.equal(fetchedAt.length, change + 1);
    }
    assert.deepEqual(log, []);
  });

  it('are fetched at once again after a quiet time', async () => {
    const { fetchedAt, live, refreshes, pass } = start(false);
    for (let change = 0; change < 12; change += 1) {
      refreshes.changed(live);
      await pass(500);
    }
    await pass(3 * 60_000);
    const before = fetchedAt.length;
    refreshes.changed(live);
    await pass(500);
    assert.equal(fetchedAt.length, before + 1);
  });

  it('are not fetched over a connection that has ended meanwhile', async () => {
    const { fetchedAt, live, refreshes, pass, end } = start(true);
    refreshes.changed(live);
    await pass(2_000);
    end();
    const before = fetchedAt.length;
    await pass(10 * 60_000);
    assert.equal(fetchedAt.length, before);
  });
});
