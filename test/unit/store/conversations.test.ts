/** Kept conversations on real files (features.md, D6). */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { ConversationChange, Item, Patch } from '../../../src/protocol/index.ts';
import { ConversationStore, type ConversationsOptions } from '../../../src/store/index.ts';
import { processorTime } from '../../fixtures/processorTime.ts';
import { defined } from '../defined.ts';

let folder: string;
let now: number;
const opened: ConversationStore[] = [];

beforeEach(async () => {
  now = 1_000;
  folder = await mkdtemp(join(tmpdir(), 'patchbay-conversations-'));
});
afterEach(async () => {
  for (const store of opened.splice(0)) store.dispose();
  await rm(folder, { recursive: true, force: true });
});

function open(options: Partial<ConversationsOptions> = {}): ConversationStore {
  const store = new ConversationStore({
    folder,
    workspace: 'file:///here',
    onProblem: ({ english }) => assert.fail(english),
    now: () => now,
    monotonic: () => now,
    ...options,
  });
  opened.push(store);
  return store;
}

const nothing: ConversationChange = { patches: [], messages: [], results: [], facts: [] };
const user = (text: string, id = 'i1'): Item => ({ kind: 'user', id, text });
const add = (item: Item): Patch => ({ op: 'add', item });

/** A conversation of one message and its answer, with both settled. */
function session(store: ConversationStore, id: string, question: string, answer = 'Well.'): void {
  const said: Item = { kind: 'assistant', id: 'i2', text: answer, streaming: false };
  const settled = [user(question), said].map((item) => ({ id: item.id, item }));
  const message = { message: { role: 'user', text: question }, item: 'i1' };
  assert.ok(store.write(id, { ...nothing, messages: [message], settled }));
}
const titles = (store: ConversationStore, text = '') => store.list(text, 50).map(({ title }) => title);

