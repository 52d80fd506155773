/** What a model reads of a search in files. */
import assert from 'node:assert/strict';
import {
  SearchReport,
  shownMatches,
  type FileOutcome,
  type ReportOptions,
} from '../../../src/editor/builtInTools/searchReport.ts';

const all = { ignored: 0, isCut: false, byRipgrep: true };

function reportOf(options: Partial<ReportOptions> = {}): SearchReport {
  return new SearchReport({
    chosenBy: [],
    output: 'lines',
    offset: 0,
    tokens: 8_000,
    maxFileBytes: 2_000_000,
    isFileNamed: false,
    ...options,
  });
}

function searched(label: string, shown: readonly string[], count = shown.length): FileOutcome {
  return { kind: 'searched', label, count, shown, isLossy: false, isCut: false };
}

describe('the lines of matches', () => {
  const lines = ['function a() {', '    return 1;', '}', '', 'function b() {', '\treturn 2;', '}'];
  const at = (line: number, count = 1) => ({ line, at: 0, lines: count });

  it('keep their indentation', () => {
    assert.deepEqual(shownMatches(lines, [at(1), at(5)], 0), ['2:    return 1;', '6:\treturn 2;']);
  });

  it('have the lines around them, each once, with a mark where lines are left out', () => {
    assert.deepEqual(shownMatches(lines, [at(1), at(5)], 1), [
      '1-function a() {\n2:    return 1;\n3-}',
      '--\n5-function b() {\n6:\treturn 2;\n7-}',
    ]);
    assert.equal(
      shownMatches(lines, [at(0), at(1), at(4)], 2).join('\n'),
      '1:function a() {\n2:    return 1;\n3-}\n4-\n5:function b() {\n6-\treturn 2;\n7-}',
    );
  });

  it('are those of a match that goes over several, up to a bound', () => {
    assert.deepEqual(shownMatches(lines, [at(0, 3)], 1), ['1:function a() {\n2:    return 1;\n3:}\n4-']);
    assert.equal(
      shownMatches(lines, [at(0, 7)], 1)
        .join()
        .split('\n')
        .at(-1),
      '… the match goes on to line 7',
    );
  });

  it('are shown only around the match when they are long, with a mark where they are cut', () => {
    const long = `${'a'.repeat(1_000)}needle${'b'.repeat(1_000)}`;
    assert.match(shownMatches([long], [{ line: 0, at: 1_000, lines: 1 }], 0).join(), /^1:…a+needleb+…$/);
    assert.match(shownMatches([long], [at(0)], 0).join(), /^1:a+…$/);
  });
});

