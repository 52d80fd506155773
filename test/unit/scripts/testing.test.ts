/** The test commands: what counts as passed, and which tests a change asks for. */
import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { join, sep } from 'node:path';
import {
  FAILED_ELSEWHERE,
  failedFileLine,
  failedFiles,
  failuresOf,
} from '../../../scripts/testing/failures.ts';
import { entriesThatNeed, importGraph, type ImportGraph } from '../../../scripts/testing/importGraph.ts';
import { countTests, printTotals, runStages } from '../../../scripts/testing/runStages.ts';
import { buildStage, type Stage } from '../../../scripts/testing/stages.ts';
import { CONTRIBUTES, selectTests } from '../../../scripts/testing/selectTests.ts';
import { slowestFiles } from '../../../scripts/testing/slowest.ts';

describe('counting tests', () => {
  it('adds up what each run of Mocha says', () => {
    const output = '\n  12 passing (3s)\n  2 pending\n  1 failing\n\n  3 passing (1s)\n';
    assert.deepEqual(countTests('mocha', output, 1), { passed: 15, failed: 1 });
  });

  it('has a suite fail that ran no test, or that ended badly without a failing test', () => {
    assert.deepEqual(countTests('mocha', '  0 passing (1ms)\n', 0), { passed: 0, failed: 1 });
    assert.deepEqual(countTests('mocha', '  3 passing (1ms)\n', 7), { passed: 3, failed: 1 });
    assert.deepEqual(countTests('line', '', 0), { passed: 0, failed: 1 });
  });

  it('counts a check as one test', () => {
    assert.deepEqual(countTests('none', 'anything', 0), { passed: 1, failed: 0 });
    assert.deepEqual(countTests('none', '3 passing', null), { passed: 0, failed: 1 });
  });

  it('names the slowest files', () => {
    const stages = [{ 'a.test.ts': 90, 'b.test.ts': 1200 }, undefined, { 'c.test.ts': 300 }];
    assert.deepEqual(slowestFiles(stages, 2), [
      { path: 'b.test.ts', ms: 1200 },
      { path: 'c.test.ts', ms: 300 },
    ]);
  });
});

describe('the stages of a run', () => {
  const { log } = console;
  beforeEach(() => (console.log = () => undefined));
  afterEach(() => (console.log = log));

  it('that run what is built wait for the build, however many processors are free', async () => {
    const command = [process.execPath, '-e', ''] as const;
    const stage = { command, counts: 'none', cores: 0 } as const;
    const stages: readonly Stage[] = [
      { ...stage, title: buildStage.title },
      { ...stage, title: 'checks' },
      { ...stage, title: 'pages', isBuilt: true },
    ];
    const [build, checks, pages] = await runStages(stages);
    assert.ok(build && checks && pages);
    assert.ok(checks.began < build.ended);
    assert.ok(pages.began >= build.ended);
  });
});

describe('what failed', () => {
  const list = '  1 failing\n\n  1) a window\n       opens:\n     Error: No window';

  it('is named by file, each once, also in colour and by several runs', () => {
    const line = failedFileLine('test/e2e/a.test.ts');
    const other = failedFileLine('test/e2e/b.test.ts');
    const output = `  ✔ one\n${line}\n\u001b[31m${other}\u001b[39m\n  1 failing\n${line}\n`;
    assert.deepEqual(failedFiles(output), ['test/e2e/a.test.ts', 'test/e2e/b.test.ts']);
    assert.deepEqual(failedFiles('  3 passing (1ms)\n'), []);
  });

  it('is every list of failed tests, with their errors and nothing else', () => {
    const group = `  ✔ one\n\n  3 passing (1s)\n\u001b[31m${list}\u001b[39m\n\nExit code:   1\nmore\n`;
    assert.equal(failuresOf(`${group}  2 passing (1s)\n\nExit code:   0\n${group}`), `${list}\n${list}`);
    assert.equal(failuresOf(`  3 passing (1s)\n${list}\n`), list);
  });

  it('is the end of the output where that has no such list', () => {
    const lines = Array.from({ length: 200 }, (_, index) => `line ${index}`);
    assert.equal(failuresOf(lines.join('\n')), lines.slice(140).join('\n'));
  });
});

