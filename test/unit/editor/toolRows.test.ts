/** The marks of the tools pick: a source stands for all of its tools. */
import assert from 'node:assert/strict';
import {
  membersOf,
  settledMarks,
  sumOf,
  toolRows,
  type PickRow,
  type PricedTool,
} from '../../../src/editor/toolRows.ts';

const tool = (source: string, name: string, tokens: number) =>
  ({ source, wireName: name, tokens, isOn: true, tool: { name } }) as unknown as PricedTool;
const rows = toolRows([tool('git', 'log', 100), tool('git', 'diff', 250), tool('maps', 'route', 40)]);
const [git, maps] = rows;
const marks = (marked: ReadonlySet<PickRow>) =>
  [...marked].map((row) => (row.kind === 'source' ? row.source.toUpperCase() : row.of.tool.name));
const [log, diff] = git?.tools ?? [];

describe('the marks of the tools pick', () => {
  it('stand for all tools of a source while all are marked', () => {
    assert.ok(git && maps && log && diff);
    const all = settledMarks(rows, new Set(), new Set([log, diff]));
    assert.deepEqual(marks(all), ['GIT', 'log', 'diff']);
    const fewer = settledMarks(rows, all, new Set([git, log]));
    assert.deepEqual(marks(fewer), ['log']);
    assert.deepEqual(marks(settledMarks(rows, fewer, new Set([log, diff]))), ['GIT', 'log', 'diff']);
  });

  it('are saved as a tool set: a source that is marked with all that it will have, else single tools', () => {
    assert.ok(git && maps && log && diff);
    assert.deepEqual(membersOf(rows, new Set<PickRow>([git, log, diff, ...maps.tools])), [
      'git',
      'maps/route',
    ]);
    assert.deepEqual(membersOf(rows, new Set<PickRow>([diff])), ['git/diff']);
    assert.deepEqual(membersOf(rows, new Set()), []);
  });

  it('turn all tools of a source with it', () => {
    assert.ok(git && maps && log && diff);
    const some = settledMarks(rows, new Set(), new Set([log]));
    const all = settledMarks(rows, some, new Set<PickRow>([log, git, maps]));
    assert.deepEqual(marks(all), ['GIT', 'log', 'diff', 'MAPS', 'route']);
    assert.deepEqual(sumOf(all), { count: 3, tokens: 390 });
    const none = settledMarks(rows, all, new Set<PickRow>([...all].filter((row) => row !== git)));
    assert.deepEqual(marks(none), ['MAPS', 'route']);
    assert.deepEqual(sumOf(none), { count: 1, tokens: 40 });
  });
});
