/** What models cost, on real files (features.md, E4). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallHistory, type HistoryOptions } from '../../../src/store/index.ts';
import { keepAll, made } from './support.ts';

const DAY = 86_400_000;
/** At noon, wherever this runs. */
const NOON = new Date(2026, 10, 24, 12).getTime();

let folder: string;
let now: number;
const opened: CallHistory[] = [];

beforeEach(async () => {
  now = NOON;
  folder = await mkdtemp(join(tmpdir(), 'patchbay-spending-'));
});
afterEach(async () => {
  for (const history of opened.splice(0)) history.dispose();
  await rm(folder, { recursive: true, force: true });
});

function open(options: Partial<HistoryOptions> = {}): CallHistory {
  const history = new CallHistory({ ...keepAll(folder), now: () => now, ...options });
  opened.push(history);
  return history;
}

const usage = { inputTokens: 100, outputTokens: 10, cachedTokens: 60, cost: 1_500 };
const asked = { model: 'gpt-5', host: 'api.openai.com', usage };
const row = { day: '2026-11-24', model: 'gpt-5', host: 'api.openai.com' };
const sums = (requests: number) => ({
  requests,
  unpriced: 0,
  input: requests * 100,
  cached: requests * 60,
  output: requests * 10,
  cost: requests * 1_500,
});

describe('what models cost', () => {
  it('is summed by day, model and endpoint, over windows and restarts', () => {
    const [first, second] = [open(), open()];
    first.spend(asked);
    second.spend(asked);
    second.spend({ ...asked, host: 'gateway.test' });
    first.flush();
    second.flush();
    first.spend(asked);
    first.dispose();
    now += DAY;
    const third = open();
    third.spend(asked);
    assert.deepEqual(third.spending(7), {
      today: '2026-11-25',
      rows: [
        { ...row, day: '2026-11-25', ...sums(1) },
        { ...row, ...sums(3) },
        { ...row, host: 'gateway.test', ...sums(1) },
      ],
    });
    assert.deepEqual(third.spending(1).rows, [{ ...row, day: '2026-11-25', ...sums(1) }]);
  });

  it('says what all windows have spent today, with what is not written yet, and nothing where nothing is kept', () => {
    const [first, second] = [open(), open()];
    first.spend(asked);
    first.flush();
    second.spend({ model: 'other', host: '', usage });
    const { inputTokens, outputTokens, cost } = usage;
    assert.deepEqual(second.spentToday(), { cost: 2 * cost, tokens: 2 * (inputTokens + outputTokens) });
    now += DAY;
    assert.deepEqual(second.spentToday(), { cost: 0, tokens: 0 });
    assert.equal(open({ retention: () => ({ maxAgeDays: 0, maxSizeMB: 500 }) }).spentToday(), undefined);
  });

  it('counts requests whose price or usage is not known', () => {
    const history = open();
    const { cost: _, ...tokens } = usage;
    history.spend(asked);
    history.spend({ ...asked, usage: tokens });
    history.spend({ model: 'gpt-5', host: 'api.openai.com' });
    const [found] = history.spending(1).rows;
    assert.deepEqual(found, { ...row, ...sums(2), requests: 3, unpriced: 2, cost: 1_500 });
  });

  it('takes names for one plain line, however long, and never counts beyond what can be read', () => {
    const history = open();
    const name = `gpt\n\u202e${'x'.repeat(1_000_000)}`;
    const most = { inputTokens: 1e9, outputTokens: 1e9, cost: 1e12 };
    for (const model of [name, '__proto__', '']) history.spend({ model, host: name, usage: most });
    for (let count = 0; count < 10_000; count++) history.spend({ ...asked, usage: most });
    history.flush();
    history.spend({ ...asked, usage: most });
    const { rows } = history.spending(1);
    assert.equal(rows.length, 4);
    for (const { model, host } of rows) {
      assert.ok(model.length <= 200 && host.length <= 200);
      assert.doesNotMatch(`${model}${host}`, /[\n\u202e]/);
    }
    assert.equal(rows[0]?.cost, Number.MAX_SAFE_INTEGER);
  });

  it('goes with the calls: by age, with all, and where nothing is kept', async () => {
    const before = open();
    before.spend(asked);
    before.dispose();
    now += 91 * DAY;
    const history = open();
    history.spend(asked);
    await history.clean();
    assert.deepEqual(
      history.spending(365).rows.map(({ day }) => day),
      ['2027-02-23'],
    );
    history.deleteAll();
    assert.deepEqual(history.spending(365).rows, []);
    history.spend(asked);
    history.record('talk', made.start('a'));
    history.deleteAll();
    assert.deepEqual(history.spending(365).rows, []);
    const off = open({ retention: () => ({ maxAgeDays: 0, maxSizeMB: 500 }) });
    off.spend(asked);
    assert.deepEqual(off.spending(365).rows, []);
  });

  it('stays where the clock cannot be trusted', async () => {
    const history = open();
    history.spend(asked);
    history.record('talk', made.start('a'));
    history.record('talk', made.end('a'));
    history.flush();
    // A window whose clock says that years have passed.
    const wrong = open({ now: () => NOON + 3_000 * DAY, monotonic: () => 0 });
    await wrong.clean();
    assert.equal(history.spending(7).rows.length, 1);
  });

  it('is written once the file can be used', async () => {
    const file = join(folder, 'no-folder');
    await writeFile(file, '');
    let time = 0;
    const history = open({ folder: file, onProblem: () => undefined, monotonic: () => time });
    history.spend(asked);
    history.flush();
    await unlink(file);
    time += 3_600_000;
    assert.deepEqual(history.spending(1).rows, [{ ...row, ...sums(1) }]);
  });
});
