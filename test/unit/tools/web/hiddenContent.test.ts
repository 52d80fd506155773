/** What of a page the model does not get because the page hides it (decision 030). */
import assert from 'node:assert/strict';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { readPage } from '../../../../src/tools/web/readPage.ts';

const read = (html: string) =>
  readPage({
    body: new TextEncoder().encode(html),
    kind: 'html',
    charset: undefined,
    url: 'https://example.com/',
    isWhole: true,
  });

/** Whether a paragraph with that style is read. */
const reads = (style: string): boolean => {
  const written = style.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return read(`<p>shown</p><p style="${written}">secret</p>`).text.includes('secret');
};

const hiding = [
  'display:none',
  'DISPLAY : NONE',
  'd\\69splay:none',
  'd\\000069 splay:none',
  'display:n\\6fne',
  '/* a */display/* b */:/* c */none/* d */',
  'display:none !important; display:block',
  'display:none ! /* x */ IMPORTANT;display:block',
  'display:block; display:none',
  'display:none; display:bogus',
  'display:none; display:block none',
  'display:none; color',
  'position:absolute;left:-9999px;left:foo',
  'font-size:0;font-size:foo',
  'font:0/0 a;font:foo',
  'transform:scale(0);transform:foo(1)',
  'transform:scale(0);transform:foo',
  'clip-path:inset(50%);clip-path:foo',
  'filter:opacity(0);filter:foo',
  'height:0;overflow:hidden;overflow:foo',
  'height:0;height:foo;overflow:hidden',
  'scale:0;scale:foo',
  'margin-left:-9999px;margin:foo',
  'color:#fff;background:#fff;background:foo',
  'color:transparent;-webkit-text-stroke:0',
  'color:transparent;-webkit-text-stroke:1px transparent',
  'color:transparent;text-shadow:0 0 0 transparent',
  'color:transparent;text-shadow:0 0 0 #fff',
  'color:transparent;background-clip:text',
  'color:transparent;background:linear-gradient(transparent,#0000);background-clip:text',
  'color:red);display:none',
  'background:url(a;b);display:none',
  "background:url(it's);display:none",
  'background:url(a\\)b);display:none',
  "content:'a;b\\'';display:none",
  "content:'a\n;display:none",
  '@media{x;y};display:none',
  'x{y};display:none',
  '--x:none;display:var(--x)',
  '--x:none;--y:var(--x);display:var(--y)',
  'display:var(--missing, none)',
  'all:initial;display:none',
  'display:none!important;all:initial',
  'visibility:hidden',
  'visibility:collapse',
  'content-visibility:hidden',
  'opacity:0',
  'opacity:0%',
  'opacity:.0',
  'opacity:0e0',
  'opacity:-1',
  'opacity:0.001',
  'opacity:calc(1 - 1)',
  'opacity:min(0, 1)',
  'opacity:0;opacity:half',
  'filter:opacity(0)',
  'filter:blur(0) opacity(0%)',
  'font-size:0',
  'font-size:0px',
  'font-size:.1px',
  'font-size:1px',
  'font-size:0.01em',
  'font-size:1%',
  'font:0/0 a',
  'font:bold 0 serif',
  'font-size:0;font-weight:bold',
  'color:transparent',
  'color:rgba(0,0,0,0)',
  'color:rgb(0 0 0 / 0%)',
  'color:#0000',
  'color:#12345600',
  'color:hsla(0, 50%, 50%, 0)',
  'color:oklch(50% 0.2 20 / 0)',
  'color:oklch(1 0 0)',
  'color:oklch(100% 0 none)',
  'color:oklab(.999 0 0)',
  'color:oklab(62.8% .2249 .1258);background:red',
  'color:lab(100 0 0)',
  'color:lab(53.24% 80.09 67.2);background:#f00',
  'color:lch(100 0 40deg)',
  'color:hwb(120 100% 0%)',
  'color:hwb(120deg 0% 0% / 1);background:lime',
  'color:color(srgb 1 1 1)',
  'color:color(display-p3 100% 100% 100%)',
  'color:color(xyz 0.9505 1 1.089)',
  'color:color(srgb-linear 0 0 0);background:#000',
  'color:color-mix(in srgb, white, white)',
  'color:color-mix(in oklab, #fff 90%, snow)',
  'color:color-mix(in srgb, red, transparent 100%)',
  'color:#111;background:currentcolor',
  'background-color:currentColor;color:navy',
  '-webkit-text-fill-color:transparent',
  'color:#fff;background:#ffffff',
  'color:white;background-color:rgb(255,255,255)',
  'color:red;background:url(x) hsl(0 100% 50%) 0 0;background-image:none;background-color:#f00',
  'color:rgb(100% 100% 100%);background:white none',
  'color:#fefefe;background:#fff',
  'color:white',
  'color:snow',
  'background:black',
  'position:absolute;left:-9999px',
  'position:fixed;top:-999em',
  'position:absolute;inset:0 auto auto -100vw',
  'position:relative;left:calc(-1 * 9999px)',
  'position:absolute;right:-5000px',
  'margin-left:-9999px',
  'margin:0 0 0 -9999px',
  'text-indent:-9999px',
  'text-indent:100%;white-space:nowrap;overflow:hidden',
  'letter-spacing:-1em',
  'transform:translateX(-9999px)',
  'transform:translate(0, -200vh)',
  'translate:-9999px 0',
  'transform:translateX(-100%)',
  'translate:-100%',
  'transform:scale(0)',
  'transform:scaleY(0)',
  '-webkit-transform:scale(0,1)',
  'transform:matrix(0,0,0,0,0,0)',
  'transform:rotateX(90deg)',
  'transform:rotateY(.25turn)',
  'scale:0',
  'rotate:y 90deg',
  'zoom:0.001',
  'width:0;overflow:hidden',
  'height:0;overflow:hidden',
  'height:0;overflow-y:hidden',
  'max-height:0;overflow:hidden',
  'height:1px;width:1px;overflow:hidden',
  'max-width:0px;overflow:clip',
  'height:0;contain:paint',
  'line-height:0;overflow:hidden',
  'position:absolute;clip:rect(0,0,0,0)',
  'position:absolute;clip:rect(1px 1px 1px 1px)',
  'clip-path:inset(50%)',
  'clip-path:inset(0 100% 0 0)',
  'clip-path:circle(0)',
  'clip-path:circle(0px at 50% 50%)',
  'clip-path:ellipse(0 50%)',
  'clip-path:polygon(0 0, 0 0, 0 0)',
  'clip-path:polygon(0px 0px, 10px 0px)',
  '-webkit-clip-path:inset(100%)',
  'clip-path:xywh(0 0 0 0)',
  'content:url(x.png)',
];

