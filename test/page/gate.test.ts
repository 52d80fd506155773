/**
 * The gate between generated HTML and the chat's page, by itself. The parser lets nothing hostile come to it, and so no
 * test of whole answers would notice if it stood open.
 */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import esbuild from 'esbuild';
import fc from 'fast-check';
import { cases } from '../fixtures/cases.ts';
import { useChatPage } from './support/chatPage.ts';

const SEED = Number(process.env['PATCHBAY_TEST_SEED'] ?? Math.floor(Math.random() * 2 ** 31));

/** What hostile markup is made of: parts of tags, attributes, foreign elements, and what parsers move about. */
const PIECES = `
<p>|</p>|<a href="https://e.com">|<a href="|javascript:x|command:x|">|</a>|text|<span class="a">|</span>|<span id="x" |
onclick="x" |style="color:red" |is="x-a" |>|<|<svg>|</svg>|<math>|</math>|<mtext>|<mglyph>|<style>|</style>|
<foreignObject>|<template>|</template>|<form>|</form>|<input name="nodeName">|<noscript>|<xmp>|<!--|-->|<table>|<tr>|<td>|
</table>|<ul>|<li>|<button type="button">|<img src=x>|<script>|</script>|<x-tag>|<select>|<option>|&lt;|&#x3c;|
<p/onclick=x>|<title>|<a href=" https://e.com" |title="<b>"|href="https://e.com" |class='"' |<![CDATA[|]]>|<?x`
  .replaceAll('\n', '')
  .split('|');

describe('the gate between HTML and the page', () => {
  const chat = useChatPage({ turn: 'idle', model: 'm', servers: { connected: 0, total: 0, tools: 0 } });
  let code: string;
  before(async () => {
    const { outputFiles } = await esbuild.build({
      entryPoints: [join(import.meta.dirname, '../../src/webview/markdown/sanitise.ts')],
      bundle: true,
      write: false,
      format: 'iife',
      globalName: 'gate',
    });
    code = outputFiles[0]?.text ?? '';
  });

  // The policy of the chat's page would hide what comes through: there is none here.
  beforeEach(async () => void (await chat.page.goto('about:blank')));

  /** What becomes of the HTML in the page. */
  async function through(name: 'sanitise' | 'sanitiseMath', html: string): Promise<string> {
    return chat.page.evaluate(`{
      ${code};
      const box = document.createElement('div');
      box.append(gate.${name}(${JSON.stringify(html)}));
      document.body.append(box);
      box.innerHTML;
    }`);
  }

  for (const [hostile, harmless] of [
    ['<p>a<script>window.harmed = 1</script></p>', '<p>a</p>'],
    ['<img src="x" onerror="window.harmed = 1">', ''],
    ['<svg onload="window.harmed = 1"><a xlink:href="javascript:1">b</a></svg>', ''],
    ['<p onclick="x" style="color:red" id="patchbay-chat" name="n" data-x="1">a</p>', '<p>a</p>'],
    [
      '<p class="a" onclick="window.harmed = 1">b</p><p id="patchbay-chat">c</p>',
      '<p class="a">b</p><p>c</p>',
    ],
    [
      '<p>a<!-- b --></p><x-tag>c</x-tag><ul><li><video autoplay>d</video></li></ul>',
      '<p>a</p>c<ul><li></li></ul>',
    ],
    ['<a href="javascript:x" title="t">a</a>', '<a title="t">a</a>'],
    ['<a href=" command:x">a</a><a href="https://e.com">b</a>', '<a>a</a><a href="https://e.com">b</a>'],
    ['<a href="tel:1">a</a><a href="x/y">b</a><a href="#c">c</a>', '<a>a</a><a>b</a><a>c</a>'],
    ['<form action="https://e.com"><input name="q"><p>a</p></form>', '<p>a</p>'],
    ['<style>* { display: none }</style><link rel="stylesheet" href="https://e.com">b', 'b'],
    ['<form><input name="nodeName"><p onclick="x">a</p></form>', ''],
    ['<form><input name="parentNode"><input name="remove">a<b>b</b></form>', 'ab'],
    ['<iframe srcdoc="<script>1</script>"></iframe><object data="x"></object>c', 'c'],
    ['<math><mtext></form><form><mglyph><style></math><img src onerror="window.harmed = 1">', ''],
  ] as const)
    it(`lets nothing hostile of an answer through: ${hostile.slice(0, 40)}`, async () => {
      assert.equal(await through('sanitise', hostile), harmless);
      assert.equal(await chat.page.evaluate('window.harmed'), undefined);
    });

  it('lets through what answers are made of', async () => {
    const html =
      '<h1>a</h1><ul class="c"><li>b</li></ul><table><tbody><tr><td>c<br>d</td></tr></tbody></table>' +
      '<pre tabindex="0"><code><span class="hljs-string">e</span></code></pre>' +
      '<button type="button" class="icon-button" data-code="copy" title="f" aria-label="f"></button>';
    assert.equal(await through('sanitise', html), html);
  });

  it('lets nothing but MathML of a formula through', async () => {
    const formula =
      '<math><mrow href="javascript:x" style="position:fixed" onclick="x"><mi>x</mi>' +
      '<maction actiontype="toggle"><mi>y</mi></maction><a href="https://e.com"><mi>z</mi></a></mrow></math>' +
      '<img src="https://e.com/a.png"><script>window.harmed = 1</script>';
    const left = await through('sanitiseMath', formula);
    assert.match(left, /^<math.*><mrow><mi>x<\/mi>/);
    assert.doesNotMatch(left, /href|style|onclick|maction|<a|<img|<script/);
  });

  it('lets pass without cleaning only what cleaning would leave as it is', async () => {
    const texts = fc.sample(fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }), {
      numRuns: cases(2_000, 30_000),
      seed: SEED,
    });
    const htmls = [...new Set(texts.map((pieces) => pieces.join('')))];
    const differing: string[] = [];
    // What is parsed stays in memory until a script ends.
    for (let from = 0; from < htmls.length; from += 1_000) {
      // This element is none that passes, so that all beside it is cleaned. Without it DOMPurify drops a whole text that
      // has a comment and something like a tag; where nothing is left, nothing has passed.
      const found = chat.page.evaluate<string[]>(`{
        ${code};
        const written = (html) => {
          const box = document.createElement('div');
          box.append(gate.sanitise(html));
          return box.innerHTML;
        };
        ${JSON.stringify(htmls.slice(from, from + 1_000))}.filter(
          (html) => !['', written('<wbr>' + html)].includes(written(html)),
        );
      }`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      differing.push(...(await found));
    }
    assert.deepEqual(differing, [], `PATCHBAY_TEST_SEED=${SEED}`);
  });
});
