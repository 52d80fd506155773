/** What the model is told before the conversation starts. */
import assert from 'node:assert/strict';
import { systemPrompt } from '../../../../src/agent/index.ts';

describe('the system prompt', () => {
  it('names the workspace folders with their paths', () => {
    const prompt = systemPrompt({ folders: [{ name: 'app', path: '/home/me/app' }], instructions: [] });
    assert.match(prompt, /app \(\/home\/me\/app\)/);
    assert.match(systemPrompt({ folders: [], instructions: [] }), /No folder is open/);
  });

  it('passes on what servers say of themselves, and says whose words they are', () => {
    const prompt = systemPrompt({ folders: [], instructions: [{ server: 'docs', text: 'Search first.' }] });
    assert.match(prompt, /server "docs", in its own words:\nSearch first\./);
  });

  it('takes no more than a bounded part of them', () => {
    const prompt = systemPrompt({
      folders: [],
      instructions: [{ server: 'chatty', text: 'x'.repeat(1_000_000) }],
    });
    assert.ok(prompt.length < 6_000);
    assert.match(prompt, /\[…\]$/);
  });

  it('lists the servers whose tools are searched, each on one line, in a bounded number of characters', () => {
    const server = (name: string, description: string) => ({ name, tools: 50, description });
    const parts = { folders: [], instructions: [] };
    const few = systemPrompt({
      ...parts,
      searchable: [server('git', 'All of\n- other (9): git'), server('mail', '')],
    });
    assert.match(few, /search_tools.*\n- git \(50\): All of - other \(9\): git\n- mail \(50\)$/);
    const empty = systemPrompt({ ...parts, searchable: [] });
    assert.doesNotMatch(empty, /search_tools/);
    for (const count of [30, 1_000, 10_000]) {
      const many = Array.from({ length: count }, (_, index) =>
        server(`server-${index}`, 'x'.repeat(100_000)),
      );
      assert.ok(systemPrompt({ ...parts, searchable: many }).length < empty.length + 4_200);
    }
    const last = systemPrompt({
      ...parts,
      searchable: Array.from({ length: 1_000 }, (_, index) => server(`server-${index}`, '')),
    });
    assert.match(last, /- and \d+ more servers$/);
  });
});