describe('files that fail in a stage that allows it', () => {
  const { log } = console;
  let printed = '';
  beforeEach(() => {
    printed = '';
    console.log = (text: string) => (printed += `${text}\n`);
  });
  afterEach(() => {
    console.log = log;
    process.exitCode = 0;
  });

  const program = (output: string, code: number) =>
    [process.execPath, '-e', `console.log(${JSON.stringify(output)}); process.exitCode = ${code}`] as const;
  const failing = (...files: readonly string[]): string =>
    ['  4 passing', `  ${files.length} failing`, '', '  1) opens', ...files.map(failedFileLine)].join('\n');
  const ran: (readonly string[])[] = [];
  const windows = (first: string, second?: string): Stage => ({
    title: 'windows',
    command: program(first, 1),
    counts: 'mocha',
    cores: 1,
    again: (files) => {
      ran.push(files);
      return second === undefined ? program('  2 passing', 0) : program(second, 1);
    },
  });
  beforeEach(() => ran.splice(0));

  it('run again, and count as passed with their errors printed if they pass then', async () => {
    const results = await runStages([windows(failing('a.test.ts'))]);
    assert.deepEqual(ran, [['a.test.ts']]);
    assert.equal(results[0]?.passed, 5);
    assert.equal(results[0].failed, 0);
    printTotals(results);
    assert.match(printed, /=== windows: failed at first, and passed.*\n +1 failing\n\n +1\) opens/);
    assert.match(printed, /5 passed, 0 failed, of which 1 failed at first\n\n5 passed, 0 failed\n$/);
    assert.equal(process.exitCode, 0);
  });

  it('fail the run if they fail once more', async () => {
    const results = await runStages([windows(failing('a.test.ts'), failing('a.test.ts'))]);
    assert.equal(results[0]?.failed, 1);
    printTotals(results);
    assert.match(printed, /=== windows: failed\n[^]*4 passed, 1 failed\n$/);
    assert.equal(process.exitCode, 1);
  });

  it('do not run again where more than three failed, none is named, or something else failed, too', async () => {
    const many = await runStages([windows(failing('a.test.ts', 'b.test.ts', 'c.test.ts', 'd.test.ts'))]);
    assert.equal(many[0]?.failed, 4);
    const none = await runStages([windows('broken before the first test')]);
    assert.equal(none[0]?.failed, 1);
    const crashed = await runStages([windows(`${failing('a.test.ts')}\n${FAILED_ELSEWHERE}`)]);
    assert.equal(crashed[0]?.failed, 1);
    assert.deepEqual(ran, []);
  });
});

describe('the tests that a change asks for', () => {
  const graph = new Map([
    ['test/unit/a.test.ts', new Set(['src/a.ts'])],
    ['test/unit/b.test.ts', new Set(['test/unit/child.ts'])],
    ['test/unit/child.ts', new Set(['src/b.ts'])],
    ['src/a.ts', new Set(['src/b.ts'])],
    ['src/b.ts', new Set<string>()],
  ]);
  const tests = ['test/unit/a.test.ts', 'test/unit/b.test.ts', 'test/unit/folders.test.ts'];
  const asked = (...changed: readonly string[]) =>
    selectTests(changed, tests, ['test/unit/folders.test.ts'], graph).tests;

  it('are those that need the changed file, directly or through others, and those that search folders', () => {
    const folders = ['test/unit/folders.test.ts', 'it searches folders'] as const;
    assert.deepEqual(asked('src/a.ts'), new Map([['test/unit/a.test.ts', 'src/a.ts'], folders]));
    assert.deepEqual(
      asked('src/b.ts'),
      new Map([['test/unit/a.test.ts', 'src/b.ts'], ['test/unit/b.test.ts', 'src/b.ts'], folders]),
    );
  });

  it('are all when the configuration or a file that no test is known to need changes', () => {
    for (const file of ['package.json', '.mocharc.json', 'test/fixtures/unknown.json', 'src/unknown.ts'])
      assert.equal(asked(file), 'all', file);
  });

  it('are those that read package.json when only its contributions to the editor change', () => {
    const reading = new Map([...graph, ['test/unit/a.test.ts', new Set(['package.json'])]]);
    assert.deepEqual(
      selectTests([CONTRIBUTES], tests, [], reading).tests,
      new Map([['test/unit/a.test.ts', 'package.json']]),
    );
  });

  it('are only those that search folders when a document changes, and none when nothing does', () => {
    assert.deepEqual(
      asked('docs/testing.md'),
      new Map([['test/unit/folders.test.ts', 'it searches folders']]),
    );
    assert.deepEqual(asked(), new Map());
  });

  const root = join(import.meta.dirname, '../../..');
  const all = globSync('test/unit/**/*.test.ts', { cwd: root }).map((file) => file.split(sep).join('/'));
  /** That of all unit tests, which takes seconds of processor time. */
  let found: ImportGraph;
  before(async () => {
    found = await importGraph(root, all);
  });

  it('are found through imports, and through child processes that are named by their paths', () => {
    const killed = 'test/unit/editor/chat/killed.test.ts';
    assert.ok(found.get(killed)?.has('test/fixtures/endpoint.ts'));
    assert.ok(found.get(killed)?.has('test/unit/editor/chat/windowChild.ts'));
    const changed = 'src/store/conversations.ts';
    assert.deepEqual(entriesThatNeed(found, [killed], new Set([changed])), new Map([[killed, changed]]));
  });

  it('are found through folders of fixtures and names with an expression, and not through comments', () => {
    const prompt = 'test/unit/agent/turn/systemPrompt.test.ts';
    const stored = 'test/unit/editor/storedState.test.ts';
    const named = (test: string): readonly string[] => [...(found.get(test) ?? [])];
    assert.ok(named(prompt).some((file) => file.startsWith('test/fixtures/systemMessages/')));
    assert.ok(named(stored).some((file) => /^test\/fixtures\/recorded\/state-.*\.json$/.test(file)));
    const commented = 'scripts/check.ts';
    assert.deepEqual([...(found.get(commented) ?? [])].toSorted(), [
      'scripts/testing/runStages.ts',
      'scripts/testing/stages.ts',
    ]);
  });

  it('are found among all unit tests of this repository, and through the bundles that the extension requires', () => {
    assert.deepEqual(
      all.filter((file) => !found.has(file)),
      [],
    );
    const activates = 'test/unit/bench/activation.test.ts';
    for (const changed of ['src/extension.ts', 'src/late.ts', 'src/engine.ts'])
      assert.deepEqual(
        entriesThatNeed(found, [activates], new Set([changed])),
        new Map([[activates, changed]]),
      );
  });
});
