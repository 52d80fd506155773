/** Databases as every earlier version wrote them, opened by the code of today: everything is found. */
import type { LocalizedMessage } from '../../../src/base/common/message.ts';
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { restore, windowGone } from '../../../src/agent/persistence/restore.ts';
import { conversationSchema } from '../../../src/store/conversationSchema.ts';
import { historySchema } from '../../../src/store/historySchema.ts';
import { CallHistory, ConversationStore } from '../../../src/store/index.ts';
import {
  placeRecorded,
  RECORDED_AT,
  recordedSql,
  recordedVersions,
  type DatabaseName,
} from '../../fixtures/recorded/databases.ts';
import { dump } from '../../fixtures/recorded/dump.ts';
import { all } from './support.ts';

const schemas: Readonly<Record<DatabaseName, readonly string[]>> = {
  history: historySchema,
  conversations: conversationSchema,
};
const names = Object.keys(schemas) as DatabaseName[];
const HOUR = 3_600_000;

let folder: string;
const opened: { dispose(): void }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-recorded-'));
});
afterEach(async () => {
  for (const each of opened.splice(0)) each.dispose();
  await rm(folder, { recursive: true, force: true });
});

function opening<Opened extends { dispose(): void }>(what: Opened): Opened {
  opened.push(what);
  return what;
}

/** The time at which they are opened: within the hour in which what was deleted can come back. */
const options = () => ({
  folder,
  now: () => RECORDED_AT + HOUR,
  onProblem: ({ english }: LocalizedMessage): void => assert.fail(english),
});

/** How the tables are made, by name. */
function tablesOf(file: string): Record<string, string> {
  const database = new DatabaseSync(file, { readOnly: true });
  const rows = database.prepare('SELECT name, sql FROM sqlite_master WHERE sql IS NOT NULL').all();
  database.close();
  return Object.fromEntries(rows.map(({ name, sql }) => [String(name), String(sql).replace(/\s+/g, ' ')]));
}

function check(file: string): void {
  const database = new DatabaseSync(file);
  assert.deepEqual(
    database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => ({ ...row })),
    [{ integrity_check: 'ok' }],
  );
  database.close();
}

describe('the recorded databases', () => {
  for (const name of names) {
    it(`are one of every version of the ${name}`, () => {
      assert.deepEqual(
        recordedVersions(name),
        schemas[name].map((_, index) => index + 1),
        `A schema of the ${name} has no recording: before a migration is added and after, ` +
          `run "node test/fixtures/recorded/record.ts ${name}" and commit what it writes.`,
      );
    });

    for (const version of recordedVersions(name)) {
      it(`have the tables that version ${version} of the ${name} is made with: no migration was changed`, () => {
        const recorded = placeRecorded(folder, name, version);
        const made = join(folder, 'made.sqlite');
        const database = new DatabaseSync(made);
        for (const migration of schemas[name].slice(0, version)) database.exec(migration);
        database.close();
        assert.deepEqual(tablesOf(recorded), tablesOf(made));
      });

      it(`come back from their SQL row by row: version ${version} of the ${name}`, () => {
        assert.equal(dump(placeRecorded(folder, name, version)), recordedSql(name, version));
      });
    }
  }
});

describe('the call history of an earlier version', () => {
  for (const version of recordedVersions('history')) {
    it(`has every call, result and word: version ${version}`, () => {
      const file = placeRecorded(folder, 'history', version);
      const history = opening(
        new CallHistory({
          ...options(),
          retention: () => ({ maxAgeDays: 90, maxSizeMB: 500 }),
          redact: (_, text) => text,
        }),
      );
      const rows = history.list(all, { limit: 50 });
      assert.deepEqual(
        rows.map(({ seq, tool, status, source }) => [seq, tool, status, source.kind]),
        [
          // Its window has gone.
          [5, 'read_file', 'interrupted', 'mcp'],
          [4, 'made_up', 'cancelled', 'unknown'],
          [3, 'count', 'timeout', 'custom'],
          [2, 'run_command', 'error', 'native'],
          [1, 'read_file', 'success', 'mcp'],
        ],
      );
      const first = history.call(1);
      assert.deepEqual(
        first?.result?.map(({ type }) => type),
        ['text', 'image', 'json', 'resource', 'link', 'audio'],
      );
      assert.equal(first?.argsText, '{"path":"a.txt","token":"${secret:token}"}');
      assert.equal(first?.durationMs, 12.5);
      assert.equal(first?.title, version >= 2 ? 'Read a file' : undefined);
      assert.equal(first?.wireName, 'mcp__files__read_file');
      assert.equal(history.call(2)?.error, 'No such file');
      assert.equal(history.call(2)?.argsText, '{"command":"ls -l"}');
      const found = (text: string) => history.list({ ...all, text }, { limit: 50 }).map(({ seq }) => seq);
      assert.deepEqual([found('größe'), found('left-behind'), found('made_up')], [[1], [5], [4]]);
      assert.equal(history.statistics(all).length, 4);
      const sums = { input: 1_200, cached: 1_000, output: 30, cost: 4_500 };
      const local = { requests: 1, unpriced: 1, input: 7, cached: 0, output: 3, cost: 0 };
      const day = '2026-11-01';
      assert.deepEqual(
        history.spending(2).rows,
        version < 3
          ? []
          : [
              { day, model: 'gpt-5', host: 'api.openai.com', requests: 2, unpriced: 1, ...sums },
              { day, model: 'qwen', host: '127.0.0.1:11434', ...local },
            ],
      );
      history.spend({ model: 'gpt-5', host: 'api.openai.com', usage: { inputTokens: 1, outputTokens: 1 } });
      // Whatever day it is where this runs.
      const requests = history.spending(2).rows.reduce((sum, each) => sum + each.requests, 0);
      assert.equal(requests, version < 3 ? 1 : 4);
      history.record('later', {
        type: 'callStart',
        id: '1',
        source: { kind: 'native' },
        toolName: 'new',
        wireName: 'new',
        argsText: '{}',
      });
      assert.equal(history.list(all, { limit: 1 })[0]?.seq, 6);
      history.dispose();
      check(file);
    });
  }
});

