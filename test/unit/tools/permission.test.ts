/** What the user allowed, and what it does not reach (features.md, C13). */
import assert from 'node:assert/strict';
import { Permissions, type RuleStores, type Tool } from '../../../src/tools/index.ts';

function memory() {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key),
    // As an editor keeps it: by value.
    set: (key: string, value: unknown) => void values.set(key, structuredClone(value)),
  };
}

interface Traits {
  readonly server?: string;
  readonly origin?: string;
  readonly definition?: string;
  readonly wish?: ReturnType<Tool['permission']>;
}

function tool(
  name: string,
  { server = 'fs', origin = 'o1', definition = 'd1', wish = 'ask' }: Traits = {},
): Tool {
  return {
    name,
    source: { kind: 'mcp', server },
    description: '',
    inputSchema: {},
    hints: {},
    permission: () => wish,
    fingerprint: () => ({ origin, definition }),
    call: () => Promise.reject(new Error('not called')),
  };
}

describe('permissions', () => {
  let stores: RuleStores;
  let permissions: Permissions;
  const decide = (about: Tool, conversation = 'c1') => permissions.decide(about, {}, conversation);
  const asks = (about: Tool, conversation = 'c1') => decide(about, conversation).kind === 'ask';

  beforeEach(() => {
    stores = { workspace: memory(), always: memory() };
    permissions = new Permissions(stores);
  });

  it('are asked for by default, also by tools that call themselves read-only', () => {
    assert.deepEqual(decide(tool('read', { wish: 'hinted' })), { kind: 'ask', changed: false });
    assert.ok(asks(tool('write')));
    assert.ok(!asks(tool('own', { wish: 'free' })));
  });

  it('cover one tool of one server, whatever the wire name', () => {
    permissions.allow(tool('read'), 'always', 'tool', 'c1');
    assert.ok(!asks(tool('read')));
    assert.ok(asks(tool('write')));
    assert.ok(asks(tool('read', { server: 'other' })));
  });

  it('end with the conversation, the workspace, or never, as they were given', () => {
    permissions.allow(tool('a'), 'conversation', 'tool', 'c1');
    permissions.allow(tool('b'), 'workspace', 'tool', 'c1');
    permissions.allow(tool('c'), 'always', 'tool', 'c1');
    assert.deepEqual([asks(tool('a'), 'c1'), asks(tool('a'), 'c2')], [false, true]);

    const restarted = new Permissions(stores);
    const elsewhere = new Permissions({ workspace: memory(), always: stores.always });
    const askedBy = (those: Permissions) =>
      ['a', 'b', 'c'].filter((name) => those.decide(tool(name), {}, 'c1').kind === 'ask');
    assert.deepEqual(askedBy(restarted), ['a']);
    assert.deepEqual(askedBy(elsewhere), ['a', 'b']);
  });

  it('are asked for again when the tool says something else of itself, or its server is another', () => {
    permissions.allow(tool('read'), 'always', 'tool', 'c1');
    assert.deepEqual(decide(tool('read', { definition: 'd2' })), { kind: 'ask', changed: true });
    assert.deepEqual(decide(tool('read', { origin: 'o2' })), { kind: 'ask', changed: true });
    permissions.allow(tool('read', { definition: 'd2' }), 'always', 'tool', 'c1');
    assert.ok(!asks(tool('read', { definition: 'd2' })));
    assert.equal(permissions.rules.length, 1);
  });

  it('cover a whole server, until its definition changes', () => {
    permissions.allow(tool('read'), 'always', 'source', 'c1');
    assert.ok(!asks(tool('write', { definition: 'd9' })));
    assert.deepEqual(decide(tool('write', { origin: 'o2' })), { kind: 'ask', changed: true });
  });

  it('cover what a trusted server calls read-only, and nothing else of it', () => {
    permissions.allow(tool('read', { wish: 'hinted' }), 'always', 'readOnly', 'c1');
    assert.ok(!asks(tool('list', { wish: 'hinted' })));
    assert.ok(asks(tool('write')));
  });

  it('are revoked one by one', () => {
    permissions.allow(tool('a'), 'always', 'tool', 'c1');
    permissions.allow(tool('b'), 'workspace', 'tool', 'c1');
    permissions.allow(tool('c'), 'conversation', 'tool', 'c1');
    for (const rule of permissions.rules) permissions.revoke(rule);
    assert.deepEqual(permissions.rules, []);
    assert.deepEqual(new Permissions(stores).rules, []);
  });

  it('are none where what is stored is broken', () => {
    stores.always.set('patchbay.permissions', [
      { scope: 'always' },
      null,
      'x',
      { covers: 'source', source: 'fs' },
    ]);
    assert.deepEqual(permissions.rules, []);
    assert.ok(asks(tool('read')));
  });

  it('go along with a server to its new name, and come back when that is undone', () => {
    permissions.allow(tool('read'), 'always', 'tool', 'c1');
    permissions.allow(tool('write'), 'workspace', 'source', 'c1');
    permissions.allow(tool('other', { server: 'db' }), 'always', 'tool', 'c1');
    const renamed = (name: string) => tool(name, { server: 'disk', origin: 'o2' });
    const undo = permissions.changeSource('fs', (rule) => ({
      ...rule,
      source: 'disk',
      fingerprint: rule.fingerprint.replace('o1', 'o2'),
    }));
    assert.deepEqual(
      ['read', 'any'].map((name) => asks(renamed(name))),
      [false, false],
    );
    assert.ok(asks(tool('read')));
    undo();
    assert.deepEqual([asks(tool('read')), asks(renamed('read'))], [false, true]);
    assert.equal(permissions.rules.length, 3);
  });

  it('of a server that is removed are gone, and come back when that is undone', () => {
    permissions.allow(tool('read'), 'conversation', 'tool', 'c1');
    permissions.allow(tool('read'), 'always', 'tool', 'c1');
    const undo = permissions.changeSource('fs', () => undefined);
    assert.deepEqual(permissions.rules, []);
    undo();
    assert.deepEqual(
      permissions.rules.map(({ scope }) => scope),
      ['conversation', 'always'],
    );
  });
});
