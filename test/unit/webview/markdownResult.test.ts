/** Which results are drawn as Markdown. */
import assert from 'node:assert/strict';
import type { CallView, ContentPart } from '../../../src/protocol/index.ts';
import { isMarkdown, markdownIn } from '../../../src/webview/calls/markdownResult.ts';
import { processorTime } from '../../fixtures/processorTime.ts';

const view: CallView = {
  source: { kind: 'mcp', server: 'docs' },
  toolName: 'read',
  wireName: 'mcp__docs__read',
  argsText: '{}',
  status: 'success',
  startedAt: 0,
};
const issue = `# Crash on start

The extension **fails** when the folder is empty.

- Version 1.2
- Linux
`;
const table = `| name | stars |
|---|---:|
| one | 1 |

See [the page](https://example.com/) for more.`;
const fenced = 'Run this:\n\n1. Install it\n2. Start it\n\n```sh\n# Not a heading\nnpm install;\n```\n';

describe('a result', () => {
  it('is Markdown with two kinds of marks, one of them a heading, a table or a code block', () => {
    for (const text of [issue, table, fenced, issue.replaceAll('\n', '\r\n')])
      assert.ok(isMarkdown(text), text);
  });

  it('is not Markdown if its marks may mean something else', () => {
    const others = [
      '',
      'Just a sentence with **weight**.',
      '# One heading',
      '- a list\n- of two',
      'First | second\nno table',
      '{"a": "# b\\n\\n- c"}',
      '#!/bin/sh\n\n# Install\n\nset -e\nnpm ci;\n# - first\n- x\n- y\n',
      '# Settings\n\nservers:\n  - one\n  - two\nport: 80\n',
      '# Helper\n\nimport os\n\ndef run():\n    """Uses `os`."""\n    return os.getcwd()\n',
      '[core]\n# Editor\n\nname = `x`\n',
      '2026-11-24 10:00:00 INFO **start**\n2026-11-24 10:00:01 WARN `slow`\n',
      'diff --git a/a b/a\n--- a/a\n+++ b/a\n- `old`\n+ `new`\n',
      'total 8\ndrwxr-xr-x 2 me me 4096 a\n-rw-r--r-- 1 me me 12 b\n',
    ];
    for (const text of others) assert.equal(isMarkdown(text), false, text);
  });

  it('is drawn as such only when it is a success of a server or of a custom tool, and not too long', () => {
    const part: ContentPart = { type: 'text', text: issue };
    const file: ContentPart = {
      type: 'resource',
      uri: 'a:b',
      text: 'Plain.',
      mimeType: 'text/markdown; charset=utf-8',
    };
    assert.equal(markdownIn(part, view), issue);
    assert.equal(markdownIn(file, view), 'Plain.');
    assert.equal(markdownIn({ ...file, mimeType: 'text/x-python', text: issue }, view), undefined);
    assert.equal(markdownIn(part, { ...view, source: { kind: 'native' } }), undefined);
    // A web page.
    assert.equal(markdownIn(file, { ...view, source: { kind: 'native' } }), 'Plain.');
    assert.equal(markdownIn(part, { ...view, status: 'error' }), undefined);
    assert.equal(markdownIn({ type: 'text', text: issue + 'x'.repeat(30_000) }, view), undefined);
    assert.equal(markdownIn({ type: 'json', value: issue }, view), undefined);
  });

  it('takes time in proportion to its length, whatever it repeats', () => {
    const used = processorTime();
    for (const piece of ['[', '**a', '`a', '|', '|---', '; ', '- ', '# ', '[a](', 'a: ', '#\n', '```\n'])
      isMarkdown(piece.repeat(30_000 / piece.length));
    assert.ok(used() < 1_000, `${used()} ms`);
  });
});