describe('the kept conversations', () => {
  it('are there after a restart, with everything in its order', () => {
    const store = open();
    const call: Item = {
      kind: 'call',
      id: 'c1',
      step: 1,
      call: {
        source: { kind: 'native' },
        toolName: 'work',
        wireName: 'work',
        argsText: '{}',
        status: 'running',
        startedAt: 5,
      },
    };
    store.write('a', {
      ...nothing,
      patches: [add(user('Hello'))],
      messages: [{ message: { n: 1 }, item: 'i1' }],
    });
    store.write('a', { ...nothing, patches: [add(call)], facts: [['running', true]] });
    const content = [{ type: 'text', text: 'x'.repeat(1_000_000) }] as const;
    store.write('a', { ...nothing, results: [{ callId: 'c1', content }], messages: [{ message: { n: 2 } }] });
    store.write('a', { ...nothing, facts: [['running', false]] });
    store.dispose();
    assert.deepEqual(defined(open().read('a')), {
      id: 'a',
      items: [],
      patches: [add(user('Hello')), add(call)],
      messages: [{ message: { n: 1 }, item: 'i1' }, { message: { n: 2 } }],
      results: [{ callId: 'c1', content }],
      facts: [['running', false]],
    });
  });

  it('replace patches by whole items, and take away what is gone', () => {
    const store = open();
    store.write('a', { ...nothing, patches: [add(user('Hello')), add(user('Oops', 'i2'))] });
    const settled = [
      { id: 'i1', item: user('Hello') },
      { id: 'i2', item: user('Oops', 'i2') },
    ];
    store.write('a', { ...nothing, settled });
    store.write('a', { ...nothing, patches: [{ op: 'remove', id: 'i2' }] });
    store.write('a', { ...nothing, settled: [{ id: 'i2' }, { id: 'i3', item: user('Again', 'i3') }] });
    const kept = store.read('a');
    assert.deepEqual([kept?.patches, kept?.items], [[], [user('Hello'), user('Again', 'i3')]]);
  });

  it('keep an item in its place when it changes later', () => {
    const store = open();
    session(store, 'a', 'Hello');
    store.write('a', { ...nothing, settled: [{ id: 'i1', item: user('Hello again') }] });
    assert.deepEqual(
      store.read('a')?.items.map(({ id }) => id),
      ['i1', 'i2'],
    );
  });

  it('are called by what was said first, then as the model says, and as the user says for good', () => {
    const store = open();
    session(store, 'a', `  What is\n the ${'very '.repeat(40)}best way?`);
    assert.match(titles(store)[0] ?? '', /^What is the very very .*…$/);
    assert.ok((titles(store)[0] ?? '').length <= 80);
    store.rename('a', 'The best way', 'model');
    assert.deepEqual(store.title('a'), { title: 'The best way', titledBy: 'model' });
    store.rename('a', 'Mine', 'user');
    store.rename('a', 'Not mine', 'model');
    assert.deepEqual(titles(store), ['Mine']);
  });

  it('are found by words of titles and of texts, the newest first, with the words around what was found', () => {
    const store = open();
    session(store, 'a', 'How do I sort?', `First ${'and then '.repeat(30)} use a needle in the hay.`);
    now += 1;
    session(store, 'b', 'Needles?', 'No.');
    now += 1;
    session(store, 'c', 'Something else');
    store.rename('c', 'A needle of a title', 'user');
    assert.deepEqual(titles(store, 'needl'), ['A needle of a title', 'Needles?', 'How do I sort?']);
    assert.match(store.list('needle hay', 5)[0]?.excerpt ?? '', /^….*use a needle in the hay\.$/);
    assert.deepEqual(titles(store, 'nowhere'), []);
    for (const text of ['"', '*', 'AND', '(', "';--", '%', '\\', '^a']) store.list(text, 5);
  });

  it('share the results of the conversation that they branch from, and outlive it', () => {
    const store = open();
    const content = [{ type: 'text', text: 'y'.repeat(500_000) }] as const;
    session(store, 'a', 'Hello');
    store.write('a', { ...nothing, results: [{ callId: 'c1', content }] });
    const settled = [{ id: 'i1', item: user('Hello') }];
    store.write('b', { ...nothing, settled, results: [{ callId: 'c1', content }], parent: 'a' });
    const count = () => {
      const database = new DatabaseSync(join(folder, 'conversations.sqlite'), { readOnly: true });
      const row = database.prepare('SELECT count(*) AS count FROM contents').get();
      database.close();
      return row?.['count'];
    };
    assert.equal(count(), 1);
    assert.deepEqual(
      store.list('', 5).map(({ id, title, isBranch }) => [id, title, isBranch]),
      [
        ['b', 'Hello (2)', true],
        ['a', 'Hello', false],
      ],
    );
    store.delete('a');
    store.purge('a');
    assert.deepEqual(store.read('b')?.results, [{ callId: 'c1', content }]);
    store.delete('b');
    store.purge('b');
    assert.equal(count(), 0);
  });

  it('come back after they were deleted, until they are purged with their bytes', async () => {
    const store = open();
    session(store, 'a', 'Something confidential');
    store.delete('a');
    assert.deepEqual([titles(store), titles(store, 'confidential')], [[], []]);
    store.restore('a');
    assert.deepEqual(titles(store, 'confidential'), ['Something confidential']);
    store.delete('a');
    store.purge('a');
    assert.equal(store.read('a'), undefined);
    store.dispose();
    const bytes = await readFile(join(folder, 'conversations.sqlite'), 'latin1');
    assert.equal(/confidential/i.test(bytes), false);
  });

  it('purges what was deleted an hour ago when the file is opened', () => {
    const store = open();
    session(store, 'a', 'Old');
    session(store, 'b', 'New');
    store.delete('a');
    now += 3_600_001;
    store.delete('b');
    store.dispose();
    const later = open();
    for (const id of ['a', 'b']) later.restore(id);
    assert.deepEqual([later.read('a'), later.read('b')?.id], [undefined, 'b']);
  });

  it('tell titles apart that they were given by themselves, and leave those of the user', () => {
    const store = open();
    for (const id of ['a', 'b', 'c']) {
      now += 1;
      session(store, id, 'Hello');
    }
    assert.deepEqual(titles(store), ['Hello (3)', 'Hello (2)', 'Hello']);
    const settled = [{ id: 'i1', item: user('Hello') }];
    store.write('d', { ...nothing, settled, parent: 'b' });
    assert.equal(store.title('d')?.title, 'Hello (4)');
    store.rename('a', 'Greeting', 'model');
    store.rename('b', 'Greeting', 'model');
    store.rename('b', 'Greeting', 'model');
    assert.equal(store.title('b')?.title, 'Greeting (2)');
    store.rename('c', 'Greeting', 'user');
    assert.equal(store.title('c')?.title, 'Greeting');
    session(store, 'e', 'Say (1) %_ it');
    session(store, 'f', 'Say (1) %_ it');
    assert.equal(store.title('f')?.title, 'Say (1) %_ it (2)');
  });

  it('are listed with the last words, without marks of Markdown, and the model that answered last', () => {
    const store = open();
    const took = { at: 1, ms: 2, model: 'small' };
    const said: Item = {
      kind: 'assistant',
      id: 'i2',
      text: '## Done\n\n- I **changed** `a_b.ts`\n```ts\nlet x;\n```\n' + 'and more '.repeat(50),
      streaming: false,
      took,
    };
    const settled = [user('Change it'), said].map((item) => ({ id: item.id, item }));
    store.write('a', { ...nothing, settled });
    const [row] = store.list('', 5);
    assert.match(row?.lastWords ?? '', /^Done I changed a_b\.ts let x; and more .*…$/);
    assert.ok((row?.lastWords.length ?? 0) <= 160);
    assert.equal(row?.model, 'small');
    const asked = [{ id: 'i3', item: user('And then?', 'i3') }];
    store.write('a', { ...nothing, settled: asked });
    assert.deepEqual(
      store.list('', 5).map(({ lastWords, model }) => [lastWords, model]),
      [['And then?', 'small']],
    );
    // A call has no words.
    store.write('a', { ...nothing, settled: [{ id: 'i4' }] });
    assert.equal(store.list('', 5)[0]?.lastWords, 'And then?');
  });

  it('are unread until they are shown, in every window', () => {
    const store = open();
    const other = open();
    session(store, 'a', 'Hello');
    assert.equal(store.list('', 5)[0]?.isUnread, false);
    store.setUnread('a', true);
    assert.equal(other.list('', 5)[0]?.isUnread, true);
    store.show('a');
    assert.equal(other.list('', 5)[0]?.isUnread, false);
  });

  it('are not taken from the window that has them open', () => {
    const store = open();
    const other = open();
    session(store, 'a', 'Hello');
    store.show('a');
    const isElsewhere = (of: ConversationStore) => of.list('', 5)[0]?.isElsewhere;
    assert.deepEqual([isElsewhere(store), isElsewhere(other)], [false, true]);
    other.show('a');
    assert.equal(other.isOpenElsewhere('a'), true);
    other.show('empty', 'a');
    assert.equal(other.isOpenElsewhere('a'), true);
    const before = other.version('a');
    store.write('a', { ...nothing, facts: [['running', true]] });
    assert.notEqual(other.version('a'), before);
    store.leave('a');
    assert.equal(isElsewhere(other), false);
    other.show('a');
    assert.equal(isElsewhere(store), true);
  });

  it('are listed with as much work for 10,000 as for those that are shown', () => {
    const store = open();
    session(store, 'a', 'Hello');
    const database = new DatabaseSync(join(folder, 'conversations.sqlite'));
    database.exec(`
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
      INSERT INTO conversations (id, workspace, title, titled_by, changed_at)
      SELECT 'c' || i, 'file:///here', 'Hello (' || i || ')', 'text', i FROM n;
      INSERT INTO items (conversation, id, item)
      SELECT number, 'i1', '{"kind":"user","id":"i1","text":"How are you?"}' FROM conversations WHERE id <> 'a'`);
    database.close();
    const first = store.list('', 200);
    assert.equal(first.length, 200);
    assert.ok(first.every(({ id, lastWords }) => id === 'a' || lastWords === 'How are you?'));
    const used = processorTime();
    store.list('', 200);
    assert.ok(used() < 100, `${used()} ms`);
  });

  it('says which one a workspace showed last, unless another window has it open', () => {
    const store = open();
    assert.equal(store.lastShown(), undefined);
    session(store, 'a', 'Hello');
    store.show('a');
    store.remember('a');
    assert.equal(open({ workspace: 'file:///there' }).lastShown(), undefined);
    const other = open();
    assert.deepEqual([other.lastShown(), other.isOpenElsewhere('a')], [undefined, true]);
    store.show('empty', 'a');
    store.remember('empty');
    assert.deepEqual([other.lastShown(), other.isOpenElsewhere('a')], ['empty', false]);
    store.show('a', 'empty');
    store.remember('a');
    store.leave('a');
    assert.equal(other.isOpenElsewhere('a'), false);
    store.show('a');
    store.dispose();
    assert.equal(other.lastShown(), 'a');
    other.delete('a');
    assert.equal(other.lastShown(), undefined);
  });

  describe('when there are too many', () => {
    const day = 86_400_000;
    const ids = (store: ConversationStore) =>
      store
        .list('', 50)
        .map(({ id }) => id)
        .sort()
        .join('');
    /** A store with the conversations a to f, a day between each and the next. */
    function six(retention: { maxAgeDays: number; maxNumber: number }): ConversationStore {
      const before = open();
      for (const id of 'abcdef') {
        session(before, id, `Words of ${id}`);
        now += day;
      }
      // A window that was silent for days counts as gone.
      before.dispose();
      return open({ retention: () => retention });
    }

    it('lose the ones that are older than the setting says, with their words and bytes', async () => {
      const store = six({ maxAgeDays: 3.5, maxNumber: 0 });
      await store.clean();
      assert.deepEqual([ids(store), titles(store, 'words of b')], ['def', []]);
      store.dispose();
      const bytes = await readFile(join(folder, 'conversations.sqlite'), 'latin1');
      assert.deepEqual([bytes.includes('Words of c'), bytes.includes('Words of d')], [false, true]);
    });

    it('lose the oldest until they are as few as the setting says', async () => {
      const store = six({ maxAgeDays: 0, maxNumber: 4 });
      await store.clean();
      assert.equal(ids(store), 'cdef');
    });

    it('keep those that are pinned, or open in any window, and all where the settings are 0', async () => {
      const store = six({ maxAgeDays: 1, maxNumber: 1 });
      const other = open();
      store.pin('a', true);
      store.pin('c', true);
      store.pin('c', false);
      store.show('b');
      other.show('d');
      await store.clean();
      assert.equal(ids(store), 'abd');
      assert.deepEqual(
        store.list('', 5).map(({ id, isPinned }) => `${id}${isPinned ? ' pinned' : ''}`),
        ['a pinned', 'd', 'b'],
      );
      store.leave('b');
      await open({ retention: () => ({ maxAgeDays: 0, maxNumber: 0 }) }).clean();
      assert.equal(ids(store), 'abd');
      await store.clean();
      assert.equal(ids(store), 'ad');
    });
  });

  it('goes on without a file that can be used, says so once, and writes later what is offered again', async () => {
    const blocked = join(folder, 'not-a-folder');
    await writeFile(blocked, '');
    const problems: string[] = [];
    const store = open({ folder: blocked, onProblem: ({ english }) => problems.push(english) });
    const change = { ...nothing, patches: [add(user('Hello'))] };
    assert.equal(store.write('a', change), false);
    assert.equal(store.write('a', change), false);
    store.show('a');
    assert.equal(store.lastShown(), undefined);
    assert.equal(problems.length, 1);
    await rm(blocked);
    assert.equal(store.write('a', change), false, 'not for half a minute');
    now += 30_000;
    assert.equal(store.write('a', change), true);
  });

  it('opens nothing again once its window has ended: what comes late is not written', async () => {
    const store = open();
    session(store, 'a', 'Hello');
    store.dispose();
    const change = { ...nothing, patches: [add(user('Too late'))] };
    assert.equal(store.write('b', change), false);
    store.show('a');
    assert.deepEqual([store.list('', 50), store.read('a'), store.lastShown()], [[], undefined, undefined]);
    assert.deepEqual(await readdir(folder), ['conversations.sqlite']);
    assert.deepEqual(titles(open()), ['Hello']);
  });
});
