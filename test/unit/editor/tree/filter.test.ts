/** The filter of the servers tree, and what its rows say of cost and hints (features.md, D4). */
import assert from 'node:assert/strict';
import { costSentence, formatShare, formatTokens } from '../../../../src/editor/tree/cost.ts';
import { parseFilter, toolsLeft } from '../../../../src/editor/tree/filter.ts';
import { hintIcon, hintsOf, type Annotations } from '../../../../src/editor/servers/serverTools.ts';

const tools = [
  { name: 'git_log', description: 'Shows commits' },
  { name: 'git_push', title: 'Push', description: 'Sends commits away' },
  { name: 'read_file' },
];
const git = { name: 'Git', state: 'connected' } as const;

describe('the filter of the tree', () => {
  const left = (text: string, server: Parameters<typeof toolsLeft>[1] = git, off: readonly string[] = []) => {
    const filter = parseFilter(text);
    assert.ok(filter);
    return toolsLeft(filter, server, tools, (tool) => !off.includes(tool))?.map(({ name }) => name);
  };

  it('is empty if it hides nothing', () => {
    for (const text of ['', '  ']) assert.equal(parseFilter(text), undefined);
    // Both kinds of tools are all tools.
    assert.equal(parseFilter('@enabled @disabled'), undefined);
  });

  it('finds words in the name of the server and in what tools are called and say', () => {
    assert.deepEqual(left('push'), ['git_push']);
    assert.deepEqual(left('COMMITS'), ['git_log', 'git_push']);
    assert.deepEqual(left('commits away'), ['git_push']);
    assert.equal(left('nowhere'), undefined);
  });

  it('shows all tools of a server whose name has the words, and needs other words in the tools', () => {
    assert.deepEqual(left('git'), ['git_log', 'git_push', 'read_file']);
    assert.deepEqual(left('git file'), ['read_file']);
    assert.deepEqual(left('git', { name: 'files', state: 'connected' }), ['git_log', 'git_push']);
  });

  it('selects servers by their state', () => {
    assert.deepEqual(left('@error', { name: 'x', state: 'error' })?.length, 3);
    assert.equal(left('@error'), undefined);
    assert.equal(left('@error @connecting'), undefined);
    assert.deepEqual(left('@error @connected push'), ['git_push']);
  });

  it('selects tools by their switches', () => {
    assert.deepEqual(left('@disabled', git, ['git_log']), ['git_log']);
    assert.deepEqual(left('git @enabled', git, ['git_log']), ['git_push', 'read_file']);
    assert.equal(left('git @disabled'), undefined);
  });

  it('finds a server without tools by its name alone', () => {
    const filter = parseFilter('git');
    assert.ok(filter);
    assert.deepEqual(
      toolsLeft(filter, { ...git, state: 'disconnected' }, [], () => true),
      [],
    );
  });
});

describe('the cost of tools', () => {
  it('is written shortly', () => {
    assert.deepEqual([64, 999, 1_234, 15_600, 999_499, 999_500, 2_000_000].map(formatTokens), [
      '64 tokens',
      '999 tokens',
      '1.2k tokens',
      '16k tokens',
      '999k tokens',
      '1.0M tokens',
      '2.0M tokens',
    ]);
  });

  it('is a share of the window', () => {
    const window = { size: 128_000, model: 'gpt-x', isAssumed: false };
    assert.deepEqual(
      [10, 1_280, 19_200].map((tokens) => formatShare(tokens, window)),
      ['< 0.1%', '1.0%', '15%'],
    );
    assert.equal(
      costSentence(1_280, window),
      'About 1,280 tokens of each request: 1.0% of the context window of gpt-x (128,000 tokens).',
    );
    assert.equal(
      costSentence(1_280, window, 'searchable'),
      'About 1,280 tokens of each request after the model has found it: 1.0% of the context window of gpt-x (128,000 tokens).',
    );
    assert.match(
      costSentence(1, { ...window, model: undefined, isAssumed: true }),
      /of a context window \(128,000 tokens, which is assumed\)/,
    );
  });
});

describe('the hints of a tool', () => {
  const words = (annotations: Annotations | undefined) => hintsOf(annotations).map(({ word }) => word);

  it('are only the hints that the tool gives, not those that it leaves open', () => {
    assert.deepEqual(words(undefined), []);
    assert.deepEqual(words({ readOnlyHint: true, destructiveHint: true, openWorldHint: true }), [
      'read-only',
      'open world',
    ]);
    assert.deepEqual(words({ destructiveHint: true }), ['destructive']);
    assert.deepEqual(words({ readOnlyHint: false, destructiveHint: false, openWorldHint: false }), []);
  });

  it('have the icon of the one that matters most', () => {
    assert.equal(hintIcon({ destructiveHint: true, openWorldHint: true }), 'flame');
    assert.equal(hintIcon({ openWorldHint: true }), 'globe');
    assert.equal(hintIcon({ readOnlyHint: true }), 'eye');
    assert.equal(hintIcon({}), 'tools');
  });
});
