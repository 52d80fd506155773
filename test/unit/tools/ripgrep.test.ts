/** The editor's ripgrep: where it is found, how it is bounded, and which pattern it gets (decision 069). */
import assert from 'node:assert/strict';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { matchFiles } from '../../../src/tools/textSearch/ripgrepFiles.ts';
import { listFiles } from '../../../src/tools/textSearch/folderFiles.ts';
import { findRipgrep, runRipgrep } from '../../../src/tools/textSearch/ripgrepProgram.ts';
import { searchExpression } from '../../../src/tools/textSearch/searchExpression.ts';
import { widePattern } from '../../../src/tools/textSearch/widePattern.ts';

const onWindows = process.platform === 'win32';
const name = onWindows ? 'rg.exe' : 'rg';

describe("the editor's ripgrep", () => {
  let folder: string;
  const never = new AbortController().signal;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ripgrep-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Writes a program in place of ripgrep. */
  async function put(path: string, script = ''): Promise<string> {
    const program = join(folder, path);
    await mkdir(dirname(program), { recursive: true });
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o755);
    return program;
  }

  const system = `${process.platform}-${process.arch}`;
  for (const place of [
    `node_modules/@vscode/ripgrep/bin/${name}`,
    `node_modules.asar.unpacked/@vscode/ripgrep/bin/${name}`,
    `node_modules/@vscode/ripgrep-universal/bin/${system}/${name}`,
    `node_modules.asar.unpacked/@vscode/ripgrep-universal/bin/${system}/${name}`,
    `node_modules/vscode-ripgrep/bin/${name}`,
  ])
    it(`is found in ${place}`, async () => {
      const program = await put(`app/${place}`);
      assert.equal(await findRipgrep(join(folder, 'app'), [join(folder, 'workspace')]), program);
    });

  it('is not taken from an editor in the workspace, also behind a link, nor without an editor on the disk', async () => {
    await put(`work/app/node_modules/@vscode/ripgrep/bin/${name}`);
    assert.equal(await findRipgrep(join(folder, 'work/app'), [join(folder, 'work')]), undefined);
    assert.equal(await findRipgrep('', [join(folder, 'work')]), undefined);
    assert.equal(await findRipgrep('app', []), undefined);
    if (onWindows) return;
    await symlink(join(folder, 'work/app'), join(folder, 'editor'));
    assert.equal(await findRipgrep(join(folder, 'editor'), [join(folder, 'work')]), undefined);
  });

  describe('when it runs', () => {
    before(function () {
      if (onWindows) this.skip();
    });

    const run = (program: string, more: Partial<Parameters<typeof runRipgrep>[0]> = {}) =>
      runRipgrep({ program, args: ['--', './'], cwd: folder, signal: never, ...more });

    it('reads no configuration, and gets no open input and no variables of its own', async () => {
      const program = await put('rg', 'echo "$@"; cat; echo "${RIPGREP_CONFIG_PATH:-none}"');
      process.env['RIPGREP_CONFIG_PATH'] = '/x';
      try {
        const end = await run(program);
        assert.equal(
          end.kind === 'ended' && end.output.toString(),
          '--no-config --no-messages -- ./\nnone\n',
        );
      } finally {
        delete process.env['RIPGREP_CONFIG_PATH'];
      }
    });

    it('has failed if it refuses its arguments, is killed or cannot start, but not if a file was unreadable', async () => {
      assert.deepEqual(await run(await put('a', 'echo regex parse error >&2; exit 2')), { kind: 'failed' });
      assert.deepEqual(await run(await put('b', 'kill -9 $$')), { kind: 'failed' });
      assert.deepEqual(await run(join(folder, 'none')), { kind: 'failed' });
      const args = ['--glob=a\0b'];
      assert.deepEqual(await run(await put('d'), { args }), { kind: 'failed' });
      const unread = await run(await put('c', 'echo x; exit 2'));
      assert.deepEqual(unread, { kind: 'ended', output: Buffer.from('x\n'), isWhole: true });
    });

    it('is ended with what it started when it writes too much or takes too long', async () => {
      const flood = await put('flood', 'while :; do echo 0123456789; done');
      const much = await run(flood, { limits: { ms: 60_000, bytes: 10_000 } });
      assert.ok(much.kind === 'ended' && !much.isWhole && much.output.length <= 10_000);
      const endless = await put('endless', 'echo x; sleep 1000 & wait');
      const late = await run(endless, { limits: { ms: 50, bytes: 10_000 } });
      assert.ok(late.kind === 'ended' && !late.isWhole);
    });

    it('is ended when the call is stopped', async () => {
      const program = await put('endless', 'sleep 1000 & wait');
      const stop = new AbortController();
      const running = run(program, { signal: stop.signal });
      const reason = new Error('stopped');
      stop.abort(reason);
      await assert.rejects(running, reason);
      await assert.rejects(run(program, { signal: stop.signal }), reason);
    });

    it('gives no matches when it was ended, because files would be missing', async () => {
      const program = await put('rg', 'printf "./a\\0"; kill -9 $$');
      const scope = { program, folder, under: '', include: [], exclude: [], signal: never };
      const pattern = { patterns: ['a'], ignoresCase: false, spansLines: false };
      assert.equal(await matchFiles(scope, pattern, 1_000), undefined);
    });

    it('names files, of which those stay that are in the folder, not ignored and not excluded', async () => {
      const program = await put(
        'bin/rg',
        'case "$*" in *--follow*) printf "./a\\0./b.log\\0./two\\nlines\\0./in\\0./out\\0./hidden\\0./cut";; *) printf "./a\\0./b.log\\0./two\\nlines\\0./hidden\\0";; esac',
      );
      const work = join(folder, 'work');
      await mkdir(join(work, '.git'), { recursive: true });
      await writeFile(join(work, '.gitignore'), '*.log\n');
      await writeFile(join(work, 'a'), '');
      await symlink('a', join(work, 'in'));
      await symlink(program, join(work, 'out'));
      const scope = { program, folder: work, under: '', include: [], exclude: [], signal: never };
      const listed = await listFiles(scope, {
        git: undefined,
        follow: true,
        isExcluded: (path, has) => path === 'hidden' && has('a'),
      });
      assert.deepEqual(
        listed?.files.map(({ path, real }) => [path, real.slice(work.length + 1)]),
        [
          ['a', 'a'],
          ['two\nlines', 'two\nlines'],
          ['in', 'a'],
        ],
      );
      assert.equal(listed.ignored, 1);
    });

    it('names all files of the folder, also where a link leads to more than are listed', async () => {
      const program = await put(
        'bin/rg',
        'case "$*" in *--follow*) while :; do printf "./out/%01000d\\0" 1; done;; *) printf "./a\\0";; esac',
      );
      const scope = { program, folder, under: '', include: [], exclude: [], signal: never };
      const options = { git: undefined, follow: true, isExcluded: () => false };
      const listed = await listFiles(scope, options);
      assert.equal(listed?.isWhole, false);
      assert.equal(listed.files[0]?.path, 'a');
    });
  });
});