const showing = [
  'display:block',
  'display:none; display:block',
  'display:block !important; display:none',
  'display:none; display:initial',
  'display:none; display:var(--missing)',
  'display:none; all:initial',
  'display:no/**/ne',
  "--x:'display:none'",
  "content:'; display:none'",
  'background:url(;display:none)',
  '(display:none)',
  '[;display:none;]',
  'display:"none"',
  'display:none foo',
  'display:none!ie',
  'xdisplay:none',
  '--display:none',
  '--x:var(--y);--y:var(--x);display:var(--x)',
  'visibility:hidden;visibility:visible',
  'opacity:0;opacity:1',
  'opacity:\\30',
  'opacity:0px',
  'opacity:0.5',
  'opacity:calc(1px - 1px)',
  'font-size:12px',
  'font-size:-1px',
  'font:italic 12px/0 serif',
  'font:bold 12px a',
  'font-size:0;font:12px serif',
  'font-size:0 px',
  'color:white;background:black',
  'color:oklch(0 0 0)',
  'color:oklch(50% 0.2 20)',
  'color:lab(20 0 0)',
  'color:hwb(120 0% 60%)',
  'color:color(srgb 0 0 0)',
  'color:color(unknown 1 1 1)',
  'color:color-mix(in srgb, black, white)',
  'color:color-mix(in srgb, black)',
  'color:lab(1)',
  'color:rgb(255 255 255);background:linear-gradient(#000,#000)',
  'color:transparent;background-clip:text;background-image:linear-gradient(red,blue)',
  'color:transparent;-webkit-background-clip:text;background-image:url(x)',
  'color:transparent;text-shadow:0 0 0 black',
  'color:transparent;-webkit-text-stroke:1px black',
  'color:#777',
  'color:nonsense',
  'color:rgba(0,0,0,0.6)',
  'left:-9999px',
  'position:static;left:-9999px',
  'position:relative;left:-10px',
  'margin-left:-20px',
  'text-indent:2em',
  'text-indent:-20px',
  'letter-spacing:-0.02em',
  'transform:translateY(20px)',
  'transform:translateX(-50%)',
  'transform:translateY(-100%)',
  'position:absolute;left:100%;transform:translateX(-100%)',
  'transform:scale(0.9)',
  'transform:rotate(90deg)',
  'height:0',
  'max-height:200px;overflow:hidden',
  'width:100%;overflow:hidden',
  'clip:rect(0,0,0,0)',
  'position:absolute;clip:auto',
  'clip-path:inset(0)',
  'clip-path:inset(10% round 5px)',
  'clip-path:circle(50%)',
  'clip-path:polygon(0 0, 100% 0, 100% 100%)',
  'line-height:1.5;overflow:auto',
  'zoom:1',
  'filter:opacity(1)',
  'filter:drop-shadow(0 0 0 #000)',
];