describe('a report of a search', () => {
  it('names each file once, in the order of the files', () => {
    const report = reportOf();
    report.add(2, searched('b.ts', ['1:x']));
    report.add(0, searched('a.ts', ['3:x', '4:x']));
    report.add(1, searched('c.ts', []));
    assert.equal(report.text(all), 'a.ts\n3:x\n4:x\nb.ts\n1:x');
  });

  it('says how many matching lines of how many files are not shown', () => {
    const report = reportOf();
    for (let place = 0; place < 100; place += 1) {
      const shown = Array.from({ length: 10 }, (_, index) => `${index + 1}:x`);
      report.add(place, searched(`f${place}.ts`, report.isFull(place) ? [] : shown, 10));
    }
    const lines = report.text(all).split('\n');
    assert.equal(lines.filter((line) => line.endsWith(':x')).length, 300);
    assert.match(
      lines.at(-1) ?? '',
      /^\[300 of 1,000 matching lines are shown, of 30 of 100 files\. Go on with offset 300, or narrow the search/,
    );
  });

  it('keeps to its size in tokens, and shows one match at least', () => {
    const long = Array.from({ length: 300 }, (_, index) => `${index + 1}:${'word '.repeat(50)}`);
    const report = reportOf({ tokens: 1_000 });
    report.add(0, searched('a.ts', long));
    const text = report.text(all);
    assert.ok(text.length > 2_000 && text.length < 6_000, String(text.length));
    assert.match(text, /\n\[\d+ of 300 matching lines are shown, of 1 of 1 file\./);
    const small = reportOf({ tokens: 1 });
    small.add(0, searched('a.ts', long));
    assert.match(small.text(all), /^a\.ts\n1:word .*\n\[1 of 300/s);
  });

  it('shows the lines of files that come first, whichever was searched first', () => {
    const report = reportOf();
    const many = Array.from({ length: 300 }, (_, index) => `${index + 1}:x`);
    report.add(5, searched('f.ts', many));
    assert.equal(report.isFull(6), true);
    assert.equal(report.isFull(4), false);
    report.add(4, searched('e.ts', ['1:first']));
    assert.match(report.text(all), /^e\.ts\n1:first\nf\.ts\n1:x\n/);
  });

  it('goes on behind the matching lines that an offset passes over, across files', () => {
    const report = reportOf({ offset: 3, tokens: 8 });
    report.add(0, searched('a.ts', ['1:x', '2:x']));
    report.add(1, searched('b.ts', ['1:x', '2:y', '3:z', '4:x']));
    assert.equal(
      report.text(all),
      'b.ts\n2:y\n[1 of 6 matching lines are shown, of 1 of 2 files. Go on with offset 4, or narrow the search by path, include or query, or set output to "counts".]',
    );
    const last = reportOf({ offset: 5 });
    last.add(0, searched('b.ts', ['1:x', '2:x', '3:x', '4:x', '5:x', '6:z']));
    assert.equal(last.text(all), 'b.ts\n6:z');
    const beyond = reportOf({ offset: 7 });
    beyond.add(0, searched('b.ts', ['1:x']));
    assert.equal(
      beyond.text(all),
      'The offset is behind the last match: there is 1 matching line in 1 file.',
    );
    const counts = reportOf({ output: 'counts', offset: 1 });
    counts.add(0, searched('a.ts', [], 2));
    counts.add(1, searched('b.ts', [], 3));
    assert.equal(counts.text(all), '5 matching lines in 2 files:\nb.ts: 3');
  });

  it('has the number of matching lines of each file where only counts are wanted', () => {
    const report = reportOf({ output: 'counts' });
    assert.equal(report.isFull(0), true);
    report.add(0, searched('a.ts', [], 1_234));
    report.add(1, searched('b.ts', [], 1));
    assert.equal(report.text(all), '1,235 matching lines in 2 files:\na.ts: 1,234\nb.ts: 1');
    const small = reportOf({ output: 'counts', tokens: 30 });
    for (let place = 0; place < 50; place += 1) small.add(place, searched(`f${place}.ts`, [], 2));
    const lines = small.text(all).split('\n');
    const left = 50 - (lines.length - 2);
    assert.equal(
      lines.at(-1),
      `… and ${left} more files with ${left * 2} matching lines. Go on with offset ${50 - left}, or narrow the search by path or include.`,
    );
  });

  it('says that there is no match only of files that were searched', () => {
    assert.match(reportOf().text(all), /^No file was searched: /);
    const report = reportOf();
    report.add(0, searched('a.ts', []));
    assert.equal(report.text(all), 'No match in the 1 file searched.');
    report.add(1, searched('b.ts', []));
    assert.equal(report.text(all), 'No match in the 2 files searched.');
  });

  it('says why no file was searched', () => {
    const leftOut = "or the editor's settings leave it out.";
    assert.equal(reportOf().text(all), `No file was searched: there is none, ${leftOut}`);
    assert.equal(
      reportOf({ chosenBy: ['include'] }).text({ ...all, byRipgrep: false }),
      `No file was searched: none fits include, ${leftOut}\nSearched without ripgrep.`,
    );
    assert.equal(
      reportOf({ chosenBy: ['include', 'path'] }).text(all),
      `No file was searched: none fits include and path, ${leftOut}`,
    );
    assert.equal(
      reportOf({ chosenBy: ['path'] }).text({ ...all, ignored: 1 }),
      'No file was searched.\n1 file that git ignores was left out. read_file reads one, if the user allows it, and a command can search them.',
    );
    const report = reportOf();
    report.add(0, searched('a.ts', []));
    assert.equal(
      report.text({ ...all, ignored: 1 }),
      'No match in the 1 file searched.\n1 file that git ignores was left out.',
    );
  });

  it('names another way for a file that is too large although the path names it', () => {
    const report = reportOf({ chosenBy: ['path'], maxFileBytes: 64_000_000, isFileNamed: true });
    report.add(0, { kind: 'large', label: 'big.log' });
    assert.equal(
      report.text(all),
      'No file was searched.\n1 file that is larger than 64 MB was left out: big.log. A command can search it.',
    );
  });

  it('names no offset that a call cannot have', () => {
    const shown = Array.from({ length: 10_000 }, (_, index) => `${index + 1}:x`);
    for (const [offset, next] of [
      [9_400, 'Go on with offset 9700, or narrow the search'],
      [9_401, 'Narrow the search'],
      [9_700, 'Narrow the search'],
    ] as const) {
      const report = reportOf({ offset });
      report.add(0, searched('a.ts', shown, 20_000));
      assert.ok(report.text(all).includes(`of 1 of 1 file. ${next} by path`), String(offset));
    }
  });

  it('says that an offset is behind the last file where only counts are wanted', () => {
    const report = reportOf({ output: 'counts', offset: 2 });
    report.add(0, searched('a.ts', [], 2));
    report.add(1, searched('b.ts', [], 3));
    assert.equal(report.text(all), 'The offset is behind the last file: there are 2 files with matches.');
  });

  it('says with numbers what was left out', () => {
    const report = reportOf();
    for (const [place, outcome] of [
      { kind: 'sensitive' } as const,
      { kind: 'large', label: 'big.log' } as const,
      { kind: 'unreadable' } as const,
      { kind: 'unreadable' } as const,
    ].entries())
      report.add(place, outcome);
    assert.deepEqual(report.text({ ignored: 3, isCut: true, byRipgrep: false }).split('\n'), [
      'No file was searched.',
      'There are more files: only 0 were searched. Narrow the search by path or include.',
      '1 file that may hold secrets was left out. read_file reads one, if the user allows it.',
      '1 file that is larger than 2 MB was left out: big.log. Give one as path to search it.',
      '2 files that are not text were left out.',
      '3 files that git ignores were left out. read_file reads one, if the user allows it, and a command can search them.',
      'Searched without ripgrep.',
    ]);
  });
});
