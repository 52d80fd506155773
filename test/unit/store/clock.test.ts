/** A clock that is set forward or back while windows are open: nothing is lost, and nothing waits for it. */
import type { LocalizedMessage } from '../../../src/base/common/message.ts';
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CallHistory, ConversationStore, type ConversationsOptions } from '../../../src/store/index.ts';
import { Sessions } from '../../../src/store/sessions.ts';
import { all, keepAll, made } from './support.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const nothing = { patches: [], messages: [], results: [], facts: [] };

describe('the store when the clock is set', () => {
  let folder: string;
  /** What the clock shows, and the time that has really gone by. */
  let now: number;
  let gone: number;
  const opened: { dispose(): void }[] = [];
  const clocks = { now: () => now, monotonic: () => gone };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-clock-'));
    now = Date.UTC(2026, 10, 23);
    gone = 0;
  });
  afterEach(async () => {
    for (const each of opened.splice(0)) each.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  const pass = (ms: number): void => {
    now += ms;
    gone += ms;
  };
  function openStore(more: Partial<ConversationsOptions> = {}): ConversationStore {
    const onProblem = ({ english }: LocalizedMessage): void => assert.fail(english);
    const store = new ConversationStore({ folder, workspace: 'here', onProblem, ...clocks, ...more });
    opened.push(store);
    return store;
  }
  function openHistory(maxAgeDays = 90): CallHistory {
    const retention = () => ({ maxAgeDays, maxSizeMB: 500 });
    const history = new CallHistory({ ...keepAll(folder), ...clocks, retention });
    opened.push(history);
    return history;
  }
  const write = (store: ConversationStore, id: string): boolean =>
    store.write(id, { ...nothing, messages: [{ message: { role: 'user', text: id } }] });
  const ids = (store: ConversationStore): string[] => store.list('', 50).map(({ id }) => id);

  for (const [what, jump] of [
    ['a day forward', DAY],
    ['an hour back', -HOUR],
  ] as const) {
    it(`leaves another window its conversation and its call: ${what}`, async () => {
      const one = openStore();
      const [history, other] = [openHistory(), openHistory()];
      write(one, 'a');
      one.show('a');
      history.record('a', made.start('1'));
      history.flush();
      pass(MINUTE);
      now += jump;
      const two = openStore();
      assert.ok(two.isOpenElsewhere('a'));
      await other.clean();
      assert.equal(other.list(all, { limit: 1 })[0]?.status, 'pending');
      history.record('a', made.end('1'));
      assert.equal(history.list(all, { limit: 1 })[0]?.status, 'success');
    });
  }

  it('goes on writing half a minute after a failure, though the clock was set back an hour', async () => {
    const blocked = join(folder, 'blocked');
    await writeFile(blocked, '');
    const problems: string[] = [];
    const store = openStore({ folder: blocked, onProblem: ({ english }) => problems.push(english) });
    assert.equal(write(store, 'a'), false);
    await rm(blocked);
    now -= HOUR;
    pass(30_000);
    assert.equal(write(store, 'a'), true);
    assert.equal(problems.length, 1);
  });

  it('deletes nothing because of its age right after the clock was set, and uses the new time an hour later', async () => {
    const store = openStore({ retention: () => ({ maxAgeDays: 90, maxNumber: 0 }) });
    write(store, 'a');
    store.leave('a');
    const history = openHistory();
    history.record('a', made.start('1'));
    history.record('a', made.end('1'));
    history.flush();
    now += 400 * DAY;
    await Promise.all([store.clean(), history.clean()]);
    assert.deepEqual([ids(store), history.list(all, { limit: 5 }).length], [['a'], 1]);
    pass(HOUR);
    await Promise.all([store.clean(), history.clean()]);
    assert.deepEqual([ids(store), history.list(all, { limit: 5 }).length], [[], 0]);
  });

  it('waits an hour in a window that opens with a clock far ahead of all that there is', async () => {
    const before = openStore();
    write(before, 'a');
    before.dispose();
    now += 400 * DAY;
    const store = openStore({ retention: () => ({ maxAgeDays: 90, maxNumber: 0 }) });
    await store.clean();
    assert.deepEqual(ids(store), ['a']);
    // The clock was wrong, and is set right.
    now -= 400 * DAY;
    pass(HOUR);
    await store.clean();
    assert.deepEqual(ids(store), ['a']);
  });

  it('forgets a window whose process id belongs to another program now, once it was silent for minutes', () => {
    const database = new DatabaseSync(':memory:');
    database.exec(
      'CREATE TABLE sessions (id TEXT PRIMARY KEY, pid INTEGER NOT NULL, seen_at INTEGER NOT NULL)',
    );
    const [other, own] = [new Sessions(clocks), new Sessions(clocks)];
    const there = (): number =>
      Number(database.prepare('SELECT count(*) AS there FROM sessions').get()?.['there']);
    other.beat(database);
    own.beat(database);
    // The machine slept: nobody could say that it is there.
    now += 8 * HOUR;
    own.forgetGone(database);
    assert.equal(there(), 2);
    pass(MINUTE);
    other.beat(database);
    pass(2 * MINUTE);
    own.forgetGone(database);
    assert.equal(there(), 2);
    pass(11 * MINUTE);
    own.forgetGone(database);
    assert.equal(there(), 1);
    own.forgetGone(database, true);
    assert.equal(there(), 0);
    database.close();
  });
});
