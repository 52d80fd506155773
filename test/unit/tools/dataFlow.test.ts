/** The data-flow guard: what a conversation has read, and where calls could send it. */
import assert from 'node:assert/strict';
import { dataMarks } from '../../../src/agent/transcript/dataMarks.ts';
import {
  describeReason,
  type Attachment,
  type CallView,
  type DataMark,
  type Item,
} from '../../../src/protocol/index.ts';
import { marksOfResult, Permissions, type Destination, type Tool } from '../../../src/tools/index.ts';

const store = () => {
  const values = new Map<string, unknown>();
  return {
    get: (key: string) => values.get(key),
    set: (key: string, value: unknown) => void values.set(key, value),
  };
};

const server = (name: string, destination: Partial<Destination> | undefined = {}): Tool => ({
  name: 'send',
  source: { kind: 'mcp', server: name },
  description: '',
  inputSchema: {},
  hints: {},
  usualNeed: 'ask',
  approvalNeed: () => ({ kind: 'ask', reasons: [] }),
  ...(destination && { destination: () => ({ source: name, label: name, isRemote: false, ...destination }) }),
  bringsOutsideContent: name,
  fingerprint: () => ({ origin: name, definition: 'd' }),
  call: () => Promise.reject(new Error('not called')),
});
const local = server('local');
const remote = server('web', { label: 'web (https://web.example)', isRemote: true });
const closed: Tool = { ...server('closed'), destination: () => undefined };
const command: Tool = {
  ...server('built in'),
  source: { kind: 'native' },
  commandOf: () => Promise.resolve({ command: 'npm test', cwd: '/w' }),
};

const secret: DataMark = { kind: 'secret', source: '.env' };
const outside = (source: string): DataMark => ({ kind: 'outside', source });
const workspace = (source: string): DataMark => ({ kind: 'workspace', source });

