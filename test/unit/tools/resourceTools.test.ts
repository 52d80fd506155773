/** The tools with which the model looks at resources by itself, over real servers. */
import assert from 'node:assert/strict';
import { OpenedResources } from '../../../src/tools/index.ts';
import { resourceTools } from '../../../src/tools/resourceTools.ts';
import type { ContentPart } from '../../../src/protocol/index.ts';
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { Bench } from '../mcp/support.ts';

const context = { signal: new AbortController().signal, onProgress: () => {}, approved: [] };

describe('the tools for resources', () => {
  const bench = new Bench();
  const opened = new OpenedResources();
  before(() => bench.start({ modern: fixtureCommand('modern') }));
  after(() => bench.dispose());

  async function call(name: string, args: Record<string, unknown> = {}) {
    const tool = resourceTools(bench.manager, opened).find((each) => each.name === name);
    assert.ok(tool);
    const { status, content } = await tool.call(args, context);
    return { status, content };
  }
  const textOf = (content: readonly ContentPart[]): string =>
    content.map((part) => ('text' in part ? (part.text ?? '') : '')).join('\n');

  it('are there only while a connected server has resources', async () => {
    const other = new Bench();
    await other.start({ tools: fixtureCommand('recorder') });
    assert.deepEqual(resourceTools(other.manager, opened), []);
    await other.dispose();
    assert.deepEqual(
      resourceTools(bench.manager, opened).map(({ name }) => name),
      ['list_mcp_resources', 'read_mcp_resource'],
    );
  });

  it('list resources and templates, of all servers or of one', async () => {
    const { content } = await call('list_mcp_resources');
    assert.match(JSON.stringify(content), /memo:\/\/note.*memo:\/\/words\/\{language\}/);
    const none = await call('list_mcp_resources', { server: 'other' });
    assert.deepEqual(none.content, [{ type: 'json', value: { resources: [] } }]);
    const beyond = await call('list_mcp_resources', { cursor: '50' });
    assert.deepEqual(beyond.content, [{ type: 'json', value: { resources: [] } }]);
  });

  it('read a resource, a long one piece by piece', async () => {
    assert.equal(
      textOf((await call('read_mcp_resource', { server: 'modern', uri: 'memo://note' })).content),
      'first',
    );
    const text = 'ab'.repeat(40_000);
    await bench.call('modern', 'write', { text });
    const read = async (offset: number) =>
      textOf((await call('read_mcp_resource', { server: 'modern', uri: 'memo://note', offset })).content);
    const first = await read(0);
    assert.match(first, /\[30000 more characters: read on with offset 50000\]$/);
    assert.equal(first.slice(0, 50_000) + (await read(50_000)), text);
  });

  it('read without approval what the server lists, exactly, and what the user has opened', async () => {
    const reader = resourceTools(bench.manager, opened).find(({ name }) => name === 'read_mcp_resource');
    const needs = async (uri: string) => (await reader?.approvalNeed({ server: 'modern', uri }))?.kind;
    assert.equal(await needs('memo://note'), 'free');
    for (const uri of [
      'memo://note?x',
      'MEMO://note',
      'memo://note/',
      'memo://words/French',
      'memo://{x}',
      '',
    ])
      assert.equal(await needs(uri), 'ask', uri);
    const uri = 'memo://words/French';
    const need = await reader?.approvalNeed({ server: 'modern', uri });
    assert.deepEqual(need?.reasons, [{ kind: 'unlistedResource', server: 'modern', uri }]);
    assert.equal(need?.resourcesOf?.server, 'modern');
    // What is read without having been approved is refused once more, when it runs.
    const refused = await call('read_mcp_resource', { server: 'modern', uri });
    assert.match(JSON.stringify(refused), /does not list this resource any more/);
    opened.add('modern', uri);
    assert.equal(await needs(uri), 'free');
    assert.equal((await call('read_mcp_resource', { server: 'modern', uri })).status, 'success');
    assert.equal((await resourceTools(bench.manager, opened)[0]?.approvalNeed({}))?.kind, 'free');
  });

  it('say in their result what went wrong', async () => {
    for (const args of [{}, { server: 'nobody', uri: 'x:y' }, { server: 'modern', uri: 'memo://big' }])
      assert.equal((await call('read_mcp_resource', args)).status, 'error');
  });
});
