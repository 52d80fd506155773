/** What the user allowed, and what it does not reach (features.md, C13). */
import assert from 'node:assert/strict';
import {
  Permissions,
  type ApprovalNeed,
  type ApprovalPolicy,
  type CallCircumstances,
  type RuleCovers,
  type RuleScope,
  type RuleStores,
  type Tool,
} from '../../../src/tools/index.ts';
import type { ApprovalMode } from '../../../src/protocol/index.ts';

const KEY = 'patchbay.permissions';

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
  readonly need?: ApprovalNeed['kind'];
  readonly reasons?: ApprovalNeed['reasons'];
}

function tool(
  name: string,
  { server = 'fs', origin = 'o1', definition = 'd1', need = 'ask', reasons = [] }: Traits = {},
): Tool {
  return {
    name,
    source: { kind: 'mcp', server },
    description: '',
    inputSchema: {},
    hints: {},
    usualNeed: need,
    approvalNeed: () => ({ kind: need, reasons }),
    fingerprint: () => ({ origin, definition }),
    call: () => Promise.reject(new Error('not called')),
  };
}

/** A built-in tool. */
const own = (name: string, traits: Traits = {}): Tool => ({
  ...tool(name, { origin: 'native', ...traits }),
  source: { kind: 'native' },
});

const fetchPage: Tool = {
  ...own('fetch_page'),
  hostOf: ({ url }) => (typeof url === 'string' ? URL.parse(url)?.host : undefined),
};

const runCommand: Tool = {
  ...own('run_command'),
  commandOf: ({ command, cwd = '/w' }) =>
    Promise.resolve(typeof command === 'string' && typeof cwd === 'string' ? { command, cwd } : undefined),
};

