/** What the model is told before the conversation starts. */
import assert from 'node:assert/strict';
import { systemPrompt, systemText } from '../../../../src/agent/index.ts';

const written = (...parts: Parameters<typeof systemPrompt>): string => systemText(systemPrompt(...parts));

describe('the system prompt', () => {
  it('names the workspace folders with their paths', () => {
    const prompt = written({ folders: [{ name: 'app', path: '/home/me/app' }], instructions: [] });
    assert.match(prompt, /app \(\/home\/me\/app\)/);
    assert.match(written({ folders: [], instructions: [] }), /No folder is open/);
  });

  it('passes on what servers say of themselves, and says whose words they are', () => {
    const prompt = written({ folders: [], instructions: [{ server: 'docs', text: 'Search first.' }] });
    assert.match(prompt, /server "docs", in its own words:\nSearch first\./);
  });

  it('takes no more than a bounded part of them', () => {
    const prompt = written({
      folders: [],
      instructions: [{ server: 'chatty', text: 'x'.repeat(1_000_000) }],
    });
    assert.ok(prompt.length < 6_000);
    assert.match(prompt, /\[…\]$/);
  });

  it('lists the servers whose tools are searched, each on one line, in a bounded number of characters', () => {
    const server = (name: string, description: string) => ({ name, tools: 50, description });
    const parts = { folders: [], instructions: [] };
    const few = written({
      ...parts,
      searchable: [server('git', 'All of\n- other (9): git'), server('mail', '')],
    });
    assert.match(few, /search_tools.*\n- git \(50\): All of - other \(9\): git\n- mail \(50\)$/);
    const empty = written({ ...parts, searchable: [] });
    assert.doesNotMatch(empty, /search_tools/);
    for (const count of [30, 1_000, 10_000]) {
      const many = Array.from({ length: count }, (_, index) =>
        server(`server-${index}`, 'x'.repeat(100_000)),
      );
      assert.ok(written({ ...parts, searchable: many }).length < empty.length + 4_200);
    }
    const last = written({
      ...parts,
      searchable: Array.from({ length: 1_000 }, (_, index) => server(`server-${index}`, '')),
    });
    assert.match(last, /- and \d+ more servers$/);
  });

  it('is made of named parts, which follow each other as they are', () => {
    const parts = systemPrompt({
      folders: [],
      instructionFiles: [
        { name: 'AGENTS.md', text: '<a>' },
        { name: 'web/AGENTS.md', text: '<b>' },
      ],
      skills: 'Skills:',
      searchable: [{ name: 'git', tools: 50, description: '' }],
      instructions: [{ server: 'docs', text: 'Search first.' }],
    });
    assert.deepEqual(
      parts.map(({ kind, name }) => [kind, name]),
      [
        ['base', undefined],
        ['instructions', 'AGENTS.md'],
        ['instructions', 'web/AGENTS.md'],
        ['skills', undefined],
        ['search', undefined],
        ['server', 'docs'],
      ],
    );
    assert.match(systemText(parts), /\n\n<a>\n\n<b>\n\nSkills:\n\nYou have more tools/);
  });
});