describe('the pattern for ripgrep', () => {
  const patternsOf = (query: string, { isRegex = true, matchCase = true, isUtf8 = true } = {}) =>
    widePattern(searchExpression(query, { isRegex, matchCase }), { isUtf8 })?.patterns;

  it('keeps words and choices, and writes signs so that they mean nothing else', () => {
    assert.deepEqual(patternsOf('(foo|bar)_1+'), ['(?:foo|bar)_1+']);
    assert.deepEqual(patternsOf('--pre=x', { isRegex: false }), ['\\x{2d}\\x{2d}pre\\x{3d}x']);
    assert.deepEqual(patternsOf('[a-f&&[x]'), ['[a-f\\x{26}\\x{26}\\x{5b}x]']);
    assert.deepEqual(patternsOf('\\u{1F600}\\x41\\/'), ['\\x{1f600}A\\x{2f}']);
  });

  it('leaves out what ripgrep cannot look for, so that it matches in more files, never in fewer', () => {
    assert.deepEqual(patternsOf('(?<=a)b(?!c)'), ['(?:)b(?:)']);
    assert.match(patternsOf('(a)\\1')?.[0] ?? '', /^\(\?:a\)\(\?:\(\?s-u:.*\)\)\*$/);
    assert.deepEqual(patternsOf('a{100,2000}'), ['a{20,}']);
  });

  it('has one more that takes every file of another encoding, if files may have one', () => {
    assert.deepEqual(patternsOf('a', { isUtf8: false }), ['a', '(?-u:[\\x80-\\xFF])']);
  });

  it('does not exist for what matches nothing at all, and for options within an expression', () => {
    for (const query of ['a*', '(a|)', '^$']) assert.equal(patternsOf(query), undefined, query);
    const inner = { source: '(?i:a)b', flags: 'u', spansLines: false };
    assert.equal(widePattern(inner, { isUtf8: true }), undefined);
  });

  it('does not exist for an expression that is too long, or whose groups lie too deep in each other', () => {
    assert.equal(patternsOf('a'.repeat(8_001)), undefined);
    assert.equal(patternsOf(`${'('.repeat(101)}a${')'.repeat(101)}`), undefined);
    assert.equal(patternsOf('('.repeat(100) + 'a' + ')'.repeat(100))?.length, 1);
  });
});
