import assert from 'node:assert/strict';
import { shortWordsForCalls, wordsForCalls } from '../../../src/webview/state/stepWords.ts';
import type { CallView, ToolSource } from '../../../src/protocol/index.ts';

const call = (toolName: string, args: unknown, source: ToolSource = { kind: 'native' }): CallView => ({
  source,
  toolName,
  wireName: toolName,
  argsText: JSON.stringify(args),
  status: 'success',
  startedAt: 0,
});
const edit = (path: string): CallView => call('edit_file', { path, oldText: 'a', newText: 'b' });

describe('the words for finished steps', () => {
  it('name the files that were changed first, each once, and say how many more there are', () => {
    const calls = [
      call('read_file', { path: 'src/cart.ts' }),
      edit('src/cart.ts'),
      edit('src\\order.ts'),
      edit('src/cart.ts'),
      edit('a/b/'),
      call('run_command', { command: 'npm test\n' }),
    ];
    assert.equal(wordsForCalls(calls), 'Edited cart.ts, order.ts and 1 more · Ran npm test · Read cart.ts');
  });

  it('name the folder that was listed, also the one that paths begin in', () => {
    const list = (path: string): CallView => call('list_directory', { path });
    assert.equal(wordsForCalls([list('.'), list('./'), list('./src')]), 'Read the workspace folder, src');
    assert.equal(wordsForCalls([list('..'), list('.github')]), 'Read .., .github');
  });

  it('leave out the middle of long names, and what comes last, where there is too little room', () => {
    const [long, other] = [`src/${'a'.repeat(15)}${'b'.repeat(15)}.ts`, `${'c'.repeat(30)}.ts`];
    const calls = [
      edit(long),
      edit(other),
      call('run_command', { command: `npm test ${'d'.repeat(25)}` }),
      call('read_file', { path: 'b.ts' }),
      call('fetch_page', { url: 'https://docs.example.com/guide' }),
    ];
    const edited = `Edited ${'a'.repeat(13)}…${'b'.repeat(11)}.ts, ${'c'.repeat(13)}…${'c'.repeat(11)}.ts`;
    assert.equal(shortWordsForCalls(calls), `${edited} · Ran npm test ${'d'.repeat(25)} · Read b.ts · …`);
    assert.equal(shortWordsForCalls(calls.slice(3)), 'Read b.ts · Fetched https://docs.…mple.com/guide');
    assert.ok(wordsForCalls(calls).endsWith('Read b.ts · Fetched https://docs.example.com/guide'));
  });

  it('take the file of a change that a server’s tool made from the change', () => {
    const made: CallView = {
      ...call('put', { where: 'x' }, { kind: 'mcp', server: 'fs' }),
      edit: { file: 'docs/read me.md', diff: { added: 1, removed: 0, hunks: [] }, shows: [] },
    };
    assert.equal(wordsForCalls([made]), 'Edited read me.md');
  });

  it('say what was moved and deleted, and not that it was edited', () => {
    const gone: CallView = {
      ...call('delete_file', { path: 'src/old.ts' }),
      edit: { file: 'src/old.ts', diff: { added: 0, removed: 9, hunks: [] }, shows: [] },
    };
    const moved = call('move_file', { path: 'src/a.ts', newPath: 'src/b.ts' });
    assert.equal(wordsForCalls([gone, moved, edit('c.ts')]), 'Edited c.ts · Moved a.ts · Deleted old.ts');
  });

  it('say which tools of servers were called, by their titles', () => {
    const server = { kind: 'mcp', server: 'fs' } as const;
    const titled = { ...call('read_file', { path: 'a.ts' }, server), title: 'Read it' };
    assert.equal(wordsForCalls([titled, call('list', {}, server)]), 'Called Read it, list');
  });

  it('do not claim that a command ran which was refused without trust in the workspace', () => {
    const refused: CallView = {
      ...call('run_command', { command: 'npm test' }),
      status: 'error',
      needsTrust: true,
    };
    assert.equal(wordsForCalls([refused, edit('a.ts')]), 'Edited a.ts');
    assert.equal(wordsForCalls([refused]), '');
  });

  it('say once that the plan was updated', () => {
    const plan = call('update_plan', { steps: [{ title: 'Read', status: 'done' }] });
    assert.equal(wordsForCalls([plan, edit('a.ts'), plan]), 'Edited a.ts · Updated the plan');
  });

  it('say what was searched for and fetched', () => {
    assert.equal(
      wordsForCalls([
        call('search_text', { query: 'needle' }),
        call('fetch_page', { url: 'https://a.example/b' }),
      ]),
      'Searched for needle · Fetched https://a.example/b',
    );
  });

  it('name the tool where its arguments cannot be read, or do not say what it was about', () => {
    assert.equal(
      wordsForCalls([{ ...edit('a'), argsText: '{"path":', title: 'Edit file' }]),
      'Called Edit file',
    );
    const whole = { content: '"path": "x.ts"'.repeat(4_000) };
    assert.equal(wordsForCalls([call('write_file', { path: 'a/long.ts', ...whole })]), 'Edited long.ts');
    assert.equal(wordsForCalls([call('write_file', whole)]), 'Called write_file');
    assert.equal(wordsForCalls([call('constructor', { path: 'a' })]), 'Called constructor');
    for (const args of [{}, { path: 3 }, { path: ' ' }, null, []])
      assert.equal(wordsForCalls([call('list_directory', args)]), 'Called list_directory');
  });

  it('are one line in which nothing hides, however long and whatever a name is', () => {
    const words = wordsForCalls([
      edit(`${'x'.repeat(500)}.ts`),
      edit('a\u202eb.ts'),
      call('run_command', { command: `a\n\n  b ${'c'.repeat(5_000)}` }),
    ]);
    assert.ok(words.length < 160, words);
    assert.doesNotMatch(words, /[\n\u202e]/);
    assert.match(words, /· Ran a b c+…$/);
  });
});