describe('the data-flow guard', () => {
  let permissions: Permissions;
  let guardsDataFlow: boolean;
  const decide = (tool: Tool, marks: readonly DataMark[], conversation = 'c') =>
    permissions.decide(tool, {}, { conversation, marks });
  const flow = async (tool: Tool, marks: readonly DataMark[], conversation?: string) => {
    const { reasons, kind } = await decide(tool, marks, conversation);
    const found = reasons.find((reason) => reason.kind === 'dataFlow');
    return kind === 'ask' && found ? found.marks.map(({ source }) => source) : kind;
  };

  beforeEach(async () => {
    guardsDataFlow = true;
    permissions = new Permissions(
      { workspace: store(), always: store() },
      { policy: () => ({ mode: 'ask', askingFreeTools: [], guardsDataFlow }) },
    );
    for (const [tool, covers] of [
      [local, 'tool'],
      [remote, 'tool'],
      [closed, 'tool'],
      [command, 'command'],
    ] as const) {
      const decision = await decide(tool, []);
      assert.ok(decision.kind === 'ask');
      decision.remember('always', covers);
    }
  });

  it('lets remembered permissions count while nothing was read', async () => {
    for (const tool of [local, remote, closed, command]) assert.equal(await flow(tool, []), 'allowed');
  });

  it('asks for every call that can send data once a secret was read, and says what and where', async () => {
    for (const tool of [local, remote, command]) assert.deepEqual(await flow(tool, [secret]), ['.env']);
    assert.equal(await flow(closed, [secret]), 'allowed');
    const { reasons } = await decide(remote, [secret, outside('web')]);
    assert.deepEqual(reasons, [
      { kind: 'dataFlow', marks: [secret], destination: 'web (https://web.example)' },
    ]);
  });

  it('offers no permission that lasts for such a call, and lets none be given', async () => {
    const decision = await decide(server('new'), [secret]);
    assert.ok(decision.kind === 'ask');
    assert.deepEqual(decision.coverages, []);
    decision.remember('always', 'tool');
    assert.equal(await flow(server('new'), []), 'ask');
  });

  it('offers a permission for the next conversation where only content of others was read', async () => {
    const decision = await decide({ ...remote, name: 'new' }, [outside('docs')]);
    assert.ok(decision.kind === 'ask');
    assert.deepEqual(
      decision.coverages.map(({ covers }) => covers),
      ['tool', 'source'],
    );
  });

  it('asks with content of others for other remote servers alone, and not for an exact command', async () => {
    assert.deepEqual(await flow(remote, [outside('docs')]), ['docs']);
    assert.equal(await flow(remote, [outside('web')]), 'allowed');
    assert.equal(await flow(local, [outside('docs')]), 'allowed');
    assert.equal(await flow(command, [outside('docs')]), 'allowed');
  });

  it('asks also where free tools and approvals that are switched off would not', async () => {
    permissions = new Permissions(
      { workspace: store(), always: store() },
      { policy: () => ({ mode: 'never', askingFreeTools: [], guardsDataFlow: true }) },
    );
    const free: Tool = { ...remote, approvalNeed: () => ({ kind: 'free', reasons: [] }) };
    for (const tool of [free, local, command]) assert.deepEqual(await flow(tool, [secret]), ['.env']);
  });

  it('is silent about what the user has allowed, in that conversation, until something new is read', async () => {
    permissions.release('c', [secret]);
    assert.equal(await flow(remote, [secret]), 'allowed');
    assert.deepEqual(await flow(remote, [secret], 'other'), ['.env']);
    assert.deepEqual(await flow(remote, [secret, { kind: 'secret', source: 'key.pem' }]), ['key.pem']);
    permissions.endRelease('c');
    assert.deepEqual(await flow(remote, [secret]), ['.env']);
  });

  it('tells a tool what the conversation holds, without what the user has released', async () => {
    const told: (readonly DataMark[])[] = [];
    const asked: Tool = { ...remote, destination: (_, held) => void told.push(held) };
    await decide(asked, [secret, outside('docs')]);
    permissions.release('c', [secret]);
    await decide(asked, [secret, outside('docs')]);
    assert.deepEqual(told, [[secret, outside('docs')], [outside('docs')]]);
  });

  describe('where a call only chooses among the resources of a remote server', () => {
    const choice = { server: 'web', origin: 'as defined' };
    const read: Tool = {
      ...server('web', { label: 'web (https://web.example)', isRemote: true, choice }),
      name: 'read_mcp_resource',
      source: { kind: 'native' },
      approvalNeed: () => ({ kind: 'free', reasons: [] }),
    };
    const readLocal: Tool = {
      ...read,
      destination: () => ({ source: 'fs', label: 'fs', isRemote: false, choice }),
    };
    const here = workspace('');

    it('asks once the workspace or others were read, and says that a choice can spell out text', async () => {
      assert.equal(await flow(read, []), 'allowed');
      assert.equal(await flow(read, [outside('web')]), 'allowed');
      assert.deepEqual(await flow(read, [here]), ['']);
      assert.deepEqual(await flow(read, [workspace('fs')]), ['fs']);
      assert.deepEqual(await flow(read, [outside('docs')]), ['docs']);
      const { reasons } = await decide(read, [here, outside('')]);
      assert.deepEqual(reasons.map(describeReason), [
        'The model has read content from your workspace, an imported conversation in this conversation. This call could send data to web (https://web.example). The choice of resources that the model reads there can transmit text.',
      ]);
      for (const marks of [[here], [outside('docs')]]) assert.equal(await flow(readLocal, marks), 'allowed');
      // A call with arguments asks by itself.
      assert.equal(await flow(remote, [here]), 'allowed');
    });

    it('is silent about the workspace where its resources are allowed, and not about others', async () => {
      const decision = await decide(read, [here]);
      assert.ok(decision.kind === 'ask');
      assert.deepEqual(decision.coverages, [{ covers: 'resources', server: 'web' }]);
      decision.remember('always', 'resources');
      for (const conversation of ['c', 'other'])
        assert.equal(await flow(read, [here], conversation), 'allowed');
      assert.deepEqual(await flow(read, [here, outside('docs')]), ['', 'docs']);
      assert.deepEqual(await flow(read, [secret]), ['.env']);
      const moved: Tool = {
        ...read,
        destination: () => ({
          source: 'web',
          label: 'web',
          isRemote: true,
          choice: { ...choice, origin: 'x' },
        }),
      };
      assert.deepEqual(await flow(moved, [here]), ['']);
    });

    it('is silent about what the user has released', async () => {
      permissions.release('c', [here]);
      assert.equal(await flow(read, [here]), 'allowed');
      assert.deepEqual(await flow(read, [here], 'other'), ['']);
    });

    it('asks after twenty free reads in a conversation, unless the resources are allowed', async () => {
      permissions.release('c', [here]);
      for (let count = 0; count < 20; count += 1) assert.equal(await flow(read, [here]), 'allowed');
      const decision = await decide(read, [here]);
      assert.ok(decision.kind === 'ask');
      assert.deepEqual(decision.reasons, [{ kind: 'manyChoices', server: 'web', count: 20 }]);
      assert.equal((await decide(read, [], 'other')).kind, 'allowed');
      for (let count = 0; count < 30; count += 1) assert.equal(await flow(readLocal, []), 'allowed');
      decision.remember('conversation', 'resources');
      for (let count = 0; count < 30; count += 1) assert.equal(await flow(read, [here]), 'allowed');
    });

    it('asks nothing where the guard is off', async () => {
      guardsDataFlow = false;
      for (let count = 0; count < 30; count += 1) assert.equal(await flow(read, [here]), 'allowed');
    });
  });

  it('can be switched off', async () => {
    guardsDataFlow = false;
    assert.equal(await flow(remote, [secret, outside('docs')]), 'allowed');
  });
});