describe('what a page hides', () => {
  for (const style of hiding)
    it(`is not read where the style is ${JSON.stringify(style)}`, () => assert.equal(reads(style), false));

  for (const style of showing)
    it(`is read as it is seen where the style is ${JSON.stringify(style)}`, () =>
      assert.equal(reads(style), true));

  for (const html of [
    '<p hidden>secret</p>',
    '<p HIDDEN="until-found">secret</p>',
    '<P STYLE="display:none">secret</P>',
    '<p STYLE="display:none" style="color:red">secret</p>',
    '<TEMPLATE>secret</TEMPLATE>',
    '<p style="display&#58;n&#x6f;ne">secret</p>',
    '<p/style=display:none>secret</p>',
    '<p aria-hidden="true">secret</p>',
    '<p aria-hidden=" TRUE ">secret</p>',
    '<div popover>secret</div>',
    '<dialog>secret</dialog>',
    '<template>secret</template>',
    '<noscript>secret</noscript>',
    '<noembed>secret</noembed>',
    '<datalist><option>secret</option></datalist>',
    '<video>secret</video>',
    '<math><mi>x</mi><annotation>secret</annotation></math>',
    '<div><template shadowrootmode="open"><p>seen</p></template>secret</div>',
    '<p><!-- secret --></p>',
    '<p>a<script>secret</script><style>secret</style></p>',
    '<a href="/x" title="secret">link</a>',
    '<img src="x.png" alt="secret" width="1" height="1">',
    '<img src="x.png" alt="secret" style="visibility:hidden">',
    '<font color="white">secret</font>',
    '<font color="#FFFFFF">secret</font>',
    '<table bgcolor="ffffff"><tr><td><font color="ffffff">secret</font></td></tr></table>',
    '<body bgcolor="#123456" text="#123456"><p>secret</p></body>',
    '<body style="background:black"><p style="color:#000">secret</p></body>',
    '<div style="visibility:hidden"><p><b>secret</b></p></div>',
    '<div style="font-size:0"><p style="font-size:2em">secret</p></div>',
    '<div style="--c:none"><p style="display:var(--c)">secret</p></div>',
    '<div style="color:#fff"><p style="background:#fff">secret</p></div>',
    '<link rel="stylesheet" href="a.css"><p style="color:#fff;background:#fff">secret</p>',
  ])
    it(`is not read of ${html}`, () => assert.doesNotMatch(read(`<p>shown</p>${html}`).text, /secret/));

  for (const html of [
    '<p style="color:red" STYLE="display:none">secret</p>',
    '<A HREF="/x">secret</A>',
    '<details><summary>More</summary>secret</details>',
    '<dialog open>secret</dialog>',
    '<p aria-hidden="false">secret</p>',
    '<div style="visibility:hidden"><p style="visibility:visible">secret</p></div>',
    '<div style="font-size:0"><p style="font-size:14px">secret</p></div>',
    '<div style="color:#fff"><p style="color:#000">secret</p></div>',
    '<div><template shadowrootmode="open"><p>secret</p></template>light</div>',
    '<div><template shadowrootmode="open"><slot></slot></template>secret</div>',
    '<body style="display:none"><p>secret</p></body>',
    '<body bgcolor="black"><font color="white">secret</font></body>',
    '<link rel="stylesheet" href="a.css"><p style="color:#fff">secret</p>',
    '<p style="color:#fff;background:#fff"><a href="/x">secret</a></p>',
    '<p style="color:#fff"><button>secret</button></p>',
    '<img src="x.png" alt="secret" width="100" height="100">',
  ])
    it(`is what nobody can see or open, not ${html}`, () => assert.match(read(html).text, /secret/));

  it('is counted, without code and comments', () => {
    assert.equal(read('<p>shown</p><script>code()</script><!-- no --><style>p{}</style>').hidden, 0);
    assert.equal(read('<p>shown</p><p hidden>12345</p><p style="opacity:0"> 678\n9 </p>').hidden, 10);
    assert.equal(read('<p>sh\u{200B}own</p>').hidden, 1);
    assert.equal(read('<div style="visibility:hidden">123<b>45</b></div>').hidden, 5);
  });

  it('is found in a page that is large or deeply nested', () => {
    const many = '<p style="opacity:0">x</p>'.repeat(20_000);
    assert.equal(read(many).hidden, 20_000);
    const deep = `${'<b style="color:red">'.repeat(3_000)}deep`;
    assert.doesNotThrow(() => read(`<div style="display:none">${deep}</div>`));
  });

  it('is read in time that grows with the style alone', () => {
    for (const style of [
      `--a:${'var(--a)'.repeat(2_000)};display:var(--a)`,
      `opacity:${'calc('.repeat(5_000)}`,
      `opacity:calc(${'1+'.repeat(50_000)}1)`,
      `transform:${'scale(1) '.repeat(20_000)}`,
      `clip-path:polygon(${'0 0,'.repeat(20_000)}0 0)`,
      `opacity:${'a('.repeat(500_000)}`,
      `--x:${'{}'.repeat(500_000)}`,
      `background:${'color-mix(in srgb,'.repeat(50_000)}`,
      `background:${'color-mix(in srgb,'.repeat(5_000)}red${',red)'.repeat(5_000)}`,
      `x${'{'.repeat(50_000)}`,
      'all:unset;color:red;'.repeat(5_000),
      `--a:1;${Array.from({ length: 15 }, (_, i) => `--${'b'.repeat(i + 1)}:var(--${'b'.repeat(i) || 'a'}) var(--${'b'.repeat(i) || 'a'})`).join(';')};opacity:var(--${'b'.repeat(15)})`,
    ])
      assert.doesNotThrow(() => reads(style));
  });

  it('takes no more time for brackets, blanks, variables and declarations than for other styles', () => {
    const inherited = Array.from({ length: 20 }, (_, part) => {
      const variables = Array.from({ length: 400 }, (__, index) => `--a${part}-${index}:b`);
      return `<div style="${variables.join(';')}">`;
    }).join('');
    for (const page of [
      `<p style="color:${'('.repeat(400_000)}">`,
      `<p style="--a:${'{}'.repeat(200_000)}">`,
      `<p style="color:red${' '.repeat(400_000)}x">`,
      `<p style="${Array.from({ length: 20_000 }, (_, index) => `a${index}:b;all:unset;`).join('')}">`,
      inherited + '<p style="--x:1">a</p>'.repeat(5_000),
    ]) {
      const time = processorTime();
      read(page);
      assert.ok(time() < 3_000, `${Math.round(time())} ms: ${page.slice(0, 50)}`);
    }
  });

  it('is hidden where variables that double would be evaluated more often than any page needs', () => {
    const doubling = (levels: number, last: string): string =>
      Array.from(
        { length: levels },
        (_, level) => `--a${level}:var(--a${level + 1},)var(--a${level + 1},)`,
      ).join(';') + `;--a${levels}:${last};color:var(--a0)red`;
    assert.equal(reads(doubling(3, 'var(--no,)')), true);
    assert.equal(reads(doubling(12, 'var(--no,)')), false);
  });
});
