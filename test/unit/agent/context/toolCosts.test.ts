/** What tools take of the model's context window (src/agent/context/toolCosts.ts). */
import assert from 'node:assert/strict';
import { ToolCosts } from '../../../../src/agent/index.ts';
import type { ChatModel } from '../../../../src/models/index.ts';
import type { ToolRegistry, ToolSet } from '../../../../src/tools/index.ts';

const model = (name: string) => ({ name }) as ChatModel;

describe('the costs of tools', () => {
  it('count the text that the model is sent: wire name, description and schema', () => {
    const tool = {
      description: 'Echoes the text.',
      inputSchema: { type: 'object', properties: { text: {} } },
    };
    let looked = 0;
    const registry = {
      find: (server: string, name: string) => {
        looked++;
        return name === 'echo' ? { wireName: `mcp__${server}__echo`, tool } : undefined;
      },
    };
    const costs = new ToolCosts(registry as unknown as ToolRegistry);
    const tokens = costs.tokensOf('demo', 'echo') ?? 0;
    assert.ok(tokens > 15 && tokens < 60, String(tokens));
    assert.equal(costs.tokensOf('demo', 'echo'), tokens);
    assert.equal(costs.tokensOf('demo', 'gone'), undefined);
    assert.equal(looked, 3);
  });

  it('are counted in the background and are known afterwards', async () => {
    const tools = Array.from({ length: 2_000 }, (_, index) => ({
      name: `tool_${index}`,
      source: { kind: 'mcp', server: 'demo' },
      description: 'Does something useful with what it is given, and says what came of it. '.repeat(5),
      inputSchema: { type: 'object' },
    }));
    const extra = { wireName: 'ext__extra', tool: { ...tools[0], name: 'extra' } };
    const registry = {
      connected: tools,
      switchable: [extra],
      find: (_: string, name: string) => ({ wireName: name, tool: tools.find((tool) => tool.name === name) }),
    };
    const costs = new ToolCosts(registry as unknown as ToolRegistry);
    let turns = 0;
    const ticking = setInterval(() => turns++, 0).unref();
    assert.equal(costs.knownTokensOf('demo', 'tool_1999'), undefined);
    await costs.countAll();
    clearInterval(ticking);
    assert.ok((costs.knownTokensOf('demo', 'tool_1999') ?? 0) > 50);
    assert.ok(turns > 0, 'nothing else could run meanwhile');
    const all = new Map([['ext__extra', extra.tool]]) as unknown as ToolSet;
    assert.ok((costs.savedBy(new Set(), all) ?? 0) > 50, 'a tool of no server is counted, too');
  });

  it('are counted again for tools that came after a count of few, which had no pause', async () => {
    const named = (name: string) => ({
      name,
      source: { kind: 'mcp', server: 'demo' },
      description: 'Does something.',
      inputSchema: { type: 'object' },
    });
    const tools = [named('early')];
    const registry = {
      connected: tools,
      switchable: [],
      find: (_: string, name: string) => ({ wireName: name, tool: tools.find((tool) => tool.name === name) }),
    };
    const costs = new ToolCosts(registry as unknown as ToolRegistry);
    await costs.countAll();
    tools.push(named('late'));
    assert.equal(costs.knownTokensOf('demo', 'late'), undefined);
    const seen: (number | undefined)[] = [];
    costs.state.onDidChange(() => seen.push(costs.knownTokensOf('demo', 'late')));
    await costs.countAll();
    assert.ok((costs.knownTokensOf('demo', 'late') ?? 0) > 0);
    assert.deepEqual(seen, [costs.knownTokensOf('demo', 'late')], 'who shows it is told once it is counted');
  });

  it('are not compared with an assumed window as if the endpoint had told it', () => {
    const costs = new ToolCosts({} as ToolRegistry);
    const use = { used: 1, window: 128_000 };
    costs.learn(model('a'), { type: 'context', context: { ...use, isAssumed: true } });
    assert.deepEqual(costs.window('a', undefined), { size: 128_000, isAssumed: true });
    assert.deepEqual(costs.window('a', 200_000), { size: 200_000, isAssumed: false });
    costs.learn(model('a'), { type: 'context', context: { ...use, window: 32_000 } });
    costs.learn(model('a'), { type: 'context', context: { ...use, isAssumed: true } });
    assert.deepEqual(costs.window('a', undefined), { size: 128_000, isAssumed: true });
  });

  it('are compared with the window that a request to the same model has found', () => {
    const costs = new ToolCosts({} as ToolRegistry);
    const context = { type: 'context', context: { used: 1, window: 32_000 } } as const;
    assert.deepEqual(costs.window('a', undefined), { size: 128_000, isAssumed: true });
    assert.deepEqual(costs.window('a', 8_000), { size: 8_000, isAssumed: false });
    let changes = 0;
    costs.state.onDidChange(() => (changes += 1));
    for (const event of [context, context, { type: 'text', text: 'x' } as const])
      costs.learn(model('a'), event);
    assert.equal(changes, 1);
    assert.deepEqual(costs.window('a', 8_000), { size: 32_000, isAssumed: false });
    assert.deepEqual(costs.window('b', undefined), { size: 128_000, isAssumed: true });
    // A conversation with another model changes nothing for the first.
    costs.learn(model('b'), { type: 'context', context: { used: 1, window: 64_000 } });
    assert.deepEqual(costs.window('a', 8_000), { size: 32_000, isAssumed: false });
    assert.deepEqual(costs.window('b', 8_000), { size: 64_000, isAssumed: false });
  });
});
