/** What a permission to write covers: known sources and texts in ordinary folders, and nothing else. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describeReason } from '../../../../src/protocol/index.ts';
import { isUncovered } from '../../../../src/tools/files/ordinaryFiles.ts';
import { classifyLoaded, classifyProtected } from '../../../../src/tools/files/protectedFiles.ts';
import { cases } from '../../../fixtures/cases.ts';
import { askingAlways, askingWhenNew } from '../../../fixtures/names/asking.ts';
import { ordinaryExisting, ordinaryFresh } from '../../../fixtures/names/ordinary.ts';

const why = (path: string, of: Parameters<typeof classifyProtected>[1] = {}): string | undefined =>
  classifyProtected(path, of)?.why;

describe('what a permission to write covers', () => {
  it('excludes every file that tools load, run or find, whether it exists or not', () => {
    assert.ok(askingAlways.length > 250, String(askingAlways.length));
    const covered = askingAlways.flatMap((path) =>
      [true, false].flatMap((exists) => (why(path, { exists }) === undefined ? [`${path} ${exists}`] : [])),
    );
    assert.deepEqual(covered, []);
  });

  it('includes an existing source, but no new one, if its name or folder suggests that a tool may find it', () => {
    assert.deepEqual(
      askingWhenNew.filter((path) => why(path) === undefined),
      [],
    );
  });

  it('includes sources and texts, even new ones', () => {
    assert.ok(ordinaryFresh.length > 100, String(ordinaryFresh.length));
    for (const path of ordinaryFresh)
      for (const exists of [true, false]) assert.equal(why(path, { exists }), undefined, `${path} ${exists}`);
  });

  it('includes every existing source, whatever words its name contains', () => {
    for (const path of ordinaryExisting) assert.equal(why(path, { exists: true }), undefined, path);
  });

  it('treats a file as new if it is not known whether it exists', () => {
    for (const path of askingWhenNew)
      assert.deepEqual(classifyProtected(path), classifyProtected(path, { exists: false }));
  });

  it('gives the reason for asking about any other file', () => {
    for (const [path, reason] of [
      ['a.unknown', 'ending'],
      ['activate', 'noEnding'],
      ['src/a.json', 'format'],
      ['a.html', 'opened'],
      ['a.sh', 'executable'],
      ['venv/a.py', 'toolFolder'],
      ['vendor/a.go', 'toolFolder'],
      ['src/appConfig.ts', 'configuration'],
      ['vitest.workspace.ts', 'loaded'],
      ['src/a.ts:stream', 'spelling'],
    ] as const) {
      assert.equal(why(path), reason, path);
      const text = describeReason({ kind: 'protectedFile', path, why: reason });
      assert.ok(text.length > 40, text);
    }
  });

  it('excludes every file with an extension that is not listed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{6,12}$/), (ending) => {
        assert.notEqual(why(`src/a.${ending}x9`, { exists: true }), undefined);
        assert.notEqual(why(`src/${ending}x9`, { exists: true }), undefined);
      }),
      { numRuns: cases(200, 20_000) },
    );
  });

  it('excludes a new file with a configuring word in its name, however that is written', () => {
    const word = fc.constantFrom('config', 'conf', 'rc', 'workspace', 'settings');
    const other = fc.stringMatching(/^[a-z]{3,8}$/);
    const capital = (text: string): string => text[0]?.toUpperCase() + text.slice(1);
    const joined = fc.constantFrom<(a: string, b: string) => string>(
      (a, b) => `${a}${capital(b)}`,
      (a, b) => `${a}-${b}`,
      (a, b) => `${a}_${b}`,
      (a, b) => `${a}.${b}`,
      (a, b) => `${a}${b}`,
      (a, b) => `${capital(b)}${capital(a)}`,
      (a, b) => `${b}-${a}`,
    );
    const ending = fc.constantFrom('ts', 'py', 'rb', 'go', 'md', 'json', 'css');
    fc.assert(
      fc.property(word, other, joined, ending, (one, two, join, end) => {
        const name = join(two, one);
        // `xconf` is one word, as `confirm` is; `xrc` reads as a file of settings.
        fc.pre(one !== 'conf' || name !== `${two}conf`);
        assert.notEqual(why(`src/${name}.${end}`), undefined, `${name}.${end}`);
      }),
      { numRuns: cases(300, 20_000) },
    );
  });

  it('grows by the endings and globs of the user', () => {
    const ordinary = ['.abap2', '*.json', 'deploy/**', 'build/**', 'KEEP', 'src/**/*.html'];
    for (const path of [
      'src/a.abap2',
      'a.json',
      'x/new.json',
      'deploy/values.yaml',
      'build/lib/a.ts',
      'KEEP',
      'src/a/b.html',
    ])
      assert.equal(why(path, { ordinary }), undefined, path);
    for (const path of ['a.xyz9', 'bin/a.ts', 'a.html'])
      assert.notEqual(why(path, { ordinary }), undefined, path);
  });

  it('never grows by what is protected, run, or in an environment', () => {
    const ordinary = ['**', '*', '**/*', '*.ts', '.sh', 'venv/**', '.json', '.git'];
    for (const path of [
      'package.json',
      '.vscode/settings.json',
      'vitest.workspace.ts',
      'webpack.dev.js',
      'AGENTS.md',
      'a.sh',
      'venv/a.py',
      'node_modules/a/a.js',
      '.git/config',
      'src/a.ts:stream',
    ])
      assert.notEqual(why(path, { ordinary, exists: true }), undefined, path);
    assert.equal(classifyProtected('.git/config', { ordinary })?.kind, 'forbidden');
    assert.equal(why('src/a.ts', { ordinary, globs: ['src/**'] }), 'setting');
  });

  it('is known at once for a path of any depth, however its folders are named', () => {
    const deep = 'a.js/'.repeat(2_000);
    assert.equal(why(`${deep}b.ts`), undefined);
    assert.equal(why(`${deep}vitest.workspace.ts`), 'loaded');
    assert.equal(why(`${'A'.repeat(100_000)}a.ts`), undefined);
  });

  it('does not make a folder or a file loaded because nobody knows it', () => {
    for (const path of ['docs', 'a.unknown', 'src/data.json', 'bin', 'src/config.ts'])
      assert.equal(classifyLoaded(path), undefined, path);
    for (const path of ['vitest.workspace.ts', 'package.json', '.vscode'])
      assert.ok(classifyLoaded(path), path);
    assert.ok(isUncovered('ending') && !isUncovered('loaded') && !isUncovered('build'));
  });
});
