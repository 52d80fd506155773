import assert from 'node:assert/strict';
import { fromNative, otherToolFor, type Tool } from '../../../src/tools/index.ts';

function builtIn(name: string): Tool {
  return fromNative({
    name,
    title: name,
    description: '',
    inputSchema: { type: 'object' },
    hints: {},
    permission: 'free',
    run: () => Promise.resolve([]),
  });
}

const offered = new Map(['search_text', 'edit_file', 'run_command'].map((name) => [name, builtIn(name)]));

describe('a tool that does not exist', () => {
  it('names the built-in tool that does the same', () => {
    assert.equal(otherToolFor('grep', offered, []), 'There is no tool grep. To search text use search_text.');
    for (const [written, tool] of [
      ['Grep', 'search_text'],
      ['functions.rg', 'search_text'],
      ['MultiEdit', 'edit_file'],
      ['str_replace_based_edit_tool', 'edit_file'],
      ['Bash', 'run_command'],
      ['run_shell_command', 'run_command'],
    ] as const)
      assert.match(otherToolFor(written, offered, []) ?? '', new RegExp(` use ${tool}\\.$`), written);
  });

  it('names nothing that this conversation does not have, or that a server has under this name', () => {
    assert.equal(otherToolFor('read', offered, []), undefined);
    assert.equal(otherToolFor('unheard_of', offered, []), undefined);
    assert.equal(otherToolFor('constructor', offered, []), undefined);
    const ofServer: Tool = { ...builtIn('search_text'), source: { kind: 'mcp', server: 's' } };
    assert.equal(otherToolFor('grep', new Map([['search_text', ofServer]]), []), undefined);
  });

  it('is not replaced where a server that is not connected has it', () => {
    const gone = { wireName: 'mcp__s__grep', source: { kind: 'mcp', server: 's' }, name: 'grep' } as const;
    assert.equal(otherToolFor('grep', offered, [gone]), undefined);
  });
});
