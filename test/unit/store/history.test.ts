/** The call history on real files (features.md, C11 and C12). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CallHistory, type HistoryOptions } from '../../../src/store/index.ts';
import { all, keepAll, made } from './support.ts';
import { defined } from '../defined.ts';

let folder: string;
const opened: CallHistory[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-history-'));
});
afterEach(async () => {
  for (const history of opened.splice(0)) history.dispose();
  await rm(folder, { recursive: true, force: true });
});

function open(options: Partial<HistoryOptions> = {}): CallHistory {
  const history = new CallHistory({ ...keepAll(folder), ...options });
  opened.push(history);
  return history;
}

/** Ends it and gives one that starts where it was. */
function restarted(history: CallHistory): CallHistory {
  history.dispose();
  return open();
}

const statuses = (history: CallHistory) => history.list(all, { limit: 100 }).map(({ status }) => status);

/** Enters a call with its end. */
function add(
  history: CallHistory,
  id: string,
  ...more: [Parameters<typeof made.start>[1]?, Parameters<typeof made.end>[1]?]
): void {
  history.record('talk', made.start(id, more[0]));
  history.record('talk', made.end(id, more[1]));
}

describe('the call history', () => {
  it('has the calls of a server under its new name', () => {
    const history = open();
    add(history, 'a');
    add(history, 'b', { source: { kind: 'mcp', server: 'other' } });
    void history.renameServer('files', 'disk');
    assert.deepEqual(
      restarted(history)
        .list(all, { limit: 10 })
        .map(({ source }) => source),
      [
        { kind: 'mcp', server: 'other' },
        { kind: 'mcp', server: 'disk' },
      ],
    );
    assert.equal(opened.at(-1)?.list({ ...all, server: 'disk' }, { limit: 10 }).length, 1);
  });

  it('finds calls of a server that was renamed by its new name, and no longer by the old one', async () => {
    const history = open();
    for (let each = 0; each < 250; each++) add(history, `call ${each}`);
    add(history, 'other', { source: { kind: 'mcp', server: 'other' } });
    const found = (text: string) => history.list({ ...all, text }, { limit: 1_000 }).length;
    const words = [found('files'), found('disk')];
    await history.renameServer('files', 'disk');
    assert.deepEqual([...words, found('files'), found('disk'), found('other')], [250, 0, 0, 250, 1]);
    assert.equal(found('disk content'), 250);
  });

  it('has a call from its start, and all of it after a restart', () => {
    const history = open({ now: () => 1_000 });
    history.record('talk', made.start('a'));
    assert.deepEqual(statuses(history), ['pending']);
    const content = [
      { type: 'text', text: 'x'.repeat(3_000_000) },
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
    ] as const;
    history.record('talk', made.end('a', { result: { status: 'success', content } }));
    const [row] = restarted(history).list(all, { limit: 10 });
    assert.deepEqual(defined(opened.at(-1)?.call(row?.seq ?? 0)), {
      seq: 1,
      at: 1_000,
      source: { kind: 'mcp', server: 'files' },
      tool: 'read_file',
      summary: '{"path":"a.txt"}',
      status: 'success',
      durationMs: 5,
      conversation: 'talk',
      wireName: 'mcp__files__read_file',
      argsText: '{"path":"a.txt"}',
      result: content,
    });
  });

  it('has with a call what its conversation held, and nothing for one that was saved without it', () => {
    const history = open();
    const origin = { marks: [{ kind: 'secret', source: '.env' }], isFromText: true } as const;
    history.record('talk', made.start('a'), origin);
    history.record('talk', made.end('a'));
    add(history, 'b');
    const again = restarted(history);
    assert.deepEqual(again.call(1)?.origin, origin);
    assert.equal(again.call(2)?.origin, undefined);
    again.dispose();
    const database = new DatabaseSync(join(folder, 'history.sqlite'));
    database.exec(`UPDATE calls SET origin = '{"marks":"none"}' WHERE seq = 1`);
    database.close();
    assert.equal(open().call(1)?.origin, undefined);
  });

  for (const status of ['error', 'timeout', 'cancelled'] as const)
    it(`says what went wrong with a call that ended with ${status}`, () => {
      const history = open();
      add(history, 'a', {}, { result: { status, content: [{ type: 'text', text: 'no such file' }] } });
      const [row] = history.list(all, { limit: 10 });
      assert.deepEqual([row?.status, row?.error], [status, 'no such file']);
    });

  it('keeps the arguments with which the call ran, where the user changed them', () => {
    const history = open();
    history.record('talk', made.start('a'));
    history.record('talk', { type: 'callAllowed', id: 'a', argsText: '{"path":"b.txt"}' });
    history.record('talk', made.end('a'));
    assert.equal(history.call(1)?.argsText, '{"path":"b.txt"}');
    assert.equal(history.list({ ...all, text: 'b.txt' }, { limit: 1 }).length, 1);
  });

  it('writes by itself, soon after it has happened', async () => {
    const history = open();
    let told = 0;
    const changed = new Promise<void>((resolve) => {
      history.onDidChange(() => {
        told += 1;
        resolve();
      });
    });
    add(history, 'a');
    add(history, 'b');
    await changed;
    const database = new DatabaseSync(join(folder, 'history.sqlite'));
    assert.equal(database.prepare('SELECT count(*) AS n FROM results').get()?.['n'], 2);
    database.close();
    assert.equal(told, 1);
  });

  it('keeps no secret: not in arguments, results, errors, nor in the file', async () => {
    const history = open({ redact: (_, text) => text.replaceAll('hunter22', '${secret:x}') });
    history.record('talk', made.start('a', { argsText: '{"key":"hunter22"}' }));
    history.record('talk', { type: 'callAllowed', id: 'a', argsText: '{"other":"hunter22"}' });
    const text = `bad key hunter22${'.'.repeat(3_978)}hunter22`;
    history.record('talk', made.end('a', { result: { status: 'error', content: [{ type: 'text', text }] } }));
    const call = history.call(1);
    assert.match(call?.error ?? '', /bad key \$\{secret:x\}/);
    assert.doesNotMatch(JSON.stringify(call), /hunter22/);
    // Also not the half of it that would be searched.
    assert.equal(history.list({ ...all, text: 'hu' }, { limit: 1 }).length, 0);
    history.dispose();
    assert.doesNotMatch(await readFile(join(folder, 'history.sqlite'), 'latin1'), /hunter22/);
  });

  it('marks what a window leaves under way as interrupted when it ends', () => {
    const history = open();
    history.record('talk', made.start('a'));
    assert.deepEqual(statuses(restarted(history)), ['interrupted']);
  });

  it('does not mark what runs in another window', () => {
    const one = open();
    one.record('talk', made.start('a'));
    one.flush();
    const two = open();
    assert.deepEqual(statuses(two), ['pending']);
    one.record('talk', made.end('a'));
    one.flush();
    assert.deepEqual(statuses(two), ['success']);
  });

  it('finds words anywhere in a call, even unfinished ones, and treats none as an operator', () => {
    const history = open();
    add(history, 'a', { argsText: '{"path":"src/Äpfel.ts"}' });
    add(
      history,
      'b',
      { toolName: 'write_file' },
      { result: { status: 'success', content: [{ type: 'json', value: { deep: ['needle-42'] } }] } },
    );
    const found = (text: string) => history.list({ ...all, text }, { limit: 10 }).map(({ seq }) => seq);
    assert.deepEqual(found('äpf'), [1]);
    assert.deepEqual(found('needle-42'), [2]);
    assert.deepEqual(found('needle write_fi'), [2]);
    assert.deepEqual(found('files'), [2, 1]);
    for (const text of ['"', '*', 'AND', 'a OR b', '(', 'x:', "';--", '\0', '^a', '-needle NOT']) found(text);
    assert.deepEqual(found('  "  '), [2, 1]);
  });

  it('filters by server, tool and status together, page by page', () => {
    const history = open();
    for (let index = 0; index < 30; index += 1)
      add(history, String(index), index % 2 === 0 ? {} : { source: { kind: 'native' }, toolName: 'search' }, {
        result: { status: index % 3 === 0 ? 'error' : 'success', content: [] },
      });
    const filter = { ...all, server: 'native', tool: 'search', status: 'error' } as const;
    const first = history.list(filter, { limit: 3 });
    const rest = history.list(filter, { limit: 3, before: first.at(-1)?.seq ?? 0 });
    assert.deepEqual(
      [...first, ...rest].map(({ seq }) => seq),
      [28, 22, 16, 10, 4],
    );
    assert.deepEqual(history.facets().tools, [
      { server: 'files', tool: 'read_file' },
      { server: 'native', tool: 'search' },
    ]);
  });

  it('counts calls and errors per tool, with the 50th and 95th percentile of the time', () => {
    const history = open();
    for (let index = 1; index <= 100; index += 1)
      add(
        history,
        String(index),
        {},
        { durationMs: index, result: { status: index > 98 ? 'error' : 'success', content: [] } },
      );
    add(history, 'slow', {}, { durationMs: 60_000, result: { status: 'timeout', content: [] } });
    history.record('talk', made.start('open', { toolName: 'other' }));
    assert.deepEqual(defined(history.statistics(all)), [
      { server: 'files', tool: 'read_file', calls: 101, errors: 3, p50: 50, p95: 95 },
      { server: 'files', tool: 'other', calls: 1, errors: 0 },
    ]);
    assert.deepEqual(
      history.statistics({ ...all, text: 'other' }).map(({ calls }) => calls),
      [1],
    );
  });

  it('exports the calls that a filter lets through as JSON', () => {
    const history = open({ now: () => 0 });
    add(history, 'a');
    add(
      history,
      'b',
      { argsText: '{"path":' },
      { result: { status: 'error', content: [{ type: 'text', text: 'bad' }] } },
    );
    const exported = (filter = all) =>
      JSON.parse([...history.export(filter)].join('')) as Record<string, unknown>[];
    assert.equal(exported({ ...all, text: 'nothing' }).length, 0);
    assert.deepEqual(
      exported().map(({ seq }) => seq),
      [2, 1],
    );
    assert.deepEqual(exported({ ...all, status: 'success' }), [
      {
        seq: 1,
        at: '1970-01-01T00:00:00.000Z',
        source: { kind: 'mcp', server: 'files' },
        tool: 'read_file',
        wireName: 'mcp__files__read_file',
        conversation: 'talk',
        status: 'success',
        durationMs: 5,
        arguments: { path: 'a.txt' },
        result: [{ type: 'text', text: 'the content' }],
      },
    ]);
  });

  it('deletes everything, with the words of it and its bytes', async () => {
    const history = open();
    const text = 'confidential '.repeat(100_000);
    add(history, 'a', {}, { result: { status: 'success', content: [{ type: 'text', text }] } });
    history.record('talk', made.start('b'));
    history.deleteAll();
    history.record('talk', made.end('b'));
    assert.deepEqual(statuses(history), []);
    assert.equal(history.list({ ...all, text: 'confidential' }, { limit: 1 }).length, 0);
    // Also what SQLite puts beside the file.
    const files = await Promise.all(
      (await readdir(folder)).map((name) => readFile(join(folder, name), 'latin1')),
    );
    assert.ok(files.join('').length < 200_000);
    assert.doesNotMatch(files.join(''), /confidential/);
    add(history, 'c');
    assert.deepEqual(statuses(history), ['success']);
  });

  it('deletes calls that are older than the setting allows', async () => {
    let now = 0;
    const history = open({
      now: () => now,
      monotonic: () => now,
      retention: () => ({ maxAgeDays: 2, maxSizeMB: 500 }),
    });
    for (let index = 0; index < 1_200; index += 1) add(history, `old-${index}`);
    now = 86_400_000;
    add(history, 'new');
    now = 2 * 86_400_000 + 1;
    await history.clean();
    assert.deepEqual(
      history.list(all, { limit: 10 }).map(({ seq }) => seq),
      [1_201],
    );
    history.dispose();
    const database = new DatabaseSync(join(folder, 'history.sqlite'));
    const words = database.prepare("SELECT rowid FROM call_words WHERE call_words MATCH 'content'").all();
    database.close();
    assert.equal(words.length, 1);
  });

  it('deletes the oldest calls until the file is as small as the setting says', async () => {
    const history = open({ retention: () => ({ maxAgeDays: 90, maxSizeMB: 5 }) });
    const content = [{ type: 'text', text: 'y'.repeat(50_000) }] as const;
    for (let index = 0; index < 300; index += 1)
      add(history, `${index}`, {}, { result: { status: 'success', content } });
    await history.clean();
    const kept = history.list(all, { limit: 1_000 });
    assert.ok(kept.length > 30 && kept.length < 110, `${kept.length} are left`);
    assert.equal(kept[0]?.seq, 300);
    assert.ok((await stat(join(folder, 'history.sqlite'))).size < 5_000_000);
  });

  it('saves nothing when the setting says so, and deletes earlier calls', async () => {
    let maxSizeMB = 500;
    const history = open({ retention: () => ({ maxAgeDays: 90, maxSizeMB }) });
    add(history, 'a');
    maxSizeMB = 0;
    add(history, 'b');
    assert.deepEqual(statuses(history), ['success']);
    await history.clean();
    assert.deepEqual(statuses(history), []);
  });

  it('creates no file if there is no call', async () => {
    const history = open({ folder: join(folder, 'deep', 'er') });
    await history.clean();
    await assert.rejects(stat(join(folder, 'deep')));
    add(history, 'a');
    assert.deepEqual(statuses(history), ['success']);
  });

  it('goes on without a file that can be used, says so once, and loses nothing once it can be', async () => {
    const broken = join(folder, 'broken');
    await mkdir(broken);
    await writeFile(join(broken, 'history.sqlite'), 'this is no database, by far not '.repeat(100));
    const problems: string[] = [];
    let now = 0;
    const history = open({
      folder: broken,
      now: () => now,
      monotonic: () => now,
      onProblem: ({ english }) => problems.push(english),
    });
    add(history, 'a');
    history.flush();
    add(history, 'b');
    history.flush();
    assert.equal(problems.length, 1);
    assert.match(
      problems[0] ?? '',
      /^The call history is not saved\. The file .*history\.sqlite cannot be used: it is damaged.* Move the file away/,
    );
    assert.throws(() => history.list(all, { limit: 1 }), /cannot be used/);
    now = 60_000;
    add(history, 'again');
    history.flush();
    assert.equal(problems.length, 1);
    await rm(join(broken, 'history.sqlite'));
    now = 120_000;
    add(history, 'c');
    assert.deepEqual(statuses(history), ['success', 'success', 'success', 'success']);
  });
});
