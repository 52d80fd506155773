/** How a database begins: quickly, and on the disk for certain soon after. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { CallHistory } from '../../../src/store/index.ts';
import { historySchema } from '../../../src/store/historySchema.ts';
import { openDatabase, pragmaValue } from '../../../src/store/sqlite.ts';
import { keepAll, made } from './support.ts';

/** As `PRAGMA synchronous` has it. */
const NORMAL = 1;

describe('a new database', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-new-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('is written as safely as any other once it has its tables', () => {
    const file = join(folder, 'x.sqlite');
    for (const expected of [true, false]) {
      const { database, isNew } = openDatabase(file, historySchema);
      assert.equal(isNew, expected);
      assert.equal(pragmaValue(database, 'synchronous'), NORMAL);
      assert.equal(pragmaValue(database, 'user_version'), historySchema.length);
      database.close();
    }
  });

  it('is synchronised to the disk two seconds after the first call, and not before', async () => {
    mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
    const history = new CallHistory(keepAll(folder));
    try {
      const size = async () => (await stat(join(folder, 'history.sqlite'))).size;
      history.record('talk', made.start('a'));
      history.flush();
      const before = await size();
      mock.timers.tick(1_999);
      assert.equal(await size(), before);
      mock.timers.tick(1);
      assert.ok((await size()) > before, 'The tables are in the file.');
    } finally {
      mock.timers.reset();
      history.dispose();
    }
  });
});