describe('marks of data', () => {
  const done = { status: 'success', content: [] } as const;
  const file = { kind: 'sensitiveFile', path: '.env', why: 'environment' } as const;

  it('come of what was approved, of the source, and of what the tool says', () => {
    assert.deepEqual(marksOfResult(local, [file], { ...done, marks: [outside('x'), secret] }), [
      secret,
      outside('x'),
      outside('local'),
    ]);
    assert.deepEqual(marksOfResult(local, [], { ...done, status: 'cancelled' }), []);
  });

  const call = (over: Partial<CallView>): Item => ({
    kind: 'call',
    id: 'a',
    step: 1,
    call: {
      source: { kind: 'native' },
      toolName: 'read_file',
      wireName: 'read_file',
      argsText: '{}',
      status: 'success',
      startedAt: 0,
      ...over,
    },
  });

  it('are those of all calls that the model has read, of attachments and of prompts', () => {
    const items: readonly Item[] = [
      {
        kind: 'user',
        id: 'u',
        text: '',
        prompt: { server: 'docs', name: 'p', messages: [] },
        attachments: [
          { kind: 'file', name: 'x', uri: 'file:///w/%2Eenv' },
          { kind: 'file', name: 'y', uri: 'file:///w/a.ts' },
          { kind: 'resource', name: 'z', server: 'db', uri: 'db:1' },
        ],
      },
      call({ marks: [secret] }),
      call({ marks: [secret] }),
      call({ marks: [{ kind: 'secret', source: 'by hand' }], byUser: true }),
    ];
    assert.deepEqual(dataMarks(items), [
      outside('docs'),
      { kind: 'secret', source: 'x' },
      workspace(''),
      outside('db'),
      secret,
      { kind: 'secret', source: 'by hand' },
    ]);
  });

  it('are found in calls that were saved without them', () => {
    const items = [
      call({ argsText: '{"path":"config\\/.env.local"}' }),
      call({ argsText: '{"path":' }),
      call({ source: { kind: 'mcp', server: 'old' } }),
      call({ source: { kind: 'mcp', server: 'refused' }, status: 'cancelled' }),
    ];
    assert.deepEqual(dataMarks(items), [
      { kind: 'secret', source: 'config/.env.local' },
      workspace(''),
      outside('old'),
    ]);
  });

  it('are of the workspace for what built-in tools, local servers, attachments and instructions bring', () => {
    const mcp = { kind: 'mcp', server: 'fs' } as const;
    const user = (attachment: Attachment): Item => ({
      kind: 'user',
      id: 'u',
      text: '',
      attachments: [attachment],
    });
    const instructions = (tokens: { tokens?: number }): Item => ({
      kind: 'instructions',
      id: 'i',
      files: [{ name: 'AGENTS.md', notes: [], ...tokens }],
    });
    for (const [item, marks] of [
      [call({ marks: [] }), ['']],
      [call({ marks: [], status: 'error' }), ['']],
      [call({ marks: [], status: 'cancelled' }), ['']],
      [call({ marks: [], status: 'denied' }), []],
      [call({ marks: [], toolName: 'run_command' }), ['']],
      [call({ marks: [], toolName: 'list_mcp_resources' }), []],
      [call({ marks: [], toolName: 'update_plan' }), []],
      [call({ marks: [], source: mcp }), ['fs']],
      [user({ kind: 'file', name: 'a', uri: 'file:///w/a.ts' }), ['']],
      [user({ kind: 'folder', name: 'a', uri: 'file:///w/a' }), ['']],
      [user({ kind: 'problems', name: 'a' }), ['']],
      [user({ kind: 'server', name: 'a', server: 'a' }), []],
      [instructions({ tokens: 5 }), ['']],
      [instructions({}), []],
    ] as const)
      assert.deepEqual(dataMarks([item]), marks.map(workspace), JSON.stringify(item));
    assert.deepEqual(dataMarks([call({ marks: [outside('web')], source: { kind: 'mcp', server: 'web' } })]), [
      outside('web'),
    ]);
  });

  it('of an imported conversation are those of its calls, whatever its file says, and of the file', () => {
    const lying = call({ argsText: '{"path":".env"}', marks: [] });
    assert.deepEqual(dataMarks([{ ...lying, imported: true }]), [outside(''), secret, workspace('')]);
  });
});