describe('permissions', () => {
  let stores: RuleStores;
  let permissions: Permissions;
  /** The tools there are. */
  let tools: readonly Tool[];
  let policy: ApprovalPolicy;

  const decide = (about: Tool, conversation = 'c1', args: Readonly<Record<string, unknown>> = {}) =>
    permissions.decide(about, args, { conversation });
  const asks = async (...about: Parameters<typeof decide>) => (await decide(...about)).kind === 'ask';
  const changed = async (about: Tool) => {
    const decision = await decide(about);
    return decision.kind === 'ask' && decision.changed;
  };
  /** Gives a permission the way the user does: in answer to a call that asks. */
  const allow = async (
    about: Tool,
    scope: RuleScope,
    covers: RuleCovers,
    conversation = 'c1',
    args: Readonly<Record<string, unknown>> = {},
  ) => {
    const decision = await decide(about, conversation, args);
    assert.ok(decision.kind === 'ask', 'it does not ask');
    decision.remember(scope, covers);
  };
  const offered = async (about: Tool, args: Readonly<Record<string, unknown>> = {}) => {
    const decision = await decide(about, 'c1', args);
    return decision.kind === 'ask' ? decision.coverages : [];
  };
  const restarted = () => new Permissions(stores, { policy: () => policy, tools: () => tools });

  beforeEach(() => {
    stores = { workspace: memory(), always: memory() };
    tools = [];
    policy = { mode: 'ask', askingFreeTools: [], guardsDataFlow: true };
    permissions = restarted();
  });

  it('are asked for by default, also by tools that call themselves read-only', async () => {
    assert.ok(await asks(tool('read', { need: 'hinted' })));
    assert.equal(await changed(tool('read', { need: 'hinted' })), false);
    assert.ok(await asks(tool('write')));
    assert.ok(!(await asks(own('read_file', { need: 'free' }))));
  });

  it('cover one tool of one server, whatever the wire name', async () => {
    await allow(tool('read'), 'always', 'tool');
    assert.ok(!(await asks(tool('read'))));
    assert.ok(await asks(tool('write')));
    assert.ok(await asks(tool('read', { server: 'other' })));
  });

  it('end with the conversation, the workspace, or never, as they were given', async () => {
    await allow(tool('a'), 'conversation', 'tool');
    await allow(tool('b'), 'workspace', 'tool');
    await allow(tool('c'), 'always', 'tool');
    assert.deepEqual([await asks(tool('a'), 'c1'), await asks(tool('a'), 'c2')], [false, true]);

    const elsewhere = new Permissions({ workspace: memory(), always: stores.always });
    const kinds = (those: Permissions) =>
      Promise.all(
        ['a', 'b', 'c'].map(
          async (name) => (await those.decide(tool(name), {}, { conversation: 'c1' })).kind,
        ),
      );
    assert.deepEqual(await kinds(restarted()), ['ask', 'allowed', 'allowed']);
    assert.deepEqual(await kinds(elsewhere), ['ask', 'ask', 'allowed']);
  });

  it('are asked for again when the tool says something else of itself, or its server is another', async () => {
    await allow(tool('read'), 'always', 'tool');
    assert.equal(await changed(tool('read', { definition: 'd2' })), 'changed');
    assert.equal(await changed(tool('read', { origin: 'o2' })), 'changed');
    await allow(tool('read', { definition: 'd2' }), 'always', 'tool');
    assert.ok(!(await asks(tool('read', { definition: 'd2' }))));
    assert.equal(permissions.rules.length, 1);
  });

  it('for every tool of a server are for the tools that it has then: new and changed ones ask', async () => {
    tools = [tool('read'), tool('write'), tool('read', { server: 'other' })];
    assert.deepEqual(await offered(tool('read')), [{ covers: 'tool' }, { covers: 'source', tools: 2 }]);
    await allow(tool('read'), 'always', 'source');
    permissions = restarted();
    assert.deepEqual([await asks(tool('read')), await asks(tool('write'))], [false, false]);
    assert.equal(await changed(tool('write', { definition: 'd9' })), 'changed');
    assert.equal(await changed(tool('write', { origin: 'o2' })), 'changed');
    assert.equal(await changed(tool('delete')), 'new');
    assert.ok(await asks(tool('read', { server: 'other' })));
  });

  it('for every tool are added to by the tool that was asked about, and by no other', async () => {
    tools = [tool('read'), tool('write')];
    await allow(tool('read'), 'always', 'source');
    const swapped = tool('write', { definition: 'evil' });
    tools = [tool('read'), swapped, tool('delete')];
    await allow(tool('delete'), 'always', 'source');
    assert.deepEqual([await asks(tool('read')), await asks(tool('delete'))], [false, false]);
    assert.equal(await changed(swapped), 'changed');
    assert.equal(permissions.rules.length, 1);
    // Another definition of the server: what was allowed before covers nothing any more.
    tools = [tool('read', { origin: 'o2' }), tool('write', { origin: 'o2' })];
    await allow(tool('read', { origin: 'o2' }), 'always', 'source');
    assert.ok(!(await asks(tool('write', { origin: 'o2' }))));
    assert.ok(await asks(tool('read')));
  });

  it('for many tools are for those of the moment when the user was asked, not of the answer', async () => {
    for (const covers of ['source', 'readOnly'] as const) {
      const first = tool('read', { server: covers, need: 'hinted' });
      const gone = tool('list', { server: covers, need: 'hinted' });
      const late = tool('delete', { server: covers, need: 'hinted' });
      tools = [first, gone];
      const decision = await permissions.decide(first, {}, { conversation: 'c' });
      assert.ok(decision.kind === 'ask');
      assert.deepEqual(Object.keys(decision.covered), ['read', 'list']);
      tools = [first, late];
      decision.remember('always', covers);
      const answer = async (each: Tool) => (await permissions.decide(each, {}, { conversation: 'c' })).kind;
      assert.equal(await answer(first), 'allowed');
      assert.equal(await answer(gone), 'allowed', 'It was counted on the card.');
      assert.equal(await answer(late), 'ask');
    }
  });

  it('for what a server calls read-only cover those tools as they were, and nothing else of it', async () => {
    const list = tool('list', { need: 'hinted' });
    tools = [tool('read', { need: 'hinted' }), list, tool('write')];
    await allow(tool('read', { need: 'hinted' }), 'always', 'readOnly');
    assert.ok(!(await asks(list)));
    assert.ok(await asks(tool('write')));
    assert.equal(await changed(tool('write', { need: 'hinted', definition: 'says it reads' })), 'new');
    assert.equal(await changed(tool('list', { need: 'hinted', definition: 'd2' })), 'changed');
  });

  it('are not tricked by names of tools that objects have', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', '']) {
      tools = [tool(name)];
      assert.ok(await asks(tool(name)), name);
      await allow(tool(name), 'always', 'tool');
      assert.ok(!(await asks(tool(name))), name);
      assert.ok(await asks(tool(name, { definition: 'd2' })), name);
    }
  });

  it('are revoked one by one', async () => {
    await allow(tool('a'), 'always', 'tool');
    await allow(tool('b'), 'workspace', 'tool');
    await allow(tool('c'), 'conversation', 'tool');
    await allow(runCommand, 'always', 'command', 'c1', { command: 'npm test' });
    assert.equal(permissions.rules.length, 4);
    for (const rule of permissions.rules) permissions.revoke(rule);
    assert.deepEqual(permissions.rules, []);
    assert.deepEqual(restarted().rules, []);
  });

  it('are none where what is stored is broken, or of a version whose rules covered more than they said', async () => {
    const whole = {
      scope: 'always',
      covers: 'tool',
      source: 'fs',
      fingerprints: { read: 'o1 d1' },
      reasons: [],
    };
    const broken: readonly unknown[] = [
      { scope: 'always' },
      null,
      'x',
      { covers: 'source', source: 'fs' },
      { scope: 'always', covers: 'tool', source: 'fs', tool: 'read', fingerprint: 'o1 d1' },
      { scope: 'always', covers: 'source', source: 'fs', fingerprint: 'o1' },
      { scope: 'always', covers: 'tool', source: 'built in', tool: 'run_command', fingerprint: 'native d1' },
      { ...whole, scope: 'conversation' },
      { ...whole, covers: 'everything' },
      { ...whole, fingerprints: ['o1 d1'] },
      { ...whole, fingerprints: { read: 1 } },
      { ...whole, fingerprints: { read: 'o1 d1', write: 'o1 d1' } },
      { ...whole, reasons: undefined },
      { ...whole, covers: 'command' },
      { ...whole, covers: 'pattern', command: { command: '', cwd: '/w' } },
      { ...whole, covers: 'pattern', command: { command: 'npm test' } },
    ];
    for (const rule of broken) {
      stores.always.set(KEY, [rule]);
      assert.deepEqual(permissions.rules, [], JSON.stringify(rule));
      assert.ok(await asks(tool('read')));
      assert.ok(await asks(runCommand, 'c1', { command: 'npm test' }));
    }
    for (const nothing of ['x', {}, 7, null]) {
      stores.always.set(KEY, nothing);
      assert.deepEqual(permissions.rules, []);
    }
    stores.always.set(KEY, [whole]);
    assert.ok(!(await asks(tool('read'))));
  });

  it('never cover a call that needs approval each time, or one found in the text of an answer', async () => {
    const each = tool('read', { need: 'always' });
    tools = [tool('read'), tool('list')];
    for (const covers of ['tool', 'source'] as const) {
      await allow(tool('read'), 'always', covers);
      for (const rule of permissions.rules) permissions.revoke(rule);
      await allow(tool('read'), 'always', covers);
      assert.deepEqual(await offered(each), []);
      assert.ok(await asks(each));
      const text = await permissions.decide(tool('read'), {}, { conversation: 'c1', isFromText: true });
      assert.ok(text.kind === 'ask');
      assert.deepEqual([text.reasons, text.coverages], [[{ kind: 'textCall' }], []]);
      text.remember('always', 'tool');
      for (const rule of permissions.rules) permissions.revoke(rule);
    }
  });

  it('are not needed where the user has switched approvals off, except for what asks each time', async () => {
    policy = { ...policy, mode: 'never' };
    assert.ok(!(await asks(tool('write'))));
    assert.ok(!(await asks(runCommand, 'c1', { command: 'x' })));
    assert.ok(await asks(tool('write', { need: 'always' })));
    const free = own('read_file', { need: 'free' });
    const text = await permissions.decide(free, {}, { conversation: 'c1', isFromText: true });
    assert.equal(text.kind, 'ask');
  });

  describe('by what is chosen for a conversation', () => {
    const reads = tool('read', { need: 'hinted' });
    const runs = async (each: Tool, mode: ApprovalMode, more: Partial<CallCircumstances> = {}) =>
      (await permissions.decide(each, {}, { conversation: 'c1', mode, ...more })).kind === 'allowed';

    it('are needed for changes only, or for nothing but what asks each time', async () => {
      assert.deepEqual([await runs(reads, 'ask'), await runs(tool('write'), 'ask')], [false, false]);
      assert.deepEqual([await runs(reads, 'changes'), await runs(tool('write'), 'changes')], [true, false]);
      assert.ok(await runs(tool('write'), 'free'));
      assert.ok(await runs(runCommand, 'free'));
      for (const mode of ['changes', 'free'] as const) {
        assert.ok(!(await runs(tool('write', { need: 'always' }), mode)));
        assert.ok(!(await runs(reads, mode, { isFromText: true })));
      }
    });

    it('are needed in other conversations as before, and there although the default is not to ask', async () => {
      assert.ok(await runs(tool('write'), 'free'));
      assert.ok(await asks(tool('write'), 'c2'));
      policy = { ...policy, mode: 'never' };
      assert.ok(!(await runs(tool('write'), 'ask')));
    });

    it('are needed where data could be sent out', async () => {
      const sends = { ...reads, destination: () => ({ source: 'web', label: 'web', isRemote: true }) };
      for (const kind of ['secret', 'outside'] as const)
        for (const mode of ['changes', 'free'] as const) {
          assert.ok(await runs(sends, mode));
          assert.ok(!(await runs(sends, mode, { marks: [{ kind, source: 'docs' }] })));
        }
    });
  });

  it('are asked for by free tools, too, where the user wants that, one by one or all', async () => {
    const [read, list] = [own('read_file', { need: 'free' }), own('list_directory', { need: 'free' })];
    policy = { ...policy, askingFreeTools: ['read_file'] };
    assert.deepEqual([await asks(read), await asks(list)], [true, false]);
    policy = { ...policy, askingFreeTools: ['*'] };
    assert.deepEqual([await asks(read), await asks(list)], [true, true]);
    await allow(read, 'conversation', 'tool');
    assert.deepEqual([await asks(read), await asks(list)], [false, true]);
  });

  it('for one tool are for the reasons that it asked with', async () => {
    const ignored = own('read_file', {
      reasons: [{ kind: 'sensitiveFile', path: 'dist/x', why: 'ignored' }],
    });
    assert.deepEqual(await offered(ignored), [{ covers: 'tool' }]);
    await allow(ignored, 'always', 'tool');
    assert.ok(!(await asks(ignored)));
    const other = own('read_file', { reasons: [{ kind: 'sensitiveFile', path: 'y', why: 'setting' }] });
    assert.ok(await asks(other));
    for (const rule of permissions.rules) permissions.revoke(rule);
    await allow(own('read_file'), 'always', 'tool');
    assert.ok(await asks(ignored));
  });

  describe('for commands', () => {
    const run = (command: string, cwd = '/w') => ({ command, cwd });
    const runs = async (command: string, cwd?: string) => !(await asks(runCommand, 'c1', run(command, cwd)));

    it('are for the exact command in its folder', async () => {
      assert.deepEqual(await offered(runCommand, run('npm run build')), [
        { covers: 'command', command: 'npm run build', cwd: '/w' },
      ]);
      await allow(runCommand, 'always', 'command', 'c1', run('npm run build'));
      assert.ok(await runs('npm run build'));
      for (const other of [
        'npm run build ',
        'npm  run build',
        'npm run build2',
        'npm run',
        'npm run build; id',
      ])
        assert.ok(!(await runs(other)), other);
      assert.ok(!(await runs('npm run build', '/other')));
      assert.ok(!(await runs('npm run build', '/w/')));
    });

    it('are for the folder that a link leads to, and ask again once it leads elsewhere', async () => {
      const linked = (to: string): Tool => ({
        ...runCommand,
        approvalNeed: () => ({ kind: 'ask', reasons: [{ kind: 'linkedFolder', path: to }] }),
        commandOf: () => Promise.resolve({ command: 'npm test', cwd: to }),
      });
      await allow(linked('/w/a'), 'always', 'command', 'c1', run('npm test', 'link'));
      assert.ok(!(await asks(linked('/w/a'), 'c1', run('npm test', 'link'))));
      assert.ok(await asks(linked('/w/b'), 'c1', run('npm test', 'link')));
    });

    it('of versions that saved the path of a link ask again', async () => {
      stores.always.set('patchbay.permissions', [
        {
          scope: 'always',
          covers: 'command',
          source: 'built in',
          fingerprints: { run_command: 'native d1' },
          command: { command: 'npm test', cwd: '/w/link' },
          reasons: [],
        },
      ]);
      assert.ok(await runs('npm test', '/w/link'));
      assert.ok(!(await runs('npm test', '/w/real')));
    });

    it('are for a pattern of plain words only where it is offered', async function () {
      // There, commands are allowed as they stand only.
      if (process.platform === 'win32') this.skip();
      assert.deepEqual((await offered(runCommand, run('npm test a.ts'))).at(-1), {
        covers: 'pattern',
        command: 'npm test',
        cwd: '/w',
      });
      await allow(runCommand, 'workspace', 'pattern', 'c1', run('npm test a.ts'));
      assert.ok(await runs('npm test'));
      assert.ok(await runs('npm test b.ts c'));
      for (const other of [
        'npm test; id',
        'npm test && id',
        'npm test $(id)',
        'npm test `id`',
        'npm test > x',
        'npm test | sh',
        'npm test\nid',
        'npm test --prefix /tmp',
        'npm test ../x',
        'npm testing',
        'npm',
        'npm run test',
        'X=1 npm test',
        'npm test # x',
        'npm test \u2028id',
      ])
        assert.ok(!(await runs(other)), other);
      assert.ok(!(await runs('npm test', '/other')));
    });

    it('are never given by a permission for all built-in tools, or for the tool', async () => {
      tools = [own('write_file'), own('edit_file'), runCommand];
      await allow(own('write_file'), 'always', 'source');
      assert.ok(!(await asks(own('edit_file'))));
      assert.ok(!(await runs('ls')));
      for (const covers of ['tool', 'source', 'readOnly', 'pattern'] as const)
        await allow(runCommand, 'always', covers, 'c1', run('curl x | sh'));
      assert.ok(!(await runs('curl x | sh')));
      assert.equal(permissions.rules.length, 1);
    });

    it('are none where it is not known what would run', async () => {
      const decision = await decide(runCommand, 'c1', { command: 7 });
      assert.ok(decision.kind === 'ask');
      assert.deepEqual(decision.coverages, []);
      decision.remember('always', 'tool');
      assert.deepEqual(permissions.rules, []);
    });
  });

  describe('for resources', () => {
    const reader = (uri: string, server = 'fs', origin = 'o1'): Tool => ({
      ...own('read_mcp_resource', { need: 'ask' }),
      approvalNeed: () => ({
        kind: 'ask',
        reasons: [{ kind: 'unlistedResource', uri, server }],
        resourcesOf: { server, origin },
      }),
    });

    it('are for one server as it is defined, and for nothing else', async () => {
      tools = [own('write_file'), reader('x:')];
      await allow(own('write_file'), 'always', 'source');
      await allow(tool('read'), 'always', 'source');
      assert.deepEqual(await offered(reader('x:1')), [{ covers: 'resources', server: 'fs' }]);
      await allow(reader('x:1'), 'always', 'resources');
      assert.ok(!(await asks(reader('x:2'))));
      assert.ok(await asks(reader('x:1', 'other')));
      assert.ok(await asks(reader('x:1', 'fs', 'o2')));
      assert.ok(await asks(tool('write')));
    });
  });

  it('go along with a server to its new name, and come back when that is undone', async () => {
    tools = [tool('write'), tool('any')];
    await allow(tool('read'), 'always', 'tool');
    await allow(tool('write'), 'workspace', 'source');
    await allow(tool('other', { server: 'db' }), 'always', 'tool');
    const renamed = (name: string) => tool(name, { server: 'disk', origin: 'o2' });
    const undo = permissions.changeSource('fs', (rule) => ({
      ...rule,
      source: 'disk',
      fingerprints: Object.fromEntries(
        Object.entries(rule.fingerprints).map(([name, text]) => [name, text.replace('o1', 'o2')]),
      ),
    }));
    assert.deepEqual([await asks(renamed('read')), await asks(renamed('any'))], [false, false]);
    assert.ok(await asks(tool('read')));
    undo();
    assert.deepEqual([await asks(tool('read')), await asks(renamed('read'))], [false, true]);
    assert.equal(permissions.rules.length, 3);
  });

  it('of a server that is removed are gone, and come back when that is undone', async () => {
    await allow(tool('read'), 'conversation', 'tool');
    await allow(tool('read', { definition: 'd2' }), 'always', 'tool');
    const undo = permissions.changeSource('fs', () => undefined);
    assert.deepEqual(permissions.rules, []);
    undo();
    assert.deepEqual(
      permissions.rules.map(({ scope }) => scope),
      ['conversation', 'always'],
    );
  });

  describe('for web pages', () => {
    const page = (url: string) => ({ url });

    it('are for one host with its port, whatever the page, and for no other', async () => {
      assert.deepEqual(await offered(fetchPage, page('https://a.example/x')), [
        { covers: 'host', host: 'a.example' },
      ]);
      await allow(fetchPage, 'always', 'host', 'c1', page('https://a.example/x'));
      const asking = (url: string) => asks(fetchPage, 'c2', page(url));
      assert.equal(await asking('https://a.example/y?q=1'), false);
      for (const other of ['https://b.example/x', 'https://a.example:8443/', 'https://sub.a.example/'])
        assert.ok(await asking(other), other);
      assert.deepEqual(
        restarted().rules.map(({ covers, host }) => [covers, host]),
        [['host', 'a.example']],
      );
    });

    it('are one for each host, and each is revoked alone', async () => {
      await allow(fetchPage, 'workspace', 'host', 'c1', page('https://a.example/'));
      await allow(fetchPage, 'workspace', 'host', 'c1', page('https://b.example/'));
      const [first] = permissions.rules;
      assert.ok(first);
      permissions.revoke(first);
      assert.ok(await asks(fetchPage, 'c1', page('https://a.example/')));
      assert.equal(await asks(fetchPage, 'c1', page('https://b.example/')), false);
    });

    it('are given by no permission for the tool or for all built-in tools', async () => {
      tools = [own('write_file'), runCommand, fetchPage];
      assert.deepEqual(await offered(own('write_file')), [
        { covers: 'tool' },
        { covers: 'source', tools: 1 },
      ]);
      await allow(own('write_file'), 'always', 'source');
      const fingerprints = { fetch_page: 'native d1' };
      const rules = stores.always.get(KEY) as readonly object[];
      for (const covers of ['tool', 'source'])
        stores.always.set(KEY, [
          ...rules,
          { scope: 'always', covers, source: 'built in', fingerprints, reasons: [] },
        ]);
      assert.ok(await asks(fetchPage, 'c1', page('https://a.example/')));
    });

    it('are none where a stored rule names no host, or a call none', async () => {
      const fingerprints = { fetch_page: 'native d1' };
      const rule = { scope: 'always', covers: 'host', source: 'built in', fingerprints, reasons: [] };
      stores.always.set(KEY, [rule, { ...rule, host: '' }, { ...rule, covers: 'tool', host: 'a.example' }]);
      assert.deepEqual(permissions.rules, []);
      assert.deepEqual(await offered(fetchPage, {}), []);
    });

    it('end with a fetch_page that says something else of itself', async () => {
      await allow(fetchPage, 'always', 'host', 'c1', page('https://a.example/'));
      const changedTool = { ...fetchPage, fingerprint: () => ({ origin: 'native', definition: 'd2' }) };
      assert.ok(await asks(changedTool, 'c1', page('https://a.example/')));
    });
  });
});
