/** Who may read what is kept. */
import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CallHistory, ConversationStore } from '../../../src/store/index.ts';
import { keepAll, made } from './support.ts';

describe('the files of the call history and of conversations', function () {
  let root: string;
  let folder: string;
  let umask: number;
  before(function () {
    // Modes mean nothing there.
    if (process.platform === 'win32') this.skip();
  });
  beforeEach(() => {
    // What the system would give without Patchbay's doing.
    umask = process.umask(0o022);
    root = mkdtempSync(join(tmpdir(), 'patchbay-private-'));
    folder = join(root, 'storage');
  });
  afterEach(() => {
    process.umask(umask);
    rmSync(root, { recursive: true, force: true });
  });

  const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);
  const modes = (): Record<string, string> =>
    Object.fromEntries(readdirSync(folder).map((name) => [name, modeOf(join(folder, name))]));
  /** Writes into both, and looks while they are open. */
  const write = (): Record<string, string> => {
    const history = new CallHistory(keepAll(folder));
    const store = new ConversationStore({
      folder,
      workspace: '',
      onProblem: ({ english }) => assert.fail(english),
      now: () => Date.now(),
    });
    try {
      history.record('c', made.start('a'));
      history.record('c', made.end('a'));
      history.flush();
      store.write('c', { patches: [], messages: [], results: [], facts: [['running', true]] });
      return modes();
    } finally {
      history.dispose();
      store.dispose();
    }
  };

  it('can be read by nobody else, nor can their folder, nor what SQLite puts beside them', () => {
    const found = write();
    assert.deepEqual(Object.keys(found).toSorted(), [
      'conversations.sqlite',
      'conversations.sqlite-shm',
      'conversations.sqlite-wal',
      'history.sqlite',
      'history.sqlite-shm',
      'history.sqlite-wal',
    ]);
    assert.deepEqual([...new Set(Object.values(found))], ['600']);
    assert.equal(modeOf(folder), '700');
  });

  it('are taken from others when they were there before', () => {
    mkdirSync(folder);
    write();
    // As an earlier version, and a crash of it, has left them.
    const history = new CallHistory(keepAll(folder));
    history.record('c', made.start('b'));
    history.flush();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o644);
    chmodSync(folder, 0o755);
    assert.deepEqual([...new Set(Object.values(write()))], ['600']);
    assert.equal(modeOf(folder), '700');
    history.dispose();
  });
});
