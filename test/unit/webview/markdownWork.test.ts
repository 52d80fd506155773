/** The work of drawing an answer grows no faster than the answer, whatever a model writes into it. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import * as fc from 'fast-check';
import { cases } from '../../fixtures/cases.ts';

/** What begins or ends something, or separates it. */
const MARKS = [
  '[',
  ']',
  '](',
  '](a)',
  '](<',
  '][',
  ']: b',
  '![',
  '[](',
  '[a]',
  '[a](',
  '[a](b "',
  "[a](b '",
  '[^',
  '[ ]',
  '`',
  '``',
  '`a',
  '*',
  '**',
  '_',
  '__',
  '*a ',
  '_a ',
  ' a*',
  '~~',
  '~~a ',
  '<',
  '<a',
  '<a@',
  '<http://',
  '</',
  '>',
  '<!--',
  '-->',
  '<br>',
  '<![CDATA[',
  '&',
  '&a',
  '&#',
  '&amp;',
  '\\',
  '\\(',
  '\\)',
  '\\[',
  '\\]',
  '\\(a',
  '$',
  '$$',
  '$a',
  'a$',
  '$$a',
  'a:\\',
  '\\\\a\\',
  'a\\b\\',
  '__a__',
  '__a_',
  '[^a]',
  '[^a]: ',
  '```md\n',
  '```md\n```a\n```\n',
  '|a|\n',

  '\n',
  '\n\n',
  '\r\n',
  ' ',
  '  \n',
  '\t',
  '    ',
  '> ',
  '>',
  '- ',
  '1. ',
  '- [ ] ',
  '# ',
  '|',
  '|-',
  '-',
  '=',
  '---\n',
  '```\n',
  '~~~\n',
  '```a\n',
  '$$\n',
  '\\[\n',
  '[a]: b\n',
  '[a]: b "',
  'a|b\n-|-\n',
  '| a |\n',

  'http://',
  'http://a',
  'https://a.b/',
  'mailto:',
  '://',
  '@',
  'a@b.c',
  ':',
  '(',
  ')',
  '"',
  "'",
  '!',
  '.',
  'a',
  'word ',
  '中',
  '**中',
  '”',
  '😀',
  '\u200b',
  '\u202e',
  'א',
  '\ud800',
  '\0',
];

const LENGTH = 700;
/** Times as much text. */
const MORE = 8;

/** A text of that length. */
type Shape = (length: number) => string;

const repeated =
  (mark: string): Shape =>
  (length) =>
    mark.repeat(length / mark.length);
/** Every opener has a closer, or the other way round. */
const nested =
  (open: string, close: string): Shape =>
  (length) =>
    open.repeat(length / 2 / open.length) + close.repeat(length / 2 / close.length);
/** One closer for all openers. */
const closedOnce =
  (open: string, close: string): Shape =>
  (length) =>
    open.repeat(length / open.length) + close;

const KNOWN: readonly (readonly [string, Shape])[] = [
  ['formulas that begin', closedOnce('\\(a ', '\\)')],
  ['formulas on lines that begin', closedOnce('\\[a ', '\\]')],
  ['formulas of dollars that begin', closedOnce('$$a ', '$$')],
  ['images within images', nested('![', '](a)')],
  ['images by reference', (length) => `[a]: b\n\n${nested('![', '][a]')(length)}`],
  ['links within links', nested('[', '](a)')],
  ['brackets within brackets', nested('[', ']')],
  [
    'definitions',
    (length) => Array.from({ length: length / 14 }, (_, at) => `[a${at}]: b\n\n[x]\n\n`).join(''),
  ],
  ['lines of a deep quote without its marks', (length) => '>'.repeat(24) + 'a\n'.repeat(length / 2)],
  ['lines of a deep list without its indent', (length) => '- '.repeat(12) + 'a\n'.repeat(length / 2)],
  [
    'nested lists',
    (length) => Array.from({ length: Math.sqrt(length) }, (_, at) => `${' '.repeat(at * 2)}- a`).join('\n'),
  ],
  [
    'runs of backticks of every length',
    (length) => Array.from({ length: Math.sqrt(2 * length) }, (_, at) => `${'`'.repeat(at)}a`).join(''),
  ],
  ['a wide table', (length) => `${'|a'.repeat(length / 4)}|\n${'|-'.repeat(length / 4)}|\n`],
  [
    'a square table',
    (length) => {
      const row = (cell: string): string => `${cell.repeat(Math.sqrt(length / 2))}|\n`;
      return row('|a') + row('|-') + row('|a').repeat(Math.sqrt(length / 2));
    },
  ],
  ['a table with code and bars', (length) => `|a|b|\n|-|-|\n${'`|`\n'.repeat(length / 4)}`],
];

describe('the work of drawing markdown', function () {
  this.timeout(60_000);
  let worker: Worker;
  before(async () => {
    worker = new Worker(new URL('./workOfMarkdown.ts', import.meta.url));
    await once(worker, 'message');
  });
  after(() => worker.terminate());

  async function workOf(text: string, complete: boolean): Promise<number> {
    worker.postMessage({ text, complete });
    const [work] = (await once(worker, 'message')) as [number];
    return work;
  }

  /** Twice the proportion is allowed, and some work for each character: a short text may be one formula. */
  async function assertInProportion(shape: Shape, complete = true): Promise<void> {
    const [few, many] = [await workOf(shape(LENGTH), complete), await workOf(shape(LENGTH * MORE), complete)];
    assert.ok(
      many < 2 * MORE * few + 100 * MORE * LENGTH,
      `${JSON.stringify(shape(60).slice(0, 60))}: ${many} for ${MORE} times what took ${few}`,
    );
  }

  for (const [what, shape] of KNOWN)
    it(`grows no faster than the text: ${what}`, async () => {
      await assertInProportion(shape);
      await assertInProportion(shape, false);
    });

  it('grows no faster than the text, for every mark again and again', async () => {
    for (const mark of MARKS) await assertInProportion(repeated(mark));
  });

  it('grows no faster than the text, for marks in any order, side by side and one within the other', async () => {
    const mark = fc.constantFrom(...MARKS);
    const some = fc.array(mark, { minLength: 1, maxLength: 4 }).map((marks) => marks.join(''));
    const shape = fc.oneof(
      some.map(repeated),
      fc.tuple(some, some).map(([open, close]) => nested(open, close)),
      fc.tuple(some, some).map(([open, close]) => closedOnce(open, close)),
    );
    await fc.assert(
      fc.asyncProperty(shape, fc.boolean(), (each, complete) => assertInProportion(each, complete)),
      { numRuns: cases(30, 3_000), seed: 40 },
    );
  });
});
