/**
 * Two windows that write calls and conversations at once: nothing is lost, nobody is locked out (features.md, C11, D6).
 * PATCHBAY_STORE_SECONDS says for how long.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { CallHistory, ConversationStore } from '../../../src/store/index.ts';
import { all, keepAll } from './support.ts';
import { cases } from '../../fixtures/cases.ts';

const seconds = Number(process.env['PATCHBAY_STORE_SECONDS'] ?? cases(1, 20));

interface Written {
  readonly calls: number;
  readonly texts: number;
  readonly conversations: number;
  readonly slowest: number;
}

describe('two windows at once', function () {
  this.timeout(seconds * 1_000 + 120_000);
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-windows-'));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  async function write(name: string): Promise<Written> {
    const script = fileURLToPath(new URL('writerChild.ts', import.meta.url));
    const child = spawn(process.execPath, [script, folder, name, String(seconds * 1_000)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [said, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    assert.equal(code, 0, said);
    return JSON.parse(said) as Written;
  }

  it('lose nothing and lock nobody out', async () => {
    const names = ['one', 'two'];
    const reports = await Promise.all(names.map(write));
    const history = new CallHistory(keepAll(folder));
    const store = new ConversationStore({
      folder,
      workspace: '',
      onProblem: ({ english }) => assert.fail(english),
      now: () => Date.now(),
    });
    try {
      const calls = history.list(all, { limit: Number.MAX_SAFE_INTEGER });
      assert.equal(
        calls.length,
        reports.reduce((sum, report) => sum + report.calls, 0),
      );
      assert.ok(calls.every(({ status }) => status === 'success'));
      for (const [index, name] of names.entries()) {
        const report = reports[index];
        assert.ok(report && report.conversations > 0);
        assert.equal(report.texts, report.conversations * 20);
        for (let number = 0; number < report.conversations; number += 1) {
          const kept = store.read(`${name}-${number}`);
          assert.equal(kept?.patches.length ?? 0, number % 2 === 0 ? 0 : 22);
          assert.equal(kept?.items.length ?? 0, number % 2 === 0 ? 2 : 0);
        }
      }
      const events = reports.reduce((sum, report) => sum + report.texts + 2 * report.calls, 0);
      // Whoever is locked out for five seconds has reported a problem, which ends its process.
      const slowest = Math.max(...reports.map((report) => report.slowest));
      console.log(`      ${events} events in ${seconds} s, the slowest write took ${slowest.toFixed(1)} ms`);
    } finally {
      history.dispose();
      store.dispose();
    }
  });
});
