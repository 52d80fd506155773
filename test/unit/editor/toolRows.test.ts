/** The tools picker: tools by source, switched together, and saved as a tool set. */
import assert from 'node:assert/strict';
import {
  groupsOf,
  membersOf,
  tokensOf,
  withGroupSwitched,
  type PricedTool,
} from '../../../src/editor/toolRows.ts';

const tool = (source: string, name: string, tokens: number) =>
  ({ source, wireName: name, tokens, isOn: true, tool: { name } }) as unknown as PricedTool;
const [log, diff, route] = [tool('git', 'log', 100), tool('git', 'diff', 250), tool('maps', 'route', 40)];
const groups = groupsOf([log, diff, route]);
const [git] = groups;
const names = (marked: ReadonlySet<PricedTool>) => [...marked].map((each) => each.tool.name).sort();

describe('the tools picker', () => {
  it('has the tools of each source together, in the order in which they come', () => {
    assert.deepEqual(
      groupsOf([log, route, diff]).map(({ source, tools }) => [source, tools.map((each) => each.tool.name)]),
      [
        ['git', ['log', 'diff']],
        ['maps', ['route']],
      ],
    );
  });

  it('marks all tools of a source at once, and takes the marks away once all have one', () => {
    assert.ok(git);
    const all = withGroupSwitched(git, new Set([log, route]));
    assert.deepEqual(names(all), ['diff', 'log', 'route']);
    assert.equal(tokensOf(all), 390);
    assert.deepEqual(names(withGroupSwitched(git, all)), ['route']);
    assert.deepEqual(names(withGroupSwitched(git, new Set())), ['diff', 'log']);
  });

  it('saves a source that is marked as a whole by its name, with all that it will have, else single tools', () => {
    assert.deepEqual(membersOf(groups, new Set([log, diff, route])), ['git', 'maps']);
    assert.deepEqual(membersOf(groups, new Set([diff, route])), ['git/diff', 'maps']);
    assert.deepEqual(membersOf(groups, new Set()), []);
  });
});
