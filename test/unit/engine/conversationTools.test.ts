/** The tools of one conversation: of its tool set, and of the servers that its message names. */
import assert from 'node:assert/strict';
import { Conversation } from '../../../src/agent/index.ts';
import { observableValue } from '../../../src/base/common/observable.ts';
import { ConversationTools } from '../../../src/engine/conversationTools.ts';
import { ToolSetChoices, type Tool, type ToolSet } from '../../../src/tools/index.ts';
import { text, tool } from '../agent/tools.ts';

describe('the tools of a conversation', () => {
  function toolOf(server: string, name: string): [string, Tool] {
    const source = { kind: 'mcp', server } as const;
    return [`mcp__${server}__${name}`, { ...tool(name, () => Promise.resolve(text(''))), source }];
  }
  const all = new Map([toolOf('a', 'x'), toolOf('a', 'y'), toolOf('b', 'x')]);

  function setup() {
    const enabled = observableValue<ToolSet>(all);
    const sets = observableValue([
      { name: 'A', members: ['a'] },
      { name: 'X', members: ['a/x', 'b/x'] },
    ]);
    const choices = new ToolSetChoices({ get: () => undefined, set: () => undefined }, sets);
    const conversation = new Conversation('c');
    const tools = new ConversationTools(conversation, { enabled }, choices);
    return { enabled, sets, choices, conversation, tools };
  }
  const names = (tools: ToolSet): string[] => [...tools.keys()];

  it('are all that are on, the very same object, where nothing narrows them', () => {
    const { tools } = setup();
    assert.equal(tools.next.get(), all);
    assert.equal(tools.ofTurn.get(), all);
  });

  it('are the same object from turn to turn, as what is known of a set is kept for it', () => {
    const { conversation, choices, tools } = setup();
    conversation.chooseToolSet('X');
    tools.beginTurn(choices.of(conversation));
    const first = tools.ofTurn.get();
    assert.deepEqual(names(first), ['mcp__a__x', 'mcp__b__x']);
    conversation.restrictTo(undefined);
    conversation.offerTools(undefined);
    tools.beginTurn(choices.of(conversation));
    assert.equal(tools.ofTurn.get(), first);
  });

  it('are of another tool set from the next turn on, while what is shown is of that set at once', () => {
    const { conversation, choices, tools } = setup();
    tools.beginTurn(choices.of(conversation));
    conversation.chooseToolSet('A');
    assert.deepEqual(names(tools.next.get()), ['mcp__a__x', 'mcp__a__y']);
    assert.equal(tools.ofTurn.get(), all);
    tools.beginTurn(choices.of(conversation));
    assert.deepEqual(names(tools.ofTurn.get()), ['mcp__a__x', 'mcp__a__y']);
  });

  it('follow the set in the settings, the switches and the servers that the message names', () => {
    const { enabled, sets, choices, conversation, tools } = setup();
    conversation.chooseToolSet('X');
    conversation.restrictTo(['b']);
    assert.deepEqual(names(tools.next.get()), ['mcp__b__x']);
    assert.deepEqual(names(tools.ofSet.get()), ['mcp__a__x', 'mcp__b__x']);
    sets.set([
      { name: 'A', members: ['b'] },
      { name: 'X', members: ['a'] },
    ]);
    assert.deepEqual(names(tools.next.get()), []);
    conversation.restrictTo(undefined);
    enabled.set(new Map([toolOf('a', 'y')]));
    assert.deepEqual(names(tools.next.get()), ['mcp__a__y']);
    choices.useInWorkspace('A');
    conversation.chooseToolSet(undefined);
    assert.deepEqual(names(tools.next.get()), []);
  });

  it('are none where the chosen set is gone, and not all', () => {
    const { conversation, tools } = setup();
    conversation.chooseToolSet('Gone');
    assert.equal(tools.next.get().size, 0);
  });
});
