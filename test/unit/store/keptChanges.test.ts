/** What the files were that turns have changed, kept with the conversations on real files. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChangedFile } from '../../../src/protocol/index.ts';
import { conversationSchema } from '../../../src/store/conversationSchema.ts';
import { ConversationStore } from '../../../src/store/index.ts';
import { SavedFileChanges } from '../../../src/store/savedFileChanges.ts';
import { SharedFile } from '../../../src/store/sharedFile.ts';

let folder: string;
let store: ConversationStore;

const file = (name: string, before: string | undefined, after: string): ChangedFile => ({
  uri: `file:///${name}`,
  label: name,
  before,
  after,
  standing: 'made',
});

/** A window that keeps conversations in the folder. */
const open = (): ConversationStore =>
  new ConversationStore({
    folder,
    workspace: 'here',
    onProblem: ({ english }) => assert.fail(english),
    now: () => 1_000,
  });

function begin(id: string): void {
  const settled = [{ id: 'i1', item: { kind: 'user', id: 'i1', text: 'Write' } as const }];
  assert.ok(store.write(id, { patches: [], settled, messages: [], results: [], facts: [] }));
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-changes-'));
  store = open();
});
afterEach(async () => {
  store.dispose();
  await rm(folder, { recursive: true, force: true });
});

describe('the saved changes of turns', () => {
  it('are there after a restart, in their last state', () => {
    begin('talk');
    const made = [file('a', 'one', 'two\u2028"\n'), file('b', undefined, '')];
    store.changes.saveTurn('talk', 'turn', made);
    store.dispose();
    store = open();
    assert.ok(store.changes.has('turn'));
    assert.deepEqual(
      store.changes.of('turn')?.map(({ before, after }) => [before, after]),
      [
        ['one', 'two\u2028"\n'],
        [undefined, ''],
      ],
    );
    store.changes.replace(
      'turn',
      made.map((each) => ({ ...each, standing: 'undone' })),
    );
    store.dispose();
    store = open();
    assert.deepEqual(
      store.changes.of('turn')?.map(({ standing }) => standing),
      ['undone', 'undone'],
    );
  });

  it('are not saved for a conversation that is not saved, and create no file', () => {
    assert.equal(store.changes.of('turn'), undefined);
    begin('talk');
    store.changes.saveTurn('other', 'turn', [file('a', 'one', 'two')]);
    store.changes.replace('turn', [file('a', 'one', 'two')]);
    assert.deepEqual([store.changes.has('turn'), store.changes.of('turn')], [false, undefined]);
  });

  it('are deleted with their conversation', () => {
    begin('talk');
    begin('other');
    store.changes.saveTurn('talk', 'turn', [file('a', 'one', 'two')]);
    store.changes.saveTurn('other', 'other turn', [file('a', 'one', 'two')]);
    store.delete('talk');
    assert.ok(store.changes.has('turn'), 'It can come back.');
    store.purge('talk');
    assert.deepEqual([store.changes.has('turn'), store.changes.has('other turn')], [false, true]);
  });

  it('are deleted, the oldest first, if they are too large', () => {
    begin('talk');
    const path = join(folder, 'conversations.sqlite');
    const shared = new SharedFile({
      path,
      schema: conversationSchema,
      prepare: () => undefined,
      finish: () => undefined,
      onProblem: ({ english }) => assert.fail(english),
      clocks: { now: () => 1_000, monotonic: () => 1_000 },
    });
    const changes = new SavedFileChanges(shared, 2_500);
    for (const turn of ['1', '2', '3'])
      changes.saveTurn('talk', turn, [file('a', undefined, 'x'.repeat(1_000))]);
    assert.deepEqual(
      ['1', '2', '3'].map((turn) => changes.has(turn)),
      [false, true, true],
    );
    shared.close();
  });
});
