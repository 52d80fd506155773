/** Files of tools and tasks that the benchmark of the search is given: somebody else made them. */
import assert from 'node:assert/strict';
import { parseToolData } from '../../../bench/figures/toolData.ts';

describe('a file of tools and tasks', () => {
  it('is refused in another form, with what is missing', () => {
    for (const file of [null, [], 'servers', {}, { servers: {} }, { queries: [] }])
      assert.throws(() => parseToolData(file), /it has no list "servers"/);
  });

  it('has tools of which only the name is known, and leaves out what has none', () => {
    const { tools, tasks } = parseToolData({
      servers: [
        { name: 'a', tools: [{ name: 'x' }, { name: 7 }, null, { description: 'No name.' }] },
        { name: 'b' },
        { tools: [{ name: 'of nobody' }] },
        'c',
      ],
    });
    assert.deepEqual(tools, [
      { server: 'a', name: 'x', wireName: 'mcp__a__x', title: undefined, description: '', inputSchema: {} },
    ]);
    assert.deepEqual(tasks, []);
  });

  it('has tasks without steps, question or tools, and tools that stand alone or in lists of which any counts', () => {
    const { tasks } = parseToolData({
      servers: [],
      queries: [
        {},
        { question: ' ', steps: ['', 'find it', 3], tools: ['a/x', ['b/y', 'b/z'], [], 5] },
        { question: 'What?', steps: 'none', tools: 'a/x' },
        7,
      ],
    });
    assert.deepEqual(tasks, [
      { question: undefined, steps: [], wanted: [] },
      { question: undefined, steps: ['find it'], wanted: [['a/x'], ['b/y', 'b/z']] },
      { question: 'What?', steps: [], wanted: [] },
    ]);
  });
});
