/** What colours code; in the page it runs in a worker. */
import assert from 'node:assert/strict';
import { highlighted } from '../../../src/webview/markdown/highlighter.ts';
import { canHighlight } from '../../../src/webview/markdown/highlightBounds.ts';

describe('the highlighter', () => {
  it('colours code of a language that it knows, by its names too, and no other', () => {
    assert.match(highlighted('const a = 1;', 'ts') ?? '', /<span class="hljs-keyword">const<\/span>/);
    assert.match(highlighted('const a = <b/>;', 'tsx') ?? '', /hljs-keyword/);
    assert.equal(highlighted('const a = 1;', 'nosuch'), undefined);
  });

  it('opens few spans within spans, and ends each, for code that begins templates in templates', () => {
    for (const [code, language] of [
      ['`${\n'.repeat(1_000), 'ts'],
      ['"$(\n'.repeat(1_000), 'bash'],
      ['@a(\n'.repeat(1_000), 'python'],
      ['/*\n'.repeat(1_000) + '*/'.repeat(1_000), 'rust'],
    ] as const) {
      let [depth, deepest] = [0, 0];
      const html = highlighted(code, language) ?? '';
      for (const [tag] of html.matchAll(/<\/?span/g)) {
        depth += tag === '<span' ? 1 : -1;
        deepest = Math.max(deepest, depth);
      }
      assert.ok(deepest > 0 && deepest <= 8, `${language}: ${deepest}`);
      assert.equal(depth, 0);
      assert.equal(html.replaceAll(/<[^>]*>/g, '').replaceAll('&quot;', '"'), code);
    }
  });

  it('lets nothing of the code become HTML', () => {
    assert.equal(highlighted('<img src=x onerror=y>', 'json')?.includes('<img'), false);
  });

  it('is asked for nothing that is too long, or has a line that is', () => {
    assert.equal(canHighlight('a;\n'.repeat(10_000), 'js'), true);
    assert.equal(canHighlight('a;\n'.repeat(20_000), 'js'), false);
    assert.equal(canHighlight('a'.repeat(5_000), 'js'), true);
    assert.equal(canHighlight(`b\n${'a'.repeat(5_001)}\nb`, 'js'), false);
    for (const language of ['', 'mermaid', '../x']) assert.equal(canHighlight('a', language), false);
  });
});
