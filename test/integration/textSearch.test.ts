/** Searching with the editor's own ripgrep: what it finds is what reading every file would find (decision 069). */
import assert from 'node:assert/strict';
import { chmod, link, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import * as vscode from 'vscode';
import { lineFeeds } from '../../src/base/common/lineEnds.ts';
import type { ContentPart } from '../../src/protocol/index.ts';
import { findRipgrep, matchFiles, searchExpression, widePattern } from '../../src/tools/index.ts';
import { listNames } from '../../src/tools/textSearch/ripgrepFiles.ts';
import { runRipgrep } from '../../src/tools/textSearch/ripgrepProgram.ts';
import { parts, scratch } from './support.ts';

const folder = join(scratch, 'one');
const file = (name: string): string => join(folder, name);
const own = 'textSearch';

async function search(args: Record<string, unknown>): Promise<string> {
  const { tools } = await (await parts()).engine();
  const tool = tools.snapshot().get('search_text');
  assert.ok(tool);
  const { content } = await tool.call(
    { path: own, ...args },
    { signal: new AbortController().signal, onProgress: () => undefined, approved: [] },
  );
  return content.map((part: ContentPart) => (part.type === 'text' ? part.text : '')).join('');
}

async function program(): Promise<string> {
  const found = await findRipgrep(vscode.env.appRoot, [folder]);
  assert.ok(found, 'The editor has no ripgrep.');
  return found;
}

describe("a search by the editor's ripgrep", () => {
  const signal = new AbortController().signal;
  const put = (name: string, content: string | Buffer): Promise<void> =>
    writeFile(file(`${own}/${name}`), content);

  beforeEach(() => mkdir(file(own), { recursive: true }));
  afterEach(() => rm(file(own), { recursive: true, force: true }));

  const contents: readonly (string | Buffer)[] = [
    'foo bar\n',
    'foo\r\nbar\r\n',
    'foo\rbar',
    '\uFEFFfoo',
    'caf\u00e9 \u017f \u212a K s\n',
    Buffer.from('caf\xe9 bar', 'latin1'),
    Buffer.from([0x61, 0xe2, 0x82, 0x62]),
    Buffer.from('\uFEFFfoo \u00e4\n', 'utf16le'),
    'a \u{1F600} b\n',
    'x\u00a0y\u2028z\n',
    'value: "abc"\n\n\tindent_1\n',
    '-n --pre=x\n',
    '',
  ];
  const expressions = [
    [
      'foo',
      'bar$',
      '^bar',
      '^foo$',
      'foo\\s+bar',
      'o\\nb',
      '(?<=foo )bar',
      'foo(?! )',
      '(o)\\1',
      'caf.( |$)',
    ],
    [
      'a.b',
      'a.*b',
      '[^a-z]b',
      '\\bk\\b',
      '\\W{2}',
      '\\S\\s\\S',
      '\\p{Lu}',
      '\\P{L}b',
      '\u00e4',
      '\\u{1F600}',
    ],
    [
      'x\\sy',
      '[\\s\\S]z',
      '"[^"]+"',
      'c\\n+\\s',
      '\\t\\w{3,100}',
      '--pre',
      '[[:alpha:]]{3}\\d',
      '\\ufffd',
      's+ k',
    ],
  ].flat();

  it('finds every file in which the expression of JavaScript matches', async () => {
    for (const [index, content] of contents.entries()) await put(`f${index}`, content);
    const scope = { program: await program(), folder, under: own, include: ['**'], exclude: [], signal };
    for (const query of expressions)
      for (const matchCase of [true, false]) {
        const expression = searchExpression(query, { isRegex: true, matchCase });
        const pattern = widePattern(expression, { isUtf8: true });
        assert.ok(pattern, query);
        const found = await matchFiles(scope, pattern, 1_000);
        const wanted = contents.flatMap((content, place) => {
          const utf16 = Buffer.isBuffer(content) && content[0] === 0xff;
          const text = Buffer.from(content)
            .toString(utf16 ? 'utf16le' : 'utf8')
            .replace(/^\uFEFF/, '');
          const exact = new RegExp(expression.source, expression.flags);
          const lines = expression.spansLines ? [lineFeeds(text)] : lineFeeds(text).split('\n');
          return lines.some((line) => exact.test(line)) ? [`${own}/f${place}`] : [];
        });
        assert.deepEqual(
          wanted.filter((name) => found?.includes(name) !== true),
          [],
          query,
        );
      }
  });

  it('shows lines, goes on behind an offset, and matches over lines if asked to', async () => {
    await put('a.txt', 'first needle\nsecond needle\n');
    assert.equal(await search({ query: 'needle', offset: 1 }), `${own}/a.txt\n2:second needle`);
    assert.equal(
      await search({ query: 'first.*second', isRegex: true, multiline: true }),
      `${own}/a.txt\n1:first needle\n2:second needle`,
    );
  });

  it('finds text in the encoding of the settings, and in one that a file says itself', async () => {
    await put('utf16.txt', Buffer.from('\uFEFFM\u00fcller\n', 'utf16le'));
    await put('latin.txt', Buffer.from('M\xfcller\n', 'latin1'));
    assert.match(await search({ query: 'M\u00fcller' }), /^textSearch\/utf16\.txt\n1:M\u00fcller$/);
    const settings = vscode.workspace.getConfiguration('files');
    await settings.update('encoding', 'windows1252', vscode.ConfigurationTarget.Global);
    try {
      assert.match(await search({ query: 'm\u00fcller' }), /latin\.txt\n1:M\u00fcller/);
    } finally {
      await settings.update('encoding', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('does not tell by what it leaves out whether a file that is no text has a word', async () => {
    await put('a.txt', 'word\n');
    await put('data.db', Buffer.from('\0\0rose8ud\0'));
    const [right, wrong] = [await search({ query: 'rose8ud' }), await search({ query: 'rosebud' })];
    assert.equal(right, wrong);
    assert.equal(right, 'No match in the 2 files searched.');
  });

  it('does not tell by its numbers whether a file that only git ignores has a word', async () => {
    await put('a.txt', 'word\n');
    // Ripgrep does not look for the rules of a repository around another one.
    await mkdir(file(`${own}/inner/.git`), { recursive: true });
    await put('inner/mine.private', 'rose8ud\n');
    await put('.gitignore', '*.private\n');
    const [right, wrong] = [await search({ query: 'rose8ud' }), await search({ query: 'rosebud' })];
    assert.equal(right, wrong);
    assert.match(right, /^No match in the \d files searched\./);
  });

  it('takes a query for text, also one that looks like an option', async () => {
    await put('a.txt', 'a --pre=touch b\n--files\n');
    assert.equal(await search({ query: '--pre=touch' }), `${own}/a.txt\n1:a --pre=touch b`);
    assert.equal(await search({ query: '--files' }), `${own}/a.txt\n2:--files`);
  });

  it('finds files whose names begin with a dash or have line ends', async () => {
    await put('--pre=x', 'needle\n');
    await put('a\nb', 'needle\n');
    assert.equal(await search({ query: 'needle' }), `${own}/--pre=x\n1:needle\n"${own}/a\\nb"\n1:needle`);
  });

  it('reads no configuration that the environment names, and takes no program from PATH', async () => {
    await put('config', '--invert-match\n');
    await put('a.txt', 'needle\n');
    await put('rg', '#!/bin/sh\ntouch "$(dirname "$0")/ran"\n');
    await chmod(file(`${own}/rg`), 0o755);
    const { PATH, RIPGREP_CONFIG_PATH } = process.env;
    process.env['PATH'] = [file(own), PATH].join(delimiter);
    process.env['RIPGREP_CONFIG_PATH'] = file(`${own}/config`);
    try {
      assert.equal(await search({ query: 'needle' }), `${own}/a.txt\n1:needle`);
      assert.equal(await search({ query: 'nothing-of-that' }), 'No match in the 3 files searched.');
    } finally {
      process.env['PATH'] = PATH;
      if (RIPGREP_CONFIG_PATH === undefined) delete process.env['RIPGREP_CONFIG_PATH'];
      else process.env['RIPGREP_CONFIG_PATH'] = RIPGREP_CONFIG_PATH;
    }
  });

  it('finds a file by its own name and by links, but nothing outside', async () => {
    await mkdir(file(`${own}/real`));
    await put('real/a.txt', 'needle\n');
    await symlink('real', file(`${own}/linked`));
    await mkdir(join(scratch, 'beside'), { recursive: true });
    await writeFile(join(scratch, 'beside/a.txt'), 'needle outside\n');
    await symlink(join(scratch, 'beside'), file(`${own}/out`));
    await link(file(`${own}/real/a.txt`), file(`${own}/second.txt`));
    assert.equal(
      await search({ query: 'needle', output: 'counts' }),
      `3 matching lines in 3 files:\n${own}/linked/a.txt: 1\n${own}/real/a.txt: 1\n${own}/second.txt: 1`,
    );
    assert.equal(await search({ query: 'needle', path: `${own}/linked` }), `${own}/linked/a.txt\n1:needle`);
  });

  it('searches a file that ripgrep takes for ignored while git does not', async () => {
    await put('.ignore', 'a.txt\n');
    await put('.rgignore', 'a.txt\n');
    await put('a.txt', 'needle\n');
    assert.equal(await search({ query: 'needle' }), `${own}/a.txt\n1:needle`);
  });

  it('says without ripgrep that it ran without, and finds the same', async () => {
    await put('a.txt', 'needle\n');
    // Ripgrep cannot look for what also matches nothing.
    assert.equal(
      await search({ query: '(needle)?$', isRegex: true, include: '*.txt' }),
      `${own}/a.txt\n1:needle\nSearched without ripgrep.`,
    );
  });

  it('ends ripgrep with the call, and keeps to the size of its output', async () => {
    for (let index = 0; index < 50; index += 1) await put(`${index}.txt`, 'x');
    const scope = { program: await program(), cwd: folder, args: ['--files', '--null', '--', `./${own}`] };
    const cut = await runRipgrep({ ...scope, signal, limits: { ms: 60_000, bytes: 100 } });
    assert.ok(cut.kind === 'ended' && !cut.isWhole && cut.output.length <= 100);
    const stop = new AbortController();
    const reason = new Error('stopped');
    const running = runRipgrep({ ...scope, signal: stop.signal });
    stop.abort(reason);
    await assert.rejects(running, reason);
    const all = { program: scope.program, folder, under: own, include: ['**'], exclude: [], signal };
    assert.equal((await listNames(all, { follow: true }))?.names.length, 50);
  });
});
