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
});
