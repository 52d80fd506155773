/** What the row of finished steps says (src/webview/state/stepWords.ts). */
import assert from 'node:assert/strict';
import { wordsForCalls } from '../../../src/webview/state/stepWords.ts';
import type { CallView, ToolSource } from '../../../src/protocol/index.ts';

const call = (toolName: string, args: unknown, more: Partial<CallView> = {}): CallView => ({
  source: { kind: 'native' },
  toolName,
  wireName: toolName,
  argsText: JSON.stringify(args),
  status: 'success',
  startedAt: 0,
  durationMs: 5,
  ...more,
});
const server: ToolSource = { kind: 'mcp', server: 'fs' };
const edit = (path: string): CallView => call('edit_file', { path, oldText: 'a', newText: 'b' });
const read = (path: string): CallView => call('read_file', { path });
const command = (text: string, more: Partial<CallView> = {}): CallView =>
  call('run_command', { command: text }, more);

describe('the words for finished steps', () => {
  it('name the files that were changed, each once, and say how many more there are', () => {
    assert.equal(wordsForCalls([edit('src/cart.ts')]), 'Edited cart.ts');
    assert.equal(
      wordsForCalls([edit('src/cart.ts'), edit('src\\order.ts'), edit('src/cart.ts')]),
      'Edited cart.ts and order.ts',
    );
    assert.equal(
      wordsForCalls([edit('src/cart.ts'), edit('order.ts'), edit('a/b/')]),
      'Edited cart.ts, order.ts and 1 more',
    );
  });

  it('begin with what changed and ran, and go on with what was only looked at', () => {
    assert.equal(
      wordsForCalls([
        read('a.ts'),
        call('search_text', { query: 'needle' }),
        command('npm test\n'),
        edit('cart.ts'),
      ]),
      'Edited cart.ts, ran npm test, read a.ts, 1 more call',
    );
    assert.equal(
      wordsForCalls([
        read('a.ts'),
        read('b.ts'),
        read('c.ts'),
        call('find_files', { pattern: '*.ts' }),
        call('search_text', { query: 'x' }),
      ]),
      'Read 3 files, searched',
    );
  });

  it('say what each built-in tool did', () => {
    assert.equal(wordsForCalls([call('search_text', { query: 'needle' })]), 'Searched for needle');
    assert.equal(wordsForCalls([call('fetch_page', { url: 'https://a.example/b' })]), 'Fetched a.example/b');
    assert.equal(wordsForCalls([call('list_directory', {})]), 'Listed a folder');
    assert.equal(
      wordsForCalls([call('get_diagnostics', {}), call('list_directory', { path: 'src' })]),
      'Listed a folder, looked for problems',
    );
    const plan = call('update_plan', { steps: [{ title: 'Read', status: 'done' }] });
    assert.equal(wordsForCalls([plan, edit('a.ts'), plan]), 'Edited a.ts, updated the plan');
  });

  it('name the tools of servers by their titles, and the file that one of them changed', () => {
    const titled = call('read_file', { path: 'a.ts' }, { source: server, title: 'Read it' });
    assert.equal(wordsForCalls([titled, call('list', {}, { source: server })]), 'Called Read it and list');
    const changed = call(
      'put',
      {},
      {
        source: server,
        edit: { file: 'docs/read me.md', diff: { added: 1, removed: 0, hunks: [] }, shows: [] },
      },
    );
    assert.equal(wordsForCalls([changed]), 'Edited read me.md');
  });

  it('do not claim what a call that failed, was denied or was stopped has not done', () => {
    const failed = { ...edit('cart.ts'), title: 'Edit file', status: 'error' } as const;
    const denied = { ...edit('order.ts'), status: 'denied' } as const;
    const unrun = { ...edit('order.ts'), status: 'cancelled', durationMs: 0 } as const;
    const refused = command('npm test', { status: 'error', needsTrust: true });
    assert.equal(wordsForCalls([failed, denied, unrun, refused]), 'Called Edit file');
    assert.equal(wordsForCalls([denied]), 'Thought');
    assert.equal(
      wordsForCalls([command('npm test', { status: 'error', commandEnd: { kind: 'exited', code: 1 } })]),
      'Ran npm test',
    );
  });

  it('name the tool where its arguments do not say what it was about', () => {
    for (const args of [{}, { path: 3 }, { path: ' ' }, null, []])
      assert.equal(wordsForCalls([call('read_file', args, { title: 'Read file' })]), 'Called Read file');
    assert.equal(wordsForCalls([{ ...edit('a'), argsText: '{"path":' }]), 'Called edit_file');
    assert.equal(wordsForCalls([call('constructor', {})]), 'Called constructor');
  });

  it('are one short line in which nothing hides, however long and whatever a name is', () => {
    const words = wordsForCalls([
      edit(`${'x'.repeat(500)}.ts`),
      edit('a\u202eb.ts'),
      command(`a\n\n  b ${'c'.repeat(5_000)}`),
    ]);
    assert.ok(words.length < 160, words);
    assert.doesNotMatch(words, /[\n\u202e]/);
    assert.match(words, /and a<U\+202E>b\.ts, ran a b c+…$/);
  });
});
