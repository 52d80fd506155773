import assert from 'node:assert/strict';
import { runInNewContext } from 'node:vm';
import esbuild from 'esbuild';
import MarkdownIt from 'markdown-it';
import { markdownBundle } from '../../../scripts/markdownBundle.ts';

const contents = `import MarkdownIt from 'markdown-it'; rendered = new MarkdownIt({ linkify: true }).render(text);`;

const text = `# Title

1. One *two* **three** \`four\` [five](https://example.com "six") ![seven](eight)
   - https://example.com/nine

| a | b |
|--:|---|
| 1 | 2 |

\`\`\`ts
const ten = 10;
\`\`\`

> [eleven][1] ~~twelve~~

[1]: https://example.com
`;

describe('markdown-it in the bundle of a page', () => {
  it('assigns its fields, and renders as the library does', async () => {
    const { outputFiles } = await esbuild.build({
      stdin: { contents, resolveDir: import.meta.dirname },
      bundle: true,
      write: false,
      format: 'iife',
      plugins: [markdownBundle],
    });
    const bundle = outputFiles[0]?.text ?? '';
    const [, body = ''] = /function _defineProperty\w*\(e, r, t\) \{([^}]*)\}/.exec(bundle) ?? [];
    assert.match(body, /^\s*e\[r\] = t;\s*return e;\s*$/);
    const page = { text, rendered: '' };
    runInNewContext(bundle, page);
    assert.equal(page.rendered, new MarkdownIt({ linkify: true }).render(text));
  });
});
