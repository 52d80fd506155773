/** Markdown that loads nothing, and code in it that stays as it is. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { closedMarkdown, withoutImages } from '../../../../src/agent/persistence/withoutImages.ts';

const renderers = [
  markdownIt({ html: true }),
  markdownIt('commonmark', { html: true }),
  // As VS Code shows it.
  markdownIt({ html: true, linkify: true }),
];
const U = 'http://evil.example/p.png';

/** Tags that the text itself made, or images. */
function loaded(markdown: string): readonly string[] {
  return renderers.flatMap((renderer) => {
    const walk = (tokens: ReturnType<typeof renderer.parse>): string[] =>
      tokens.flatMap(({ type, content, children }) => [
        ...(/^(?:image|html_)/.test(type) ? [content] : []),
        ...walk(children ?? []),
      ]);
    return walk(renderer.parse(markdown, {}));
  });
}

describe('markdown without images', () => {
  it('has links in place of images of every form', () => {
    for (const [before, after] of [
      [`![a](${U})`, `[a](${U})`],
      [`![a][r]\n\n[r]: ${U}`, `[a][r]\n\n[r]: ${U}`],
      [`![r]\n\n[r]: ${U}`, `[r]\n\n[r]: ${U}`],
      [`[![a](${U})](http://b.example)`, `[[a](${U})](http://b.example)`],
      [`x <img width=1 src="${U}" alt="a b"> y`, `x [a b](${U}) y`],
      [`<img src='${U}?a b)'/>`, `[image](${U}?a%20b%29)`],
      ['![[note.png]]', '[[note.png]]'],
      [`> - ![a](${U})`, `> - [a](${U})`],
      [`| a |\n|---|\n| ![a](${U}) |`, `| a |\n|---|\n| [a](${U}) |`],
    ] as const)
      assert.equal(withoutImages(before), after);
  });

  it('has HTML as text, and addresses and comparisons as they are', () => {
    for (const [before, after] of [
      [`<video poster="${U}"></video>`, `&lt;video poster="${U}">&lt;/video>`],
      [`<svg><image href="${U}"/></svg>`, `&lt;svg>&lt;image href="${U}"/>&lt;/svg>`],
      ['<!-- hidden -->', '&lt;!-- hidden -->'],
      ['<https://a.example/b> <me@a.example>', '<https://a.example/b> <me@a.example>'],
      ['1 < 2, a <= b', '1 < 2, a <= b'],
    ] as const)
      assert.equal(withoutImages(before), after);
  });

  it('has code as it was, in blocks, in lists, in quotes and in lines', () => {
    for (const code of [
      '```html\n<img src="x">\n![a](b)\n```',
      '1. x\n   ```js\n   <div>![a](b)\n   ```\n2. y',
      '> ~~~\n> <img src="x">\n> ~~~',
      '    <img src="x">',
      'See [docs](http://a.example) and use `<div>` or `` ![a](b) ``.',
    ])
      assert.equal(withoutImages(code), code);
  });

  it('takes nothing for code that another reading would show as an image', () => {
    for (const text of [
      `\`foo\n bar\` ![i](${U}) \`baz\``,
      `[a](<x\`y>) ![i](${U}) \``,
      `[a](u "ti\`t") ![i](${U}) \``,
      `| a | b |\n|---|---|\n| a\` | b \`c\` ![x](${U}) \` |`,
      `<pre>\n\`\`\`\n</pre>\n\`\`\`\n![x](${U})\n\`\`\`\n`,
      `<!--\n\`\`\`\n-->\n\`\`\`\n![x](${U})\n\`\`\`\n`,
      `    \`\`\`\n![x](${U})\n    \`\`\``,
      `<http://a\`b> ![x](${U}) \``,
      `http://a\`![x](${U})\``,
      `(www.a.example/\`<img src="${U}">\``,
      `$\`$ ![x](${U}) $\`$`,
      `$$\n\`\`\`\n$$\n![x](${U})\n\`\`\``,
      `\\\`![x](${U})\``,
      `${'\\'.repeat(101)}\`![x](${U})\``,
    ])
      assert.doesNotMatch(withoutImages(text), /!\[|<img/, text);
  });

  it('is made in linear time of addresses that hold no code', () => {
    // Where each address is followed to the end of the text, this takes minutes.
    for (const text of ['://', 'www.', '://`a`']) withoutImages(text.repeat(100_000));
  });

  it('loads nothing, however its parts are put together', () => {
    const pieces = [
      '` `` ``` ~~~ > - 1. ![a](u) ![a] [a]: u [a]( ) "',
      '<img%src=x> <a%href=" "> <!-- --> <pre> </pre> \\ | |---| $ $$ ] [ !',
      'http://a www.a.b <x <http://a > text # --- %%%% %',
    ].flatMap((line) => line.split(' ').map((each) => each.replaceAll('%', ' ')));
    const piece = fc.constantFrom(...pieces, '\n', '\n\n', '\t');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 24 }), (chosen) => {
        assert.deepEqual(loaded(withoutImages(chosen.join(''))), []);
        assert.deepEqual(loaded(closedMarkdown(chosen.join(''))), []);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is made in time that grows with the text alone', () => {
    for (const text of [
      '!'.repeat(200_000),
      `${'> '.repeat(99)}\n${'a\n'.repeat(100_000)}`,
      '> '.repeat(50_000) + 'a\n'.repeat(50_000),
    ]) {
      const time = processorTime();
      closedMarkdown(text);
      assert.ok(time() < 2_000, `${Math.round(time())} ms: ${text.slice(0, 20)}`);
    }
  });

  it('loads nothing from code that is nested too deeply to be looked at', () => {
    for (const depth of [20, 23, 24, 25, 30, 99]) {
      const text = `${'> '.repeat(depth)}\`\`\`\n${'> '.repeat(depth)}![a](${U})\n\n![b](${U}) <img src=x>`;
      assert.deepEqual(loaded(withoutImages(text)), []);
    }
  });

  it('ends a block of code that had no end', () => {
    assert.equal(closedMarkdown('```\nopen'), '```\nopen\n```');
    assert.equal(closedMarkdown('~~~~js\n```\n'), '~~~~js\n```\n~~~~');
    for (const text of ['```\na\n```', 'text', '> ```\n> a']) assert.equal(closedMarkdown(text), text);
  });
});
