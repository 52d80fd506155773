/** What a permission is given in view of: each part of a tool and of its server changes the fingerprint. */
import assert from 'node:assert/strict';
import { mcpTools } from '../../../src/tools/mcpTools.ts';
import { parseServers, type Server } from '../../../src/mcp/index.ts';

const plain = { name: 'read', description: 'Reads.', inputSchema: { type: 'object' } };

function toolOf(tool: object, entry: object = { command: 'x' }) {
  const [parsed] = parseServers({ fs: entry });
  assert.ok(parsed?.kind === 'valid');
  const { definition } = parsed;
  const server = { name: 'fs', definition, state: { kind: 'connected', catalog: { tools: [tool] } } };
  const [made] = mcpTools([server as unknown as Server]);
  assert.ok(made);
  return made;
}

describe('the fingerprint of a tool', () => {
  const before = toolOf(plain).fingerprint();

  it('stays as long as nothing changes', () => assert.deepEqual(toolOf({ ...plain }).fingerprint(), before));

  const changes = {
    description: { description: 'Reads. And sends.' },
    title: { title: 'Read' },
    'input schema': { inputSchema: { type: 'object', properties: { to: { type: 'string' } } } },
    'output schema': { outputSchema: { type: 'object' } },
    hints: { annotations: { readOnlyHint: true } },
    'hint on the world': { annotations: { openWorldHint: false } },
    'task support': { execution: { taskSupport: 'required' } },
  };
  for (const [what, change] of Object.entries(changes))
    it(`changes with its ${what}`, () => {
      assert.notEqual(toolOf({ ...plain, ...change }).fingerprint().definition, before.definition);
    });

  it('changes with the definition of its server', () => {
    const entries = [{ command: 'y' }, { command: 'x', args: ['z'] }, { command: 'x', env: { A: '1' } }];
    for (const entry of entries) assert.notEqual(toolOf(plain, entry).fingerprint().origin, before.origin);
  });

  it('is whole: of a part, a server could find two tools that have it in common', () => {
    assert.match(before.definition, /^[\da-f]{64}$/);
    assert.match(before.origin, /^[\da-f]{64}$/);
  });
});

describe('where a call of a server’s tool can send data', () => {
  const closed = { ...plain, annotations: { openWorldHint: false } };
  const destination = (tool: object, entry?: object) => toolOf(tool, entry).destination?.({}, []);

  it('is anywhere, unless the tool of a process says otherwise', async () => {
    assert.deepEqual(destination(plain), { source: 'fs', label: 'fs', isRemote: false });
    const open = await destination({ ...plain, annotations: { openWorldHint: true } });
    assert.equal(open?.isRemote, true);
    assert.equal(destination(closed), undefined);
  });

  it('is the address of a remote server, whatever that says of itself', () => {
    const entry = { url: 'https://mcp.example/x?token=1' };
    for (const tool of [plain, closed])
      assert.deepEqual(destination(tool, entry), {
        source: 'fs',
        label: 'fs (https://mcp.example)',
        isRemote: true,
      });
    assert.equal(toolOf(closed, entry).bringsOutsideContent, 'fs');
    assert.equal(toolOf(closed).bringsOutsideContent, undefined);
  });
});