describe('the conversations of an earlier version', () => {
  for (const version of recordedVersions('conversations')) {
    it(`are all there, whole, and go on: version ${version}`, () => {
      const file = placeRecorded(folder, 'conversations', version);
      const store = opening(new ConversationStore({ ...options(), workspace: 'file:///project' }));
      assert.equal(store.lastShown(), 'cut off');
      const rows = store.list('', 50);
      assert.deepEqual(
        rows.map(({ id, title, titledBy, isBranch, isPinned }) => [id, title, titledBy, isBranch, isPinned]),
        [
          ['pinned', 'Keep this one', 'text', false, version >= 2],
          ['cut off', 'Write a poem', 'text', false, false],
          ['mine', 'My own title', 'user', false, false],
          ['branch', `What is in the file${version >= 4 ? ' (2)' : ''}`, 'model', true, false],
          ['whole', 'What is in the file', 'model', false, false],
        ],
      );
      const whole = rows.find(({ id }) => id === 'whole');
      assert.notEqual(whole?.lastWords, '');
      assert.deepEqual(store.list('', 50), rows);
      assert.deepEqual(
        store.list('größe', 50).map(({ id }) => id),
        ['whole'],
      );
      const kept = store.read('whole');
      assert.ok(kept);
      const { start, before } = restore(kept, windowGone);
      assert.deepEqual(
        before.items.map(({ kind }) => kind),
        ['user', 'assistant', 'call', 'notice', 'summary', 'assistant'],
      );
      assert.deepEqual(before.usage, { inputTokens: 120, outputTokens: 30 });
      assert.deepEqual(before.context, { used: 150, window: 8000 });
      assert.deepEqual(
        start.messages.map(({ role }) => role),
        ['user', 'assistant', 'tool', 'assistant'],
      );
      assert.deepEqual(before.results.get('c1'), [{ type: 'text', text: 'The content of a.txt' }]);
      assert.deepEqual(start.context.replaced.get('c1')?.message.content, [
        { type: 'text', text: 'The content' },
      ]);
      const cutOff = store.read('cut off');
      assert.ok(cutOff);
      const items = restore(cutOff, windowGone).before.items;
      assert.deepEqual(
        items.map(({ kind }) => kind),
        ['user', 'assistant', 'notice'],
      );
      assert.ok(items.some((item) => item.kind === 'assistant' && item.text === 'Roses are'));
      assert.deepEqual(
        store.changes.of('turn-1')?.map(({ label, standing }) => [label, standing]),
        version >= 3 ? [['a.txt', 'made']] : undefined,
      );
      store.restore('deleted');
      assert.equal(store.list('come back', 50).length, 1);
      store.delete('whole');
      store.purge('whole');
      assert.equal(store.read('branch')?.results.length, 1);
      const item = { kind: 'user', id: 'i3', text: 'Go on' } as const;
      const change = {
        patches: [],
        messages: [{ message: { role: 'user', text: 'Go on' } }],
        results: [],
        facts: [],
      };
      assert.ok(store.write('mine', { ...change, settled: [{ id: 'i3', item }] }));
      store.changes.saveTurn('mine', 'turn-2', []);
      assert.deepEqual(store.changes.of('turn-2'), []);
      store.dispose();
      check(file);
    });
  }
});

describe('a database of a later version', () => {
  for (const name of names) {
    it(`is left as it is, and that is said, with the file and what to do: the ${name}`, async () => {
      const file = placeRecorded(folder, name, schemas[name].length);
      const later = new DatabaseSync(file);
      later.exec(`CREATE TABLE future (what TEXT); PRAGMA user_version = ${schemas[name].length + 1}`);
      later.close();
      const before = await readFile(file);
      const problems: string[] = [];
      const onProblem = ({ english }: LocalizedMessage): void => void problems.push(english);
      if (name === 'history') {
        const history = opening(
          new CallHistory({
            ...options(),
            onProblem,
            retention: () => ({ maxAgeDays: 1, maxSizeMB: 1 }),
            redact: (_, text) => text,
          }),
        );
        history.record('c', {
          type: 'callStart',
          id: '1',
          source: { kind: 'native' },
          toolName: 'x',
          wireName: 'x',
          argsText: '',
        });
        history.flush();
        await history.clean();
        assert.throws(() => history.list(all, { limit: 1 }), /later version of Patchbay/);
      } else {
        const retention = () => ({ maxAgeDays: 1, maxNumber: 1 });
        const store = opening(new ConversationStore({ ...options(), onProblem, retention, workspace: '' }));
        assert.equal(store.write('a', { patches: [], messages: [], results: [], facts: [] }), false);
        await store.clean();
        assert.throws(() => store.list('', 1), /later version of Patchbay/);
      }
      assert.equal(problems.length, 1);
      assert.ok(problems[0]?.includes(file), problems[0]);
      assert.match(problems[0] ?? '', /later version of Patchbay.*[Uu]pdate Patchbay/);
      opened.splice(0).forEach((each) => each.dispose());
      assert.ok(before.equals(await readFile(file)), 'Its bytes have changed.');
    });
  }
});
